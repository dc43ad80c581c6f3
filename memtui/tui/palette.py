"""The palette (ctrl+p): commands of the screen it was opened on, and its subjects, by words."""

from collections.abc import Iterable
from functools import partial

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from memtui.tui.cells import plain
from memtui.tui.commands import Command, key_names, keys_of, offers
from memtui.tui.jumping import GO_TO, subjects_like
from memtui.tui.widgets.fact_list import FactList

_LEAST = 0.1  # of a subject that Textual's own comparison does not find


class Palette(CommandPalette):
    """Textual's palette without its moving parts."""

    DEFAULT_CSS = """
    Palette LoadingIndicator {
        display: none;
    }
    """


class Commands(Provider):
    """Offers the commands of the screen and of the app, and to go to a subject of its list."""

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

        for facts in self.screen.query(FactList):
            for row in subjects_like(facts.shown_rows, query):
                label = f"{GO_TO} {plain(row.subject)}"
                yield Hit(
                    max(matcher.match(label), _LEAST),
                    matcher.highlight(label),
                    partial(facts.select, row.id),
                    text=label,
                    help="Subject",
                )

    def _offered(self) -> Iterable[tuple[str, Command]]:
        for owner, node in (("screen", self.screen), ("app", self.app)):
            for command in offers(node, keys_of(self.app)):
                if command.applies(self.screen):
                    yield f"{owner}.{command.does}", command


def _shown(command: Command) -> Content:
    return Content.assemble(command.label, "  ", (key_names(command.keys), "$text-muted"))
