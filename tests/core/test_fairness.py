"""Fair dealing: what is published before the game, and what can be checked after it."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac

import pytest

import floe
from floe.core.errors import BadRecord
from floe.core.fairness import METHOD, OLD, Game, SealedDeal, new_secret
from floe.core.record import Record

SECRET = "5e" * 32
ENTROPY = ("ab", "", "0123")
PERSONS = (True, False, True)
GAME = Game("table-1", "igluiglu", 3, PERSONS)
DEALS = {
    method: SealedDeal("table-1", GAME.commitment(SECRET, method), ENTROPY, SECRET, method) for method in (OLD, METHOD)
}
SEEDS = {method: GAME.seed(SECRET, ENTROPY, method) for method in (OLD, METHOD)}
both = pytest.mark.parametrize("method", [OLD, METHOD])


def check(deal: SealedDeal, seed: object, persons: tuple[bool, ...] = PERSONS) -> None:
    deal.check(seed, "igluiglu", 3, persons)


def test_commitment_and_seed_are_the_hashes_that_the_docs_give() -> None:
    place = b"7:table-18:igluiglu1:31:3"
    commitment = hashlib.sha256(b"17:floe commitment 2" + place + b"64:" + SECRET.encode()).hexdigest()
    assert GAME.commitment(SECRET) == commitment
    message = b"11:floe deal 2" + place + b"6:person7:machine6:person" + b"2:ab0:4:0123"
    assert GAME.seed(SECRET, ENTROPY) == hmac.new(SECRET.encode(), message, "sha256").hexdigest()


def test_tables_of_earlier_versions_keep_theirs() -> None:
    assert GAME.commitment(SECRET, OLD) == hashlib.sha256(f"floe commitment/table-1/{SECRET}".encode()).hexdigest()
    expected = hmac.new(SECRET.encode(), b"floe deal/table-1/ab//0123", "sha256").hexdigest()
    assert GAME.seed(SECRET, ENTROPY, OLD) == expected


def test_every_part_changes_the_seed() -> None:
    others = [
        dataclasses.replace(GAME, table="table-2"),
        dataclasses.replace(GAME, game="icecult"),
        dataclasses.replace(GAME, rules_version=4),
        dataclasses.replace(GAME, persons=(True, True, True)),
    ]
    seeds = {other.seed(SECRET, ENTROPY) for other in others}
    seeds |= {GAME.seed(SECRET, other) for other in (("", "ab", "0123"), ("ab0", "", "123"), ("ab", "", "0124"))}
    seeds |= {GAME.seed("5f" * 32, ENTROPY), GAME.seed(SECRET, ENTROPY)}
    assert len(seeds) == 9


def test_secrets_are_drawn_anew() -> None:
    drawn = {new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(secret) for secret in drawn} == {64}


@both
def test_a_true_deal_passes(method: int) -> None:
    check(DEALS[method], SEEDS[method])


@both
@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"secret": "00" * 32}, "deal.commitment"),
        ({"commitment": "00" * 32}, "deal.commitment"),
        ({"table": "table-2"}, "deal.commitment"),
        ({"table": "table-1/x"}, "deal.table"),
        ({"entropy": ("ab", "", "0124")}, "seed"),
        ({"entropy": ("ab", "", "x/y")}, "deal.entropy.2"),
        ({"secret": None}, "deal.secret"),
        ({"secret": "x/" + SECRET}, "deal.secret"),
        ({"method": 3}, "deal.method"),
    ],
)
def test_a_deal_that_was_tampered_with_is_refused(change: dict[str, object], where: str, method: int) -> None:
    forged = dataclasses.replace(DEALS[method], **change)  # type: ignore[arg-type]  # the table gives each its own kind
    with pytest.raises(BadRecord) as refused:
        check(forged, SEEDS[method])
    assert refused.value.where == where


@both
@pytest.mark.parametrize(
    ("entropy", "persons", "where"),
    [
        (("ab", "77", "0123"), PERSONS, "deal.entropy.1"),  # at a machine's seat, chosen when all others were known
        (("ab", "", "0123", "77"), PERSONS, "deal.entropy"),  # for a seat that does not exist
        (("ab", ""), PERSONS, "deal.entropy"),
        ((), PERSONS, "deal.entropy"),
    ],
)
def test_a_forged_deal_is_refused_though_its_hashes_fit(
    entropy: tuple[str, ...], persons: tuple[bool, ...], where: str, method: int
) -> None:
    forged = dataclasses.replace(DEALS[method], entropy=entropy)
    with pytest.raises(BadRecord) as refused:
        check(forged, GAME.seed(SECRET, entropy, method), persons)
    assert refused.value.where == where


def test_who_played_cannot_be_claimed_otherwise_later() -> None:
    with pytest.raises(BadRecord, match="does not follow"):
        check(DEALS[METHOD], SEEDS[METHOD], (True, True, True))


def test_one_hash_fits_one_secret_only() -> None:
    """Slashes moved between table and secret gave the same hash once."""
    forged = SealedDeal("table-1/aa", Game("table-1", "", 0, ()).commitment("aa/" + SECRET, OLD), ENTROPY, SECRET, OLD)
    with pytest.raises(BadRecord):
        check(forged, SEEDS[OLD])


@both
def test_another_seed_is_refused(method: int) -> None:
    with pytest.raises(BadRecord, match="does not follow"):
        check(DEALS[method], "1234")


@both
def test_a_record_keeps_its_deal(method: int) -> None:
    game = floe.game("igluiglu")
    dealt = Game("table-1", "igluiglu", game.rules_version, PERSONS)
    seed = dealt.seed(SECRET, ENTROPY, method)
    deal = SealedDeal("table-1", dealt.commitment(SECRET, method), ENTROPY, SECRET, method)
    who = [("Ada", "person"), ("hard", "hard"), ("Bo", "person")]
    record = Record(game.new(3, seed), seed, who, deal)
    again = Record.from_dict(record.to_dict(), game)
    assert again.deal == deal
    assert again.to_dict() == record.to_dict()
    assert ("method" in record.to_dict()["deal"]) is (method != OLD)
    again.check_deal()


def test_a_sealed_record_says_that_its_game_still_runs() -> None:
    game = floe.game("igluiglu")
    document = Record(game.new(3, 1), 1, None, dataclasses.replace(DEALS[METHOD], secret=None)).to_dict()
    with pytest.raises(BadRecord, match=r"deal\.secret: the game was still running"):
        Record.from_dict(document, game)
