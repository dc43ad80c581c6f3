import importlib
import pkgutil
from pathlib import Path

import pytest
from textual import widgets
from textual.widget import Widget

import memtui.tui.screens
import memtui.tui.widgets
from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import End, Forget, Keep, Tag
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.fact import FactScreen
from memtui.tui.screens.help import HelpScreen
from memtui.tui.screens.main import MainScreen
from memtui.tui.widgets.two_sided import TwoSided
from tests.tui.seen import below, main, said_last, shown, under_cursor
from tests.tui.settling import press, settle, type_text


async def test_the_list_shows_what_holds_with_a_mark_for_what_came_before(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        lines = [line for line in shown(app) if line]
        assert lines[0].split() == ["Ana", "3"]
        assert lines[1].split(maxsplit=1) == ["▸", lines[1].split(maxsplit=1)[1]]
        role = next(line for line in lines if "research" in line)
        assert "+2" in role
        assert "12 Oct 2026  Ana works in research." in role
        assert not any("sabbatical" in line for line in lines)


@pytest.mark.parametrize(
    ("keys", "fact"),
    [
        (["j"], "Ana's report is due on 30 October 2026."),
        (["down", "down"], "Ana works in research."),
        (["j", "j", "k"], "Ana's report is due on 30 October 2026."),
        (["j", "up"], "Ana lives in Recife."),
        (["G"], "The launch is on Friday 16 October."),
        (["end", "home"], "Ana lives in Recife."),
        (["G", "g"], "Ana lives in Recife."),
        (["pagedown"], "The launch is on Friday 16 October."),
        (["G", "pageup"], "Ana lives in Recife."),
        (["ctrl+d"], "Bruno is vegetarian."),
        (["G", "ctrl+u"], "Ana works in research."),
        (["]"], "Bruno lives in São Paulo."),
        (["]", "]"], "The launch is on Friday 16 October."),
        (["G", "["], "Bruno lives in São Paulo."),
        (["j", "j", "["], "Ana lives in Recife."),
        (["]", "j", "["], "Bruno lives in São Paulo."),
    ],
)
async def test_keys_move_the_cursor(
    app: MemtuiApp, team: dict[str, str], keys: list[str], fact: str
) -> None:
    async with app.run_test(size=(80, 20)) as pilot:
        await settle(pilot)
        await press(pilot, *keys)
        assert under_cursor(app) == fact


async def test_h_shows_the_history_of_all_facts_and_hides_it(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "H")
        past = [line.strip() for line in shown(app) if "⋮" in line]
        assert [line.split()[1] for line in past] == ["was", "was"]
        assert "20 Sep–12 Oct 2026  Ana is on sabbatical." in past[0]
        assert "1–20 Sep 2026  Ana leads the data team." in past[1]
        await press(pilot, "H")
        assert not any("⋮" in line for line in shown(app))


async def test_enter_shows_what_held_before_the_fact(app: MemtuiApp, team: dict[str, str]) -> None:
    key = "enter"
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, key)
        assert "Nothing held before" in said_last(app)
        await press(pilot, "j", "j", key)
        assert sum("⋮" in line for line in shown(app)) == 2
        assert under_cursor(app) == "Ana works in research."
        await press(pilot, "j", key)
        assert under_cursor(app) == "Ana works in research."


async def test_u_takes_the_last_change_back(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.apply(Keep((Draft("Carla", "city", "Carla lives in Porto."),)))
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "u")
        assert said_last(app) == "taken back · not kept: Carla lives in Porto."
        assert not any(row.subject == "Carla" for row in desk.memory.rows())
        await press(pilot, "u")
        assert said_last(app) == "There is nothing to take back."


async def test_r_lets_an_ended_fact_hold_again(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.apply(End(team["launch"]))
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "R")
        assert "only one that was ended" in said_last(app)
        await press(pilot, "H", "G", "R")
        assert said_last(app) == "holds again: The launch is on Friday 16 October."
        assert desk.memory.fact(team["launch"]).current
        assert under_cursor(app) == "The launch is on Friday 16 October."


async def test_y_copies_the_fact_with_its_citation(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "y")
        assert app.clipboard == f"Ana lives in Recife. [{team['city']}]"
        assert "set-clipboard" in said_last(app)


async def test_v_shows_all_about_the_fact(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "j", "j", "v")
        assert isinstance(app.screen, FactScreen)
        text = str(app.screen.query_one("Static").render())
        for part in (
            "12 Oct 2026",
            "conversation: standup.json",
            "“I moved to research this week” — Ana",
            "2 earlier facts",
            "20 Sep–12 Oct 2026",
            team["research"],
        ):
            assert part in text
        await press(pilot, "q")
        assert isinstance(app.screen, MainScreen)


