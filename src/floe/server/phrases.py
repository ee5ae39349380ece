"""What can be said with one tap, in English: for those whose program knows no phrases, and for hosts who read along."""

from __future__ import annotations

from floe.server.wire.socket import Phrase

WORDS: dict[Phrase, str] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "have_fun": "Have fun!",
    "nice": "Nice move!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "oops": "Oops!",
    "close": "That was close!",
    "moment": "One moment, please.",
    "again": "Another game?",
    "must_go": "I have to go.",
    "smile": ":-)",
    "laugh": ":-D",
    "wow": ":-o",
    "sad": ":-(",
    "think": "Hmm…",
    "heart": "<3",
}
