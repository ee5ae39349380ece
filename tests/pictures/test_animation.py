"""Games as animations: their frames, their time, and their bounds."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

import floe
from floe.core.record import Record
from floe.pictures import animation
from floe.pictures.animation import END_MS, LASTS_MS, MOST_BYTES, MOST_FRAMES, SLOWEST_MS, gif, shown
from floe.pictures.seats import seats_of

RECORDS = Path(__file__).parents[1] / "records"


def played(game: str, actions: int) -> Record:
    record = Record.begin(floe.game(game), seed=1)
    for _ in range(actions):
        record.play(record.state.legal_actions()[0])
    return record


def frames(made: bytes) -> Iterator[Image.Image]:
    with Image.open(io.BytesIO(made)) as opened:
        yield from (frame.copy() for frame in ImageSequence.Iterator(opened))


@pytest.mark.parametrize("last", [0, 1, 5, 118, 119, 120, 121, 1000, 99_999])
@pytest.mark.parametrize("most", [2, 3, MOST_FRAMES])
def test_positions_are_chosen_from_the_first_to_the_last(last: int, most: int) -> None:
    chosen = shown(last, most)
    assert chosen == sorted(set(chosen))
    assert (chosen[0], chosen[-1]) == (0, last)
    assert len(chosen) == min(last + 1, most)
    steps = np.diff(chosen)
    assert len(steps) == 0 or steps.max() - steps.min() <= 1


@pytest.mark.parametrize("game", floe.game_names())
@pytest.mark.parametrize("actions", [0, 1, 6])
def test_every_position_of_a_short_game_is_a_frame(game: str, actions: int) -> None:
    record = played(game, actions)
    pictures = list(frames(gif(record, seats_of(record))))
    assert len(pictures) == actions + 1
    assert len({picture.convert("RGB").tobytes() for picture in pictures}) == actions + 1
    times = [picture.info["duration"] for picture in pictures]
    assert times == [SLOWEST_MS] * actions + [END_MS]


def test_a_long_game_keeps_its_bounds() -> None:
    record = floe.load_record(RECORDS / "igluiglu-2-family.json")
    assert len(record) > MOST_FRAMES
    made = gif(record, seats_of(record))
    pictures = list(frames(made))
    assert len(pictures) == MOST_FRAMES
    assert len(made) <= MOST_BYTES
    assert sum(picture.info["duration"] for picture in pictures) <= LASTS_MS + END_MS


def test_one_that_is_too_large_has_fewer_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("icecult", 20)
    whole = gif(record, seats_of(record))
    monkeypatch.setattr(animation, "MOST_FRAMES", 16)
    monkeypatch.setattr(animation, "MOST_BYTES", len(whole) // 2)
    smaller = gif(record, seats_of(record))
    assert len(smaller) <= len(whole) // 2
    assert 2 <= len(list(frames(smaller))) < 16


def test_who_has_won_is_shown_at_the_end() -> None:
    record = played("icecult", 3)
    running = list(frames(gif(record, seats_of(record))))
    record.resign(0)
    over = list(frames(gif(record, seats_of(record))))
    assert running[-1].convert("RGB").tobytes() != over[-1].convert("RGB").tobytes()
