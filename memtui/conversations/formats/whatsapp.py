"""Chats exported from WhatsApp, on Android (`1/4/23, 7:02 PM - Ana: …`) and iPhone (`[…] Ana: …`).

Whether days stand before months is told from the whole file: by a number above 12, then by the
order of the lines, in which time does not run backwards.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from memtui.conversations.cleaning import clean, one_line
from memtui.conversations.conversation import Conversation, Role
from memtui.conversations.formats.content import FILES
from memtui.conversations.reader import TextFormat
from memtui.conversations.roles import heads_a_line
from memtui.conversations.source import Said, Source
from memtui.conversations.times import UNKNOWN, When, when

NAME = "WhatsApp export"

_MARKS = "\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
_HALVES = r"[AaPp]\.?[ ]?[Mm]\.?|上午|下午|午前|午後|오전|오후|ص|م|π\.μ\.|μ\.μ\."
_LINE = re.compile(
    rf"[{_MARKS}]{{0,4}}(?P<open>\[)?"
    r"(?P<first>\d{1,4})(?P<mark>[./-]|\. |年|년 )(?P<second>\d{1,2})(?:[./-]|\. |月|월 )"
    r"(?P<third>\d{1,4})(?:\.|日|일)?"
    rf"(?P<comma>,? ?(?:à |um |a las |às |kl\. )?)(?P<before>{_HALVES})? ?"
    rf"(?P<hour>\d{{1,2}})[:.](?P<minute>\d\d)(?:[:.](?P<seconds>\d\d))?"
    rf"(?: ?(?P<after>{_HALVES}))?"
    r"(?(open)\]|(?: [-–]|,|:)) (?P<rest>.*)",
    re.DOTALL,
)
_AFTERNOON = re.compile(r"[Pp]|下午|午後|오후|م|μ\.μ\.")
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u3000\t]")
_NAME = re.compile(r"(?P<name>[^:\n]{1,80}):(?: |$)(?P<text>.*)", re.DOTALL)
_QUOTES = re.compile(r"[\"“”«»]")
_ATTACHED = re.compile(
    rf"[{_MARKS}]{{0,4}}<(?:attached|anexado|adjunto|angehängt"
    r"|pièce jointe|allegato)\s?: ?[^<>\n]+>"
    r"|^\S[^\n]{0,120}\.\w{2,5} \((?:file attached|arquivo anexado|archivo adjunto|Datei angehängt"
    r"|fichier joint|file allegato)\)$",
    re.MULTILINE | re.IGNORECASE,
)
_EDITED = re.compile(
    rf" ?(?:[{_MARKS}]{{1,4}}<[^<>\n]{{5,80}}>|<This message was edited>|<Mensagem editada>"
    r"|<Se editó este mensaje\.?>|<Diese Nachricht wurde bearbeitet\.?>|<Ce message a été modifié>)"
    rf"[{_MARKS}]{{0,4}}$"
)
_MEDIA = re.compile(
    r"<[^<>\n]{3,60}>|null|(?:image|video|audio|sticker|GIF"
    r"|document|contact card|video note) omitted"
    r"|(?:imagem|vídeo|áudio|figurinha|documento) ocultad[oa]"
    r"|(?:imagen|audio|video|documento) omitid[oa]|(?:Bild|Video|Audio|Dokument) weggelassen",
    re.IGNORECASE,
)
_DELETED = re.compile(
    r"(?:This message was deleted|You deleted this message|Mensagem apagada"
    r"|Você apagou esta mensagem"
    r"|Se eliminó este mensaje|Eliminaste este mensaje|Diese Nachricht wurde gelöscht"
    r"|Du hast diese Nachricht gelöscht|Ce message a été supprimé"
    r"|Vous avez supprimé ce message)\.?",
    re.IGNORECASE,
)
# What Android writes under a name without a mark, where nobody typed it.
_NOTICE = re.compile(
    r"(?:Missed (?:group )?(?:voice|video) call|Live location shared|location: https?://\S+"
    r"|Waiting for this message\. This may take a while"
    r"|You received a view once (?:voice )?(?:message|photo|video)\..*)\.?",
    re.IGNORECASE,
)
_NAME_WORDS = 6


@dataclass(slots=True)
class _Message:
    """A line with a time, and those that continue it; `days` are its numbers as written."""

    days: tuple[int, int, int]
    mark: str
    clock: str
    name: str
    texts: list[str]


def recognises(head: str) -> bool:
    """Whether the first line begins as a chat's lines do, and one of the first has a speaker."""
    lines = [line for line in _SPACES.sub(" ", head).split("\n") if line.strip()][:20]
    matches = [match for line in lines if (match := _LINE.fullmatch(line))]
    if not matches or not _LINE.fullmatch(lines[0]) or not _has_its_own_shape(matches[0]):
        return False
    return any(_NAME.fullmatch(match["rest"]) for match in matches)


def _has_its_own_shape(match: re.Match[str]) -> bool:
    """Whether a line is not just one with a day and a label, as anybody may write."""
    comma = match["comma"].startswith(",")
    return comma or bool(match["seconds"] if match["open"] else match["mark"][0] in "./年년")


def read(source: Source) -> Iterator[Conversation]:
    """Read a chat as one conversation."""
    messages = _messages(source)
    _join_names(messages)
    often = Counter(each.name for each in messages)
    order, is_open = _order(messages, source)
    said = [each for message in messages if (each := _said(message, order, often, source))]
    # An iPhone calls the chat of every export so, and names only the zip after it.
    title = source.folder if source.stem == "_chat" else ""
    if made := source.conversation(said, title=title):
        yield replace(made, days_open=is_open)


