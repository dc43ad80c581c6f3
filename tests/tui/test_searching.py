"""The search screen: words at once, meaning a moment later, and nothing lost meanwhile."""

import contextlib
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.facts.keeping import Forget
from memtui.search.ranking import By
from memtui.search.unit import Vectors
from memtui.store.memory import Memory
from memtui.tui.answers import BEFORE, NOW, THEN
from memtui.tui.app import MemtuiApp
from memtui.tui.screens.fact import FactScreen
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.search import SearchScreen
from memtui.tui.widgets.line_list import LineList
from tests.search.words_embedder import WordsEmbedder
from tests.store.making import keep
from tests.tui.seen import under_cursor
from tests.tui.settling import press, settle, type_text

Embedders = dict[str, WordsEmbedder]


class Gated(WordsEmbedder):
    """Embeds questions, or facts, only once it is let."""

    def __init__(self, *, query: bool) -> None:
        super().__init__("words", 512)
        self.gated = query
        self.gate = threading.Event()

    def embed(
        self, texts: Sequence[str], *, query: bool = False, seconds: float | None = None
    ) -> Vectors:
        if query is self.gated:
            assert self.gate.wait(30)
        return super().embed(texts, query=query, seconds=seconds)


def screen(app: MemtuiApp) -> SearchScreen:
    assert isinstance(app.screen, SearchScreen)
    return app.screen


def line(app: MemtuiApp, id_: str) -> str:
    return str(app.screen.query_one(f"#{id_}").render())


def shown(app: MemtuiApp) -> list[str]:
    hits = app.screen.query_one(LineList)
    return ["".join(s.text for s in hits.render_line(y)).rstrip() for y in range(len(hits.lines))]


def pointed_at(app: MemtuiApp) -> tuple[int, str]:
    """The line that the pointer is in, and its fact."""
    (y,) = (y for y, text in enumerate(shown(app)) if "▸" in text)
    cursor = app.screen.query_one(LineList).cursor
    assert cursor is not None
    return y, screen(app).hits[cursor].fact.fact


async def test_s_searches_and_shows_the_hit_in_the_list(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "sabbatical")
        facts = [hit.fact.fact for hit in screen(app).hits]
        assert screen(app).hits[0].fact.current
        await press(pilot, *["down"] * facts.index("Ana is on sabbatical."), "enter")
        assert under_cursor(app) == "Ana is on sabbatical."


