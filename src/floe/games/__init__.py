"""The games, one folder each. They never import each other."""

REGISTRY = {
    "icecult": "floe.games.icecult.game:IceCult",
    "igluiglu": "floe.games.igluiglu.game:IgluIglu",
}
"""Every game that Floe knows: its name, and the class that is its Python face. A new game adds one line."""

OLDER: dict[tuple[str, int], str] = {}
"""Games by older versions of their rules, by name and version: games that were begun by those are still played and
replayed by them. Whoever changes what a rule does leaves the game as it was under another folder, and a line here."""
