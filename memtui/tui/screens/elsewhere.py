"""The facts, and what leads from them to all that is not about one fact."""

import asyncio

from textual import work

from memtui.errors import MemtuiError
from memtui.tui.screens.facts import FactsScreen


class LeadsElsewhere(FactsScreen):
    """The facts of the open memory, with the ways to other screens."""

    def action_open(self) -> None:
        """Open a conversation."""
        from memtui.tui.screens.open import OpenScreen

        self.app.push_screen(OpenScreen(self.desk))

    @work(name="find the review", group="review")
    async def action_review(self) -> None:
        """Go on with the review that waits; choose where several do."""
        from memtui.desk.queue import gather
        from memtui.tui.screens.review import ReviewScreen

        try:
            reviews = await asyncio.to_thread(gather, self.desk)
        except MemtuiError as error:
            self.memtui.complain(error)
            return
        if len(reviews) > 1:
            from memtui.tui.screens.waiting import WaitingScreen

            self.app.push_screen(WaitingScreen(self.desk, reviews))
        elif reviews:
            self.app.push_screen(ReviewScreen(self.desk, reviews[0]))
        else:
            self.memtui.tell("No review waits. o opens a conversation.")

    def action_tidy(self) -> None:
        """Show what wants mending."""
        from memtui.tui.screens.tidy import TidyScreen

        self.app.push_screen(TidyScreen(self.desk))

    def action_batches(self) -> None:
        """Show what was kept when, and from where."""
        from memtui.tui.screens.batches import BatchesScreen

        self.app.push_screen(BatchesScreen(self.desk))

    def action_models(self) -> None:
        """Show the models that read conversations."""
        from memtui.tui.screens.models import ModelsScreen

        self.app.push_screen(ModelsScreen(self.desk))

    def action_settings(self) -> None:
        """Show the settings."""
        from memtui.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(self.desk))

    def action_health(self) -> None:
        """Say whether notes, index, search and extractor are well."""
        from memtui.tui.screens.health import HealthScreen

        self.app.push_screen(HealthScreen(self.desk))

    def action_watched(self) -> None:
        """Say what became of the files in watched folders."""
        from memtui.tui.screens.watched import WatchedScreen

        self.app.push_screen(WatchedScreen(self.desk))

    def action_memories(self) -> None:
        """Change to another memory."""
        from memtui.tui.screens.memories import MemoriesScreen

        self.app.push_screen(
            MemoriesScreen(self.memtui.home, self.desk.memory.name), self._change_memory
        )

    def _change_memory(self, name: str | None) -> None:
        if name is not None and name != self.desk.memory.name:
            self.memtui.change_memory(name)

    def action_problems(self) -> None:
        """List the notes that cannot be read."""
        from memtui.tui.screens.problems import ProblemsScreen

        self.app.push_screen(ProblemsScreen(self.desk))
