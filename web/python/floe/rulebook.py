"""The rules in words, as they were when the page was built. Each language is a bundle, loaded when it is asked for."""

ENGLISH = "en"


def rules(game, language=ENGLISH):
    return __import__("floe.rules_" + language, None, None, ["RULES"]).RULES.get(game, {})
