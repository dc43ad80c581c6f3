"""All screens that are drawn: empty, busy and in trouble where they can be."""

from dataclasses import dataclass

from memtui.tui.drawing import NOW, Play, pressed, reviewed, searched
from memtui.tui.gallery import plays
from memtui.tui.gallery.plays import among, opened, pushed, unwell
from memtui.tui.screens.models import ModelsScreen
from memtui.tui.screens.watched import WatchedScreen
from memtui.tui.screens.when import WhenScreen

_THIRD = ("j", "j", "j")


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen: its name in file names, what it is called, how to come there.

    Args:
        name: Its name in file names.
        title: What it is called.
        play: How to come there.
        empty: Whether on an empty memory.
        served: Whether a server with models answers.
        busy: Whether something goes on that never ends.
        apart: Whether it is come to anew for each theme: the palette keeps the one it opened in.
    """

    name: str
    title: str
    play: Play
    empty: bool = False
    served: bool = False
    busy: bool = False
    apart: bool = False


SCENES = (
    Scene("main", "The list", pressed(*_THIRD)),
    Scene("main-empty", "An empty memory", pressed(), empty=True),
    Scene("filter", "Filter", pressed("/", "=recife")),
    Scene("filter-odd", "A filter that cannot be read", pressed("/", "=said:soon")),
    Scene("filter-none", "A filter that nothing fits", pressed("/", "=zebra")),
    Scene("selection", "Selected facts", pressed("space", "space", "j", "space")),
    Scene("history", "History", pressed("H", *_THIRD)),
    Scene("detail", "All about a fact", pressed(*_THIRD, "v")),
    Scene("timeline", "Timeline of a thing", pressed(*_THIRD, "T", "left")),
    Scene("timeline-subject", "Timeline of a subject", pressed(*_THIRD, "T", "tab", "left")),
    Scene("add", "Add", pressed("a", "=Ana", "tab", "=ro")),
    Scene(
        "add-refused",
        "Add what may not be kept",
        pressed("a", "=Ana", "tab", "=wifi", "tab", "=The password is hunter2"),
    ),
    Scene("correct", "Correct", pressed(*_THIRD, "e")),
    Scene("correct-several", "Correct several", pressed("space", "space", "e")),
    Scene("end", "End", pressed(*_THIRD, "x")),
    Scene("forget", "Forget", pressed(*_THIRD, "d")),
    Scene("tags", "Tags", pressed(*_THIRD, "t")),
    Scene("move", "Move to another memory", among("home", "team")(pressed(*_THIRD, "M"))),
    Scene("move-nowhere", "No memory to move to", pressed(*_THIRD, "M")),
    Scene("search", "Search", searched),
    Scene("search-none", "A search that finds nothing", pressed("s", "=zebra"), empty=True),
    Scene("search-before", "Before a search", pressed("s")),
    Scene("open", "Open a conversation", opened()),
    Scene("pick", "Pick conversations", pushed(plays.picking, "space")),
    Scene("several", "Several are read", pushed(plays.picking, "space", "space", "enter")),
    Scene("who", "Which of these is you?", pushed(plays.asking_who)),
    Scene("when", "When was it?", pushed(lambda *_: WhenScreen(NOW.date(), "handover.md"))),
    Scene("preview", "Before it is read", pushed(plays.previewing)),
    Scene("reading", "A conversation is read", plays.reading_on, busy=True),
    Scene("reading-nothing", "Nothing in it", pushed(plays.reading_in_vain)),
    Scene("reading-failed", "No model answers", pushed(plays.reading)),
    Scene("review", "Review", reviewed("j")),
    Scene("edit-proposal", "Edit a proposal", reviewed("e")),
    Scene("waiting", "Reviews that wait", plays.waiting),
    Scene("keepings", "What was kept when", pressed("b")),
    Scene("keepings-none", "Nothing kept yet", pressed("b"), empty=True),
    Scene("sources", "Sources", pressed("b", "tab")),
    Scene("sources-none", "No sources yet", pressed("b", "tab"), empty=True),
    Scene("keeping", "What was kept at once", pressed("b", "j", "enter", "space")),
    Scene("take-back", "Take back", pressed("b", "j", "enter", "space", "d")),
    Scene("tidy", "Tidy", pressed("w")),
    Scene("tidy-none", "Nothing to tidy", pressed("w"), empty=True),
    Scene("fix", "Mend what tidy found", pressed("w", "j", "o")),
    Scene("memories", "Memories", among("home", "team")(pressed("m"))),
    Scene("models", "Models", plays.models_there, served=True),
    Scene("models-fetching", "A model is fetched", plays.fetching, served=True, busy=True),
    Scene("models-failed", "No server of models", pushed(lambda desk, _: ModelsScreen(desk))),
    Scene("problems", "Notes that cannot be read", plays.problems),
    Scene("health", "Health", pressed("c")),
    Scene("health-unwell", "Health, with much to do", unwell("c", "j", "j")),
    Scene("settings", "Settings", pressed("comma")),
    Scene("settings-unknown", "A key that nobody knows", unwell("comma")),
    Scene("setting", "Change a setting", pressed("comma", "j", "e")),
    Scene(
        "setting-refused",
        "A setting that cannot be",
        pressed("comma", "j", "j", "e", "=http://box:port"),
    ),
    Scene("watched", "Watched folders", plays.watching),
    Scene("watched-none", "No folder watched", pushed(lambda desk, _: WatchedScreen(desk))),
    Scene("help", "Keys", pressed("question_mark")),
    Scene("palette", "All commands", pressed("ctrl+p"), apart=True),
)
