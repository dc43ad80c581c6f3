"""Giving a setting another value: typed and checked as it is typed, or chosen from a list."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static, TextArea

from memtui.desk.desk import Desk
from memtui.desk.setting.doing import save
from memtui.desk.setting.form import Setting
from memtui.errors import MemtuiError
from memtui.tui.closing import close
from memtui.tui.commands import Command, bindings
from memtui.tui.everywhere import Modal
from memtui.tui.screens.dialog import asking
from memtui.tui.widgets.hints import Hints
from memtui.tui.widgets.line_list import Line, LineList
from memtui.tui.widgets.lines_input import LinesInput


class _SetDialog(Modal[bool]):
    """A setting as text; answers whether it was set, and stays open when it cannot be."""

    def __init__(self, desk: Desk, setting: Setting) -> None:
        super().__init__()
        self.desk = desk
        self.setting = setting
        self.given = setting.typed(desk.memory.settings)
        self._warned = False
        self._doing = False

    def field(self) -> Input | TextArea:
        """What it is typed into."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """What is typed."""
        raise NotImplementedError

    @property
    def unsaved(self) -> bool:
        """Whether something was typed that leaving would lose."""
        return self.text != self.given

    def compose(self) -> ComposeResult:
        """What it is, the field, what is wrong with what is typed, the keys."""
        with VerticalScroll(can_focus=False, classes="dialog"):
            heading = f"{self.setting.group} — {self.setting.label}"
            yield Static(heading, classes="heading", markup=False)
            yield Static(self.setting.about, classes="fact", markup=False)
            yield self.field()
            yield Static(id="outcome", markup=False)
        yield Hints()

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _check(self) -> None:
        """Say at once why it cannot be, or what comes of it."""
        self._warned = False
        try:
            value = self.setting.read(self.text, self.desk.memory.settings)
        except MemtuiError as error:
            self._say(f"{error.message} {error.hint}".rstrip(), "$text-error")
            return
        if value is None:
            self._say(f"Empty: {self.setting.empty}.", "$text-muted")
        else:
            self._say(self.setting.warning(value), "$text-warning")

    def _say(self, text: str, look: str) -> None:
        self.query_one("#outcome", Static).update(Content.styled(text, look))

    @work(name="save the setting", group="change")
    async def action_save(self) -> None:
        """Write it, when it can be."""
        if self._doing:
            return
        self._doing = True
        try:
            await asyncio.to_thread(save, self.desk, self.setting, self.text)
        except MemtuiError as error:
            self._say(f"{error.message} {error.hint}".rstrip(), "$text-error")
        else:
            close(self, True)
        finally:
            self._doing = False

    def action_leave(self) -> None:
        """Leave it; what was typed is not dropped without a second press."""
        if self.unsaved and not self._warned:
            self._warned = True
            self._say("What you typed is not kept yet; Esc once more drops it.", "$text-warning")
        else:
            self.dismiss(False)


class SetTextDialog(_SetDialog):
    """A setting in one line."""

    OFFERS = asking("Set it", "set")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("set", OFFERS)]

    def field(self) -> Input:
        """One line."""
        return Input(self.given, compact=True, placeholder=self.setting.empty)

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(Input).value


class SetLinesDialog(_SetDialog):
    """A setting of several lines."""

    OFFERS = (
        Command("save", "ctrl+s", "Set it", "Dialog", hint="set", priority=True),
        Command("leave", "escape,f10", "Leave everything as it was", "Dialog", hint="leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("set_lines", OFFERS)]

    def field(self) -> TextArea:
        """A line for each."""
        area = LinesInput(self.given, tab_behavior="focus", compact=True)
        area.move_cursor(area.document.end)
        return area

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(TextArea).text


class ChooseDialog(Modal[str | None]):
    """One of several, each with what it means; answers with it, with `None` when left."""

    OFFERS = (
        Command("choose", "enter", "Choose it", "Choice", hint="choose"),
        Command("leave", "escape,q,f10", "Leave everything as it was", "Choice", hint="leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("choose", OFFERS)]
    AUTO_FOCUS = "LineList"

    def __init__(
        self, heading: str, about: str, choices: Sequence[tuple[str, str]], now: str
    ) -> None:
        super().__init__()
        self.heading = heading
        self.about = about
        self.choices = choices
        self.now = now
        self._lines = LineList()

    def compose(self) -> ComposeResult:
        """What it is, what there is to choose from, the keys."""
        with VerticalScroll(can_focus=False, classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            yield Static(self.about, classes="fact", markup=False)
            yield self._lines
        yield Hints()

    def on_mount(self) -> None:
        """Begin at the one that counts."""
        names = [name for name, _ in self.choices]
        width = max(map(len, names)) + 2
        lines = [
            Line(
                (
                    ("● " if name == self.now else "  ", "accent"),
                    (f"{name:{width}}", "plain"),
                    (means, "dim"),
                ),
                place,
            )
            for place, (name, means) in enumerate(self.choices)
        ]
        self._lines.show(lines, names.index(self.now) if self.now in names else 0)

    @on(LineList.Clicked)
    def _clicked(self, event: LineList.Clicked) -> None:
        if event.again:
            self.action_choose()

    def action_choose(self) -> None:
        """Answer with the one under the cursor."""
        if self._lines.cursor is not None:
            self.dismiss(self.choices[self._lines.cursor][0])

    def action_leave(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)
