"""Every message on the wire, typed once. The web app's types are written from these by ``tools/write_web_types.py``."""

PROTOCOL = 1
"""Raised when a message changes its meaning, so that an old client is told to reload instead of going wrong."""
