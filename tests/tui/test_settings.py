"""The settings screen: what counts, changed and checked as it is typed, tried out."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from memtui.desk.desk import Desk
from memtui.desk.setting.every import SETTINGS
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.settings import SettingsScreen
from memtui.tui.screens.way import Saying
from memtui.tui.widgets.line_list import LineList
from tests.extract.test_models import TAGS
from tests.fake_ollama import MODEL, FakeOllama, fact, facts
from tests.tui.seen import main, said_last
from tests.tui.settling import press, settle, type_text

Kept = Callable[..., str]
Compare = Callable[..., bool]
NAMES = [each.name for each in SETTINGS] + ["theme"]


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")


async def at(pilot: Pilot[Any], name: str) -> None:
    """Go to a setting."""
    if not isinstance(pilot.app.screen, SettingsScreen):
        await settle(pilot)
        await press(pilot, "comma")
    await pilot.press("g", *["j"] * NAMES.index(name))
    await settle(pilot)


def line(app: MemtuiApp, name: str) -> str:
    lines = app.screen.query_one(LineList).lines
    (found,) = [each for each in lines if each.item == NAMES.index(name)]
    return "".join(part for part, _ in found.parts).strip()


def outcome(app: MemtuiApp) -> str:
    return str(app.screen.query_one("#outcome").render())


def saying(app: MemtuiApp) -> str:
    return app.screen.query_one(Saying).text


async def test_a_text_is_checked_as_it_is_typed_and_kept_when_it_can_be(
    app: MemtuiApp, desk: Desk
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "me.time_zone")
        assert line(app, "me.time_zone").endswith("the computer's")
        await press(pilot, "enter")
        await type_text(pilot, "Europe/Lisbo")
        assert outcome(app).startswith("Europe/Lisbo is no time zone known here.")
        await press(pilot, "enter")
        assert desk.memory.settings.me.time_zone == ""
        await type_text(pilot, "n")
        assert outcome(app) == ""
        await press(pilot, "enter")
        assert desk.memory.settings.me.time_zone == "Europe/Lisbon"
        assert saying(app) == (
            "me.time_zone: Europe/Lisbon. It counts from now on · u takes it back"
        )
        await press(pilot, "x")
        assert desk.memory.settings.me.time_zone == ""
        await press(pilot, "x")
        assert said_last(app) == "It is as it was at first."
        await press(pilot, "q")
        assert app.screen is main(app)


async def test_what_was_typed_is_not_dropped_by_one_key(app: MemtuiApp, desk: Desk) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "extractor.url")
        await press(pilot, "enter")
        await type_text(pilot, "https://far.example")
        assert outcome(app) == "Every conversation that you read would be sent to far.example."
        await press(pilot, "escape")
        assert "not kept yet" in outcome(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, SettingsScreen)
        assert desk.memory.settings.extractor.url == ""


async def test_a_kind_is_chosen_from_what_there_is(app: MemtuiApp, desk: Desk) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "extractor.kind")
        await press(pilot, "enter", "j", "j", "enter")
        assert desk.memory.settings.extractor.kind == "plain"
        await at(pilot, "evidence")
        await press(pilot, "enter", "j", "enter")
        assert desk.memory.settings.evidence is False


async def test_lists_are_typed_a_line_each_and_comments_stay(app: MemtuiApp, desk: Desk) -> None:
    path = desk.memory.folder / "memory.toml"
    path.write_text("# mine\n" + (path.read_text() if path.exists() else ""))
    desk.refresh()
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "never_save")
        await press(pilot, "enter")
        app.screen.query_one(TextArea).text = "salary\n/(/"
        await settle(pilot)
        assert "the rule /(/ under `never_save` is no pattern" in outcome(app)
        await press(pilot, "ctrl+s")
        assert not desk.memory.settings.never_save
        app.screen.query_one(TextArea).text = "salary\n[red]x[/]"
        await press(pilot, "ctrl+s")
        assert desk.memory.settings.never_save == ("salary", "[red]x[/]")
        assert line(app, "never_save").endswith("salary, [red]x[/]")
    assert "# mine\n" in path.read_text()


async def test_notes_that_other_rules_settle_otherwise_are_settled_after_a_yes(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "attributes.many")
        await press(pilot, "enter")
        app.screen.query_one(TextArea).text = "role"
        await press(pilot, "ctrl+s")
        assert type(app.screen).__name__ == "AskScreen"
        assert len(desk.memory.facts(subject="Ana", attribute="role")) == 1
        await press(pilot, "y")
        assert saying(app).startswith("Settled")
        assert len(desk.memory.facts(subject="Ana", attribute="role")) == 3
        await press(pilot, "u")
        assert said_last(app) == "taken back · 3 facts as they were"
        assert len(desk.memory.facts(subject="Ana", attribute="role")) == 1
        await press(pilot, "u")
        assert said_last(app) == "taken back · attributes.many: none"
        assert desk.memory.settings.attributes.many == ()


async def test_the_extractor_is_tried_out(app: MemtuiApp, monkeypatch: pytest.MonkeyPatch) -> None:
    found = facts(fact("Kestrel", "launch", "The Kestrel launch is on 20 March 2026."))
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "extractor.kind")
        await press(pilot, "t")
        assert saying(app).startswith("EXTRACTOR_UNAVAILABLE: ")
        with FakeOllama(found, models=TAGS) as server:
            monkeypatch.setenv("OLLAMA_HOST", server.host)
            await press(pilot, "t")
            assert saying(app).startswith(f"{MODEL} at {server.host} found 1 fact in ")
            await at(pilot, "extractor.model")
            await press(pilot, "enter")
            assert type(app.screen).__name__ == "ModelsScreen"


async def test_the_embedder_is_tried_out(app: MemtuiApp, desk: Desk) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "embedder.kind")
        await press(pilot, "enter", "G", "enter", "t")
        assert desk.memory.settings.embedder.kind == "openai"
        assert saying(app).startswith("INDEX_UNAVAILABLE: ")
        await at(pilot, "me.names")
        await press(pilot, "t")
        assert said_last(app) == "Only extractor, embedder and index can be tried out."


@pytest.mark.parametrize("group", ["extractor", "embedder"])
async def test_a_try_at_a_silent_server_says_how_long_and_is_stopped(
    app: MemtuiApp, desk: Desk, silent: str, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.trying._TICK", 0.1)
    desk.memory.save_settings({"embedder.kind": "openai", "embedder.model": "m"})
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, f"{group}.url")
        await press(pilot, "t")
        assert "_UNAVAILABLE: " in saying(app)
        desk.memory.save_settings({f"{group}.url": f"http://{silent}"})
        await pilot.press("t")
        await pilot.pause()
        assert saying(app).endswith(" s · Esc stops")
        clock = monotonic() + 1_000
        monkeypatch.setattr("memtui.tui.trying.monotonic", lambda: clock)
        while " 10" not in saying(app):
            await pilot.pause(0.01)
        await press(pilot, "escape")
        assert saying(app) == "Stopped."
        assert type(app.screen).__name__ == "SettingsScreen"
        await press(pilot, "escape")
        assert app.screen is main(app)


async def test_a_try_ends_by_itself_and_leaves_nothing_of_the_one_before(
    app: MemtuiApp, desk: Desk, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.trying.FIRST_ANSWER", 0.1)
    desk.memory.save_settings({"embedder.kind": "openai", "embedder.model": "m"})
    desk.memory.save_settings({"embedder.url": f"http://{silent}", "extractor.url": silent})
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "extractor.url")
        await press(pilot, "t")
        assert f"{MODEL} at {silent} did not answer within 0.1 s." in saying(app)
        await at(pilot, "embedder.url")
        await press(pilot, "t")
        assert f"{silent} did not answer within 0.1 seconds." in saying(app)


async def test_a_change_stops_the_try_of_what_counted_before(
    app: MemtuiApp, desk: Desk, silent: str
) -> None:
    desk.memory.save_settings({"extractor.url": silent})
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "extractor.url")
        await pilot.press("t")
        await pilot.pause()
        await press(pilot, "x")
        assert saying(app).startswith("extractor.url: the usual one.")


async def test_a_theme_is_chosen(app: MemtuiApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "theme")
        await press(pilot, "enter")
        await press(pilot, "j", "enter")
        assert app.theme != "memtui-dark"
        assert line(app, "theme").endswith(app.theme)


async def test_a_folder_that_is_not_there_is_refused(
    app: MemtuiApp, desk: Desk, tmp_path: Path
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "watch.folders")
        await press(pilot, "enter")
        app.screen.query_one(TextArea).text = "/no/such/folder"
        await settle(pilot)
        assert outcome(app).startswith("There is no folder /no/such/folder.")
        app.screen.query_one(TextArea).text = str(tmp_path)
        await press(pilot, "ctrl+s")
        assert desk.memory.settings.watch.folders == (str(tmp_path),)


async def test_health_leads_to_settings(app: MemtuiApp, desk: Desk) -> None:
    (desk.memory.folder / "memory.toml").write_text("odd = 1\n")
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "c", "j", "j", "f")
        assert isinstance(app.screen, SettingsScreen)


async def test_a_setting_is_taken_back_to_the_byte_here_and_in_the_list(
    app: MemtuiApp, desk: Desk
) -> None:
    path = desk.memory.folder / "memory.toml"
    text = '# mine\nevidence = true # words too\n\n[me]\nnames = ["Ana"]\n'
    path.write_text(text)
    desk.refresh()
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "evidence")
        await press(pilot, "enter", "j", "enter")
        await at(pilot, "me.names")
        await press(pilot, "x", "u")
        assert said_last(app) == "taken back · me.names: Ana"
        await press(pilot, "q", "u")
        assert said_last(app) == "taken back · evidence: yes"
        assert path.read_text() == text
        assert desk.memory.settings.evidence
        await press(pilot, "u")
        assert said_last(app) == "There is nothing to take back."


async def test_a_theme_is_taken_back(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "theme")
        await press(pilot, "enter", "j", "enter")
        assert app.theme != "memtui-dark"
        await press(pilot, "u")
        assert app.theme == "memtui-dark"
        assert saying(app) == "taken back · theme: memtui-dark"


async def test_a_key_that_nobody_knows_stays_until_the_person_takes_it_out(
    app: MemtuiApp, desk: Desk
) -> None:
    path = desk.memory.folder / "memory.toml"
    text = '[index]\nchroma = ""\nshards = 3 # theirs\n'
    path.write_text(text)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await press(pilot, "comma", "g")
        shown = [each.parts[0][0] for each in app.screen.query_one(LineList).lines[:2]]
        assert shown == ["Not known to memtui", "  index.shards"]
        await press(pilot, "enter", "n")
        assert path.read_text() == text
        await press(pilot, "x", "y")
        assert "shards" not in path.read_text()
        assert saying(app) == "index.shards is no longer in memory.toml · u puts it back"
        await press(pilot, "u")
        assert path.read_text() == text
        assert said_last(app) == "taken back · index.shards is set again"


async def test_the_index_is_tried_out(app: MemtuiApp, desk: Desk) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await at(pilot, "index.chroma")
        await press(pilot, "t")
        assert saying(app) == "No Chroma server is set: vectors are in the memory's folder."
        await press(pilot, "enter")
        await type_text(pilot, "http://127.0.0.1:9")
        await press(pilot, "enter", "t")
        assert saying(app).startswith("INDEX_UNAVAILABLE: ")


LOOKS = {
    "settings": ((80, 24), "memtui-dark", ["comma", *"jj"]),
    "settings_wide": ((120, 40), "memtui-light", ["comma", "G"]),
    "settings_choice": ((80, 24), "memtui-light", ["comma", "enter"]),
    "settings_refused": (
        (80, 24),
        "memtui-dark",
        ["comma", *"jj", "enter", *"box", "colon", *"port"],
    ),
}


@pytest.mark.parametrize("name", LOOKS)
def test_settings_looks(
    snap_compare: Compare, app: MemtuiApp, team: dict[str, str], desk: Desk, name: str
) -> None:
    size, theme, keys = LOOKS[name]
    desk.memory.save_settings(
        {"me.names": ["Ana", "Ana Lima"], "attributes.aliases": {"position": "role"}}
    )

    async def before(pilot: Pilot[Any]) -> None:
        pilot.app.theme = theme
        await settle(pilot)
        await press(pilot, *keys)

    assert snap_compare(app, terminal_size=size, run_before=before)
