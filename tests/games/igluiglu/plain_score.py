"""The count of a position document. See ``plain``."""

from __future__ import annotations

from tests.games.igluiglu.plain_board import CELLS, Doc, around, look, tile

TABLE = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15}


def islands(doc: Doc) -> list[set[str]]:
    found: list[set[str]] = []
    for cell in CELLS:
        if tile(doc, cell) and not any(cell in island for island in found):
            island = {cell}
            waiting = [cell]
            while waiting:
                more = [other for other in around(waiting.pop()) if tile(doc, other) and other not in island]
                island.update(more)
                waiting += more
            found.append(island)
    return found


def strength(doc: Doc, island: set[str], colour: str) -> int:
    inuit = "".join(look(doc, cell, "inuit") for cell in island)
    igloos = [cell for cell in island if look(doc, cell, "igloo") == colour]
    return inuit.count(colour) + 2 * len(igloos)


def share(doc: Doc, island: set[str], colour: str) -> int:
    own = strength(doc, island, colour)
    others = [strength(doc, island, other) for other in doc["players"] if other != colour]
    by_variant = "table" if doc["rules"]["variant"] == "gamers" else "squares"
    table = doc["rules"].get("islands", "by variant").replace("by variant", by_variant) == "table"
    value = TABLE.get(len(island), 21) if table else len(island)
    stronger = {other for other in others if other > own}
    if own == 0 or len(stronger) > 1:
        return 0
    if stronger:
        return value // 2 if doc["rules"].get("half", "down") == "down" else -(-value // 2)
    return value if any(others) or table else value * value


def scores(doc: Doc) -> Doc:
    found = {}
    for colour in doc["players"]:
        animals = sum(4 if animal == "bear" else int(animal[1]) for animal in doc["taken"][colour])
        on_islands = sum(share(doc, island, colour) for island in islands(doc))
        found[colour] = {"animals": animals, "islands": on_islands, "total": animals + on_islands}
    return found


def winners(doc: Doc) -> list[int]:
    totals = [count["total"] for count in scores(doc).values()]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
