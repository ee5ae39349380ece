"""Build the documentation as a site, in four languages, into src/floe/server/docs: the server has it under /docs.

python tools/docs.py [FOLDER]

Sphinx is strict: a link that leads nowhere, or a page that is in no list, is an error.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docsite.assembly import assemble
from docsite.pages import ENGLISH, LANGUAGES, ROOT

BUILT = ROOT / "src" / "floe" / "server" / "docs"
CONF = Path(__file__).resolve().parent / "docsite"
_INLINE = re.compile(r"<script>(?P<code>.*?)</script>", re.DOTALL)
_PLURAL = re.compile(r'"plural_expr": "(?P<rule>[n\d\s()!=<>&|?:%]+)"')
_MADE_BY_TEXT = re.compile(r'new Function\(\s*"n",\s*`return \(\$\{catalog\.plural_expr\}\)`,\s*\)')
_LEFT_OUT = ("*.inv.tmp", ".buildinfo", ".doctrees", "_sources")


def main(arguments: list[str]) -> int:
    out = Path(arguments[0]) if arguments else BUILT
    with tempfile.TemporaryDirectory(prefix="floe-docs-") as folder:
        sources, made = Path(folder) / "sources", Path(folder) / "made"
        assemble(sources)
        for language in LANGUAGES:
            failed = _sphinx(sources / language, made if language == ENGLISH else made / language, language)
            if failed:
                return failed
            if language != ENGLISH:
                _without_evaluation(made / language / "_static")
        for page in made.rglob("*.html"):
            _without_inline_scripts(page, made)
        _share_pictures(made)
        _take_over(made, out)
    print(f"The documentation is in {out}.")
    return 0


def _sphinx(source: Path, out: Path, language: str) -> int:
    doctrees = source.parent / f"doctrees-{language}"
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--keep-going", "--quiet"]
    command += ["--conf-dir", str(CONF), "--doctree-dir", str(doctrees), "--define", f"language={language}"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "0"), "PYTHONHASHSEED": "0"}
    return subprocess.run([*command, str(source), str(out)], env=environment, check=False).returncode  # noqa: S603  # its own


def _without_inline_scripts(page: Path, site: Path) -> None:
    """Scripts into files of their own: Floe's server lets no page run any that is written into it."""
    text = page.read_text(encoding="utf-8")

    def moved(found: re.Match[str]) -> str:
        code = found["code"].strip()
        name = f"inline-{hashlib.sha256(code.encode()).hexdigest()[:12]}.js"
        (site / "_static" / name).write_text(code + "\n", encoding="utf-8")
        address = Path(os.path.relpath(site / "_static" / name, page.parent)).as_posix()
        return f'<script src="{address}"></script>'

    page.write_text(_INLINE.sub(moved, text), encoding="utf-8")


def _without_evaluation(scripts: Path) -> None:
    """Sphinx has the rule of a language's plural as text and evaluates it, which Floe's server lets no page do."""
    tools = scripts / "doctools.js"
    rule = _PLURAL.search((scripts / "translations.js").read_text(encoding="utf-8"))
    known = "" if rule is None else f"(n) => Number({rule['rule']})"
    text, changed = _MADE_BY_TEXT.subn(known, tools.read_text(encoding="utf-8"))
    if not known or changed != 1:
        raise SystemExit(f"{tools} is of another Sphinx: see how it makes its rule of the plural")
    tools.write_text(text, encoding="utf-8")


def _share_pictures(site: Path) -> None:
    """A picture that the English site has too is taken from there."""
    for language in set(LANGUAGES) - {ENGLISH}:
        for picture in (site / language / "_images").glob("*"):
            shared = site / "_images" / picture.name
            if shared.is_file() and shared.read_bytes() == picture.read_bytes():
                picture.unlink()
                for page in (site / language).rglob("*.html"):
                    there = Path(os.path.relpath(shared, page.parent)).as_posix()
                    own = Path(os.path.relpath(picture, page.parent)).as_posix()
                    page.write_text(page.read_text(encoding="utf-8").replace(own, there), encoding="utf-8")


def _take_over(made: Path, out: Path) -> None:
    """Put the finished site where the last one was."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(made, out, ignore=shutil.ignore_patterns(*_LEFT_OUT))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
