"""HMAC by SHA-256 (RFC 2104)."""

from _hashlib import sha256

_BLOCK = 64


def new(key, message, digest):
    if len(key) > _BLOCK:
        key = sha256(key).digest()
    key = key + bytes(_BLOCK - len(key))
    inner = sha256(bytes([byte ^ 0x36 for byte in key]) + message).digest()
    return sha256(bytes([byte ^ 0x5C for byte in key]) + inner)
