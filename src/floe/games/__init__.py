"""The games, one folder each. They never import each other."""

REGISTRY = {
    "icecult": "floe.games.icecult.game:IceCult",
    "igluiglu": "floe.games.igluiglu.game:IgluIglu",
}
"""Every game that Floe knows: its name, and the class that is its Python face. A new game adds one line."""
