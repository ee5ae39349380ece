"""What every game has to do, as tests that any package with a game can run.

Install Floe with the extra ``testing``, and the game; then

    pytest --pyargs floe.testing --game connectfour

``--game`` may be given several times; without it every game that is installed is tested. It is a plugin of pytest that
understands it (``floe.testing.plugin``), so that everything else of pytest works as usual: ``-k``, ``-x``, ``-n auto``.
``NUMBA_DISABLE_JIT=1`` tests the kernels as plain Python, for tracebacks and debuggers.

For a game's own tests there is ``perft`` (counts of sequences of actions), ``walks`` (games at random), ``checks``
(what has to hold of any position, for positions that a game makes up itself) and ``fuzz`` (bad input for Hypothesis).
"""
