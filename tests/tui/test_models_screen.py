"""The screen of models: what there is, choosing, trying out, fetching and stopping."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import ProgressBar

from memtui.desk.desk import Desk
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.models import ModelsScreen
from memtui.tui.screens.way import Saying
from tests.extract.test_models import PULL, TAGS
from tests.fake_ollama import MODEL, FakeOllama, Hangs, Sends, fact, facts
from tests.tui.open_review import make_desk, press, settled, showing, shown

FOUND = facts(fact("Kestrel", "launch", "The Kestrel launch is on 20 March 2026."))


@pytest.fixture
def desk(home: Path) -> Iterator[Desk]:
    desk = make_desk(home)
    yield desk
    desk.close()


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeOllama]:
    pulls = [Sends(PULL[:3], then="hang"), Sends(PULL)]
    with FakeOllama(FOUND, models=TAGS, pulls=pulls) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        yield server


async def test_models_are_shown_with_what_speaks_against_them(
    desk: Desk, home: Path, ollama: FakeOllama
) -> None:
    async with showing(desk, home, ModelsScreen(desk), (100, 24)) as pilot:
        seen = shown(pilot)
        assert f"Models at {ollama.host}" in seen
        assert f"● {MODEL}" in seen
        assert "256k tokens" in seen
        assert "only thinks aloud" in seen
        assert "conversations would be sent there" in seen
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, MainScreen)


@pytest.mark.usefixtures("ollama")
async def test_enter_chooses_and_asks_before_what_runs_elsewhere(desk: Desk, home: Path) -> None:
    async with showing(desk, home, ModelsScreen(desk)) as pilot:
        await press(pilot, "j", "j", "enter")
        assert desk.memory.settings.extractor.model == "old:latest"
        await press(pilot, "g", "enter")
        assert "would be sent there" in " ".join(shown(pilot).split())
        await press(pilot, "escape")
        assert desk.memory.settings.extractor.model == "old:latest"
        await press(pilot, "j", "enter")
        assert "It cannot read conversations." in shown(pilot)


async def test_t_reads_a_built_in_conversation(desk: Desk, home: Path, ollama: FakeOllama) -> None:
    async with showing(desk, home, ModelsScreen(desk)) as pilot:
        await press(pilot, "G", "t")
        assert f"{MODEL} found 1 fact in" in shown(pilot)
        assert "The Kestrel launch is on 20 March 2026." in shown(pilot)
    assert len(ollama.chats) == 1


async def test_a_fetch_shows_how_far_it_is_stops_and_goes_on(
    desk: Desk, home: Path, ollama: FakeOllama
) -> None:
    screen = ModelsScreen(desk)
    async with showing(desk, home, screen) as pilot:
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("enter")
        while not ollama.began.is_set():
            await pilot.pause()
        while screen.query_one(ProgressBar).progress != 600:
            await pilot.pause()
        assert screen.query_one(ProgressBar).percentage == 0.6
        await press(pilot, "x")
        assert "Stopped. p goes on where it stopped." in shown(pilot)
        await press(pilot, "p", "enter")
        assert f"{MODEL} is here: enter chooses it." in shown(pilot)


async def test_a_server_that_is_not_there_is_told(
    desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    async with showing(desk, home, ModelsScreen(desk)) as pilot:
        assert "EXTRACTOR_UNAVAILABLE" in shown(pilot)


async def test_a_trial_can_be_stopped(
    desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeOllama(Hangs(), models=TAGS[:1]) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        async with showing(desk, home, ModelsScreen(desk)) as pilot:
            await pilot.press("t")
            while not server.began.is_set():
                await pilot.pause()
            await press(pilot, "escape")
            assert "Stopped." in shown(pilot)
            await settled(pilot)


async def test_in_a_narrow_terminal_what_is_wrong_is_told_to_its_end(
    desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    app = MemtuiApp(desk, home, watching=False)
    async with app.run_test(size=(40, 15)) as pilot:
        await settled(pilot)
        await press(pilot, "L")
        await settled(pilot)
        saying = app.screen.query_one(Saying)
        told = Content(saying.text).wrap(saying.size.width)
        assert len(told) == saying.size.height > 5


async def test_a_server_that_never_answers_is_left_at_once(
    desk: Desk, home: Path, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", silent)
    screen = ModelsScreen(desk)
    async with MemtuiApp(desk, home, watching=False).run_test() as pilot:
        await settled(pilot)
        pilot.app.push_screen(screen)
        await pilot.pause()
        assert screen.query_one(Saying).text.startswith(f"Asking {silent}… ")
        await press(pilot, "escape")
        assert screen.query_one(Saying).text == "Stopped."
        monkeypatch.setattr("memtui.tui.screens.models.FIRST_ANSWER", 0.1)
        await press(pilot, "r")
        assert f"{silent} did not answer within 0.1 s." in screen.query_one(Saying).text
