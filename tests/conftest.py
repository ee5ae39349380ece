"""How Hypothesis searches, for all tests.

By default it tries the same examples on every run, so that a test which passed passes again. To look further than
that: ``pytest --hypothesis-profile=search``; for a first look: ``few``.
"""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

from floe.core.jit import interpreted

# A run started in the background by a script ignores Ctrl-C, and so would all that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    max_examples=10 if interpreted() else 50,  # interpreted kernels are a hundred times slower
    suppress_health_check=[HealthCheck.too_slow],  # the first example may have to compile the rules
)
settings.register_profile("few", parent=settings.get_profile("steady"), max_examples=5)
settings.register_profile("search", parent=settings.get_profile("steady"), derandomize=False, max_examples=2000)
settings.load_profile("steady")
