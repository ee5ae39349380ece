"""The games of a page: each that is asked for, if its bundle is there."""

import sys

from floe.core.errors import UnknownGame, shown

_known = {}


def manifest(name):
    if name not in _known:
        module = "floe.games." + str(name) + ".manifest"
        try:
            __import__(module)
        except ImportError:
            raise UnknownGame("there is no game " + shown(name) + " here") from None
        _known[name] = sys.modules[module].MANIFEST
    return _known[name]
