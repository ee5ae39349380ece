"""What is answered from a question alone, without a network or a store: a server and a page both answer so."""

from __future__ import annotations

from typing import Any

import floe
from floe import records
from floe.bots.analysis.results import Analysis
from floe.bots.hints import Hint, hint
from floe.bots.lines import Lines, lines
from floe.core import handicaps
from floe.core.errors import BadOption, BadRecord, FloeError
from floe.core.game import Game, State
from floe.core.levels import Budget
from floe.core.record import Record
from floe.core.record_document import exchanged
from floe.core.typing import Document
from floe.server import offered
from floe.server.tables import views
from floe.server.tables.refusals import Refusal
from floe.server.tables.table import Table
from floe.server.wire import http

FRAMES_AT_ONCE = 100
HINT = Budget(seconds=0.8)
LINES = Budget(seconds=1.5)


def game_info(game: Game[Any]) -> http.GameInfo:
    """What a client needs to know of a game before it is played."""
    manifest = game.manifest
    return http.GameInfo(
        name=game.name,
        title=game.title,
        players=list(game.players),
        hidden=game.hidden,
        chance=game.chance,
        rules_version=game.rules_version,
        options=[
            http.RuleOption(
                option.name,
                option.default,
                list(option.choices) or None,
                option.lowest,
                option.highest,
                option.own,
                option.text,
                option.reading,
            )
            for option in game.options
        ],
        colours={str(count): list(manifest.colours[count]) for count in game.players},
        choosable={str(count): list(manifest.choosable.get(count, "")) for count in game.players},
        levels=offered.ladder(game.name),
        default_level=offered.default_level(game.name),
        elo=dict(manifest.elo),
        summary=manifest.summary,
        board=manifest.board,
        lessons=manifest.file("lessons") is not None,
        puzzles=manifest.file("puzzle_set") is not None,
        handicaps=list(handicaps.kinds(manifest)),
    )


def problem_of(fault: FloeError) -> http.Problem:
    """What the engine refuses, as everything is told that goes wrong."""
    refusal = Refusal.of(fault)
    return http.Problem(refusal.key, refusal.words, refusal.rule, refusal.values)


def checked_rules(asked: http.NewRules) -> http.CheckedRules:
    """Whether a game can be played by these rule options."""
    game = floe.game(asked.game)
    try:
        game.new(game.players[0], 0, asked.rules)
    except FloeError as fault:
        return http.CheckedRules(problem_of(fault))
    return http.CheckedRules()


# Positions to be tried out


def first_position(asked: http.NewPosition) -> http.Tried:
    """A first position, for lessons and editors."""
    state: State = floe.game(asked.game).new(asked.players, asked.seed, asked.rules)
    return shown(state, asked.seat)


def position_of(document: dict[str, Any]) -> State:
    """The position that a document describes, of whichever game it names."""
    name = document.get("game")
    if not isinstance(name, str):
        raise BadOption("a position document names its game")
    state: State = floe.game(name).from_dict(document)
    return state


def shown(state: State, seat: int | None) -> http.Tried:
    """A position that a person may play on from."""
    return http.Tried(
        document=state.to_dict(),
        position=views.position(state, seat, 0, legal=seat is None or state.to_move == seat),
        facts=[],
        to_move=state.to_move,
        winners=state.winners,
        seat=seat,
    )


# Records


def replayed(asked: http.ReplayRecord) -> http.Frames:
    """Positions of a record that was sent along."""
    record: Record = records.from_dict(asked.record)
    return views.frames(record, None, asked.first, FRAMES_AT_ONCE)


def position_after(document: dict[str, Any], ply: int) -> dict[str, Any]:
    """The position after the first actions of a record."""
    made: Record = records.from_dict(document)
    if ply > len(made):
        raise Refusal("position", f"this game has {len(made)} actions")
    position: dict[str, Any] = made.at(ply).to_dict()
    return position


def verified(asked: http.VerifyRecord) -> http.Verified:
    """A record replayed, and its deal checked; raises ``BadRecord`` if something does not fit."""
    record = records.from_dict(asked.record)
    if record.deal is None:
        raise BadRecord("deal", "is missing, so there is nothing to check")
    if asked.seat >= len(record.players):
        raise BadRecord("players", f"has no seat {asked.seat}")
    record.check_deal()
    dealt = record.deal.entropy if record.swapped is None else exchanged(record.deal.entropy)  # as they sit now
    return http.Verified(record.state.view(asked.seat), record.deal.commitment, dealt[asked.seat])


# What machines think


def own_view(table: Table, guest: str | None) -> Document:
    """What a person who may ask for a hint at a table sees there."""
    if table.state is None or table.to_move is None or table.to_move not in table.seats_of(guest):
        raise Refusal("not_your_turn", "it is not your turn")
    if table.persons() != {guest}:
        raise Refusal("no_hints", "there are no hints in games against other people")
    return table.state.view(table.to_move)


def view_of(document: dict[str, Any]) -> Document:
    """What whoever is to move in a position sees of it."""
    state = position_of(document)
    return state.view(state.to_move)


def hinted(view: Document) -> http.HintAnswer:
    """What the strongest machine would play, and why."""
    found: Hint = hint(view, HINT)
    return http.HintAnswer(
        seat=found.seat,
        action=found.action,
        reasons=views.facts(found.reasons),
        chances=list(found.chances),
        line=[http.Move(move.seat, move.action) for move in found.line],
        judged_by=found.judged_by,
    )


def lined(view: Document, budget: Budget = LINES) -> http.LinesAnswer:
    """The best actions for whoever is to move, whose view this is."""
    found: Lines = lines(view, budget)
    return http.LinesAnswer(
        seat=found.seat,
        chances=list(found.chances),
        best=[
            http.Line(
                action=line.action,
                share=line.share,
                chances=list(line.chances),
                proven=line.proven,
                moves=[http.Move(move.seat, move.action) for move in line.moves],
            )
            for line in found.best
        ],
        depth=found.depth,
        simulations=found.simulations,
        judged_by=found.judged_by,
        enough=found.enough,
    )


def analysed(found: Analysis, total: int, unjudged: int = 0) -> http.Analysis:
    """A finished game as the machine sees it. ``unjudged``: for so many actions at first it was not the aim to win."""
    reasons = {miss.decision.number: views.facts(miss.why) for miss in found.misses}
    judgements = [
        http.Judgement(
            ply=decision.number + 1,
            chances=list(found.chances[decision.number + 1]),
            best=decision.better or decision.played,
            loss=0.0 if decision.number < unjudged else decision.loss,
            reasons=reasons.get(decision.number, []),
        )
        for decision in found.decisions
    ]
    return http.Analysis(total, total, judgements, [point.last + 1 for point in found.turning_points])
