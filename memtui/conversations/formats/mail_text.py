"""What of a mail's text its writer wrote: not what is quoted, forwarded or a signature."""

import re
from collections import Counter

from memtui.conversations.formats.html_text import TextWriter

QUOTED = "quoted lines"

_SIGNATURE = re.compile(r"--[ ]?")
_FORWARDED = re.compile(
    r"[ \t]*-{3,}[ \t]*(?:original message|forwarded message|mensagem original"
    r"|mensagem encaminhada|mensaje original|mensaje reenviado|message d'origine|message transféré"
    r"|ursprüngliche nachricht|weitergeleitete nachricht|messaggio originale)[ \t]*-{0,30}[ \t]*",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"(?:On|Em|El|Le|Am|Il|Op|Den)\b.{5,300}?\b(?:wrote|escreveu|escribió|a écrit|ha scritto|skrev"
    r"|schreef|schrieb)\b.{0,120}:[ \t]*",
    re.DOTALL,
)
_FROM = re.compile(r"[*_ \t]{0,5}(?:From|De|Von|Da|Van|Från)[*_]{0,3}[ \t]?:[*_]{0,3}[ \t].*")
_SENT = re.compile(
    r"[*_ \t]{0,5}(?:Sent|Date|To|Subject|Enviad[oa](?: em| el)?|Para|Assunto|Asunto|Envoyé|À"
    r"|Objet|Gesendet|An|Betreff|Datum|Inviato|Data|Fecha)[*_]{0,3}[ \t]?:.*"
)
_RULE = re.compile(r"[ \t]*[_-]{10,}[ \t]*")
_ENOUGH = 2


class _Page(TextWriter):
    """A page without what it quotes."""

    def __init__(self) -> None:
        super().__init__()
        self.quotes = 0
        self._inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "blockquote":
            self.quotes += not self._inside
            self._inside += 1
        if not self._inside:
            super().handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._inside:
            self._inside -= tag == "blockquote"
        else:
            super().handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if not self._inside:
            super().handle_data(data)


def text_of_page(page: str, left_out: Counter[str]) -> str:
    """The text of a mail that is a page, without what it quotes, which is counted."""
    writer = _Page()
    writer.feed(page)
    writer.close()
    if writer.quotes:
        left_out[QUOTED] += writer.quotes
    return writer.text()


def without_quotes(words: str, left_out: Counter[str]) -> str:
    """What the writer of a mail wrote; the other lines are counted."""
    lines = words.replace("\r\n", "\n").split("\n")
    kept: list[str] = []
    quoted = 0
    for place, line in enumerate(lines):
        rest = sum(1 for each in lines[place:] if each.strip()) if _ends(lines, place) else 0
        if rest:
            kind = "lines of signatures" if _SIGNATURE.fullmatch(line) else QUOTED
            left_out[kind] += rest
            break
        if line.startswith(">"):
            quoted += 1 + _take_attribution(kept)
            continue
        if place and lines[place - 1].startswith(">") and kept and line.strip():
            kept.append("")
        kept.append(line)
    quoted += _take_attribution(kept)
    if kept and _RULE.fullmatch(kept[-1]):
        # Outlook draws a line above what it quotes.
        kept.pop()
    if quoted:
        left_out[QUOTED] += quoted
    return "\n".join(kept).strip()


def _ends(lines: list[str], place: int) -> bool:
    """Whether the writer's own words end before a line."""
    line = lines[place]
    if _SIGNATURE.fullmatch(line) or _FORWARDED.fullmatch(line):
        return True
    if not _FROM.fullmatch(line):
        return False
    beside = [each for each in lines[place + 1 : place + 6] if _SENT.fullmatch(each)]
    return len(beside) >= _ENOUGH


def _take_attribution(kept: list[str]) -> int:
    """Take away "On Monday, Ana wrote:" at the end of what is kept, on up to three lines."""
    while kept and not kept[-1].strip():
        kept.pop()
    for count in (1, 2, 3):
        if count <= len(kept) and _WROTE.fullmatch("\n".join(kept[-count:])):
            del kept[-count:]
            return count
    return 0
