"""E-mail, handed in at the host's own SMTP server: plain and HTML, with the headers by which one click ends it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from html import escape
from urllib.parse import unquote, urlsplit

from floe.server import chance
from floe.server.language import say
from floe.server.notices.message import Message
from floe.server.notices.outcome import Outcome

PATIENCE_S = 20.0
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)


def is_address(text: str) -> bool:
    """Whether this can be an address of e-mail. Whether it is somebody's, only a message to it can tell."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None and ".." not in text and not text.startswith(".")


@dataclass(frozen=True, repr=False)
class Mail:
    """The channel of one server."""

    server: str
    """``smtp://user:password@host:587`` or ``smtps://…``."""
    sender: str
    site: str
    """The address that people open."""

    def composed(self, to: str, message: Message, confirm: str, stop: str) -> EmailMessage:
        """A message, with the links that confirm an address or end all of it."""
        mail = EmailMessage(policy=SMTP)
        mail["From"] = f"Floe <{self.sender}>"
        mail["To"] = to
        mail["Subject"] = message.title
        mail["Date"] = formatdate(usegmt=True)
        mail["Message-ID"] = f"<{chance.in_hex(16)}@{self.sender.rpartition('@')[2]}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail["Content-Language"] = message.language
        asked = message.kind == "confirm"
        link = f"{self.site}/notices/confirm/{confirm}" if asked else f"{self.site}{message.path}"
        go = say(message.language, "notice.mail.confirm" if asked else "notice.mail.go")
        end = say(message.language, "notice.mail.unasked" if asked else "notice.mail.stop")
        leave = f"{self.site}/notices/stop/{stop}"
        if not asked:
            mail["List-Unsubscribe"] = f"<{self.site}/api/notices/stop/{stop}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        ending = end if asked else f"{end} {leave}"
        mail.set_content(f"{message.text}\n\n{go}\n{link}\n\n-- \n{ending}\n")
        closing = escape(end) if asked else f'<a href="{escape(leave)}">{escape(end)}</a>'
        mail.add_alternative(
            f'<!doctype html><html lang="{message.language}"><body style="font-family:sans-serif;line-height:1.5">'
            f'<h1 style="font-size:1.2em">{escape(message.title)}</h1><p>{escape(message.text)}</p>'
            f'<p><a href="{escape(link)}">{escape(go)}</a></p><p style="color:#555">{closing}</p></body></html>\n',
            subtype="html",
        )
        return mail

    async def send(self, to: str, message: Message, confirm: str, stop: str) -> Outcome:
        return await asyncio.to_thread(self._hand_in, to, self.composed(to, message, confirm, stop).as_bytes())

    def connected(self) -> smtplib.SMTP:
        """A connection to the server, encrypted where it can be and always before a password is told."""
        parts = urlsplit(self.server)
        host, context = parts.hostname or "", ssl.create_default_context()
        if parts.scheme == "smtps":
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=PATIENCE_S, context=context)
            smtp.ehlo()
        else:
            smtp = smtplib.SMTP(host, parts.port or 587, timeout=PATIENCE_S)
            smtp.ehlo()
            if smtp.has_extn("starttls"):
                smtp.starttls(context=context)
                smtp.ehlo()
            elif parts.username:
                smtp.close()
                raise smtplib.SMTPNotSupportedError("the server offers no encryption, so no password is told to it")
        if parts.username:
            smtp.login(unquote(parts.username), unquote(parts.password or ""))
        return smtp

    def _hand_in(self, to: str, content: bytes) -> Outcome:
        """All before the content is sent certainly failed if it failed; after that nobody knows without an answer."""
        try:
            smtp = self.connected()
        except (OSError, smtplib.SMTPException) as fault:
            return Outcome("later", type(fault).__name__)
        try:
            refused = self._announced(smtp, to)
            return refused or _judged(smtp.data(content)[0])
        except smtplib.SMTPDataError as fault:
            return _judged(fault.smtp_code)
        except (OSError, smtplib.SMTPException):
            return Outcome("sent", "no answer")
        finally:
            with suppress(OSError, smtplib.SMTPException):
                smtp.quit()
            smtp.close()

    def _announced(self, smtp: smtplib.SMTP, to: str) -> Outcome | None:
        """Say who sends to whom; if that is refused, what comes of it."""
        try:
            code, _ = smtp.mail(self.sender)
            if code >= 400:
                return Outcome("later", f"sender {code}")
            code, _ = smtp.rcpt(to)
        except (OSError, smtplib.SMTPException) as fault:
            return Outcome("later", type(fault).__name__)
        if code >= 500:
            return Outcome("gone", f"recipient {code}")
        return Outcome("later", f"recipient {code}") if code >= 400 else None


def _judged(code: int) -> Outcome:
    if code < 400:
        return Outcome("sent")
    return Outcome("later" if code < 500 else "refused", f"message {code}")
