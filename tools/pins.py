"""Write anew all that is pinned: ``python tools/pins.py``, or ``python tools/pins.py perft records`` for some of it.

Perft numbers, games on record, playthroughs, pages and fixtures that follow from the code are kept in files, so that a
change of behaviour shows as a difference of text. Everything here is drawn from fixed seeds: on code that has not
changed nothing is written. After a change that is meant, run it and read ``git diff``.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

TOOLS = Path(__file__).parent
ROOT = TOOLS.parent

WRITERS = {
    "perft": "write_perft.py",
    "records": "record_games.py",
    "playthroughs": "write_playthroughs.py",
    "facts": "write_facts_page.py",
    "pages": "write_pages.py",
    "fixtures-icecult": "write_icecult_positions.py",
    "fixtures-igluiglu": "write_igluiglu_positions.py",
    "types": "write_web_types.py",
    "fact-types": "write_fact_types.py",
    "kernels": "kernels.py",
}
"""Each has a function ``texts``: the files that it writes, by their path in the repository, and what is in them."""


def texts(name: str) -> dict[str, str]:
    """The files of one writer as they should be."""
    writer: Callable[[], dict[str, str]] = runpy.run_path(str(TOOLS / WRITERS[name]))["texts"]
    return writer()


def main(names: list[str]) -> None:
    unknown = set(names) - set(WRITERS)
    if unknown:
        raise SystemExit(f"there is no {', '.join(sorted(unknown))}; there is {', '.join(WRITERS)}")
    sys.path.insert(0, str(ROOT))  # perft counts as the tests do
    for name in names or WRITERS:
        changed = 0
        for path, text in texts(name).items():
            file = ROOT / path
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
                changed += 1
        print(f"{name}: {changed or 'nothing'} changed")


if __name__ == "__main__":
    main(sys.argv[1:])
