"""What became of a message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from floe.server.notices.network import Answer

Result = Literal["sent", "later", "gone", "refused"]


@dataclass(frozen=True)
class Outcome:
    """``sent``: it was taken, or may have been, which counts as the same. ``later``: it certainly was not, and may be
    at another time. ``gone``: there is nobody at this address any more. ``refused``: this message is not taken."""

    result: Result
    why: str = ""
    after: int = 0
    """Seconds to wait at the least, before it is tried again."""


def of_answer(answer: Answer) -> Outcome:
    """What an answer over HTTP means."""
    status = answer.status
    if status == 0:
        return Outcome("sent", "no answer")
    if 200 <= status < 300:
        return Outcome("sent")
    if status in (404, 410):
        return Outcome("gone", str(status))
    if status in (408, 425, 429) or status >= 500:
        return Outcome("later", str(status), answer.retry_after)
    return Outcome("refused", str(status))
