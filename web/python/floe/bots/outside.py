"""A page has no players from outside."""

FORMS = "nobody from outside"


def installed(game):
    return []


def names():
    return []


def player(spec, game, seconds=None):
    return None
