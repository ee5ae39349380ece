"""Compile the kernels of the games that come with Floe: for the browser, for NVIDIA GPUs, and for those who install it.

python tools/kernels.py web [FOLDER]     rules and search for WebAssembly, for the web app, if they have changed
python tools/kernels.py gpu FOLDER       batches for NVIDIA GPUs
python tools/kernels.py native [FOLDER]  what Python calls, for the usual machines; a wheel that is built then holds it
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("core", "games", "bots")
WEB = ROOT / "web" / "public" / "kernels"
NATIVE = ROOT / "src" / "floe" / "precompiled"


def main(arguments: list[str]) -> int:
    match arguments:
        case ["web"]:
            return web(WEB)
        case ["web", folder]:
            return web(Path(folder))
        case ["gpu", folder]:
            return gpu(Path(folder))
        case ["native"]:
            return native(NATIVE)
        case ["native", folder]:
            return native(Path(folder))
    sys.stderr.write(__doc__ or "")
    return 2


def web(folder: Path) -> int:
    """Write the artefacts for the browser, unless those there were made from these very sources."""
    stamp = folder / "sources"
    digest = _digest()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return 0
    print("Compiling the kernels for the browser ...", flush=True)
    from floe.core.targets.describe import BadTarget  # noqa: PLC0415  # what is up to date is told without it
    from floe.core.targets.wasm import linker  # noqa: PLC0415

    try:
        linker()
    except BadTarget as fault:
        print(f"  {fault}", file=sys.stderr)
        return 1
    import floe  # noqa: PLC0415
    from floe.bots.search import targets  # noqa: PLC0415
    from floe.bots.search.network import weights_of  # noqa: PLC0415
    from floe.core.targets.artefacts import rules_for_web  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    for name in games():
        ways = targets.ways_of(name)
        for artefact in (rules_for_web(floe.game(name)), *(targets.search_for_web(name, way) for way in ways)):
            artefact.write(folder)
            size, packed = len(artefact.code), len(gzip.compress(artefact.code))
            print(f"  {artefact.name:34} {size / 1000:6.1f} kB, {packed / 1000:5.1f} kB gzipped")
        weights = weights_of(name)
        if weights is not None:
            (folder / f"{name}-weights.bin").write_bytes(targets.half_precision(weights))
    stamp.write_text(digest, encoding="utf-8")
    return 0


def gpu(folder: Path) -> int:
    """Write the artefacts for NVIDIA GPUs."""
    import floe  # noqa: PLC0415
    from floe.core.targets.artefacts import batch_for_gpu  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    for name in games():
        batch_for_gpu(floe.game(name)).write(folder)
    return 0


def native(folder: Path) -> int:
    """Write what a wheel brings along, unless what is there was made from these very sources.

    Each game does everything once, so that it is known what is called.
    """
    stamp = folder / "sources"
    digest = _digest()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return 0
    print("Compiling the kernels for those who install Floe ...", flush=True)
    for old in folder.glob("*.kernels"):
        old.unlink()
    from floe.bots import rehearsal  # noqa: PLC0415
    from floe.core import jit  # noqa: PLC0415
    from floe.core.targets.native import write  # noqa: PLC0415
    from floe.server import preparing  # noqa: PLC0415

    for name in games():
        rehearsal.rehearse(name)
        preparing.rehearse(name)  # so that a server's first start has little to compile
    for path in write(folder, jit.PACKAGE / jit.SHIPPED):
        size, packed = path.stat().st_size, len(gzip.compress(path.read_bytes()))
        print(f"  {path.name:48} {size / 1000:6.1f} kB, {packed / 1000:6.1f} kB gzipped")
    stamp.write_text(digest, encoding="utf-8")
    return 0


def texts() -> dict[str, str]:
    """How the entries are called from TypeScript, which is the same for every game; for ``tools/pins.py``."""
    import floe  # noqa: PLC0415
    from floe.bots.search import targets  # noqa: PLC0415
    from floe.bots.search.heuristics import heuristics_of  # noqa: PLC0415
    from floe.core.targets.artefacts import describe  # noqa: PLC0415
    from floe.core.targets.loops import single_entries  # noqa: PLC0415
    from floe.core.targets.typescript import interface  # noqa: PLC0415

    name = games()[0]
    game, heuristics = floe.game(name), heuristics_of(name)
    rules = describe(game, single_entries(game))
    search = describe(game, targets.search_entries(heuristics, targets.ways_of(name)[0]))
    text = (
        "// Written by tools/kernels.py from the loops' own signatures. Do not edit.\n\n"
        "/** Where an array begins in the kernel's memory. */\nexport type Address = number;\n\n"
        f"{interface('RulesEntries', rules)}\n{interface('SearchEntries', search)}"
    )
    return {"web/src/kernels/entries.ts": text}


def games() -> list[str]:
    """Those that come with Floe; others compile theirs with ``floe.core.targets``."""
    return sorted(folder.parent.name for folder in (ROOT / "src" / "floe" / "games").glob("*/manifest.py"))


def _digest() -> str:
    digest = hashlib.sha256()
    for floor in SOURCES:
        for path in sorted((ROOT / "src" / "floe" / floor).rglob("*")):
            if path.suffix in (".py", ".npz"):
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
