"""Check the subject of a commit: python tools/commit_subject.py FILE, or RANGE such as main..HEAD for those in it.

At most 72 characters, no full stop at the end, and an empty line before what follows.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

MOST = 72


def wrong_with(message: str) -> str | None:
    """What is wrong with a message; none if nothing is."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if not subject.strip():
        return "the subject is empty"
    if len(subject) > MOST:
        return f"the subject has {len(subject)} characters, {MOST} at most: {subject}"
    if subject.endswith("."):
        return f"a subject is no sentence with a full stop: {subject}"
    if len(lines) > 1 and lines[1].strip():
        return f"an empty line follows the subject: {subject}"
    return None


def messages(given: str) -> list[str]:
    """The message in a file, or those of a range of commits."""
    if Path(given).is_file():
        return [Path(given).read_text(encoding="utf-8")]
    git = shutil.which("git") or "git"
    told = subprocess.run([git, "log", "-z", "--format=%B", given], capture_output=True, text=True, check=True).stdout  # noqa: S603  # git
    return [message for message in told.split("\0") if message.strip()]


def main(given: str) -> int:
    faults = [fault for message in messages(given) if (fault := wrong_with(message))]
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
