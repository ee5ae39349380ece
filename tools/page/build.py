"""What a page needs to host tables by itself, written into a folder: bundles of Python, and what is known already."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec

import floe
from floe.bots.search.targets import ways_of
from floe.page.host import Host
from page.bundle import ROOT, bundles

FOLDER = ROOT / "web" / "public" / "python"
KERNELS = ROOT / "web" / "public" / "kernels"
SOURCES = ("src/floe", "web/python", "tools/page", "docs/games")


def write(folder: Path, games: list[str]) -> bool:
    """Write the bundles, unless those there were made from these very sources; whether they were written."""
    stamp, digest = folder / "sources", _digest()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    for name, files in bundles(games).items():
        (folder / f"{name}.json").write_text(json.dumps(files, ensure_ascii=False), encoding="utf-8")
    known = Host(games).request("GET", "/api/server", None, 0)["answer"]
    sizes = {path.name: path.stat().st_size for path in sorted(KERNELS.glob("*-*.*"))}
    built = {"server": known, "searches": {name: ways_of(name) for name in games}, "sizes": sizes}
    (folder / "built.json").write_bytes(msgspec.json.encode(built))
    stamp.write_text(digest, encoding="utf-8")
    return True


def _digest() -> str:
    digest = hashlib.sha256(floe.__version__.encode())
    if (KERNELS / "sources").is_file():
        digest.update((KERNELS / "sources").read_bytes())
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*")):
            if path.suffix in {".py", ".md"} or path.name == "puzzles.json":
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
