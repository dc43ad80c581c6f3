"""Edit a proposal before it is kept: every field, and live what keeping it would do."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static, TextArea

from memtui.desk.desk import Desk
from memtui.desk.telling import day
from memtui.errors import Code, MemtuiError
from memtui.facts.fact import FACT_LIMIT, NAME_LIMIT, Draft
from memtui.facts.text import visible
from memtui.review import review as reviewing
from memtui.review.review import Review
from memtui.review.verdicts import Verdict
from memtui.tui.commands import Command, bindings
from memtui.tui.screens.way import Saying
from memtui.tui.widgets.hints import Hints

_LIMITS = {"subject": NAME_LIMIT, "attribute": NAME_LIMIT, "fact": FACT_LIMIT}


class EditProposal(ModalScreen[Draft | None]):
    """Asks for a draft; answers with it when it can be kept, with `None` when left as it was."""

    OFFERS = (
        Command("save", "enter,ctrl+s", "Take it over", "Edit", hint="take it over", priority=True),
        Command("leave", "escape,f10", "Leave it as it was", "Edit", hint="leave as it was"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("edit", OFFERS)]
    AUTO_FOCUS = "#fact"
    DEFAULT_CSS = """
    EditProposal {
        align: center middle;
        & > VerticalScroll {
            width: 90%; max-width: 100; height: auto; max-height: 100%;
            background: $panel; padding: 1 2;
            scrollbar-size-vertical: 1;
        }
        Horizontal { height: auto; margin: 0 0 1 0; }
        .label { width: 11; height: 1; color: $text-muted; }
        .count { width: 12; height: 1; text-align: right; color: $text-muted; }
        .count.-over { color: $text-error; text-style: bold; }
        Input, Input:focus, TextArea, TextArea:focus {
            width: 1fr; height: 1; border: none; padding: 0 1; background: $boost;
        }
        TextArea, TextArea:focus { height: 4; }
        #verdict { height: auto; }
    }
    """

    def __init__(
        self, desk: Desk, review: Review, place: int, typed: Callable[[Draft], None]
    ) -> None:
        super().__init__()
        self.desk = desk
        self.review = review
        self.place = place
        self.typed = typed
        self.before = review.items[place].draft
        self.draft = self.before
        self.problem: MemtuiError | None = None
        self._warned = False

    def compose(self) -> ComposeResult:
        """The fields with their counters, what keeping would do, the keys."""
        with VerticalScroll(can_focus=False):
            for name in ("subject", "attribute"):
                yield from self._row(name, Input(getattr(self.before, name), id=name))
            fact = TextArea(
                self.before.fact, id="fact", soft_wrap=True, tab_behavior="focus", compact=True
            )
            yield from self._row("fact", fact)
            said = self.before.said.isoformat() if self.before.said else ""
            yield from self._row("said", Input(said, id="said", placeholder="YYYY-MM-DD, or empty"))
            yield from self._row("source", Input(self.before.source, id="source"))
            yield Static(id="verdict", markup=False)
            yield Saying()
        yield Hints()

    @staticmethod
    def _row(name: str, field: Input | TextArea) -> ComposeResult:
        with Horizontal():
            yield Static(name, classes="label")
            yield field
            yield Static(id=f"{name}-count", classes="count", markup=False)

    def on_mount(self) -> None:
        """Show what keeping it as it is would do."""
        self._count()
        self._judge()
        self.run_worker(self._suggest(), name="known names", group="names")

    async def _suggest(self) -> None:
        names = await asyncio.to_thread(self.desk.memory.names)
        attributes = dict.fromkeys(each for known in names.values() for each in known)
        for field, known in (("subject", list(names)), ("attribute", list(attributes))):
            self.query_one(f"#{field}", Input).suggester = SuggestFromList(
                known, case_sensitive=False
            )

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _changed(self) -> None:
        self._warned = False
        self._count()
        self.query_one(Saying).say("")
        try:
            draft = self._read()
        except MemtuiError as problem:
            self._show(Verdict(None, problem=problem))
            return
        if draft != self.draft:
            self.draft = draft
            self.typed(draft)
            self._judge()

    def _text(self, name: str) -> str:
        field = self.query_one(f"#{name}")
        return field.text if isinstance(field, TextArea) else str(getattr(field, "value", ""))

    def _read(self) -> Draft:
        """The draft as typed.

        Raises:
            MemtuiError: `DATE_UNREADABLE`.
        """
        return replace(
            self.before,
            subject=self._text("subject"),
            attribute=self._text("attribute"),
            fact=self._text("fact"),
            said=_day(self._text("said")),
            source=self._text("source"),
        )

    def _count(self) -> None:
        for name, limit in _LIMITS.items():
            length = len(visible(self._text(name)))
            counter = self.query_one(f"#{name}-count", Static)
            counter.update(Content(f"{length:,}/{limit:,}"))
            counter.set_class(length > limit, "-over")

    def _judge(self) -> None:
        self.run_worker(self._work_out(), name="verdict", group="verdict", exclusive=True)

    async def _work_out(self) -> None:
        edited = reviewing.edit(self.review, self.place, self.draft)
        ticked = reviewing.tick(edited, self.place, value=True)
        try:
            verdicts = await asyncio.to_thread(self.desk.verdicts, ticked)
        except MemtuiError as problem:
            self._show(Verdict(None, problem=problem))
            return
        self._show(verdicts[self.place])

    def _show(self, verdict: Verdict) -> None:
        self.problem = verdict.problem
        if verdict.problem:
            content = Content.styled(str(verdict.problem), "$text-error")
        else:
            lines = [f"{verdict.status}", *(f"! {note}" for note in verdict.notes)]
            lines[1:1] = [
                f"replaces: {visible(old.fact)}  ({day(old.said)})" for old in verdict.replaced
            ]
            content = Content("\n".join(lines))
        self.query_one("#verdict", Static).update(content)

    def action_save(self) -> None:
        """Answer with the draft, when it can be kept."""
        self.run_worker(self._save(), name="take it over", group="save", exclusive=True)

    async def _save(self) -> None:
        try:
            self.draft = self._read()
        except MemtuiError as problem:
            self.query_one(Saying).tell(problem)
            return
        await self._work_out()
        if self.problem:
            self.query_one(Saying).say("It cannot be kept so.", "bad")
        else:
            self.dismiss(self.draft)

    def action_leave(self) -> None:
        """Leave it as it was; what was typed is not dropped without a second press."""
        if self.draft == self.before or self._warned:
            self.dismiss(None)
            return
        self._warned = True
        self.query_one(Saying).say(
            "What you typed is not taken over yet: enter does. Again to drop it.", "warn"
        )


def _day(text: str) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise MemtuiError(
            Code.DATE_UNREADABLE,
            f"{visible(text)!r} is not a day.",
            "Write it as 2026-10-12, or leave it empty.",
        ) from None
