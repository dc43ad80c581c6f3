"""The footer: one line with the keys that matter now, from the screen's commands."""

from typing import ClassVar

from textual.content import Content
from textual.keys import key_to_character
from textual.style import Style
from textual.widget import Widget

from memtui.tui.commands import Command, hints, key_name, offers

_GAP = "  "


class Hints(Widget):
    """Shows at most seven keys; a click on one does what the key does.

    Keys that a focused input would take as text are left out. Call `refresh()` when what is
    offered changes; a change of focus is noticed.
    """

    DEFAULT_CSS = """
    Hints {
        dock: bottom;
        height: 1;
        padding: 0 1;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"hints--key"}

    def on_mount(self) -> None:
        """Follow the focus."""
        self.watch(self.screen, "focused", self._focus_moved, init=False)

    def render(self) -> Content:
        """The line, as many hints as fit."""
        line = Content("")
        for key, command in self.shown():
            hint = self._hint(key, command)
            wider = line + Content(_GAP) + hint if line.plain else hint
            if wider.cell_length > self.size.width:
                break
            line = wider
        return line

    def shown(self) -> list[tuple[str, Command]]:
        """The commands hinted at now, each with the key that works."""
        pairs = [
            (self._key(command), command)
            for command in hints(offers(self.screen) + offers(self.app), self.screen)
        ]
        return [(key_name(key), command) for key, command in pairs if key]

    def _key(self, command: Command) -> str | None:
        """The first key of a command that the focused widget does not take as text."""
        focused = self.screen.focused
        for key in command.keys.split(","):
            taken = focused is not None and focused.check_consume_key(key, key_to_character(key))
            if command.priority or not taken:
                return key
        return None

    def _hint(self, key: str, command: Command) -> Content:
        owner = "screen" if command in offers(self.screen) else "app"
        click = Style.from_meta({"@click": f"{owner}.{command.does}"})
        look = self.get_visual_style("hints--key", partial=True)
        return Content.assemble((key, look + click), (f" {command.hint}", click))

    def _focus_moved(self) -> None:
        self.refresh()