def _messages(source: Source) -> list[_Message]:
    messages: list[_Message] = []
    bracket: bool | None = None
    above = 0
    for line in re.split(r"\r\n|\r|\n", source.text):
        match = _LINE.fullmatch(_SPACES.sub(" ", line))
        if match and bracket in (None, bool(match["open"])):
            bracket = bool(match["open"])
            messages.append(_message(match))
        elif messages:
            messages[-1].texts.append(line)
        else:
            above += bool(line.strip())
    if above:
        source.left_out["lines above the first speaker"] += above
    return messages


def _message(match: re.Match[str]) -> _Message:
    named = _NAME.fullmatch(match["rest"])
    hour, half = int(match["hour"]), match["before"] or match["after"] or ""
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if _AFTERNOON.match(half) else 0)
    return _Message(
        (int(match["first"]), int(match["second"]), int(match["third"])),
        match["mark"] + half,
        f"{hour:02}:{match['minute']}:{match['seconds'] or '00'}",
        one_line(named["name"]).removeprefix("~").strip() if named else "",
        [named["text"] if named else match["rest"]],
    )


def _join_names(messages: Sequence[_Message]) -> None:
    """Give back to a name the colon in it: what every line of a speaker begins with is name."""
    lines: dict[str, list[_Message]] = {}
    for each in messages:
        lines.setdefault(each.name, []).append(each)
    for name, own in lines.items():
        begins = {each.texts[0].partition(": ")[0] for each in own if ": " in each.texts[0][:40]}
        if name and len(own) > 1 and len(begins) == 1:
            (more,) = begins
            if all(each.texts[0].startswith(f"{more}: ") for each in own) and not (
                heads_a_line(more)
            ):
                for each in own:
                    each.name = f"{name}: {more}"
                    each.texts[0] = each.texts[0][len(more) + 2 :]


def _said(message: _Message, order: str, often: Counter[str], source: Source) -> Said | None:
    name = message.name
    long = len(name.split()) > _NAME_WORDS and often[name] == 1
    if not name or long or _QUOTES.search(name):
        source.left_out["system lines"] += 1
        return None
    text, attached = _ATTACHED.subn("", "\n".join(message.texts).rstrip())
    text = _EDITED.sub("", text)
    if attached:
        source.left_out[FILES] += attached
        if not text.strip():
            return None
    plain = clean(text)
    if _MEDIA.fullmatch(plain):
        source.left_out[FILES] += 1
    elif _DELETED.fullmatch(plain):
        source.left_out["deleted messages"] += 1
    elif _NOTICE.fullmatch(plain):
        source.left_out["system lines"] += 1
    elif text.startswith("\u200e"):
        # On an iPhone, what WhatsApp itself says under a name begins with this mark.
        media = plain.casefold().endswith(("omitted", "ocultado", "omitido", "weggelassen"))
        source.left_out[FILES if media else "system lines"] += 1
    else:
        return Said(name, text, _moment(message, order, source), role=Role.OTHER)
    return None


def _order(messages: Sequence[_Message], source: Source) -> tuple[str, bool]:
    """Which of day (d), month (m) and year (y) the numbers of a day are, and if that is open."""
    days = [each.days for each in messages]
    if 2 * sum(1 for first, _, _ in days if first > 31) > len(days):
        return "ymd", False
    above = Counter(
        "dmy" if first > 12 else "mdy"
        for first, second, _ in days
        if first != second and (first > 12) != (second > 12)
    )
    if above:
        return above.most_common(1)[0][0], False
    if source.day_first is not None:
        return ("dmy" if source.day_first else "mdy"), False
    back = {order: _times_back(days, order) for order in ("dmy", "mdy")}
    if back["dmy"] != back["mdy"]:
        return min(back, key=lambda order: back[order]), False
    if all(each.mark.startswith(".") for each in messages):
        return "dmy", False
    if unclear := next((each for each in messages if each.days[0] != each.days[1]), None):
        # Only English as in the United States writes AM and PM so, beside slashes.
        order = "mdy" if re.search("[AP]M", unclear.mark) else "dmy"
        source.warnings.append(_doubt(unclear, order))
        return order, True
    return "dmy", False


def _times_back(days: Sequence[tuple[int, int, int]], order: str) -> int:
    in_order = [_sorted(each, order) for each in days]
    return sum(1 for one, other in pairwise(in_order) if other < one)


def _sorted(days: tuple[int, int, int], order: str) -> tuple[int, int, int]:
    """Year, month and day."""
    by = dict(zip(order, days, strict=True))
    year = by["y"] + (2000 if by["y"] < 100 else 0)
    return year, by["m"], by["d"]


def _doubt(message: _Message, order: str) -> str:
    taken, other = ("day", "month") if order == "dmy" else ("month", "day")
    written = "/".join(map(str, message.days))
    year, month, day = _sorted(message.days, order)
    return (
        f"Whether days or months stand first cannot be told from it. It was read with the {taken} "
        f"first, {written} as {year}-{month:02}-{day:02}; if that is wrong, --{other}-first or, in "
        "the app, D turns it round."
    )


def _moment(message: _Message, order: str, source: Source) -> When:
    for each in (order, "dmy", "mdy"):
        year, month, day = _sorted(message.days, each)
        try:
            written = date(year, month, day).isoformat()
        except ValueError:
            continue
        return when(f"{written}T{message.clock}", source.zone)
    source.left_out["times that cannot be read"] += 1
    return UNKNOWN


FORMAT = TextFormat(NAME, recognises, read)
