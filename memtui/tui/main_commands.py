"""What the main screen offers."""

from typing import TYPE_CHECKING

from memtui.tui.commands import Command

if TYPE_CHECKING:
    from memtui.tui.screens.main import MainScreen


def _on_a_fact(screen: "MainScreen") -> bool:
    return screen.facts.row is not None


def _on_one_that_holds(screen: "MainScreen") -> bool:
    return any(row.until is None for row in screen.rows)


def _on_one_that_ended(screen: "MainScreen") -> bool:
    return screen.facts.row is not None and screen.facts.row.ended is not None


def _filtering(screen: "MainScreen") -> bool:
    facts = screen.facts
    return bool(facts.asked or facts.selected) or screen.filter_field.has_focus


def _can_undo(screen: "MainScreen") -> bool:
    return screen.desk.can_undo


def _reviews_wait(screen: "MainScreen") -> bool:
    return screen.seen is not None and screen.seen.proposals + screen.seen.unread > 0


def _notes_unreadable(screen: "MainScreen") -> bool:
    return screen.seen is not None and screen.seen.unreadable > 0


MAIN = (
    Command("open", "o", "Open a conversation", "Memory", hint="open chat"),
    Command("add", "a", "Add a fact by hand", "Change", hint="add"),
    Command("correct", "e", "Correct the fact, or all selected…", "Change", "correct", _on_a_fact),
    Command("forget", "d", "Forget the fact, or all selected…", "Change", "forget", _on_a_fact),
    Command("undo", "u", "Take the last change back", "Change", hint="undo", when=_can_undo),
    Command("clear", "escape,backspace", "Clear selection or filter", "Look", "clear", _filtering),
    Command("search", "s", "Search by words and meaning", "Look", hint="search"),
    Command("end", "x", "Say that it no longer holds…", "Change", when=_on_one_that_holds),
    Command("editor", "E", "Open its note in your editor (EDITOR)", "Change", when=_on_a_fact),
    Command("tags", "t", "Tags of the fact, or of all selected…", "Change", when=_on_a_fact),
    Command("restore", "R", "Let an ended fact hold again", "Change", when=_on_one_that_ended),
    Command("filter", "/", "Filter the list as you type", "Look"),
    Command("order", "O", "Sort by subject, day said, day kept, in turns", "Look"),
    Command("mark", "space", "Select the fact, and go on", "Select", when=_on_a_fact),
    Command("mark_shown", "A", "Select all that is shown, or none", "Select", when=_on_a_fact),
    Command("mark_others", "I", "Select what is not", "Select", when=_on_a_fact),
    Command("history_here", "enter", "What held before this fact", "Look", when=_on_a_fact),
    Command("history", "H", "What held before, of all facts", "Look"),
    Command("timeline", "T", "What held when, on an axis of time", "Look", when=_on_a_fact),
    Command("view", "v", "All about the fact", "Look", when=_on_a_fact),
    Command("copy", "y", "Copy the fact with its citation", "Look", when=_on_a_fact),
    Command("down", "j,down", "Next fact", "Move", action="move(1)"),
    Command("up", "k,up", "Previous fact", "Move", action="move(-1)"),
    Command("next_subject", "]", "Next subject", "Move", action="subject(1)"),
    Command("previous_subject", "[", "Previous subject", "Move", action="subject(-1)"),
    Command("page_down", "pagedown", "A page on", "Move", action="page(1.0)"),
    Command("page_up", "pageup", "A page back", "Move", action="page(-1.0)"),
    Command("half_down", "ctrl+d", "Half a page on", "Move", action="page(0.5)"),
    Command("half_up", "ctrl+u", "Half a page back", "Move", action="page(-0.5)"),
    Command("first", "g,home", "First fact", "Move"),
    Command("last", "G,end", "Last fact", "Move"),
    Command("review", "r", "Go on with the review that waits", "Memory", when=_reviews_wait),
    Command("tidy", "w", "Tidy: what wants mending, each with its fix", "Memory"),
    Command("batches", "b", "What was kept when, and from where", "Memory"),
    Command(
        "move_to", "M", "Move it, or all selected, to another memory…", "Change", "", _on_a_fact
    ),
    Command("watched", "", "What became of files in watched folders", "Memory"),
    Command("memories", "m", "Change to another memory", "Memory"),
    Command("models", "L", "The models that read conversations", "Memory"),
    Command("settings", "comma", "Settings of the memory, and the theme", "Memory"),
    Command("health", "c", "Health: are notes, index, extractor well?", "Memory"),
    Command("problems", "!", "Notes that cannot be read", "Memory", when=_notes_unreadable),
    Command("quit", "q", "Quit", "Memory"),
)
