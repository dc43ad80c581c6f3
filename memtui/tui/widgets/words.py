"""The words a proposal rests on, in their turn or in the conversation around it."""

import re
from collections.abc import Sequence
from datetime import tzinfo
from typing import ClassVar

from textual import events
from textual.content import Content

from memtui.conversations.conversation import Role, Turn
from memtui.desk.telling import day
from memtui.extract.proposal import Proposal
from memtui.facts.text import visible
from memtui.tui.widgets.line_list import Line, LineList, Part

# Around the quoted turn; what is further away is not wrapped, so that a long chat costs nothing.
_TURNS_BEFORE, _TURNS_AFTER = 12, 24
_CHARACTERS = 4_000


def speaker_line(turn: Turn, zone: tzinfo | None = None, *, with_day: bool = True) -> str:
    """Who spoke when: "Ana, 12 Oct 2026 09:12"; what is not known is left out."""
    when = []
    if turn.day and with_day:
        when.append(day(turn.day))
    if turn.time:
        local = turn.time.astimezone(zone) if turn.time.tzinfo else turn.time
        when.append(f"{local:%H:%M}")
    who = visible(turn.speaker) or ("assistant" if turn.role is Role.MODEL else "someone")
    return f"{who}, {' '.join(when)}" if when else who


def clean_text(text: str) -> str:
    """A turn's text without invisible characters; its lines stay lines, empty ones go."""
    lines = (visible(line) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Where the quoted words stand in a clean text, whatever the spaces and case."""
    words = visible(quote).split()
    if not words:
        return None
    found = re.search(r"\s+".join(map(re.escape, words)), text, re.IGNORECASE)
    return found.span() if found else None


def wrapped(text: str, width: int, span: tuple[int, int] | None) -> list[tuple[Part, ...]]:
    """A text in lines of at most `width` cells, the span of it looking like a quote."""
    content = Content(text)
    if span:
        content = content.stylize("quote", *span)
    lines = []
    for line in content.wrap(max(1, width)):
        plain = line.plain
        if line.spans:
            start, end, _ = line.spans[0]
            parts = ((plain[:start], "plain"), (plain[start:end], "quote"), (plain[end:], "plain"))
            lines.append(tuple(part for part in parts if part[0]))
        else:
            lines.append(((plain, "plain"),))
    return lines


class Words(LineList):
    """Shows the words of one proposal, highlighted.

    With `around` the turns before and after are shown too, and the words are scrolled to.
    """

    DEFAULT_CSS = """
    Words > .lines--quote {
        color: $text;
        background: $accent 40%;
        text-style: bold;
    }
    Words:ansi > .lines--quote {
        color: ansi_default;
        background: ansi_default;
        text-style: bold reverse;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--quote"}

    def __init__(
        self, turns: Sequence[Turn], zone: tzinfo | None = None, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.turns = turns
        self.zone = zone
        self.around = False
        self.proposal: Proposal | None = None
        self._wraps: dict[int, list[Line]] = {}

    def show_words(self, proposal: Proposal | None, *, around: bool) -> None:
        """Show what this proposal rests on."""
        self.proposal, self.around = proposal, around
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew for the new width."""
        self._wraps.clear()
        self._draw()

    def action_move(self, by: int) -> None:
        """Scroll by lines; there is no cursor here."""
        self.scroll_relative(y=by, animate=False)

    def action_page(self, direction: int) -> None:
        """Scroll by what fits the view."""
        self.scroll_relative(y=direction * max(1, self.size.height - 1), animate=False)

    def action_edge(self, place: int) -> None:
        """Scroll to the top (0) or the bottom (-1)."""
        self.scroll_to(y=0 if place == 0 else self.max_scroll_y, animate=False)

    def _draw(self) -> None:
        if self.proposal is None or self.room < 2:
            self.show([])
            return
        lines = self._lines(self.proposal)
        self.show(lines)
        marked = (
            y for y, line in enumerate(lines) if any(look == "quote" for _, look in line.parts)
        )
        target = next(marked, 0) - (self.size.height // 3 if self.around else 1)
        self.scroll_to(y=max(0, target), animate=False, force=True)

    def _lines(self, proposal: Proposal) -> list[Line]:
        place = proposal.turn
        if place is None or not 0 <= place < len(self.turns):
            return self._claimed(proposal)
        if not self.around:
            return self._turn(place, proposal.quote)
        first, last = max(0, place - _TURNS_BEFORE), place + _TURNS_AFTER
        lines = [Line(((f"⋯ {first} earlier turns", "dim"),))] if first else []
        for index in range(first, min(last + 1, len(self.turns))):
            if index == place:
                lines += self._turn(index, proposal.quote)
            else:
                if index not in self._wraps:
                    self._wraps[index] = self._turn(index, "")
                lines += self._wraps[index]
            lines.append(Line(()))
        later = len(self.turns) - last - 1
        return [*lines, Line(((f"⋯ {later} later turns", "dim"),))] if later > 0 else lines

    def _turn(self, place: int, quote: str) -> list[Line]:
        turn = self.turns[place]
        text = clean_text(turn.text)
        span = find_quote(text, quote)
        start = max(0, span[0] - _CHARACTERS // 2) if span else 0
        part = text[start : start + _CHARACTERS]
        before = "…" if start else ""
        shown = before + part + ("…" if start + len(part) < len(text) else "")
        if span:
            shift = len(before) - start
            span = (span[0] + shift, min(span[1] + shift, len(shown)))
        look = "dim" if turn.role is Role.MODEL else "head"
        head = Line(((speaker_line(turn, self.zone), look),))
        return [head, *map(Line, wrapped(shown, self.room - 2, span))]

    def _claimed(self, proposal: Proposal) -> list[Line]:
        quote = visible(proposal.quote)
        if not quote:
            return [Line((("No words were given for it.", "dim"),))]
        unfound = "Words given for it, not found in the conversation:"
        given = "Words given for it:"
        head = Line(((unfound, "warn") if self.turns else (given, "head"),))
        return [head, *map(Line, wrapped(f"“{quote}”", self.room - 2, None))]
