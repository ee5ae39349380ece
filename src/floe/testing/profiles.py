"""How Hypothesis searches.

By default it tries the same examples on every run, so that a test which passed passes again. To look further than
that: ``pytest --hypothesis-profile=search``; for a first look: ``few``.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from floe.core.jit import interpreted

settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    max_examples=10 if interpreted() else 50,  # interpreted kernels are a hundred times slower
    suppress_health_check=[HealthCheck.too_slow],  # the first example may have to compile the rules
)
settings.register_profile("few", parent=settings.get_profile("steady"), max_examples=5)
settings.register_profile("search", parent=settings.get_profile("steady"), derandomize=False, max_examples=2000)
if settings.get_current_profile_name() in ("default", "ci"):  # nobody has chosen another
    settings.load_profile("steady")
