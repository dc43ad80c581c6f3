"""`Changing`: what changes an open memory, all of it to be taken back while it is open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memtui.desk.by_meaning import ByMeaning
from memtui.desk.declined import Declined
from memtui.desk.drafts import Drafts
from memtui.desk.nearby import Nearby
from memtui.desk.read_before import ReadBefore
from memtui.desk.recalls import Counted
from memtui.errors import Code, MemtuiError
from memtui.store.contents import Clock
from memtui.store.memory import Memory, utc_now
from memtui.store.progress import Progress, untold

# What changing needs is imported where it is used: a list of facts is shown a tenth of a second
# sooner.
if TYPE_CHECKING:
    from memtui.facts.fact import Fact
    from memtui.facts.keeping import Change, Request
    from memtui.review.review import Review
    from memtui.store.health import Repaired

_UNDO_LIMIT = 100


@dataclass(frozen=True, slots=True)
class _Done:
    change: "Change"
    review: "Review | None" = None


class Changing:
    """One open memory: every change goes through here and can be taken back while it is open."""

    def __init__(self, memory: Memory, clock: Clock = utc_now) -> None:
        self.memory = memory
        self.clock = clock
        self.declined = Declined(memory)
        self.read_before = ReadBefore(memory)
        self.meaning = ByMeaning(memory, clock)
        self.nearby = Nearby(memory, self.meaning)
        self.drafts = Drafts(memory)
        self._done: list[_Done] = []

    def close(self) -> None:
        """Close the memory; what was done can no longer be taken back by `undo`."""
        self.meaning.close()
        self.memory.close()

    def refresh(self, *, progress: Progress = untold) -> None:
        """Take in what others changed in the notes or the settings.

        Args:
            progress: See `Memory.refresh`.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE`, `INDEX_UNAVAILABLE`.
        """
        self.memory.refresh(progress=progress)
        self.meaning.changed()

    def reindex(self) -> None:
        """Make the words' index anew from the notes; vectors follow, the old ones answer meanwhile.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE`.
        """
        self.memory.reindex()
        self.meaning.anew()

    def preview(self, request: "Request", *, progress: Progress = untold) -> "Change":
        """What a request would do; nothing is written."""
        return self.memory.preview(request, progress=progress)

    def apply(
        self, request: "Request", shown: "Change | None" = None, *, progress: Progress = untold
    ) -> "Change":
        """Do what is asked, whole or not at all.

        Args:
            request: What is asked.
            shown: The change that the person agreed to, if they saw one.
            progress: Told how far it is, in this thread.

        Raises:
            MemtuiError: Whatever `plan` refuses; `MEMORY_CHANGED` when it would now do something
                else than was shown; `MEMORY_BUSY`; `MEMORY_READONLY`.
        """
        return self._did(request, self.memory.apply(request, shown, progress=progress))

    def save_settings(self, values: Mapping[str, Any]) -> "Change":
        """Change settings, given by dotted names; `None` takes one out. Comments stay.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when a value is of the wrong kind;
                `MEMORY_BUSY`; `MEMORY_READONLY`.
        """
        change = self.memory.save_settings(values)
        self._remember(_Done(change))
        self.refresh()
        return change

    def rewrite(self, id_: str, before: bytes, after: bytes) -> "Change":
        """Put another text in the place of a note's; see `Memory.rewrite`."""
        change = self.memory.rewrite(id_, before, after)
        self._remember(_Done(change))
        return change

    def repair(self) -> "Repaired":
        """Put right what can be without losing anything: links, folders, modes and the index.

        What it says in notes can be taken back; where they lie, who may read them and the index
        follow from the rest, and would be put right again.

        Raises:
            MemtuiError: `MEMORY_BUSY`, `MEMORY_READONLY`, `SETTINGS_UNREADABLE`,
                `INDEX_UNAVAILABLE`.
        """
        repaired = self.memory.repair()
        self._remember(_Done(repaired.undoable))
        self.refresh()
        return repaired

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take something back."""
        return bool(self._done)

    def undo(self, *, progress: Progress = untold) -> "Change | None":
        """Take back the last change of this run, forgetting included.

        A review that was kept is an unfinished review again. A change that others overtook is
        refused once, and no longer bars the ones before it.

        Args:
            progress: Told how far it is, in this thread.

        Returns:
            The change that did so, or `None` when there is nothing to take back.

        Raises:
            MemtuiError: `MEMORY_CHANGED` for one that others overtook; `MEMORY_BUSY`,
                `MEMORY_READONLY`.
        """
        if not self._done:
            return None
        done = self._done[-1]
        try:
            change = self.memory.undo(done.change, progress=progress)
        except MemtuiError as error:
            if error.code is Code.MEMORY_CHANGED:
                self._done.pop()
                if self._done:
                    error.hint = f"{error.hint} Undo again takes back the change before it."
            raise
        self._done.pop()
        if change.settings:
            self.refresh()
        self.meaning.changed(_gone(change))
        if done.review is not None:
            self.declined.remove(item.asked for item in done.review.items if not item.ticked)
            self.drafts.save(done.review)
        return change

    def _did(
        self, request: "Request", change: "Change", review: "Review | None" = None
    ) -> "Change":
        from memtui.desk.typed import forget_typed
        from memtui.facts.keeping import Forget, ForgetSource, Keep, TakeBack

        gone = _gone(change)
        forgets = isinstance(request, Keep) and request.forget
        if forgets or isinstance(request, Forget | ForgetSource | TakeBack):
            self.drafts.purge(gone.values())
            forget_typed(self.memory, gone.values())
        if isinstance(request, ForgetSource | TakeBack):
            self.read_before.forget({fact.source for fact in gone.values()})
        self.meaning.changed(gone)
        Counted(self.memory).drop(gone)
        self._remember(_Done(change, review))
        return change

    def _remember(self, done: _Done) -> None:
        if not done.change.is_empty:
            self._done = [*self._done[-_UNDO_LIMIT:], done]


def _gone(change: "Change") -> "dict[str, Fact]":
    """The facts that a change deletes, by id."""
    return {edit.id: edit.before for edit in change.edits if edit.before and not edit.after}
