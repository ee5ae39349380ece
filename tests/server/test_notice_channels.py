"""The channels by themselves: encryption and signatures, which addresses are called, quiet hours, who is told what."""

from __future__ import annotations

import socket
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from floe.server import chance
from floe.server.notices import network, push, tokens, webhook
from floe.server.notices.mail import is_address
from floe.server.notices.network import Forbidden, Unreachable, checked, is_public
from floe.server.notices.outcome import of_answer
from floe.server.notices.quiet import quiet_until
from floe.server.store.rows import WishRow
from tests.server.receiving import Browser, Received, receiving, sender_of

pytestmark = pytest.mark.anyio

# The example of RFC 8291, appendix A.
EXAMPLE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
WORDS = b"When I grow up, I want to be a watermelon"
RECEIVER = Browser("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg")


def test_a_message_is_encrypted_as_the_standards_example_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "source", lambda _: push.from_text("DGv6ra1nlYgDCS1FRnbzlw"))
    monkeypatch.setattr(push, "new_key", lambda: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    assert push.in_text(push.encrypted(WORDS, **RECEIVER.keys())) == EXAMPLE
    assert RECEIVER.decrypted(push.from_text(EXAMPLE)) == WORDS


def test_a_message_is_signed_for_one_service_and_not_for_long() -> None:
    channel = push.Push(push.new_key(), "mailto:host@example.org")
    header = channel.signed("https://fcm.googleapis.com/fcm/send/abc", 1_000_000)
    key, claims = sender_of(Received("", {"authorization": header}, b""))
    assert key == channel.public_key
    assert claims["aud"] == "https://fcm.googleapis.com"
    assert claims["sub"] == "mailto:host@example.org"
    assert 0 < claims["exp"] - 1000 <= 24 * 3600
    assert channel.key not in repr(channel)


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=a", True),
        ("https://web.push.apple.com/abc", True),
        ("https://example.org/abc", False),
        ("https://fcm.googleapis.com.example.org/abc", False),
        ("https://notify.windows.com.example.org/", False),
        ("https://push.example.org:8443/abc", True),
    ],
)
def test_push_services_are_known_by_name(endpoint: str, known: bool) -> None:
    assert push.known_service(endpoint, ["push.example.org:8443"]) is known


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook", "https://example.org:8443/hook", "https://user:word@example.org/", "ftp://example.org/",
        "https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://localhost/", "https://intranet/x",
        "https://example.org/a b", "https://example.org/#a", "https://exämple.org/", "nonsense", "https://", "https://[x/",
        "https://example.org/\r\nHost: other", "https://example.org/" + "a" * 3000,
    ],
)  # fmt: skip
def test_what_is_no_address_to_call_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        checked(url, ["10.0.0.5:8080"])


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("127.0.0.1", False), ("10.1.2.3", False),
        ("192.168.0.1", False), ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False),  # noqa: S104
        ("224.0.0.1", False), ("::1", False), ("fe80::1%eth0", False), ("fd00::1", False), ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False), ("2002:a00:1::", False), ("240.0.0.1", False),
    ],
)  # fmt: skip
def test_networks_of_somebodys_own_are_told_apart(address: str, public: bool) -> None:
    assert is_public(address) is public


async def test_a_name_that_leads_into_the_own_network_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiving() as receiver:
        lead_to(monkeypatch, "127.0.0.1", receiver.port)
        with pytest.raises(Forbidden):
            await network.post("https://example.org/hook", {}, b"", [])
        lead_to(monkeypatch, "93.184.216.34", 443, "10.0.0.1")
        with pytest.raises(Forbidden):
            await network.post("https://example.org/hook", {}, b"", [])
        assert receiver.got == []


def lead_to(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> None:
    """Let every name have these addresses."""
    addresses = [answer for answer in answers if isinstance(answer, str)]

    def resolved(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)


async def test_redirects_are_not_followed() -> None:
    async with receiving() as inside, receiving() as receiver:
        receiver.statuses, receiver.headers = [307], f"Location: http://{inside.place}/\r\n"
        answer = await network.post(f"http://{receiver.place}/hook", {}, b"{}", [receiver.place])
        assert (answer.status, inside.got) == (307, [])
        assert of_answer(answer).result == "refused"


async def test_who_says_nothing_may_have_got_it_and_who_is_not_there_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiving() as receiver:
        place, receiver.silent = receiver.place, True
        assert of_answer(await network.post(f"http://{place}/", {}, b"", [place])).result == "sent"
    with pytest.raises(Unreachable):
        await network.post(f"http://{place}/", {}, b"", [place])

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(Unreachable):
        await network.post("https://nobody.example.org/", {}, b"", [])


@pytest.mark.parametrize(
    ("status", "result"),
    [(200, "sent"), (201, "sent"), (404, "gone"), (410, "gone"), (429, "later"), (503, "later"), (400, "refused")],
)
def test_answers_mean_something(status: int, result: str) -> None:
    assert of_answer(network.Answer(status)).result == result


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("ada@example.org", True), ("ada.b+c@mail.example.co.uk", True), ("ada", False), ("ada@example", False),
        ("a@b@example.org", False), ("ada@example.org\r\nBcc: x@example.org", False), ("ada @example.org", False),
        ("a..b@example.org", False), ("<ada@example.org>", False), ("a" * 250 + "@example.org", False),
    ],
)  # fmt: skip
def test_addresses_of_e_mail_are_checked(address: str, good: bool) -> None:
    assert is_address(address) is good


