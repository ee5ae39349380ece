"""IGLU IGLU: tribes on a melting sheet of ice hunt, drift, build igloos and score islands. Rules II-1 to II-30.

The files in the order in which to read them; those with the same name in the other game do the same job there.

- ``manifest``: what the game has. ``layout``: the struct of a position, and the numbers of the actions.
- ``geography`` (the cells), ``pieces`` (on and off the cells), ``options`` (setup), ``rules``, ``scoring``: the game.
- ``kernel``: rules and numbers together, as the engine drives them; ``encoding`` and
  ``compact``: what a network sees of it.
- What is hidden: ``dealing`` draws it in compiled code, ``determinize`` from what a seat knows, ``chance`` one reveal
  at a time; ``tree`` and ``resampling`` unfold it for programs that work on a tree of moves and chance.
- ``game``: the Python face, with ``notation``, ``document`` (writing, and views), ``document_reader`` and
  ``document_reader_phase``, ``refusals``, ``contents`` and ``score_sheet``. ``position`` reads a view for ``facts``
  with their ``vocabulary``; ``board`` (text) and ``picture`` draw it.
- ``words`` and its parts: how the terminal speaks.
- Machine players: ``greedy``; ``heuristics`` with ``estimate`` and ``priors`` for the search, and ``features`` for its
  network; ``styles``: what levels like; ``explanations`` for hints.
- ``puzzles``, with ``prospects``, finds and proves them; ``trying`` judges tries; ``puzzles.json`` is the set.
"""
