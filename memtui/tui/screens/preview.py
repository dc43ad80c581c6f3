"""Look at a conversation before it is read: who said what, and what was left out."""

import asyncio
from collections import Counter
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from memtui.conversations.conversation import (
    GRADE_TEXT,
    Conversation,
    Opened,
    Role,
    Turn,
    with_days_swapped,
)
from memtui.conversations.listing import has_nobody
from memtui.conversations.tally import tally
from memtui.desk.desk import Desk
from memtui.desk.models import warm_up
from memtui.desk.read_before import Mark, Marks
from memtui.desk.telling import count, day
from memtui.errors import Code, MemtuiError
from memtui.extract.window import CHARACTERS
from memtui.facts.text import visible
from memtui.tui.cells import plain
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.preparing import Answers, ask, remember_names
from memtui.tui.screens.list_screen import MOVES
from memtui.tui.screens.reading import ReadingScreen
from memtui.tui.screens.way import Saying, WayScreen, title_of
from memtui.tui.screens.who import first_words
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.words import speaker_line
from memtui.tui.zones import zone_of

# How much of a turn is looked at for its first line.
_BEGINNING = 300
_SPEAKERS = 6
_NO_MODEL = "p: let the plain reader do it (no model)."
_LONG = "a model reads the last {:,} of {:,} characters; W reads all, in parts"
UNNAMED = "w: say who “I” is, so that facts name you (may be left out)"


class PreviewScreen(WayScreen):
    """Shows one conversation, and with what it would be read."""

    OFFERS = (
        Command("read", "enter", "Read it and propose facts", "Conversation", hint="read it"),
        Command(
            "plain",
            "p",
            "Read it without a model: only what is said plainly",
            "Conversation",
            hint="plain reader",
        ),
        Command(
            "whole",
            "W",
            "Read all of it, in parts: it takes longer",
            "Conversation",
            hint="read all",
            when=lambda screen: screen.is_long,
        ),
        Command(
            "again",
            "a",
            "Read all of it again, or only what is new",
            "Conversation",
            hint="again",
            when=lambda screen: screen.mark is not None,
        ),
        Command(
            "swap",
            "D",
            "Take the months for days and the days for months",
            "Conversation",
            hint="days for months",
            when=lambda screen: screen.conversation.days_open,
        ),
        Command("me", "w", "Say which names are you", "Conversation", hint="who are you"),
        Command("models", "L", "The models that read conversations", "Conversation"),
        Command("back", "escape,q,left,h", "Back", "Conversation", hint="back"),
        *MOVES,
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("preview", OFFERS)]
    AUTO_FOCUS = "#turns"
    DEFAULT_CSS = """
    PreviewScreen {
        #about { height: auto; max-height: 8; padding: 0 1; color: $text-muted; }
        #turns { margin: 1 0 0 0; }
    }
    """

    def __init__(self, desk: Desk, opened: Opened, conversation: Conversation) -> None:
        super().__init__()
        self.desk = desk
        self.opened = opened
        self.conversation = conversation
        self.extractor = ""
        self.mark: Mark | None = None
        """How much of it was read before, if any was."""
        self.again = False
        self._marks: Marks | None = None

    @property
    def is_long(self) -> bool:
        """Whether a model is given only the end of it, unless asked for all."""
        return self.conversation.characters > CHARACTERS

    def compose(self) -> ComposeResult:
        """The title, what is known about it, the turns, what went wrong, the keys."""
        yield Static(Content(title_of(self.opened.name, self.conversation)), id="title")
        yield Static(id="about", markup=False)
        yield Saying("\n".join(self.opened.warnings), id="warnings")
        yield LineList(id="turns")
        yield Saying(id="said")
        yield Hints()

    def on_mount(self) -> None:
        """Show the turns, and find out who would read them."""
        self._show()
        self._who_reads()

    def _show(self) -> None:
        turns = self.conversation.turns
        zone = zone_of(self.desk)
        lines = []
        for place, turn in enumerate(turns):
            lines.append(Line(((speaker_line(turn, zone), _look(turn)),), place))
            lines.append(Line((("  " + plain(turn.text[:_BEGINNING]), "plain"),), place))
        self.query_one(LineList).show(lines)
        self._about()

    @work(name="which extractor", group="extractor")
    async def _who_reads(self) -> None:
        self._marks = await asyncio.to_thread(self.desk.read_before.marks)
        self.mark = self._marks.of(self.conversation)
        self.query_one(Hints).refresh()
        try:
            self.extractor = (await asyncio.to_thread(self.desk.extractor)).name
        except MemtuiError as error:
            self.query_one("#said", Saying).tell(error, _NO_MODEL)
        else:
            self._warm_up()
        self._about()

    @work(name="warm up", group="warm up", exclusive=True)
    async def _warm_up(self) -> None:
        """Have the model loaded while the person looks, and say at once what stands against it."""
        error = await warm_up(self.desk)
        if error and error.code is Code.EXTRACTOR_UNAVAILABLE:
            # There is none any more where the person has gone on meanwhile.
            for said in self.query("#said").results(Saying):
                said.tell(error, _NO_MODEL)

    def action_models(self) -> None:
        """Show the models that read conversations."""
        from memtui.tui.screens.models import ModelsScreen

        def seen(_: None) -> None:
            self._who_reads()

        self.app.push_screen(ModelsScreen(self.desk), seen)

    def _about(self) -> None:
        lines = [" · ".join([self.opened.format, *_speakers(self.conversation)])]
        lines.append(GRADE_TEXT[self.conversation.grade])
        if self.opened.left_out:
            lines.append(f"left out: {tally(self.opened.left_out)}")
        if self.mark:
            lines.append(_read_before(self.mark, self.conversation, again=self.again))
        if self.extractor:
            lines.append(f"read by: {self.extractor}")
        if self.is_long:
            lines.append(_LONG.format(CHARACTERS, self.conversation.characters))
        names = self.desk.memory.settings.me.names
        if names:
            lines.append("you are: " + ", ".join(plain(name) for name in names))
        elif any(turn.role is Role.PERSON for turn in self.conversation.turns):
            lines.append(UNNAMED)
        self.query_one("#about", Static).update(Content("\n".join(lines)))

    def action_read(self) -> None:
        """Read it with the extractor of the settings."""
        self._read(None)

    def action_plain(self) -> None:
        """Read it with the plain reader."""
        self._read("plain")

    def action_whole(self) -> None:
        """Read all of it with the extractor of the settings, in parts where it is long."""
        self._read(None, whole=True)

    def action_again(self) -> None:
        """Read all of it again, or only what is new."""
        if self.mark:
            self.again = not self.again
            self._about()

    def _read(self, kind: str | None, *, whole: bool = False) -> None:
        conversation = self.conversation
        by_model = (kind or self.desk.memory.settings.extractor.kind) != "plain"
        mark = self._marks.of(conversation, by_model=by_model) if self._marks else None
        before = mark.turns if mark and not self.again else 0
        if before == len(conversation.turns):
            self.query_one("#said", Saying).say("All of it was read before. a: again.", "warn")
            return
        undated = [turn.day is None for turn in conversation.turns]
        name = conversation.title or self.opened.name
        what = name if all(undated) else f"Some of {name}"
        ask(
            self.app,
            self.desk.memory.today,
            conversation.speakers if has_nobody(conversation) else {},
            first_words(conversation),
            undated=what if any(undated) else "",
            then=lambda answers: self._go_on(answers, before, kind, whole),
        )

    @work(name="remember what was answered", group="asking", exclusive=True)
    async def _go_on(self, answers: Answers, before: int, kind: str | None, whole: bool) -> None:
        try:
            await asyncio.to_thread(remember_names, self.desk, answers.names)
        except MemtuiError as error:
            self.query_one("#said", Saying).tell(error)
            return
        self.conversation = answers.on(self.conversation)
        self._show()
        ready = replace(self.conversation, read_before=before)
        self.app.push_screen(
            ReadingScreen(self.desk, self.opened.name, ready, kind=kind, whole=whole)
        )

    def action_swap(self) -> None:
        """Read its days the other way round."""
        self.conversation = with_days_swapped(self.conversation, zone_of(self.desk))
        self.query_one("#title", Static).update(
            Content(title_of(self.opened.name, self.conversation))
        )
        self._show()

    def action_me(self) -> None:
        """Ask for the person's names."""
        names = ", ".join(self.desk.memory.settings.me.names) or _likely(self.conversation)
        self.app.push_screen(NamesScreen(names), self._named)

    def _named(self, text: str | None) -> None:
        if text is not None:
            self._save(text)

    @work(name="save your names", group="names")
    async def _save(self, names: str) -> None:
        try:
            await asyncio.to_thread(save_names, self.desk, names)
        except MemtuiError as error:
            self.query_one("#said", Saying).tell(error)
        self._about()

    def action_back(self) -> None:
        """Leave."""
        self.dismiss()