def test_links_in_messages_do_one_thing_to_one_address() -> None:
    made = tokens.token("secret", "stop", "a" * 16)
    assert tokens.read("secret", "stop", made) == "a" * 16
    assert tokens.read("secret", "confirm", made) is None
    assert tokens.read("other", "stop", made) is None
    assert tokens.read("secret", "stop", "b" + made[1:]) is None


def test_a_webhooks_signature_covers_time_and_body() -> None:
    one = webhook.signature("word", 100, b"{}")
    assert one.startswith("t=100,v1=")
    assert len({one, webhook.signature("word", 101, b"{}"), webhook.signature("word", 100, b"{ }")}) == 3


# Quiet hours


def at(zone: str, *when: int, fold: int = 0) -> int:
    return int(datetime(*when, tzinfo=ZoneInfo(zone), fold=fold).timestamp() * 1000)  # type: ignore[arg-type,misc]  # year to minute


def wish(zone: str, begin: int | None, end: int | None) -> WishRow:
    return WishRow("guest", "en", zone, begin, end, quick=False)


ZURICH, NIGHT = "Europe/Zurich", (22 * 60, 7 * 60 + 30)


def test_quiet_hours_end_where_the_person_is() -> None:
    night = wish(ZURICH, *NIGHT)
    assert quiet_until(night, at(ZURICH, 2026, 1, 10, 21, 59)) is None
    assert quiet_until(night, at(ZURICH, 2026, 1, 10, 22, 0)) == at(ZURICH, 2026, 1, 11, 7, 30)
    assert quiet_until(night, at(ZURICH, 2026, 1, 11, 7, 29)) == at(ZURICH, 2026, 1, 11, 7, 30)
    assert quiet_until(night, at(ZURICH, 2026, 1, 11, 7, 30)) is None
    noon = wish("Asia/Tokyo", 12 * 60, 13 * 60)
    assert quiet_until(noon, at("UTC", 2026, 1, 10, 3, 30)) == at("UTC", 2026, 1, 10, 4, 0)
    assert quiet_until(noon, at("UTC", 2026, 1, 10, 12, 30)) is None
    assert quiet_until(wish(ZURICH, None, None), at(ZURICH, 2026, 1, 11, 3, 0)) is None
    assert quiet_until(wish(ZURICH, 60, 60), at(ZURICH, 2026, 1, 11, 1, 0)) is None


def test_quiet_hours_follow_the_clock_on_the_wall_when_it_is_changed() -> None:
    night = wish(ZURICH, *NIGHT)
    evening, hour = at(ZURICH, 2026, 3, 28, 23, 0), 3_600_000
    spring = quiet_until(night, evening)
    assert spring == at(ZURICH, 2026, 3, 29, 7, 30)
    assert spring - evening == 7.5 * hour  # an hour less than on other nights
    evening = at(ZURICH, 2026, 10, 24, 23, 0)
    autumn = quiet_until(night, evening)
    assert autumn == at(ZURICH, 2026, 10, 25, 7, 30)
    assert autumn - evening == 9.5 * hour


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_or_never() -> None:
    twice = wish(ZURICH, 60, 150)  # from 1:00 to 2:30, which comes twice on 25 October 2026
    first, second = at(ZURICH, 2026, 10, 25, 2, 30), at(ZURICH, 2026, 10, 25, 2, 30, fold=1)
    assert quiet_until(twice, at(ZURICH, 2026, 10, 25, 1, 30)) == first
    assert quiet_until(twice, at(ZURICH, 2026, 10, 25, 2, 15, fold=1)) == second > first
    never = wish(ZURICH, 60, 150)  # 2:30 does not come on 29 March 2026
    ends = quiet_until(never, at(ZURICH, 2026, 3, 29, 1, 30))
    assert ends is not None
    assert at(ZURICH, 2026, 3, 29, 1, 30) < ends <= at(ZURICH, 2026, 3, 29, 3, 30)
