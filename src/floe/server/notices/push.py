"""Web Push: messages encrypted for one browser (RFC 8291), signed by this server (VAPID, RFC 8292).

The push service in between, which the browser has chosen, learns who sends and how much, never what.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from floe.server import chance
from floe.server.notices import network
from floe.server.notices.message import Message
from floe.server.notices.outcome import Outcome, of_answer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

SERVICES = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
)
"""The push services of the browsers that there are."""
LASTS_S = 2 * 24 * 3600
"""So long a service keeps a message for a browser that is switched off."""
_SIGNED_S = 12 * 3600
_RECORD = 4096


def available() -> bool:
    """Whether what it needs is installed: it comes with ``floe-games[server]``."""
    return find_spec("cryptography") is not None


def in_text(data: bytes) -> str:
    """Bytes as all of this writes them: Base64 for addresses, without the filling."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """The bytes again; ValueError for what are none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def new_key() -> str:
    """A private key for a server: a number below the order of the curve P-256."""
    return in_text((int.from_bytes(chance.source(32)) % (2**255 - 1) + 1).to_bytes(32))


def _private(number: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - not everybody has it

    return ec.derive_private_key(int.from_bytes(number), ec.SECP256R1())


def _point(key: EllipticCurvePrivateKey) -> bytes:
    """A public key, as 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def known_service(endpoint: str, named: Collection[str]) -> bool:
    """Whether an endpoint is one of a push service that is known, or that the host allows."""
    parts = network.checked(endpoint, named)
    host = parts.hostname or ""
    return network.is_named(parts, named) or any(fnmatchcase(host, service) for service in SERVICES)


def check_keys(p256dh: str, auth: str) -> None:
    """ValueError unless these are keys that a browser gives."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    if len(from_text(auth)) != 16:
        raise ValueError("its secret has 16 bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(p256dh))


def _expanded(algorithm: Any, key: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand  # noqa: PLC0415

    return HKDFExpand(algorithm=algorithm, length=length, info=info).derive(key)


def encrypted(text: bytes, p256dh: str, auth: str) -> bytes:
    """A message that only the browser with these keys can read, in one record."""
    from cryptography.hazmat.primitives import hashes, hmac  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    sha = hashes.SHA256()

    def extracted(salt: bytes, key: bytes) -> bytes:
        made = hmac.HMAC(salt, sha)
        made.update(key)
        return made.finalize()

    theirs, salt, once = from_text(p256dh), chance.source(16), _private(from_text(new_key()))
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    ours = _point(once)
    agreed = _expanded(sha, extracted(from_text(auth), shared), b"WebPush: info\0" + theirs + ours, 32)
    secret = extracted(salt, agreed)
    key = _expanded(sha, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _expanded(sha, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", _RECORD, len(ours)) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


@dataclass(frozen=True)
class Push:
    """The channel of one server."""

    key: str
    """The server's private key."""
    contact: str
    """Whom a push service may turn to: an address of the web, or ``mailto:``."""
    named: tuple[str, ...] = ()
    """Hosts beside the known services."""

    def __repr__(self) -> str:
        return f"Push({self.contact!r})"

    @property
    def public_key(self) -> str:
        """What a browser needs to know when it asks its service for an endpoint."""
        return in_text(_point(_private(from_text(self.key))))

    def signed(self, endpoint: str, now: int) -> str:
        """The header by which a push service knows this server: a token that is good for its endpoints alone."""
        from cryptography.hazmat.primitives import hashes  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415

        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now // 1000 + _SIGNED_S, "sub": self.contact}
        told = ".".join(in_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        key = _private(from_text(self.key))
        r, s = utils.decode_dss_signature(key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={told}.{in_text(r.to_bytes(32) + s.to_bytes(32))}, k={in_text(_point(key))}"

    async def send(self, endpoint: str, keys: dict[str, str], message: Message, now: int) -> Outcome:
        shown = {
            "title": message.title,
            "body": message.text,
            "path": message.path,
            "tag": message.tag,
            "lang": message.language,
            "waiting": message.waiting,
        }
        try:
            if not known_service(endpoint, self.named):
                return Outcome("gone", "not a push service that the host allows")
            body = encrypted(json.dumps(shown, ensure_ascii=False).encode(), keys["p256dh"], keys["auth"])
            headers = {
                "Authorization": self.signed(endpoint, now),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(LASTS_S),
                "Topic": in_text(hashlib.sha256(message.tag.encode()).digest()[:24]),
                "Urgency": "normal",
            }
            return of_answer(await network.post(endpoint, headers, body, self.named))
        except network.Forbidden as fault:
            return Outcome("gone", str(fault))
        except network.Unreachable as fault:
            return Outcome("later", str(fault))
