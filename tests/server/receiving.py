"""Where notices arrive: a push service with the browser behind it, a mail server, any program that answers HTTP."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from floe.server.notices.push import from_text, in_text

PATIENCE_S = 120


@dataclass
class Received:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Answers every request with the next of ``statuses``, or 201."""

    port: int = 0
    got: list[Received] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    headers: str = ""
    silent: bool = False
    """Take what comes, and say nothing."""

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.got.append(Received(lines[0].split()[1], headers, body))
            if not self.silent:
                status = self.statuses.pop(0) if self.statuses else 201
                writer.write(f"HTTP/1.1 {status} So\r\n{self.headers}Content-Length: 0\r\n\r\n".encode())
                await writer.drain()
        writer.close()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.talk, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        yield receiver


def _hkdf(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    """By its definition (RFC 5869), for one block: not by what the server uses."""
    extracted = hmac.new(salt, key, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:length]


class Browser:
    """A browser that has asked for push messages: it alone can read them (RFC 8291)."""

    def __init__(self, private: str | None = None, auth: str | None = None) -> None:
        curve = ec.SECP256R1()
        self._key = (
            ec.generate_private_key(curve)
            if private is None
            else ec.derive_private_key(int.from_bytes(from_text(private)), curve)
        )
        self._auth = os.urandom(16) if auth is None else from_text(auth)
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def keys(self) -> dict[str, str]:
        return {"p256dh": in_text(self._public), "auth": in_text(self._auth)}

    def decrypted(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size, "there is but one record"
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        agreed = _hkdf(self._auth, shared, b"WebPush: info\0" + self._public + sender, 32)
        key = _hkdf(salt, agreed, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, agreed, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02", "the last record ends so"
        return padded[:-1]

    def read(self, received: Received) -> dict[str, Any]:
        """The message of a request to the push service, once that has known its sender."""
        assert received.headers["content-encoding"] == "aes128gcm"
        assert int(received.headers["ttl"]) > 0
        message: dict[str, Any] = json.loads(self.decrypted(received.body))
        return message


def sender_of(received: Received) -> tuple[str, dict[str, Any]]:
    """Who has sent a message, as a push service finds out (RFC 8292): the public key, and what it claims."""
    scheme, _, rest = received.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    values = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, seal = values["t"].split(".")
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = from_text(seal)
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(values["k"]))
    key.verify(signature, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return values["k"], json.loads(from_text(claims))


@dataclass
class MailServer:
    """A mail server that keeps what it is handed. ``refuse`` has answers to RCPT by address."""

    port: int = 0
    got: list[EmailMessage] = field(default_factory=list)
    refuse: dict[str, str] = field(default_factory=dict)
    data: list[str] = field(default_factory=list)
    """Answers to the next messages, instead of taking them."""

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 here")
        with suppress(ConnectionError):
            while line := (await reader.readline()).decode().strip():
                verb = line.split()[0].upper()
                if verb == "QUIT":
                    say("221 bye")
                    break
                if verb == "RCPT":
                    say(self.refuse.get(line.partition("<")[2].partition(">")[0], "250 well"))
                elif verb == "DATA":
                    say("354 go on")
                    content = await reader.readuntil(b"\r\n.\r\n")
                    answer = self.data.pop(0) if self.data else "250 taken"
                    if answer.startswith("2"):
                        parsed = message_from_bytes(content[:-3].replace(b"\r\n..", b"\r\n."), policy=default)
                        assert isinstance(parsed, EmailMessage)
                        self.got.append(parsed)
                    say(answer)
                else:
                    say("250 well")
        writer.close()


@asynccontextmanager
async def mailing() -> AsyncIterator[MailServer]:
    kept = MailServer()
    server = await asyncio.start_server(kept.talk, "127.0.0.1", 0)
    kept.port = server.sockets[0].getsockname()[1]
    async with server:
        yield kept
