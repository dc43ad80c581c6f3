"""The health screen: what is well, what is not, and one key for what puts it right."""

import threading
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft
from memtui.facts.keeping import Keep
from memtui.store.health import Health
from memtui.tui.app import MemtuiApp
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.two_sided import TwoSided
from tests.extract.test_models import TAGS
from tests.fake_ollama import MODEL, FakeOllama, Says
from tests.tui.seen import main, said_last
from tests.tui.settling import press, settle

Kept = Callable[..., str]
Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")


def lines(app: MemtuiApp) -> list[str]:
    shown = app.screen.query_one(LineList).lines
    return ["".join(part for part, _ in line.parts).rstrip() for line in shown]


def line(app: MemtuiApp, name: str) -> str:
    return next(each for each in lines(app) if each[4:].startswith(name))


def about(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#about").render())


def bar(app: MemtuiApp) -> str:
    return str(app.screen.query_one(TwoSided).render())


async def on_row(pilot: Pilot[Any], app: MemtuiApp, name: str) -> None:
    await press(pilot, "g")
    rows = [each for each in lines(app) if each.startswith("  ")]
    place = next(n for n, each in enumerate(rows) if each[4:].startswith(name))
    await press(pilot, *["j"] * place)


def note(desk: Desk, id_: str) -> Path:
    return desk.memory.path(id_)


async def test_a_memory_that_is_well_says_so(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.memory.save_settings({"extractor.kind": "plain"})
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c")
        assert lines(app)[:3] == ["Notes", "  ● notes      8 notes", "  ● index      well"]
        assert line(app, "extractor").endswith("plain reader (not a model) is ready")
        assert "! " not in "".join(lines(app))
        await press(pilot, "f")
        assert said_last(app) == "There is nothing to put right here."
        await press(pilot, "c")
        assert app.screen is main(app)


async def test_an_extractor_that_does_not_answer_is_told_and_found_when_it_comes(
    app: MemtuiApp, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.screens.health._AGAIN", 0.2)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c", "G")
        assert line(app, "extractor").startswith("  ! extractor")
        assert "EXTRACTOR_UNAVAILABLE" in about(app)
        assert "f  open the models" in about(app)
        with FakeOllama(Says(), models=TAGS) as server:
            monkeypatch.setenv("OLLAMA_HOST", server.host)
            while not line(app, "extractor").startswith("  ● extractor"):
                await pilot.pause(0.01)
            assert f"{MODEL}: 2.6 GB" in about(app)
            assert server.chats == []
            await press(pilot, "f")
            assert type(app.screen).__name__ == "ModelsScreen"


async def test_links_and_permissions_are_put_right_by_one_key(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    path = note(desk, team["lead"])
    text = path.read_text()
    path.write_text(text.replace("until: 2026-09-20", "until: 2020-01-01"))
    desk.memory.folder.chmod(0o755)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c")
        await on_row(pilot, app, "links")
        assert "1 note not as the statements say" in line(app, "links")
        assert about(app).splitlines()[1] == team["lead"]
        await press(pilot, "f")
        assert said_last(app) == (
            "Closed 1 file or folder to others. Settled 1 note. u takes what it did to notes back."
        )
        assert not any(each[4:].startswith(("links", "open")) for each in lines(app))
        assert path.read_text() == text
        await press(pilot, "u")
        assert said_last(app) == "taken back · as it was: Ana leads the data team."
        assert "1 note not as the statements say" in line(app, "links")
    assert "until: 2020-01-01" in path.read_text()


async def test_there_is_nothing_to_take_back_of_what_changes_no_note(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.memory.folder.chmod(0o755)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c", "R")
        assert said_last(app) == (
            "Closed 1 file or folder to others. There is nothing in that to take back."
        )
        await press(pilot, "u")
        assert said_last(app) == "There is nothing to take back."


async def test_secrets_and_unreadable_notes_lead_to_tidy_without_their_words(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    path = note(desk, team["diet"])
    path.write_text(path.read_text().replace("is vegetarian", "has the password hunter2"))
    note(desk, team["bruno"]).write_text("[red]no note\n")
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c")
        await on_row(pilot, app, "secrets")
        assert "password" in about(app)
        assert "hunter2" not in about(app) + "".join(lines(app))
        await press(pilot, "f")
        assert type(app.screen).__name__ == "TidyScreen"
        await press(pilot, "q")
        await on_row(pilot, app, "notes")
        assert f"{team['bruno']}.md: " in about(app)


async def test_the_index_is_made_anew_after_a_yes(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(desk, "reindex", lambda: made.append("anew"))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c", "i", "n")
        assert made == []
        await on_row(pilot, app, "index")
        await press(pilot, "f", "y")
        assert made == ["anew"]


async def test_facts_of_days_to_come_are_shown_in_the_list(
    app: MemtuiApp, desk: Desk, kept: Kept
) -> None:
    kept("Ana", "city", "Ana lives in Recife.", "2026-09-12")
    ahead = kept("Ana", "role", "Ana leads.", "2026-10-12")
    path = note(desk, ahead)
    path.write_text(path.read_text().replace("said: 2026-10-12", "said: 2027-10-12"))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c")
        await on_row(pilot, app, "days")
        await press(pilot, "f")
        assert app.screen is main(app)
        assert main(app).filter_field.value == "said:2026-10-21.."
        assert main(app).facts.row is not None


async def test_what_another_program_changes_is_followed(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c")
        desk.memory.apply(Keep((Draft("Eva", "city", "Eva is in Rome.", said=date(2026, 1, 2)),)))
        app.memory_changed.publish(None)
        await settle(pilot)
        assert line(app, "notes") == "  ● notes      9 notes"


async def test_looking_says_how_far_it_is_and_ends_when_the_screen_is_left(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.memory.save_settings({"extractor.kind": "plain"})
    monkeypatch.setattr("memtui.tui.screens.health._TOLD_EVERY", 1)
    doctor, went_on, half = desk.memory.doctor, list[bool](), threading.Event()

    def slowly(go_on: Callable[[int], bool]) -> Health:
        go_on(4)
        half.wait(20)
        went_on.append(go_on(8))
        return doctor()

    monkeypatch.setattr(desk.memory, "doctor", slowly)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        while "looking… 4 facts so far" not in bar(app):
            await pilot.pause(0.01)
        await pilot.press("w")
        while type(app.screen).__name__ != "TidyScreen":
            await pilot.pause(0.01)
        half.set()
        await settle(pilot)
        assert went_on == [False]
        await press(pilot, "q")
        assert went_on == [False, True]
        assert line(app, "notes") == "  ● notes      8 notes"


async def test_nothing_is_looked_at_behind_another_screen(
    app: MemtuiApp, desk: Desk, team: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    doctor, looks = desk.memory.doctor, list[None]()

    def counted(go_on: Callable[[int], bool]) -> Health:
        looks.append(None)
        return doctor(go_on)

    monkeypatch.setattr(desk.memory, "doctor", counted)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c", "w")
        before = len(looks)
        desk.memory.apply(Keep((Draft("Eva", "city", "Eva is in Rome.", said=date(2026, 1, 2)),)))
        app.memory_changed.publish(None)
        await settle(pilot)
        assert len(looks) == before
        await press(pilot, "q")
        assert line(app, "notes") == "  ● notes      9 notes"


LOOKS = {
    "health": ((80, 24), "memtui-dark"),
    "health_wide": ((120, 40), "memtui-light"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_health_looks(
    snap_compare: Compare,
    app: MemtuiApp,
    desk: Desk,
    team: dict[str, str],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("memtui.desk.inspecting._size", lambda _: "84 kB")
    size, theme = LOOKS[name]
    path = note(desk, team["lead"])
    path.write_text(path.read_text().replace("until: 2026-09-20", "until: 2020-01-01"))
    note(desk, team["bruno"]).write_text("[red]no note[/]\n")

    async def before(pilot: Pilot[Any]) -> None:
        pilot.app.theme = theme
        await settle(pilot)
        await press(pilot, "c")

    play: Callable[[Pilot[Any]], Awaitable[None]] = before
    assert snap_compare(app, terminal_size=size, run_before=play)
