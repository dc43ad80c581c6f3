"""The main screen: the facts of a memory and everything that can be done with them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import BindingType

from memtui.desk.desk import Desk
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.store.catalog import Row
from memtui.tui.asking_for import ShowFacts
from memtui.tui.commands import bindings
from memtui.tui.copying import copy
from memtui.tui.listing import Order
from memtui.tui.long_work import LongWork
from memtui.tui.main_commands import MAIN
from memtui.tui.screens.elsewhere import LeadsElsewhere
from memtui.tui.widgets.fact_list import FactList

if TYPE_CHECKING:
    from memtui.desk.moving import Moved
    from memtui.facts.keeping import Change
    from memtui.tui.screens.dialog import Done
    from memtui.tui.seeing import Seen


class MainScreen(LeadsElsewhere):
    """The facts of the open memory."""

    OFFERS = MAIN
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("main", OFFERS)]

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._one_change = asyncio.Lock()

    def _show(self, seen: "Seen", select: str) -> None:
        first = self.seen is None
        super()._show(seen, select)
        if first:
            self._offer_what_was_typed()

    @work(name="what was typed", group="what was typed")
    async def _offer_what_was_typed(self) -> None:
        """Open the form again that an app was ended with."""
        from memtui.desk.typed import typed_before

        typed = await asyncio.to_thread(typed_before, self.desk.memory)
        if typed is None or self.app.screen is not self:
            return
        from memtui.tui.screens.fact_dialogs import AddDialog, CorrectDialog

        if typed.fact_id:
            self.go_to(typed.fact_id)
        row = self.facts.row
        if row and row.id == typed.fact_id:
            self.app.push_screen(CorrectDialog(self.desk, row, typed.parts), self._changed)
        else:
            self.app.push_screen(AddDialog(self.desk, typed=typed.parts), self._changed)
        self.memtui.tell("This is what you were typing when memtui was ended.")

    # Looking

    def action_history(self) -> None:
        """Show or hide what held before, of all facts."""
        self.facts.show_history(not self.facts.history)
        self._tell_state()

    def action_history_here(self) -> None:
        """Show or hide what held before the fact."""
        place = self.facts.place
        if place and place.earlier and self.order is not Order.SUBJECT:
            self.action_timeline()
        elif not self.facts.toggle_thing() and self._row():
            self.memtui.tell("Nothing held before this fact.")

    def action_timeline(self) -> None:
        """Show what held when."""
        if row := self.facts.row or self._row():
            from memtui.tui.screens.history import HistoryScreen

            self.app.push_screen(HistoryScreen(self.desk, row.id))

    @on(FactList.Opened)
    def action_view(self) -> None:
        """Show all about the fact."""
        if row := self._row():
            from memtui.tui.screens.fact import FactScreen

            self.app.push_screen(FactScreen(self.desk, row.id))

    def action_copy(self) -> None:
        """Copy the fact with its citation."""
        if row := self._row():
            copy(self.memtui, row.id, row.fact)

    def action_search(self) -> None:
        """Search by words and meaning."""
        from memtui.tui.screens.search import SearchScreen

        self.app.push_screen(SearchScreen(self.desk), self._found)

    def _found(self, fact_id: str | None) -> None:
        if fact_id is not None:
            self.go_to(fact_id)

    # Changing

    def action_add(self) -> None:
        """Add a fact by hand."""
        from memtui.tui.screens.fact_dialogs import AddDialog

        row = self.facts.row
        subject = row.subject if row else ""
        self.app.push_screen(AddDialog(self.desk, subject), self._changed)

    def action_correct(self) -> None:
        """Correct the fact, or what is selected."""
        if self.facts.selected:
            from memtui.tui.screens.several_dialogs import CorrectSeveralDialog

            self.app.push_screen(CorrectSeveralDialog(self.desk, self.rows), self._changed)
        elif row := self._row():
            from memtui.tui.screens.fact_dialogs import CorrectDialog

            self.app.push_screen(CorrectDialog(self.desk, row), self._changed)

    def action_tags(self) -> None:
        """Add and take away tags of the fact, or of what is selected."""
        if self._row():
            from memtui.tui.screens.several_dialogs import TagsDialog

            self.app.push_screen(TagsDialog(self.desk, self.rows), self._changed)

    def action_editor(self) -> None:
        """Open the note in the person's editor."""
        if row := self.facts.row or self._row():
            self._edit(row.id)

    @work(name="edit the note", group="change")
    async def _edit(self, fact_id: str) -> None:
        from memtui.tui.editing import edit_note

        if await edit_note(self.memtui, self.desk, fact_id):
            self.read(scan=True, select=fact_id)

    def action_end(self) -> None:
        """Say that the fact, or what is selected, no longer holds."""
        if self._row() is None:
            return
        holding = [row for row in self.rows if row.until is None]
        if not holding:
            self.memtui.tell("This fact holds no longer already.")
            return
        from memtui.tui.screens.end_dialog import EndDialog

        self.app.push_screen(EndDialog(self.desk, holding), self._changed)

    def action_forget(self) -> None:
        """Forget the fact, or what is selected."""
        if self._row():
            from memtui.tui.screens.forget_dialog import ForgetDialog

            earlier = self.facts.earlier_than(self.rows)
            self.app.push_screen(ForgetDialog(self.desk, self.rows, earlier), self._changed)

    def action_restore(self) -> None:
        """Let an ended fact hold again."""
        row = self._row()
        if row is None:
            return
        if row.ended is None:
            self.memtui.tell(
                "It was replaced, not ended; correct or forget what replaced it."
                if row.until
                else "This fact holds; only one that was ended can be restored."
            )
            return
        from memtui.facts.keeping import Restore
        from memtui.tui.describing import restored_line

        work = LongWork()
        restore = partial(self.desk.apply, Restore(row.id), progress=work.progress)
        self._change(restore, restored_line, work)

    def action_undo(self) -> None:
        """Take the last change back, when the key was meant: nothing takes that back again."""
        if self.memtui.in_a_run(repeats=True):
            self.memtui.tell("Typed by mistake? u once more takes the last change back.")
            return
        from memtui.tui.describing import undone_line

        work = LongWork()
        self._change(partial(self.desk.undo, progress=work.progress), undone_line, work)

    @work(name="change the memory", group="change")
    async def _change(
        self,
        change: "Callable[[], Change | None]",
        say: "Callable[[Change], str]",
        work: LongWork,
    ) -> None:
        """Have the memory changed away from this thread: it may wait for another program."""
        async with self._one_change:
            try:
                with work.told(self, self.memtui.tell):
                    done = await asyncio.to_thread(change)
            except MemtuiError as error:
                self.memtui.complain(error)
                return
        if done is None:
            self.memtui.tell("There is nothing to take back.")
            return
        self.memtui.tell(await asyncio.to_thread(say, done))
        self.read(select=_touched(done, self.facts.row))

    def _changed(self, done: "Done | None") -> None:
        """A dialog changed the memory."""
        if done is not None:
            self.memtui.tell(done.line + ("" if done.change.is_empty else " · u takes it back"))
            several = bool(self.facts.selected)
            self.facts.mark_none()
            self.read(select="" if several else _touched(done.change, self.facts.row))

    # Elsewhere

    @on(ShowFacts)
    def _show_facts(self, event: ShowFacts) -> None:
        """Show what another screen asks for."""
        self.facts.show_history(True)
        self.filter_field.value = event.text
        self.facts.focus()

    def action_move_to(self) -> None:
        """Move the fact, or what is selected, to another memory."""
        if self._row():
            from memtui.tui.screens.move_dialog import MoveDialog

            self.app.push_screen(MoveDialog(self.desk, self.rows, self.memtui.home), self._moved_to)

    def _moved_to(self, moved: "Moved | None") -> None:
        if moved is not None:
            self.facts.mark_none()
            self.memtui.tell(
                f"moved {count(moved.moved, 'fact')} to {moved.to} · u brings them back here too"
            )
            self.read()

    def action_quit(self) -> None:
        """Leave the app."""
        self.app.exit()

    @property
    def rows(self) -> list[Row]:
        """The facts that a command is about: those selected, else the one under the cursor."""
        if self.facts.selected:
            return self.facts.selected_rows
        return [self.facts.row] if self.facts.row else []

    def _row(self) -> Row | None:
        """The fact under the cursor; says so where there is none."""
        row = self.facts.row
        if row is None and not self.facts.selected:
            self.memtui.tell("There is no fact here. a adds one.")
        return row or next(iter(self.rows), None)


def _touched(change: "Change", row: Row | None) -> str:
    """The fact of a change to put the cursor on: where it is, else one that holds, if any."""
    after = [edit.after for edit in change.edits if edit.after is not None]
    holding = [fact.id for fact in after if fact.current]
    if row is not None and row.id in holding:
        return row.id
    return holding[0] if holding else after[0].id if after else ""
