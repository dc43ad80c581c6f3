"""Has a conversation read in the background of the app, whatever screen is shown meanwhile."""

from textual.app import App
from textual.worker import Worker

from memtui.desk.intake import Intake


class Reader:
    """An intake at work; it belongs to the app, so that one screen can hand it to another."""

    def __init__(self, app: App[None], intake: Intake) -> None:
        self.intake = intake
        self._app = app
        self._worker: Worker[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it reads; no longer once it was told to stop."""
        worker = self._worker
        return worker is not None and worker.is_running and self.intake.running

    def start(self) -> None:
        """Read what is unread."""
        if not self.running:
            self.intake.running = True
            self._worker = self._app.run_worker(
                self.intake.run(), name="read a conversation", group="reading"
            )

    def stop(self) -> None:
        """Stop; the request is closed, and what was found stays."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
