"""A data set of games by machine players: made by a command from a seed, the same on every machine.

Each game depends on the seed and its number alone. Games are played in shards, files that appear when they are whole,
so a run that was cut short goes on where it was. When all are there they become one file of records and one of Parquet
for each game, with a datasheet. It needs no more than the engine, and for Parquet the extra ``dataset``:

    python -m floe.arena.dataset FOLDER --games 20000 --seed 1
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import floe
from floe.arena.match import Match, play
from floe.core.errors import BadOption
from floe.core.randomness import Deal
from floe.core.record import Record
from floe.core.threads import cores

VERSION = 2
"""Goes up when the same seed would give other games or other columns."""
LEVELS = ("random", "greedy", "beginner", "easy", "medium", "hard")
"""Who plays: those that think for a number of simulations, and so play the same on every machine."""
SHARD = 200
NO_PARQUET = "Parquet needs PyArrow; install it with: pip install 'floe-games[dataset]', and give the command again"
_SHEET = Path(__file__).with_name("datasheet.md")


@dataclass(frozen=True)
class Plan:
    """What a data set is to hold."""

    folder: Path
    games: int = 20_000
    """So many of each game."""
    seed: int | str = 1
    names: tuple[str, ...] = field(default_factory=lambda: ("icecult", "igluiglu"))

    def shards(self) -> list[Shard]:
        """All shards, in order."""
        return [
            Shard(self, name, first, min(SHARD, self.games - first))
            for name in self.names
            for first in range(0, self.games, SHARD)
        ]


@dataclass(frozen=True)
class Shard:
    """Some games in a row."""

    plan: Plan
    game: str
    first: int
    count: int

    @property
    def file(self) -> Path:
        """Where it lies once it is whole."""
        return self.plan.folder / "shards" / f"{self.game}-{self.first:06d}-{self.count}.jsonl.xz"


def planned(game: str, number: int, seed: int | str) -> Match:
    """A game of the data set: how many play goes round, who they are is drawn for each seat."""
    draw = Deal(f"{seed}/{game}/{number}", "dataset")
    counts = floe.game(game).players
    players = counts[number % len(counts)]
    seats = tuple(LEVELS[draw.below(len(LEVELS))] for _ in range(players))
    return Match(game, number, number, seats, seed, keep_record=True)


def row(match: Match) -> dict[str, Any]:
    """Play a game, and tell of it what the Parquet file has, with its record."""
    played = play(match)
    assert played.record is not None  # noqa: S101  # it was asked for
    record = Record.from_dict(played.record, floe.game(match.game))  # replays it: what is written was checked
    before = list(record)[:-1]
    return {
        "number": match.number,
        "players": len(match.seats),
        "levels": list(match.seats),
        "colours": list(played.colours),
        "seed": record.seed,
        "actions": [state.action_number(action) for state, action in zip(before, record.actions, strict=True)],
        "seats": [state.to_move for state in before],
        "shares": list(played.shares),
        "winners": list(record.result.winners) if record.result else [],
        "rule": played.rule,
        "reason": played.reason,
        "turns": played.turns,
        "record": played.record,
    }


def fill(shard: Shard) -> Shard:
    """Play the games of a shard. The file is there when it is whole."""
    plan = shard.plan
    shard.file.parent.mkdir(parents=True, exist_ok=True)
    beside = shard.file.with_suffix(f".{os.getpid()}")
    with lzma.open(beside, "wt", encoding="utf-8", preset=1) as out:
        for number in range(shard.first, shard.first + shard.count):
            out.write(json.dumps(row(planned(shard.game, number, plan.seed)), separators=(",", ":")) + "\n")
    beside.replace(shard.file)
    return shard


def make(plan: Plan, jobs: int | None = None, tell: Callable[[str], None] = print) -> None:
    """Play what is missing, on all cores, and write the files of a data set that is whole."""
    for name in plan.names:
        floe.game(name).warm_up()  # compiled once, not in each process
    _begin(plan)
    shards = plan.shards()
    todo = [shard for shard in shards if not shard.file.exists()]
    if todo:
        tell(f"{len(shards) - len(todo)} of {len(shards)} shards are there; playing the others.")
    done = len(shards) - len(todo)
    for shard in _filled(todo, cores() if jobs is None else jobs):
        done += 1
        tell(f"{done} of {len(shards)}: {shard.file.name}")
    finish(plan, tell)


def _begin(plan: Plan) -> None:
    """Note in the folder which games it is for. Those of another seed or version are not mixed with them."""
    file, wanted = plan.folder / "shards" / "plan.json", {"version": VERSION, "seed": plan.seed}
    if file.exists():
        there = json.loads(file.read_text())
        if there != wanted:
            raise BadOption(
                f"{plan.folder} was begun with seed {there['seed']!r} by version {there['version']} of the data set; "
                f"take another folder for seed {plan.seed!r} and version {VERSION}"
            )
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(wanted))


def _filled(todo: Sequence[Shard], jobs: int) -> Iterator[Shard]:
    if jobs < 2 or len(todo) < 2:
        yield from map(fill, todo)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(todo))) as pool:
        yield from pool.imap_unordered(fill, todo)


def finish(plan: Plan, tell: Callable[[str], None] = print) -> None:
    """Write records, Parquet, datasheet and sums of a data set whose shards are all there."""
    missing = [shard.file.name for shard in plan.shards() if not shard.file.exists()]
    if missing:
        raise BadOption(f"{len(missing)} shards are missing, the first is {missing[0]}")
    told, written, parquet = {}, [], True
    for name in plan.names:
        written.append(_write_records(plan, name))
        told[name] = _counted(_rows(plan, name))
        table = _write_parquet(plan, name)
        parquet = parquet and table is not None
        written += [table] if table else []
    if not parquet:
        tell(NO_PARQUET)
    about = {
        "dataset": "floe-games",
        "version": VERSION,
        "floe": floe.__version__,
        "rules_versions": {name: floe.game(name).rules_version for name in plan.names},
        "seed": plan.seed,
        "games": told,
    }
    for file, text in (("about.json", json.dumps(about, indent=1) + "\n"), ("DATASHEET.md", _datasheet(plan, told))):
        (plan.folder / file).write_text(text, encoding="utf-8")
        written.append(plan.folder / file)
    sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(written))
    (plan.folder / "SHA256SUMS").write_text(sums, encoding="utf-8")
    size = sum(file.stat().st_size for file in written)
    tell(f"{plan.folder} holds {plan.games:,} games of each of {', '.join(plan.names)}: {size / 1e6:.1f} MB.")


def _rows(plan: Plan, name: str) -> Iterator[dict[str, Any]]:
    for shard in plan.shards():
        if shard.game == name:
            with lzma.open(shard.file, "rt", encoding="utf-8") as lines:
                yield from map(json.loads, lines)


def _write_records(plan: Plan, name: str) -> Path:
    """One record a line, as ``floe.load_record`` reads them."""
    file = plan.folder / f"{name}.records.jsonl.xz"
    with lzma.open(file, "wt", encoding="utf-8") as out:
        for one in _rows(plan, name):
            out.write(json.dumps(one["record"], separators=(",", ":")) + "\n")
    return file


def _write_parquet(plan: Plan, name: str) -> Path | None:
    try:
        import pyarrow as pa  # noqa: PLC0415  # an extra
        import pyarrow.parquet as pq  # noqa: PLC0415  # as above
    except ModuleNotFoundError:
        return None
    columns = {
        "number": pa.int32(),
        "players": pa.int8(),
        "levels": pa.list_(pa.dictionary(pa.int8(), pa.string())),
        "colours": pa.list_(pa.string()),
        "seed": pa.string(),
        "actions": pa.list_(pa.int16()),
        "seats": pa.list_(pa.int8()),
        "shares": pa.list_(pa.float32()),
        "winners": pa.list_(pa.int8()),
        "rule": pa.string(),
        "reason": pa.string(),
        "turns": pa.int32(),
    }
    schema = pa.schema(list(columns.items()), {"dataset": f"floe-games {VERSION}", "game": name})
    file = plan.folder / f"{name}.parquet"
    with pq.ParquetWriter(file, schema, compression="zstd", compression_level=12) as out:
        for shard in plan.shards():
            if shard.game == name:
                with lzma.open(shard.file, "rt", encoding="utf-8") as lines:
                    rows = [json.loads(line) for line in lines]
                out.write_table(pa.table({key: [one[key] for one in rows] for key in columns}, schema))
    return file


def _counted(rows: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """What a data set holds of a game, in numbers."""
    games, actions, turns = 0, 0, 0
    players: Counter[int] = Counter()
    seats: Counter[str] = Counter()
    won: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for one in rows:
        games, actions, turns = games + 1, actions + len(one["actions"]), turns + one["turns"]
        players[one["players"]] += 1
        seats.update(one["levels"])
        for level, share in zip(one["levels"], one["shares"], strict=True):
            won[level] += share
        reasons[f"{one['rule']} {one['reason']}"] += 1
    return {
        "games": games,
        "actions": actions,
        "turns": turns,
        "players": {str(count): number for count, number in sorted(players.items())},
        "seats": {level: seats[level] for level in LEVELS if seats[level]},
        "part_of_the_win": {level: round(won[level] / seats[level], 3) for level in LEVELS if seats[level]},
        "endings": dict(reasons.most_common()),
    }


def _datasheet(plan: Plan, told: dict[str, Any]) -> str:
    tables = []
    for name, counted in told.items():
        rows = "".join(
            f"| `{level}` | {seats:,} | {counted['part_of_the_win'][level]:.3f} |\n"
            for level, seats in counted["seats"].items()
        )
        endings = ", ".join(f"{reason}: {number:,}" for reason, number in counted["endings"].items())
        tables.append(
            f"### {floe.game(name).title}\n\n{counted['games']:,} games, {counted['actions']:,} actions, "
            f"{counted['turns']:,} turns. Endings: {endings}.\n\n"
            f"| level | seats | part of the win |\n|---|---:|---:|\n{rows}"
        )
    command = f"python -m floe.arena.dataset FOLDER --games {plan.games} --seed {plan.seed}"
    return _SHEET.read_text(encoding="utf-8").format(
        version=VERSION, floe=floe.__version__, command=command, levels=", ".join(LEVELS), tables="\n".join(tables)
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """``python -m floe.arena.dataset``: the same as ``floe dataset``, where only the engine is installed."""
    parser = argparse.ArgumentParser(prog="python -m floe.arena.dataset", description="Make a data set of games.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=Plan.games, help="so many of each game")
    parser.add_argument("--seed", default=str(Plan.seed))
    parser.add_argument("--game", action="append", help="only this game; may be given again")
    parser.add_argument("--jobs", type=int, help="how many processes; as many as cores by default")
    given = parser.parse_args(arguments)
    make(plan_for(given.folder, given.games, given.seed, given.game), given.jobs)


def plan_for(folder: Path, games: int, seed: str, names: Sequence[str] | None) -> Plan:
    """A plan, from what a command line says."""
    if games < 1:
        raise BadOption("a data set has at least one game")
    chosen = tuple(names) if names else ("icecult", "igluiglu")
    return Plan(folder, games, int(seed) if seed.lstrip("-").isdecimal() else seed, chosen)


if __name__ == "__main__":
    main()
