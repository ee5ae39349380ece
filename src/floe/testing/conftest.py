from floe.testing import profiles

__all__ = ["profiles"]
