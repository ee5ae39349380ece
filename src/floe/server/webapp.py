"""The built web app: where it lies, and what its pages may do, whoever serves them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "web"
"""``make web`` builds it there, and the wheel brings it along."""

DOCS = Path(__file__).resolve().parent / "docs"
"""The documentation, where it is built: ``make docs`` does it, and the wheel brings it along."""

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "  # compiled kernels, and nothing else is evaluated
    "worker-src 'self'; manifest-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "form-action 'self'; object-src 'none'"
)
"""The part of a Content-Security-Policy that does not depend on where the page comes from."""
