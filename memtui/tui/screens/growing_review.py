"""A review whose conversation is still being read, or was not read to its end."""

from textual.content import Content
from textual.widgets import Static

from memtui.desk.accounts import account_line, failed_lines, part_line, unread_line
from memtui.desk.desk import Desk
from memtui.desk.intake import Intake
from memtui.desk.models import rest
from memtui.desk.safekeeping import Safekeeping
from memtui.desk.telling import count
from memtui.errors import MemtuiError
from memtui.extract.events import Done, Dropped, Event, PartBegun, PartFailed, Proposed
from memtui.facts.text import visible
from memtui.review.review import Review
from memtui.tui.reader import Reader
from memtui.tui.screens.judged_review import JudgedReview


class GrowingReview(JudgedReview):
    """Takes in what is proposed while the person decides; the cursor stays where it is.

    Leaving stops the reading. What is not read yet waits with the review.
    """

    DEFAULT_CSS = """
    GrowingReview #reading { height: auto; max-height: 4; padding: 0 1; color: $text-muted; }
    """

    def __init__(
        self,
        desk: Desk,
        review: Review | Safekeeping,
        *,
        note: str = "",
        reader: Reader | None = None,
    ) -> None:
        super().__init__(desk, review, note=note)
        self.reader = reader

    @property
    def can_read(self) -> bool:
        """Whether parts of the conversation are being read, or still to be read."""
        return self.is_reading or bool(self.review.unread and self.review.turns)

    @property
    def is_reading(self) -> bool:
        """Whether the conversation is being read now."""
        return self.reader is not None and self.reader.running

    @property
    def unread_line(self) -> str:
        """What of the conversation is still to be read; nothing when all is."""
        return unread_line(self.review.reading) if self.review.reading else ""

    def on_mount(self) -> None:
        """Show how far the reading is, and follow it."""
        self.mount(Static(id="reading", markup=False), before=self.saying)
        if self.reader:
            self.reader.intake.listener = self._happened
        self.call_after_refresh(self._show_reading)

    def on_unmount(self) -> None:
        """Nobody is told any more; what is found is written down all the same."""
        if self.reader:
            self.reader.intake.listener = None
            self.reader.stop()
            if self.app.is_running:
                self.app.run_worker(rest(self.desk), name="let the model go", group="rest")

    def action_rest(self) -> None:
        """Stop reading; or read what is still to be read, and nothing else again."""
        if self.reader and self.is_reading:
            self.reader.stop()
            self.saying.say("Stopped. What was found stays; t reads the rest.")
        elif self.can_read:
            if self.reader is None:
                self.reader = Reader(self.memtui, Intake.resume(self.desk, self.safe))
            self.reader.intake.listener = self._happened
            self.saying.say("")
            self.reader.start()
        else:
            self.saying.say("All of the conversation is read.")
        self._show_reading()

    def _happened(self, event: Event | MemtuiError) -> None:
        match event:
            case MemtuiError():
                self.saying.tell(event, "t reads what is left.")
            case Proposed() | Dropped():
                self.take_in()
            case Done(account):
                self.saying.say(account_line(account), "warn" if account.failed else "")
            case PartBegun() | PartFailed():
                pass
            case _:
                return
        # A reading that ends does so after its last event.
        self.call_after_refresh(self._show_reading)

    def _show_reading(self) -> None:
        lines = []
        progress = self.review.reading
        if self.reader and self.is_reading:
            part = part_line(self.reader.intake.progress, self.reader.intake.part)
            found = count(len(self.review.items), "proposal")
            lines.append(" · ".join(filter(None, ("reading on", part, found, "t stops"))))
        elif progress and self.review.turns and (unread := unread_line(progress)):
            lines += [f"{unread} · t reads them", *failed_lines(progress)[:2]]
        reading = self.query_one("#reading", Static)
        reading.display = bool(lines)
        reading.update(Content("\n".join(map(visible, lines))))
