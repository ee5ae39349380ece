"""The command ``floe``."""