async def test_the_tags_of_a_fact_stand_below_and_beside_the_list(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.apply(Tag((team["city"],), add=("later", "urgent")))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "said 3 Mar 2025 · tags later, urgent · added by hand" in below(app)
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        beside = str(app.screen.query_one("#beside").render())
        assert "tags       later, urgent" in beside
        await press(pilot, "v")
        assert "tags       later, urgent" in str(app.screen.query_one("Static").render())


async def test_the_pane_beside_the_list_follows_the_cursor(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(160, 40)) as pilot:
        await settle(pilot)
        beside = app.screen.query_one("#beside")
        assert "Ana — city" in str(beside.render())
        await press(pilot, "j", "j")
        assert "I moved to research this week" in str(beside.render())
        assert app.screen.query_one("#below").size.height == 0


@pytest.mark.parametrize("key", ["?", "f1"])
async def test_help_lists_every_key_of_the_screen(
    app: MemtuiApp, team: dict[str, str], key: str
) -> None:
    async with app.run_test(size=(80, 60)) as pilot:
        await settle(pilot)
        await press(pilot, key)
        assert isinstance(app.screen, HelpScreen)
        text = "\n".join(str(each.render()) for each in app.screen.query("Static"))
        for command in MainScreen.OFFERS:
            assert command.label in text
        await press(pilot, key)
        assert isinstance(app.screen, MainScreen)


async def test_the_palette_runs_a_command(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+p")
        await type_text(pilot, "of all facts")
        await press(pilot, "enter")
        assert main(app).facts.history


async def test_o_opens_the_screen_for_conversations(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "o")
        assert type(app.screen).__name__ == "OpenScreen"


async def test_r_says_so_when_no_review_waits(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "r")
        assert "No review waits" in said_last(app)


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_keys_quit(app: MemtuiApp, team: dict[str, str], key: str) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert app._exit


async def test_m_changes_to_another_memory(
    app: MemtuiApp, desk: Desk, team: dict[str, str], home: object
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "m", "n")
        await type_text(pilot, "other")
        await press(pilot, "enter")
        assert app.desk.memory.name == "other"
        assert main(app).facts.row is None
        app.desk.close()


async def test_a_memory_in_which_nothing_holds_says_so_and_where_its_history_is(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    current = [fact.id for fact in desk.memory.facts()]
    desk.apply(Forget(tuple(current)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        text = "\n".join(shown(app))
        assert "Nothing holds now." in text
        assert "H  shows history (2 facts)" in text
        assert "empty" not in text
        assert "0 facts · 2 in history" in str(app.screen.query_one(TwoSided).render())
        await press(pilot, "H")
        assert under_cursor(app) == "Ana is on sabbatical."


async def test_an_empty_memory_says_what_to_do(app: MemtuiApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        text = "\n".join(shown(app))
        assert "This memory is empty." in text
        assert "a  add" in text
        assert "o  open a conversation" in text
        for key in ("j", "G", "space", "e", "d", "x", "R", "y", "v", "[", "]", "H", "pagedown"):
            await press(pilot, key)
        assert isinstance(app.screen, MainScreen)


async def test_a_change_on_disk_is_shown_and_the_cursor_stays(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "G")
        note = desk.memory.path(team["city"])
        note.write_text(note.read_text().replace("Recife", "Olinda"))
        main(app).post_message(MainScreen.NotesChanged())
        await settle(pilot)
        assert any("Olinda" in line for line in shown(app))
        assert under_cursor(app) == "The launch is on Friday 16 October."


def test_no_widget_is_called_like_one_of_textual() -> None:
    """By its name alone the rules for either would be taken for both."""
    for package in (widgets, memtui.tui.screens, memtui.tui.widgets):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    names: dict[bool, set[str]] = {True: set(), False: set()}
    queue: list[type[Widget]] = [Widget]
    while queue:
        kind = queue.pop()
        queue += kind.__subclasses__()
        if kind.__module__.startswith(("memtui.", "textual.")):
            names[kind.__module__.startswith("memtui.")].add(kind.__name__)
    assert "Bar" in names[False]
    assert not names[True] & names[False]


async def test_titles_are_as_wide_as_before_when_models_were_looked_at(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "L", "escape", "b")
        assert app.screen.query_one(TwoSided).size.width == 78


async def test_notes_that_cannot_be_read_are_told_and_listed(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    broken = desk.memory.path(team["diet"])
    broken.write_text("no frontmatter here")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "1 note cannot be read · !" in str(app.screen.query_one("#notice").render())
        await press(pilot, "!")
        assert broken.name in str(app.screen.query_one("#problems").render())
        await press(pilot, "q")
        assert isinstance(app.screen, MainScreen)


async def test_the_footer_follows_what_can_be_done(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)

        def footer() -> str:
            return str(app.screen.query_one("Hints").render())

        assert "u undo" not in footer()
        await press(pilot, "d", "y")
        assert "u undo" in footer()
        assert footer().count("  ") == 6
        assert footer().endswith("? help")
        await press(pilot, "slash")
        assert footer() == "Esc clear  F1 help"


async def test_what_others_write_into_the_folder_is_noticed(
    desk: Desk, team: dict[str, str], home: Path
) -> None:
    app = MemtuiApp(desk, home)
    async with app.run_test(size=(80, 24)) as pilot:
        while not any("Ana lives" in line for line in shown(app)):
            await pilot.pause(0.05)
        note = desk.memory.path(team["city"])
        changed = note.read_text().replace("Recife", "Olinda")
        while not any("Olinda" in line for line in shown(app)):
            note.write_text(changed)
            await pilot.pause(0.1)
