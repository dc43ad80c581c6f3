"""Taking the last change back, from any screen around a list."""

import asyncio

from textual import work

from memtui.desk.desk import Desk
from memtui.errors import MemtuiError
from memtui.tui.commands import Command
from memtui.tui.describing import undone_line
from memtui.tui.long_work import LongWork
from memtui.tui.screens.list_screen import ListScreen


def undo(group: str) -> Command:
    """The command, for the `OFFERS` of a screen."""
    return Command(
        "undo",
        "u",
        "Take the last change back",
        group,
        hint="undo",
        when=lambda screen: screen.desk.can_undo,
    )


class UndoingScreen(ListScreen):
    """Those who extend it have `undo` among their `OFFERS`."""

    desk: Desk

    def action_undo(self) -> None:
        """Take the last change back, and say what came back."""
        self._take_back()

    @work(name="take back", group="change")
    async def _take_back(self) -> None:
        work = LongWork()
        try:
            with work.told(self, self.memtui.tell):
                line = await asyncio.to_thread(self._undone, work)
        except MemtuiError as error:
            self.memtui.complain(error)
            self.refresh_bindings()
            return
        self.memtui.tell(line)
        self.taken_back()

    def _undone(self, work: LongWork) -> str:
        change = self.desk.undo(progress=work.progress)
        return "There is nothing to take back." if change is None else undone_line(change)

    def taken_back(self) -> None:
        """Show what is there now."""
        raise NotImplementedError