async def test_a_hit_of_the_search_is_copied_with_its_citation(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        assert f"[{team['diet']}]" in line(app, "why")
        await press(pilot, "ctrl+y")
        assert app.clipboard == f"Bruno is vegetarian. [{team['diet']}]"
        await press(pilot, "ctrl+g")
        assert isinstance(app.screen, MainScreen)


async def test_a_search_of_nothing_finds_nothing(app: MemtuiApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "zzz")
        assert line(app, "why") == "nothing found"
        await press(pilot, "enter", "ctrl+y", "down")
        assert isinstance(app.screen, SearchScreen)


async def test_the_timeline_of_a_hit_can_be_looked_at(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "ana role")
        await press(pilot, "ctrl+t")
        assert isinstance(app.screen, FactScreen)


async def test_history_can_be_left_out(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "ana")
        assert BEFORE in [each.group for each in screen(app).shown]
        await press(pilot, "ctrl+o")
        assert {each.group for each in screen(app).shown} == {NOW}


async def test_a_question_for_a_time_has_what_held_then_as_a_group(
    app: MemtuiApp, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "ana role in september 2026")
        lines = [each.strip() for each in shown(app)]
        assert THEN in lines
        assert lines.index(NOW) < lines.index(THEN)
        held = [each.hit.fact.fact for each in screen(app).shown if each.group == THEN]
        assert held == ["Ana is on sabbatical.", "Ana leads the data team."]


async def test_a_wide_screen_tells_what_found_each(app: MemtuiApp, team: dict[str, str]) -> None:
    async with app.run_test(size=(120, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        assert any("both     Bruno is vegetarian." in each for each in shown(app))
        assert any("meaning  Ana lives in Recife." in each for each in shown(app))
        assert line(app, "ready") == "words at once · meaning: 8 facts ready"


async def test_words_answer_before_meaning_and_nothing_moves_under_the_cursor(
    app: MemtuiApp, team: dict[str, str], embedders: Embedders
) -> None:
    gated = embedders["words"] = Gated(query=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await pilot.press(*"recife")
        while not screen(app).hits:
            await pilot.pause(0.01)
        assert [hit.by for hit in screen(app).hits] == [By.WORDS]
        await pilot.press("down")
        before = pointed_at(app)
        gated.gate.set()
        await settle(pilot)
        assert len(screen(app).hits) > 1
        assert pointed_at(app) == before


async def test_how_much_is_ready_is_told_as_it_grows(
    app: MemtuiApp, desk: Desk, team: dict[str, str], embedders: Embedders
) -> None:
    gated = embedders["words"] = Gated(query=False)
    desk.meaning.start(own=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        assert line(app, "ready") == "words at once · meaning: 0 of 8 facts ready"
        assert len(screen(app).hits) == 1
        gated.gate.set()
        while len(screen(app).hits) == 1:
            await pilot.pause(0.01)
        assert line(app, "ready") == "words at once · meaning: 8 facts ready"
        assert screen(app).hits[0].fact.id == team["diet"]


async def test_what_was_asked_is_asked_again_though_news_come_one_upon_the_other(
    app: MemtuiApp,
    desk: Desk,
    team: dict[str, str],
    embedders: Embedders,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gated = embedders["words"] = Gated(query=False)
    desk.meaning.start(own=False)
    changed = SearchScreen._changed
    news = ["one upon the other"]

    def interrupted(self: SearchScreen, *given: str) -> object:
        if news and desk.meaning.standing().done == 8:
            news.pop()
            app.call_from_thread(self._tell_ready)
        return changed(self, *given)

    monkeypatch.setattr(SearchScreen, "_changed", interrupted)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        gated.gate.set()
        while news:
            await pilot.pause(0.01)
        await settle(pilot)
        assert len(screen(app).hits) > 1


async def test_an_embedder_that_fails_leaves_words_and_a_line(
    app: MemtuiApp, desk: Desk, team: dict[str, str], embedders: Embedders
) -> None:
    embedders["words"] = WordsEmbedder("words", 512)
    embedders["words"].works = False
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        assert [hit.fact.id for hit in screen(app).hits] == [team["diet"]]
        assert line(app, "ready") == "words alone: words does not answer. Start it."


async def test_what_there_is_to_do_is_told_whole(
    app: MemtuiApp, desk: Desk, team: dict[str, str], embedders: Embedders
) -> None:
    failing = embedders["words"] = WordsEmbedder("words", 512)
    failing.name = "a model with a name that is long at a host with a name that is long too"
    failing.works = False
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        ready = app.screen.query_one("#ready")
        seen = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert ready.size.height == 2
        assert "Start it." in seen


@pytest.mark.parametrize("damage", ["deleted", "scrambled"])
async def test_a_damaged_index_leaves_the_search_and_is_mended(
    app: MemtuiApp,
    desk: Desk,
    team: dict[str, str],
    damage: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("memtui.desk.by_meaning._TRY_AGAIN", 0.05)
    monkeypatch.setattr("memtui.search.rest._SECONDS", 0.0)
    index = desk.memory.folder / "index"
    desk.meaning.start(own=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        while not list(index.glob("chroma/g*/chroma.sqlite3")):
            await pilot.pause(0.01)
        if damage == "deleted":
            # Chroma's process may be writing there.
            while index.exists():
                shutil.rmtree(index, ignore_errors=True)
            desk.refresh()
        else:
            for path in [*index.glob("chroma/**/*"), index / "vectors.db"]:
                with contextlib.suppress(FileNotFoundError, IsADirectoryError):
                    path.write_bytes(b"\xff" * 9_000)
        await press(pilot, *["backspace"] * len("vegetarian"))
        await type_text(pilot, "recife")
        assert screen(app).hits[0].fact.id == team["city"]
        for _ in range(3_000):
            if line(app, "ready") == "words at once · meaning: 8 facts ready":
                break
            await pilot.pause(0.01)
        assert line(app, "ready") == "words at once · meaning: 8 facts ready"
        await press(pilot, "backspace", "e")
        assert screen(app).hits[0].fact.id == team["city"]


async def test_what_is_forgotten_is_found_no_more(
    app: MemtuiApp, desk: Desk, team: dict[str, str]
) -> None:
    desk.meaning.start(own=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "vegetarian")
        desk.apply(Forget((team["diet"],)))
        await press(pilot, "backspace", "n")
        assert team["diet"] not in [hit.fact.id for hit in screen(app).hits]


async def test_a_fact_that_others_forget_is_shown_no_more(
    app: MemtuiApp, desk: Desk, home: Path, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "ana diet")
        await press(pilot, "ctrl+t")
        assert isinstance(app.screen, FactScreen)
        with contextlib.closing(Memory.open(home, "team")) as other:
            other.apply(Forget((app.screen.fact_id,)))
        app.screen_stack[0].post_message(MainScreen.NotesChanged())
        await settle(pilot)
        assert isinstance(app.screen, SearchScreen)


async def test_what_others_forget_leaves_the_screen_and_what_they_keep_comes(
    app: MemtuiApp, desk: Desk, home: Path, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "what does ana eat")
        assert team["diet"] in [hit.fact.id for hit in screen(app).hits]
        with contextlib.closing(Memory.open(home, "team")) as other:
            other.apply(Forget((team["diet"],)))
            new = keep(other, "Ana", "Ana eats no nuts.", attribute="nuts").outcomes[0].fact.id
        desk.refresh()
        screen(app).post_message(SearchScreen.Ready())
        await settle(pilot)
        ids = [hit.fact.id for hit in screen(app).hits]
        assert team["diet"] not in ids
        assert new in ids


async def test_what_others_replace_goes_to_history_and_the_cursor_with_it(
    app: MemtuiApp, desk: Desk, home: Path, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "bruno diet")
        assert screen(app).hits[0].fact.id == team["diet"]
        with contextlib.closing(Memory.open(home, "team")) as other:
            new = keep(other, "Bruno", "Bruno is vegan.", attribute="diet", said="2026-02-04")
        desk.refresh()
        app.memory_changed.publish(None)
        await settle(pilot)
        first = screen(app).shown[0]
        assert (first.group, first.hit.fact.id) == (NOW, new.outcomes[0].fact.id)
        y, fact = pointed_at(app)
        assert fact == "Bruno is vegetarian."
        lines = shown(app)
        assert y > [each.strip() for each in lines].index(BEFORE)
        assert "⋮ Bruno — diet" in lines[y]
        assert "⋮ replaced 4 Feb 2026 by: Bruno is vegan." in line(app, "why")


async def test_with_history_left_out_the_cursor_goes_to_what_took_the_place(
    app: MemtuiApp, desk: Desk, home: Path, team: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "bruno diet")
        await press(pilot, "ctrl+o")
        with contextlib.closing(Memory.open(home, "team")) as other:
            keep(other, "Bruno", "Bruno is vegan.", attribute="diet", said="2026-10-19")
        desk.refresh()
        app.memory_changed.publish(None)
        await settle(pilot)
        assert pointed_at(app)[1] == "Bruno is vegan."
        assert team["diet"] not in [hit.fact.id for hit in screen(app).hits]


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (120, 40)])
async def test_a_long_fact_is_read_whole_below_the_hits(
    app: MemtuiApp, kept: Callable[..., str], size: tuple[int, int]
) -> None:
    long = "The lease of the flat in Porto ends in June, may be given up with three months' "
    long += "notice by letter alone, and names Carla as the keeper of the spare key."
    kept("Flat", "lease", long, "2026-10-12")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await type_text(pilot, "spare key")
        why = app.screen.query_one("#why").region
        strips = app.screen._compositor.render_strips()
        seen = " ".join(strip.text.strip() for strip in strips[why.y : why.bottom])
        assert long in " ".join(seen.split())
