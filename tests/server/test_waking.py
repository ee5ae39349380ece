"""What sockets wait with: one task waits, and nothing that came is lost or comes in another order."""

from __future__ import annotations

import asyncio

import pytest

from floe.server.waking import Mailbox, Wake

pytestmark = pytest.mark.anyio


async def test_who_waits_goes_on_when_it_is_set_and_waits_again_when_it_is_cleared() -> None:
    wake = Wake()
    waiting = asyncio.create_task(wake.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    wake.set()
    wake.set()
    await waiting
    assert wake.is_set()
    await wake.wait()
    wake.clear()
    assert not wake.is_set()
    waiting = asyncio.create_task(wake.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()


async def test_what_is_cleared_before_the_waiting_task_runs_wakes_nobody() -> None:
    wake = Wake()
    waiting = asyncio.create_task(wake.wait())
    await asyncio.sleep(0)
    wake.set()
    wake.clear()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not waiting.done()
    wake.set()
    await waiting


async def test_a_task_that_was_cancelled_leaves_room_for_another_and_two_at_once_are_refused() -> None:
    wake = Wake()
    waiting = asyncio.create_task(wake.wait())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError, match="another task"):
        await wake.wait()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    wake.set()
    await wake.wait()


async def test_a_mailbox_gives_what_came_in_order_before_and_while_somebody_waits() -> None:
    mailbox: Mailbox[int] = Mailbox()
    assert mailbox.empty()
    mailbox.put_nowait(1)
    mailbox.put_nowait(2)
    assert not mailbox.empty()
    assert [await mailbox.get(), await mailbox.get()] == [1, 2]
    assert mailbox.empty()
    third = asyncio.create_task(mailbox.get())
    await asyncio.sleep(0)
    mailbox.put_nowait(3)
    mailbox.put_nowait(4)
    assert [await third, await mailbox.get()] == [3, 4]