def save_names(desk: Desk, names: str) -> None:
    """Keep the names by which the person goes, given with commas between them.

    Raises:
        MemtuiError: The memory cannot be written to.
    """
    own = [name for name in map(visible, names.split(",")) if name]
    desk.save_settings({"me.names": own})


class NamesScreen(Modal[str | None]):
    """Asks for the names by which the person goes."""

    OFFERS = (
        Command("save", "enter", "Save", "Names", hint="save", priority=True),
        Command("cancel", "escape,f10", "Leave as it was", "Names", hint="leave as it was"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("names", OFFERS)]

    def __init__(self, names: str) -> None:
        super().__init__()
        self.names = names

    def compose(self) -> ComposeResult:
        """The question, the input, the keys."""
        with VerticalScroll(can_focus=False, classes="dialog"):
            yield Static("Who are you in conversations?", classes="heading")
            yield Static("Your names, separated by commas; “I” in a conversation is you.")
            yield Input(
                self.names, placeholder="Ana, Ana Lima", select_on_focus=False, compact=True
            )
        yield Hints()

    def action_save(self) -> None:
        """Answer with the names."""
        self.dismiss(self.query_one(Input).value)

    def action_cancel(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)


def _read_before(mark: Mark, conversation: Conversation, *, again: bool) -> str:
    how = ", without a model" if mark.plainly else ""
    new = len(conversation.turns) - mark.turns
    if again:
        return f"read on {day(mark.on)}{how}: all of it is read again"
    if not new:
        return f"read on {day(mark.on)}{how}; a: read it again"
    return f"read on {day(mark.on)}{how}; now only {count(new, 'new turn')}, a: all of it"


def _speakers(conversation: Conversation) -> list[str]:
    """Who speaks how often, the most talkative first, as far as a line has room."""
    counted = Counter(conversation.speakers).most_common()
    named = [f"{plain(speaker)} {turns:,}" for speaker, turns in counted[:_SPEAKERS]]
    more = len(counted) - len(named)
    return [*named, f"and {more:,} more"] if more else named


def _look(turn: Turn) -> str:
    return "dim" if turn.role is Role.MODEL else "head"


def _likely(conversation: Conversation) -> str:
    """The one person who speaks, when they have a name."""
    people = {turn.speaker for turn in conversation.turns if turn.role is Role.PERSON}
    generic = {"user", "human", "you", "me", "person", ""}
    return people.pop() if len(people) == 1 and not {p.casefold() for p in people} & generic else ""
