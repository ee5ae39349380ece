"""Fair dealing: what is published before the game, and what can be checked after it."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac

import pytest

import floe
from floe.core.errors import BadRecord
from floe.core.fairness import SealedDeal, commitment_to, new_secret, seed_from
from floe.core.record import Record

SECRET = "5e" * 32
DEAL = SealedDeal("table-1", commitment_to(SECRET, "table-1"), ("ab", "", "0123"), SECRET)


def test_the_commitment_is_the_hash_that_the_docs_give() -> None:
    assert commitment_to(SECRET, "t") == hashlib.sha256(f"floe commitment/t/{SECRET}".encode()).hexdigest()


def test_the_seed_is_the_hmac_that_the_docs_give() -> None:
    expected = hmac.new(SECRET.encode(), b"floe deal/t/ab//cd", "sha256").hexdigest()
    assert seed_from(SECRET, "t", ["ab", "", "cd"]) == expected


def test_every_part_changes_the_seed() -> None:
    seeds = {
        seed_from(SECRET, "t", ["ab", "cd"]),
        seed_from("5f" * 32, "t", ["ab", "cd"]),
        seed_from(SECRET, "u", ["ab", "cd"]),
        seed_from(SECRET, "t", ["cd", "ab"]),
        seed_from(SECRET, "t", ["abcd", ""]),
    }
    assert len(seeds) == 5


def test_secrets_are_drawn_anew() -> None:
    drawn = {new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(secret) for secret in drawn} == {64}


def test_a_true_deal_passes() -> None:
    DEAL.check(seed_from(SECRET, "table-1", DEAL.entropy))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"secret": "00" * 32}, "deal.commitment"),
        ({"commitment": "00" * 32}, "deal.commitment"),
        ({"table": "table-2"}, "deal.commitment"),
        ({"entropy": ("ab", "", "0124")}, "seed"),
        ({"entropy": ("ab", "x/y", "0123")}, "deal.entropy"),
        ({"secret": None}, "deal.secret"),
    ],
)
def test_a_deal_that_was_tampered_with_is_refused(change: dict[str, object], where: str) -> None:
    seed = seed_from(SECRET, "table-1", DEAL.entropy)
    with pytest.raises(BadRecord) as refused:
        dataclasses.replace(DEAL, **change).check(seed)  # type: ignore[arg-type]  # the table gives each its own kind
    assert refused.value.where == where


def test_another_seed_is_refused() -> None:
    with pytest.raises(BadRecord, match="does not follow"):
        DEAL.check("1234")


def test_a_record_keeps_its_deal() -> None:
    game = floe.game("igluiglu")
    seed = seed_from(SECRET, "table-1", DEAL.entropy)
    record = Record(game.new(3, seed), seed, None, DEAL)
    again = Record.from_dict(record.to_dict(), game)
    assert again.deal == DEAL
    assert again.to_dict() == record.to_dict()


def test_a_sealed_record_says_that_its_game_still_runs() -> None:
    game = floe.game("igluiglu")
    document = Record(game.new(3, 1), 1, None, dataclasses.replace(DEAL, secret=None)).to_dict()
    with pytest.raises(BadRecord, match=r"deal\.secret: the game was still running"):
        Record.from_dict(document, game)
