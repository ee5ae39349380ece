"""Randomness of the machine."""

from js import Uint8Array, crypto


def token_bytes(n):
    drawn = Uint8Array.new(n)
    crypto.getRandomValues(drawn)
    return bytes([int(drawn[i]) for i in range(n)])


def token_hex(n):
    return "".join(["{:02x}".format(one) for one in token_bytes(n)])


def randbits(bits):
    return int.from_bytes(token_bytes((bits + 7) // 8), "big") >> (-bits % 8)
