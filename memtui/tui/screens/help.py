"""All keys of a screen, from its commands, found by their words."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.keys import key_to_character
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from memtui.facts.text import fold
from memtui.tui.commands import Command, bindings, grouped, key_names, keys_of, offers
from memtui.tui.widgets.hints import Hints

_GAP = "  "
_NOT_TAKEN = "Not taken over from config.toml"
_ROOMY = 36  # cells in which most of what keys do stands in one line


class HelpScreen(ModalScreen[None]):
    """Lists what the screen below offers."""

    OFFERS = (
        Command("back", "escape,q,?,f1", "Back", "Help", hint="back"),
        Command("find", "/", "Find a command by its words", "Help", hint="find"),
        Command("down", "j,down", "Further down", "Help", hint="scroll", action="scroll(1)"),
        Command("up", "k,up", "Further up", "Help", action="scroll(-1)"),
        Command("page_down", "pagedown", "A page on", "Help", action="scroll(15)"),
        Command("page_up", "pageup", "A page back", "Help", action="scroll(-15)"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("help", OFFERS)]
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self.about = about

    def compose(self) -> ComposeResult:
        """What is looked for, the commands, the keys."""
        with VerticalScroll(classes="dialog"):
            yield Input(placeholder="find: words of a command", compact=True, id="find")
            yield Static(id="commands", markup=False)
        yield Hints()

    def on_mount(self) -> None:
        """What is looked for is asked only when it is wanted."""
        self.query_one("#find").display = False

    def on_resize(self) -> None:
        """Lay the lines out for the new width."""
        self.call_after_refresh(lambda: self._list(self.query_one("#find", Input).value))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted)
    def _found(self) -> None:
        self.query_one(VerticalScroll).focus()

    def _list(self, words: str) -> None:
        """List the commands that have all these words, by group."""
        keys = keys_of(self.app)
        commands = offers(self.about, keys) + offers(self.app, keys)
        notes: Sequence[tuple[str, str]] = getattr(self.about, "NOTES", ())
        blocks = {
            name: [(self._keys(each), each.label) for each in group]
            for name, group in grouped(commands).items()
        }
        if also := getattr(self.about, "ALSO", ()):
            blocks["In the fields"] = list(also)
        if notes:
            blocks["In the filter"] = list(notes)
        room = max(1, self.query_one(VerticalScroll).scrollable_content_region.width)
        keys_of_all = [key for block in blocks.values() for key, _ in block]
        lines: list[Content] = []
        for name, block in blocks.items():
            found = [each for each in block if _has(" ".join((name, *each)), words)]
            if found:
                lines += [Content("")] * bool(lines) + [Content.styled(name, "bold $accent")]
                cells = _cells(keys_of_all, [key for key, _ in block], room)
                lines += [line for each in found for line in _lines(*each, cells, room)]
        if left := [each for each in getattr(self.app, "not_taken", ()) if _has(each, words)]:
            told = [Content(f"{_GAP}{each}") for each in left]
            lines = [Content.styled(_NOT_TAKEN, "bold $warning"), *told, Content(""), *lines]
        shown = Content("\n").join(lines) if lines else Content("No command has all these words.")
        self.query_one("#commands", Static).update(shown)

    def _keys(self, command: Command) -> str:
        """Its keys, or where else it is found; without those that a field takes as text."""
        keys = [key for key in command.keys.split(",") if key]
        if (field := self.about.focused) is not None and not command.priority:
            takes = field.check_consume_key
            keys = [key for key in keys if not takes(key, key_to_character(key))] or keys
        return key_names(",".join(keys) or "ctrl+p")

    def action_find(self) -> None:
        """Type words to find a command by."""
        field = self.query_one("#find", Input)
        field.display = True
        field.focus()

    def action_back(self) -> None:
        """Back to the screen it was asked on; from a search, to all commands first."""
        field = self.query_one("#find", Input)
        if field.has_focus and field.value:
            field.value = ""
        else:
            self.dismiss()

    def action_scroll(self, by: int) -> None:
        """Show what does not fit."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


def _cells(of_all: list[str], of_block: list[str], room: int) -> int:
    """How wide the keys' column is: one for all groups where what they do has room beside it."""
    widest = max(map(cell_len, of_all))
    if room - widest - len(_GAP) >= _ROOMY:
        return widest
    return min(max(map(cell_len, of_block)), room // 3)


def _lines(key: str, does: str, cells: int, room: int) -> list[Content]:
    """A key and what it does, beside it; below it where the key is too long for its column."""
    told = Content(does).wrap(max(1, room - cells - len(_GAP)))
    lines = [Content.assemble(" " * cells, _GAP, line) for line in told]
    if cell_len(key) > cells:
        return [Content.styled(key, "$accent"), *lines]
    beside = Content.assemble((key + " " * (cells - cell_len(key)), "$accent"), _GAP, told[0])
    return [beside, *lines[1:]]


def _has(text: str, words: str) -> bool:
    return all(word in fold(text) for word in fold(words).split())
