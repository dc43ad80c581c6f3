"""All keys of a screen, from its commands."""

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from memtui.tui.commands import Command, bindings, grouped, key_names, offers
from memtui.tui.widgets.hints import Hints


class HelpScreen(ModalScreen[None]):
    """Lists what the screen below offers."""

    OFFERS = (
        Command("back", "escape,q,?,f1", "Back", "Help", hint="back"),
        Command("down", "j,down", "Further down", "Help", hint="scroll", action="scroll(1)"),
        Command("up", "k,up", "Further up", "Help", action="scroll(-1)"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("help", OFFERS)]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self.about = about

    def compose(self) -> ComposeResult:
        """One block for each group."""
        groups = grouped(offers(self.about) + offers(self.app))
        width = max(cell_len(_keys(each)) for group in groups.values() for each in group)
        with VerticalScroll(classes="dialog"):
            for name, commands in groups.items():
                yield Static(name, classes="group", markup=False)
                for command in commands:
                    keys = f"{_keys(command):<{width}}"
                    yield Static(
                        Content.assemble((keys, "$accent"), "  ", command.label), markup=False
                    )
        yield Hints()

    def action_back(self) -> None:
        """Back to the screen it was asked on."""
        self.dismiss()

    def action_scroll(self, by: int) -> None:
        """Show what does not fit."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


def _keys(command: Command) -> str:
    """Its keys, or where else it is found."""
    return key_names(command.keys or "ctrl+p")
