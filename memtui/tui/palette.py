"""The palette (ctrl+p): every command of the screen it was opened on, found by its words."""

from collections.abc import Iterable
from functools import partial

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from memtui.tui.commands import Command, key_names, keys_of, offers


class Palette(CommandPalette):
    """Textual's palette without its moving parts."""

    DEFAULT_CSS = """
    Palette LoadingIndicator {
        display: none;
    }
    """


class Commands(Provider):
    """Offers the commands of the screen and of the app."""

    async def discover(self) -> Hits:
        """All that makes sense now."""
        for name, command in self._offered():
            yield DiscoveryHit(
                _shown(command), partial(self.app.run_action, name), text=command.label
            )

    async def search(self, query: str) -> Hits:
        """What matches the words typed."""
        matcher = self.matcher(query)
        for name, command in self._offered():
            score = matcher.match(command.label)
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(command.label),
                    partial(self.app.run_action, name),
                    text=command.label,
                    help=f"{command.group} · {key_names(command.keys)}",
                )

    def _offered(self) -> Iterable[tuple[str, Command]]:
        for owner, node in (("screen", self.screen), ("app", self.app)):
            for command in offers(node, keys_of(self.app)):
                if command.applies(self.screen):
                    yield f"{owner}.{command.does}", command


def _shown(command: Command) -> Content:
    return Content.assemble(command.label, "  ", (key_names(command.keys), "$text-muted"))
