"""The way from a file to a review: screens that a review, once there, takes the place of."""

from textual.app import App
from textual.content import Content
from textual.widgets import Static

from memtui.conversations.conversation import Conversation, Grade
from memtui.desk.desk import Desk
from memtui.desk.safekeeping import Safekeeping
from memtui.desk.telling import count, span
from memtui.errors import MemtuiError
from memtui.facts.text import visible
from memtui.review.review import Review
from memtui.tui.reader import Reader
from memtui.tui.screens.list_screen import ListScreen

_DATED = {
    Grade.NEAR: "Some turns have no time: facts are dated by the turn before.",
    Grade.CONVERSATION: "Its turns have no day: facts are dated by the conversation.",
    Grade.FILE: "It has no times: facts are dated by the file's name or heading.",
    Grade.NONE: "It has no date: facts are dated as you said.",
}


class WayScreen(ListScreen):
    """A screen on the way to a review."""


def leave(app: App[object]) -> None:
    """Go back to the screen on which the way began, from all that was opened since."""
    stack = app.screen_stack
    first = next((n for n, each in enumerate(stack) if isinstance(each, WayScreen)), len(stack))
    for _ in stack[first:]:
        app.pop_screen()


def go_to_review(
    app: App[object],
    desk: Desk,
    review: Review | Safekeeping,
    note: str = "",
    reader: Reader | None = None,
) -> None:
    """Put the review in the place of all that led to it.

    Args:
        app: The app.
        desk: The desk.
        review: The review.
        note: What is shown above its keys.
        reader: What still reads its conversation.
    """
    from memtui.tui.screens.review import ReviewScreen

    progress = (review.review if isinstance(review, Safekeeping) else review).reading
    dated = _DATED.get(progress.grade, "") if progress else ""
    leave(app)
    told = " ".join(filter(None, (note, dated)))
    app.push_screen(ReviewScreen(desk, review, note=told, reader=reader))


def title_of(name: str, conversation: Conversation) -> str:
    """What a conversation is, in a line: name, title, turns, days."""
    parts = [visible(name)]
    if conversation.title and not name.startswith(conversation.title):
        parts.append(visible(conversation.title))
    parts.append(count(len(conversation.turns), "turn"))
    if conversation.started:
        ended = conversation.ended or conversation.started
        parts.append(span(conversation.started, ended))
    return " · ".join(parts)


class Saying(Static):
    """One or two lines that say what is going on or what went wrong; empty, it takes no room."""

    DEFAULT_CSS = """
    Saying { height: auto; max-height: 5; padding: 0 1; color: $text-muted; }
    Saying.-bad { color: $text-error; }
    Saying.-warn { color: $text-warning; }
    Saying.-empty { display: none; }
    """

    def __init__(self, text: str = "", *, id: str | None = None) -> None:
        super().__init__(Content(visible(text)), id=id, markup=False)
        self.text = text
        self.set_class(not text, "-empty")

    def say(self, text: str, look: str = "") -> None:
        """Say this in place of what was said; `look` is empty, `warn` or `bad`."""
        self.text = text
        self.update(Content("\n".join(visible(line) for line in text.splitlines())))
        for each in ("bad", "warn"):
            self.set_class(look == each, f"-{each}")
        self.set_class(not text, "-empty")

    def tell(self, error: MemtuiError, also: str = "") -> None:
        """Say what went wrong, with its code and what to do."""
        self.say(f"{error}\n{also}".rstrip(), "bad")
