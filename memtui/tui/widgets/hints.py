"""The footer: one line with the keys that matter now, from the screen's commands."""

from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.keys import key_to_character
from textual.widget import Widget

from memtui.tui.commands import HINTS, Command, hints, key_name, keys_of, offers

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
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"hints--key"}

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        """Follow the focus."""
        self.watch(self.screen, "focused", self._focus_moved, init=False)

    def render(self) -> Content:
        """The line, as many hints as fit."""
        key_look = self.get_visual_style("hints--key", partial=True)
        line = Content("")
        self._spans = []
        for key, command in self._fitting():
            hint = Content.assemble((key, key_look), f" {command.hint}")
            start = line.cell_length + (len(_GAP) if line.plain else 0)
            line = line + Content(_GAP if line.plain else "") + hint
            self._spans.append((start, line.cell_length, self._action(command)))
        return line

    async def on_click(self, event: events.Click) -> None:
        """Do what the key under the pointer does."""
        at = event.get_content_offset_capture(self).x
        for start, end, action in self._spans:
            if start <= at < end:
                await self.run_action(action)

    def shown(self) -> list[tuple[str, Command]]:
        """The commands hinted at, each with the key that works now; those of the app come last."""
        everywhere = self._working(self.app)
        return self._working(self.screen)[: HINTS - len(everywhere)] + everywhere

    def _fitting(self) -> list[tuple[str, Command]]:
        """What of it the line has room for; the way out and the way to help go last."""
        everywhere = self._working(self.app)
        own = self.shown()[: -len(everywhere) or None]
        while own and _width(own + everywhere) > self.size.width:
            del own[max(0, len(own) - 2)]
        shown = own + everywhere
        return shown if _width(shown) <= self.size.width else []

    def _working(self, node: object) -> list[tuple[str, Command]]:
        offered = offers(node, keys_of(self.app))
        pairs = [(self._key(each), each) for each in hints(offered, self.screen)]
        return [(key_name(key), command) for key, command in pairs if key]

    def _key(self, command: Command) -> str | None:
        """The first key of a command that the focused widget does not take as text."""
        focused = self.screen.focused
        for key in command.keys.split(","):
            taken = focused is not None and focused.check_consume_key(key, key_to_character(key))
            if command.priority or not taken:
                return key
        return None

    def _action(self, command: Command) -> str:
        owner = "screen" if command in offers(self.screen, keys_of(self.app)) else "app"
        return f"{owner}.{command.does}"

    def _focus_moved(self) -> None:
        self.refresh()


def _width(shown: list[tuple[str, Command]]) -> int:
    """How many cells the hints take."""
    cells = sum(cell_len(key) + 1 + cell_len(command.hint) for key, command in shown)
    return cells + len(_GAP) * (len(shown) - 1)
