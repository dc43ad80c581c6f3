"""What can be done in a review, each once; see `commands`."""

from memtui.tui.commands import Command
from memtui.tui.screens.list_screen import MOVES

REVIEW = (
    Command("tick", "space", "Tick or untick, and go on to the next", "Decide"),
    Command("yes", "y", "Keep it, and go on to what is not decided", "Decide", hint="keep"),
    Command(
        "no", "x", "Leave it out, and go on to what is not decided", "Decide", hint="leave out"
    ),
    Command("back", "q,escape", "Leave; the review waits as it is", "Review", hint="leave"),
    Command(
        "same",
        "s",
        "It is about the thing that is suggested",
        "Decide",
        hint="same",
        when=lambda screen: screen.suggested is not None,
    ),
    Command("edit", "e", "Edit subject, attribute, fact, day or source", "Decide", hint="edit"),
    Command("words", "tab", "To the words in the conversation, and back", "Review", hint="words"),
    Command(
        "beside",
        "b",
        "Keep it beside what it replaces",
        "Decide",
        hint="beside",
        when=lambda screen: screen.replaces,
    ),
    Command("undecided", "full_stop", "Next that is not decided", "Decide", hint="undecided"),
    Command("back_a_step", "u", "Take the last decision back", "Decide"),
    Command("alias", "S", "Remember the name as another name for what is suggested", "Names"),
    Command("many", "m", "Remember that this attribute holds many values", "Names"),
    Command("declined", "", "Propose again what was left out before", "Names"),
    Command("all", "a", "Tick all that can be kept", "Many at once"),
    Command("none", "n", "Tick none", "Many at once"),
    Command("invert", "i", "Tick what is not ticked", "Many at once"),
    Command("subject_all", "A", "Tick all of this subject", "Many at once"),
    Command("subject_none", "X", "Leave out all of this subject", "Many at once"),
    Command("keep", "enter", "Remember the facts that are ticked", "Review"),
    Command(
        "rest",
        "t",
        "Read what is left of the conversation, or stop reading it",
        "Review",
        hint="read the rest",
        when=lambda screen: screen.can_read,
    ),
    Command("next", "right_square_bracket", "Next subject", "Move"),
    Command("previous", "left_square_bracket", "Previous subject", "Move"),
    Command("discard", "D", "Discard this review", "Review"),
    *MOVES,
)
