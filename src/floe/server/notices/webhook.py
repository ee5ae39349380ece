"""Webhooks: a message as JSON to a program of the person's own, such as a chat bot, signed with a shared secret."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass

from floe.server.notices import network
from floe.server.notices.message import Message
from floe.server.notices.outcome import Outcome, of_answer

HEADER = "Floe-Signature"


def signature(secret: str, at: int, body: bytes) -> str:
    """Over the time and the body, so that neither can be changed and an old message is known for one."""
    made = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={made}"


@dataclass(frozen=True)
class Webhook:
    """The channel of one server."""

    site: str
    """Before the addresses of tables; empty where people's address of the server is not known."""
    named: tuple[str, ...] = ()

    async def send(self, url: str, keys: dict[str, str], message: Message, now: int) -> Outcome:
        told = {
            "id": message.id,
            "kind": message.kind,
            "game": message.game,
            "title": message.title,
            "text": message.text,
            "url": f"{self.site}{message.path}",
            "waiting": message.waiting,
        }
        body = json.dumps(told, ensure_ascii=False).encode()
        headers = {"Content-Type": "application/json", HEADER: signature(keys["secret"], now // 1000, body)}
        try:
            return of_answer(await network.post(url, headers, body, self.named))
        except network.Forbidden as fault:
            return Outcome("gone", str(fault))
        except network.Unreachable as fault:
            return Outcome("later", str(fault))
