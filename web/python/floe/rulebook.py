"""The rules in words, as they were when the page was built."""

from floe.page_build import RULES


def rules(game):
    return RULES.get(game, {})
