"""What is asked before conversations are read: who of those who speak is the person, and when."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from textual.app import App

from memtui.conversations.conversation import Conversation, with_day, with_me
from memtui.desk.desk import Desk
from memtui.tui.screens.when import WhenScreen
from memtui.tui.screens.who import WhoScreen


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person answered; `day` is `None` where it was not asked."""

    names: tuple[str, ...] = ()
    day: date | None = None

    def on(self, conversation: Conversation) -> Conversation:
        """A conversation with what was answered."""
        conversation = with_me(conversation, self.names)
        return with_day(conversation, self.day) if self.day else conversation


def ask(
    app: App[object],
    today: date,
    people: Mapping[str, int],
    words: Mapping[str, str],
    *,
    undated: str,
    then: Callable[[Answers], object],
) -> None:
    """Ask what has to be asked, if anything; whoever goes back is asked nothing more.

    Args:
        app: The app.
        today: The day that is offered.
        people: Who speaks how often, where nobody of them is known to be the person.
        words: What they say first.
        undated: What has no date; empty where all has.
        then: Is given the answers.
    """

    def named(names: tuple[str, ...] | None) -> None:
        if names is None:
            return
        if undated:
            app.push_screen(WhenScreen(today, undated), lambda day: dated(names, day))
        else:
            then(Answers(names))

    def dated(names: tuple[str, ...], day: date | None) -> None:
        if day:
            then(Answers(names, day))

    if people:
        app.push_screen(WhoScreen(people, words), named)
    else:
        named(())


def remember_names(desk: Desk, names: tuple[str, ...]) -> None:
    """Keep the person's names in the settings of the memory.

    Raises:
        MemtuiError: They cannot be kept.
    """
    known = desk.memory.settings.me.names
    if new := [name for name in names if name not in known]:
        desk.save_settings({"me.names": [*known, *new]})
