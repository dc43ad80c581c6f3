"""E-mail: one message (`.eml`) or a mailbox (`.mbox`); every thread is a conversation.

Only what a message adds counts: what it quotes, its signature and what it forwards are left out.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_string
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr

from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.content import FILES, NO_TEXT
from memtui.conversations.formats.mail_text import text_of_page, without_quotes
from memtui.conversations.formats.one_by_one import UNREADABLE, WITHOUT_TURNS
from memtui.conversations.reader import TextFormat
from memtui.conversations.source import Said, Source
from memtui.conversations.times import when

_BETWEEN = re.compile(r"(?:\A\n*|(?<=\n\n))From \S[^\n]{0,300}\n(?=[!-9;-~]{1,80}:)")
_YEAR = re.compile(r"\d{4}")
_FIELD = re.compile(r"(?P<name>[!-9;-~]{1,80}):")
_SIGNS = frozenset(
    ("message-id", "mime-version", "received", "return-path", "date", "content-type")
)
_ID = re.compile(r"<[^<>\s]{1,300}>")
_REPLY = re.compile(r"\s*(?:(?:re|aw|sv|res|rv|fwd?|wg|enc|tr|antw)(?:\[\d{1,3}\])?\s?:\s*)+", re.I)
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class _Mail:
    """A mail; `ids` are its own id, if it has one, and those it refers to."""

    own: str
    ids: tuple[str, ...]
    subject: str
    said: Said


def recognises(head: str) -> bool:
    """Whether the text begins with a header as messages have it."""
    if (match := _BETWEEN.match(head)) and _YEAR.search(match[0]):
        return True
    names: set[str] = set()
    for line in head.lstrip("\n").split("\n"):
        if field := _FIELD.match(line):
            names.add(field["name"].casefold())
        elif not names or not line.startswith((" ", "\t")):
            break
    return "from" in names and len(names) >= 3 and bool(names & _SIGNS)


def read(source: Source) -> Iterator[Conversation]:
    """Read a message or a mailbox, thread by thread."""
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    mails = [each for piece in _pieces(text) if (each := _mail(piece, source))]
    for thread in map(_by_time, _threads(_once(mails, source))):
        first = thread[0]
        title = _REPLY.sub("", first.subject, count=1) or first.subject
        key = first.ids[0] if first.ids else ""
        if made := source.conversation([each.said for each in thread], title=title, key=key):
            yield made
        else:
            source.left_out[WITHOUT_TURNS] += 1


def _pieces(text: str) -> Iterator[str]:
    """The messages of a mailbox, or the one that the text is."""
    if not _BETWEEN.match(text):
        yield text.lstrip("\n")
        return
    starts = [match.span() for match in _BETWEEN.finditer(text) if _YEAR.search(match[0])]
    ends = [*(start for start, _ in starts[1:]), len(text)]
    for (_, begin), end in zip(starts, ends, strict=True):
        yield text[begin:end]


def _once(mails: list[_Mail], source: Source) -> list[_Mail]:
    """The mails without those that a mailbox holds again, under another label."""
    own: dict[object, _Mail] = {}
    for number, mail in enumerate(mails):
        if own.setdefault(mail.own or number, mail) is not mail:
            source.left_out["repeated records"] += 1
    return list(own.values())


def _by_time(thread: list[_Mail]) -> list[_Mail]:
    times = [time.timestamp() for each in thread if (time := each.said.moment.time)]
    if len(times) < len(thread):
        return thread
    return [thread[place] for place in sorted(range(len(thread)), key=times.__getitem__)]


def _mail(piece: str, source: Source) -> _Mail | None:
    try:
        message = message_from_string(piece)
        words = _body(message, source.left_out)
        subject = " ".join(_header(message, "Subject").split())
        references = f"{_header(message, 'References')} {_header(message, 'In-Reply-To')}"
        own = _ID.findall(_header(message, "Message-ID"))[:1]
        name, address = parseaddr(str(message.get("From", "")))
    except (ValueError, LookupError, RecursionError):
        # The standard library's parser gives up on some headers and on very deep parts.
        source.left_out[UNREADABLE] += 1
        return None
    words = without_quotes(words, source.left_out)
    if not words:
        source.left_out[NO_TEXT] += 1
        return None
    moment = when(str(message.get("Date", "")), source.zone)
    speaker = _decoded(name).strip() or address or "Unknown"
    said = Said(address or speaker, words, moment, speaker, Role.OTHER)
    return _Mail("".join(own), (*own, *_ID.findall(references)), subject, said)


def _threads(mails: list[_Mail]) -> list[list[_Mail]]:
    """The mails that answer each other, by the ids they refer to, and answers by their subject."""
    above: dict[str, str] = {}

    def top(key: str) -> str:
        while (higher := above.setdefault(key, key)) != key:
            above[key] = above[higher]
            key = higher
        return key

    keys: list[str] = []
    subjects: dict[str, str] = {}
    for number, mail in enumerate(mails):
        keys.append(mail.ids[0] if mail.ids else f"mail {number}")
        for other in mail.ids[1:]:
            above[top(other)] = top(keys[-1])
        subject = _REPLY.sub("", mail.subject, count=1).casefold()
        if subject and not _REPLY.match(mail.subject):
            subjects.setdefault(subject, keys[-1])
    for mail, key in zip(mails, keys, strict=True):
        subject = _REPLY.sub("", mail.subject, count=1).casefold()
        if len(mail.ids) < 2 and subject and _REPLY.match(mail.subject):
            above[top(key)] = top(subjects.setdefault(subject, key))
    threads: dict[str, list[_Mail]] = {}
    for mail, key in zip(mails, keys, strict=True):
        threads.setdefault(top(key), []).append(mail)
    return list(threads.values())


def _body(message: Message, left_out: Counter[str]) -> str:
    """The text of a message, out of its plain parts or else its pages."""
    plain: list[str] = []
    pages: list[str] = []
    waiting: list[tuple[Message, int]] = [(message, 0)]
    while waiting:
        part, depth = waiting.pop()
        kind = part.get_content_type()
        inner = part.get_payload()
        if kind.startswith("message/") and depth:
            left_out["messages that were forwarded"] += 1
        elif isinstance(inner, list):
            if depth < _DEEPEST:
                waiting.extend(
                    (each, depth + 1) for each in reversed(inner) if isinstance(each, Message)
                )
        elif part.get_content_disposition() == "attachment" or not kind.startswith("text/"):
            left_out[FILES] += 1
        elif kind == "text/html":
            pages.append(_text(part))
        else:
            plain.append(_text(part))
    words = "\n".join(each for each in plain if each.strip())
    return words or "\n".join(text_of_page(page, left_out) for page in pages)


def _text(part: Message) -> str:
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().casefold()
    if encoding in ("base64", "quoted-printable"):
        data = part.get_payload(decode=True)
        charset = part.get_content_charset() or "utf-8"
        return _bytes(data if isinstance(data, bytes) else b"", charset)
    # The file's own characters; in one with several encodings, UTF-8 was read as Windows-1252.
    words = str(part.get_payload())
    try:
        return words.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return words


def _bytes(data: bytes, charset: str) -> str:
    try:
        return data.decode(charset, "replace")
    except LookupError:
        return data.decode("utf-8", "replace")


def _header(message: Message, name: str) -> str:
    return _decoded(str(message.get(name, "")))


def _decoded(value: str) -> str:
    if "=?" not in value:
        return value
    try:
        parts = decode_header(value)
    except HeaderParseError:
        return value
    return "".join(
        part if isinstance(part, str) else _bytes(part, charset or "utf-8")
        for part, charset in parts
    )


FORMAT = TextFormat("e-mail", recognises, read)
