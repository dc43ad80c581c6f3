"""What the tests of the main screen look at."""

from memtui.tui.app import MemtuiApp
from memtui.tui.screens.main import MainScreen
from memtui.tui.widgets.detail import Detail


def main(app: MemtuiApp) -> MainScreen:
    screen = app.screen_stack[0]
    assert isinstance(screen, MainScreen)
    return screen


def under_cursor(app: MemtuiApp) -> str | None:
    row = main(app).facts.row
    return row.fact if row else None


def shown(app: MemtuiApp) -> list[str]:
    facts = main(app).facts
    return [
        "".join(s.text for s in facts.render_line(y)).rstrip() for y in range(facts.size.height)
    ]


def below(app: MemtuiApp) -> str:
    """What stands below the list about the fact under the cursor."""
    return str(main(app).query_one("#below", Detail).render())


def said_last(app: MemtuiApp) -> str:
    return list(app._notifications)[-1].message
