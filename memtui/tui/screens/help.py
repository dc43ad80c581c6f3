"""All keys of a screen, from its commands, found by their words."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from memtui.facts.text import fold
from memtui.tui.commands import Command, bindings, grouped, key_names, keys_of, offers
from memtui.tui.widgets.hints import Hints


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
        """List all."""
        self.query_one("#find").display = False
        self._list("")

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
        width = max([cell_len(_keys(each)) for each in commands] + [cell_len(n) for n, _ in notes])
        blocks = {
            name: [(_keys(each), each.label) for each in group]
            for name, group in grouped(commands).items()
        }
        if notes:
            blocks["In the filter"] = list(notes)
        lines: list[Content] = []
        for name, block in blocks.items():
            found = [each for each in block if _has(" ".join((name, *each)), words)]
            if found:
                lines += [Content("")] * bool(lines) + [Content.styled(name, "bold $accent")]
                lines += [
                    Content.assemble((key + " " * (width - cell_len(key)), "$accent"), "  ", does)
                    for key, does in found
                ]
        shown = Content("\n").join(lines) if lines else Content("No command has all these words.")
        self.query_one("#commands", Static).update(shown)

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


def _keys(command: Command) -> str:
    """Its keys, or where else it is found."""
    return key_names(command.keys or "ctrl+p")


def _has(text: str, words: str) -> bool:
    return all(word in fold(text) for word in fold(words).split())
