"""Hold so many explanations against the truth, on all cores, and print how many were false: ``make reasons-verify``."""

from __future__ import annotations

import argparse
import itertools
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import floe
from floe.arena.executors import InProcess, LocalProcesses
from tests.reasons.checking import false_keys, terms
from tests.reasons.claims import Claim, games_with_reasons, of_game, of_puzzle

MOST_FALSE = 0.02
"""Of what is claimed as likely. Of what is claimed as certain, nothing may be false."""
PUZZLES_A_PART = 3


@dataclass(frozen=True)
class Part:
    """A game to be played, and some puzzles to be tried."""

    game: str
    seed: str


@dataclass
class Tally:
    """What was said of a game, and what of it was false."""

    game: str
    claims: Counter[str] = field(default_factory=Counter)
    """How many explanations, by source."""
    said: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, claim: Claim) -> None:
        self.claims[claim.source] += 1
        self.said.update(fact.key for fact in claim.facts)
        for key in false_keys(claim):
            self.false[key] += 1
            values = [fact.values for fact in claim.facts if fact.key == key]
            self.examples.append(f"{claim.source} {key} {values}: {claim.plan} in {claim.state.to_dict()}")

    def join(self, other: Tally) -> None:
        self.claims += other.claims
        self.said += other.said
        self.false += other.false
        self.examples += other.examples

    def faults(self) -> list[str]:
        """The keys that are false too often."""
        known = terms(self.game)
        return [
            key for key, count in self.false.items() if not known[key].likely or count > MOST_FALSE * self.said[key]
        ]

    def rows(self) -> Iterator[str]:
        yield f"{self.game}: {sum(self.claims.values())} explanations ({dict(self.claims)})"
        for key, term in terms(self.game).items():
            yield f"  {key:16} {term.how_sure:8} said {self.said[key]:6}  false {self.false[key]:4}"


def work(part: Part) -> Tally:
    """One game, and some puzzles beside it."""
    tally = Tally(part.game)
    try:
        for claim in itertools.chain(of_game(part.game, part.seed), tried(part)):
            if claim.facts:
                tally.add(claim)
    except Exception:
        traceback.print_exc()
        raise
    return tally


def tried(part: Part) -> Iterator[Claim]:
    puzzles = floe.puzzles(part.game)
    first = sum(map(ord, part.seed)) * 37
    for n in range(PUZZLES_A_PART):
        yield from of_puzzle(puzzles[(first + n * 101) % len(puzzles)], part.seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="explanations of each game")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, help="processes; as many as cores unless told, 0 for none")
    parser.add_argument("--examples", type=int, default=3, help="how many false ones are shown in full")
    wishes = parser.parse_args()
    place = InProcess() if wishes.jobs == 0 else LocalProcesses(wishes.jobs)
    failed = False
    for game in games_with_reasons():
        tally = Tally(game)
        parts = (Part(game, f"{wishes.seed}/{n}") for n in itertools.count())
        done = place.run(work, parts)
        for one in done:
            tally.join(one)
            if sum(tally.claims.values()) >= wishes.count:
                break
        done.close()
        print("\n".join(tally.rows()), flush=True)
        for example in tally.examples[: wishes.examples]:
            print(f"    {example}")
        failed |= bool(tally.faults())
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
