"""A list of conversations that fills while the file is read, and what follows from a choice."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual import events

from memtui.conversations.collection import Collection
from memtui.conversations.opening import begun
from memtui.conversations.reading import Person
from memtui.desk.desk import Desk
from memtui.tui.picks import Picks
from memtui.tui.screens.open import OpenScreen
from memtui.tui.screens.pick import PickScreen
from memtui.tui.screens.preview import PreviewScreen
from memtui.tui.screens.read_several import ReadSeveralScreen
from memtui.tui.screens.reading import ReadingScreen
from memtui.tui.screens.review import ReviewScreen
from memtui.tui.screens.when import WhenScreen
from memtui.tui.screens.who import WhoScreen
from tests.tui.open_review import make_desk, press, settled, showing, shown


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = make_desk(tmp_path / "home")
    desk.memory.save_settings({"extractor.kind": "plain"})
    yield desk
    desk.close()


def chat(title: str, *texts: str, day: str | None = "2026-10-12") -> dict[str, Any]:
    messages = [{"role": "user" if not n % 2 else "assistant", "content": text}
                for n, text in enumerate(texts)]  # fmt: skip
    dated = {"created_at": f"{day}T10:00:00Z"} if day else {}
    return {"title": title, "messages": messages, **dated}


CHATS = [
    chat("Garden", "Bruno lives in Lisbon.", day="2026-09-01"),
    chat("Standup", "Ana works in research.", "Noted.", day="2026-10-01"),
    chat("Kitchen", "Carla lives in Porto.", day="2026-09-20"),
]


@pytest.fixture
def export(tmp_path: Path) -> Path:
    file = tmp_path / "export.json"
    file.write_text(json.dumps(CHATS))
    return file


def screen(desk: Desk, path: Path) -> PickScreen:
    beginning = begun(path, Person(desk.memory.settings.me.names))
    return PickScreen(desk, beginning.collection, beginning.found, str(path))


def listed(text: str) -> list[str]:
    return [line for line in text.splitlines() if "[ ]" in line or "[x]" in line]


async def test_the_newest_stands_on_top_with_turns_and_first_words(
    desk: Desk, tmp_path: Path, export: Path
) -> None:
    async with showing(desk, tmp_path, screen(desk, export)) as pilot:
        first, second, third = listed(shown(pilot))
        assert "1 Oct 2026      2          Standup  Ana works in research." in first
        assert "Kitchen" in second
        assert "Garden" in third
        assert "export.json · role/content JSON · 3 conversations" in shown(pilot)


async def test_within_a_day_the_newest_stands_on_top(desk: Desk, tmp_path: Path) -> None:
    def at(title: str, time: str) -> dict[str, Any]:
        said = {"role": "user", "content": "Ana works.", "timestamp": f"2026-10-12T{time}Z"}
        return {"title": title, "messages": [said]}

    file = tmp_path / "export.json"
    days = chat("Dated", "Ana works."), chat("Later", "Ana works.", day="2026-10-13")
    file.write_text(json.dumps([at("Noon", "12:00"), *days, at("Three", "15:00:01")]))
    async with showing(desk, tmp_path, screen(desk, file)) as pilot:
        titles = [line.split()[-3] for line in listed(shown(pilot))]
        assert titles == ["Later", "Three", "Noon", "Dated"]


async def test_of_a_folder_of_many_formats_none_is_named(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "chats"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps(CHATS))
    (folder / "b.txt").write_text("Ana: Hi.\nBruno: Ho.\nAna: Yes.\nBruno: No.\n")
    async with showing(desk, tmp_path, screen(desk, folder)) as pilot:
        assert "chats · 2 formats · 4 conversations" in shown(pilot)


async def test_a_title_is_cut_only_where_its_state_needs_the_room(
    desk: Desk, tmp_path: Path
) -> None:
    file = tmp_path / "export.json"
    short, long = "Where we plan to go", "All that was said about the garden of Bruno"
    file.write_text(json.dumps([chat(short, "Ana works."), chat(long, "Ana works in research.")]))
    async with showing(desk, tmp_path, screen(desk, file), size=(60, 24)) as pilot:
        await press(pilot, "a", "enter")
        assert short in shown(pilot)
        await press(pilot, "p")
        await settled(pilot)
        assert all(state in shown(pilot) for state in ("1 fact", "nothing durable"))


async def test_a_filter_looks_at_title_words_and_day(
    desk: Desk, tmp_path: Path, export: Path
) -> None:
    async with showing(desk, tmp_path, screen(desk, export)) as pilot:
        for text, title in (("research", "Standup"), ("kitch", "Kitchen"), ("1 sep", "Garden")):
            await press(pilot, "slash", f"text:{text}")
            assert title in listed(shown(pilot))[0]
            await press(pilot, "escape")
        await press(pilot, "slash", "text:nowhere")
        assert "no match" in shown(pilot)


async def test_what_is_picked_is_read_one_after_another_and_then_reviewed(
    desk: Desk, tmp_path: Path, export: Path
) -> None:
    async with showing(desk, tmp_path, screen(desk, export)) as pilot:
        await press(pilot, "space", "space")
        assert "2 picked" in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReadSeveralScreen)
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        await settled(pilot)
        assert "2 of 2 read · 2 facts so far" in shown(pilot)
        assert [len(each.items) for each in desk.reviews()] == [1, 1]
        assert Picks(desk.memory, str(export)).saved() == frozenset()
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert "1 more review waits" in shown(pilot)
    marks = desk.read_before.marks()
    collection = Collection.of([export], Person())
    assert [marks.of(each.conversation) is not None for each in collection] == [False, True, True]


async def test_who_i_is_can_be_said_before_several_are_read(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text(json.dumps([chat("Move", "I live in Lisbon."), chat("Cat", "My cat is Mia.")]))
    async with showing(desk, tmp_path, screen(desk, file)) as pilot:
        await press(pilot, "space", "space", "enter")
        assert "w: say who “I” is" in shown(pilot)
        await press(pilot, "w", "text:Ana, Ana Lima", "enter")
        await pilot.app.workers.wait_for_complete()
        await settled(pilot)
        assert "you are: Ana, Ana Lima" in shown(pilot)
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        await settled(pilot)
        assert desk.memory.settings.me.names == ("Ana", "Ana Lima")
    facts = [item.draft.fact for each in desk.reviews() for item in each.items]
    assert "Ana lives in Lisbon." in facts


async def test_what_was_read_is_marked_and_only_new_hides_it(
    desk: Desk, tmp_path: Path, export: Path
) -> None:
    for found in Collection.of([export], Person()):
        if found.conversation.title != "Garden":
            desk.was_read(found.conversation, "conversation: export.json", plainly=True)
    grown = [*CHATS[:1], chat("Standup", "Ana works in research.", "Noted.", "Ana lives in Porto.",
                              day="2026-10-01"), CHATS[2]]  # fmt: skip
    export.write_text(json.dumps(grown))
    async with showing(desk, tmp_path, screen(desk, export)) as pilot:
        standup, kitchen, garden = listed(shown(pilot))
        assert "1 new  Standup" in standup
        assert "read  Kitchen" in kitchen
        assert "read" not in garden
        await press(pilot, "n")
        assert "Kitchen" not in "".join(listed(shown(pilot)))
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PreviewScreen)
        assert "read on 12 Oct 2026, without a model; now only 1 new turn, a: all of it" in shown(
            pilot
        )
        await press(pilot, "a")
        assert "all of it is read again" in shown(pilot)


async def test_a_choice_that_was_not_read_yet_is_there_again(
    desk: Desk, tmp_path: Path, export: Path
) -> None:
    kitchen = next(
        each.conversation
        for each in Collection.of([export], Person())
        if each.conversation.title == "Kitchen"
    )
    Picks(desk.memory, str(export)).save([kitchen.id])
    async with showing(desk, tmp_path, screen(desk, export)) as pilot:
        (picked,) = [line for line in listed(shown(pilot)) if "[x]" in line]
        assert "Kitchen" in picked


async def test_what_was_not_read_is_told(desk: Desk, tmp_path: Path, export: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    export.rename(folder / "export.json")
    (folder / "user.json").write_text('{"id": "u", "email": "ana@example.org"}')
    async with showing(desk, tmp_path, OpenScreen(desk)) as pilot:
        desk.memory.write_state("last_folder", str(tmp_path))
        await press(pilot, "slash", f"text:{folder}", "escape")
        pilot.app.screen.go_into(folder)  # type: ignore[attr-defined]
        await settled(pilot)
        await press(pilot, "o")
        assert isinstance(pilot.app.screen, PickScreen)
        assert "3 conversations" in shown(pilot)
        assert "not read: user.json is" in shown(pilot)


async def test_of_people_it_is_asked_once_which_of_them_is_you(desk: Desk, tmp_path: Path) -> None:
    talk = tmp_path / "2026-10-12 talk.txt"
    talk.write_text("Ana: I moved to research.\nBruno: Good.\nAna: Yes.\nBruno: Bye, Ana.\n")
    opened = begun(talk, Person()).only
    assert opened
    preview = PreviewScreen(desk, opened, opened.conversations[0])
    async with showing(desk, tmp_path, preview) as pilot:
        await press(pilot, "p")
        assert isinstance(pilot.app.screen, WhoScreen)
        assert "Ana" in shown(pilot)
        assert "I moved to research." in shown(pilot)
        await press(pilot, "escape")
        await press(pilot, "p", "enter")
        assert isinstance(pilot.app.screen, ReadingScreen | ReviewScreen)
        assert desk.memory.settings.me.names == ("Ana",)


async def test_nobody_of_them_may_be_you(desk: Desk, tmp_path: Path) -> None:
    talk = tmp_path / "2026-10-12 talk.txt"
    talk.write_text("Bruno: I moved to Porto.\nCarla: Good.\nBruno: Yes.\nCarla: Bye.\n")
    opened = begun(talk, Person()).only
    assert opened
    async with showing(
        desk, tmp_path, PreviewScreen(desk, opened, opened.conversations[0])
    ) as pilot:
        await press(pilot, "p", "n")
        assert not isinstance(pilot.app.screen, WhoScreen)
        assert desk.memory.settings.me.names == ()


async def test_where_no_day_is_given_one_is_asked_for(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    file.write_text(json.dumps([chat("Undated", "Ana works in research.", day=None)]))
    opened = begun(file, Person()).only
    assert opened
    preview = PreviewScreen(desk, opened, opened.conversations[0])
    async with showing(desk, tmp_path, preview) as pilot:
        assert "no date in it: you are asked for one" in shown(pilot)
        await press(pilot, "p")
        assert isinstance(pilot.app.screen, WhenScreen)
        await press(pilot, "ctrl+u", "text:soon", "enter")
        assert "DATE_UNREADABLE" in shown(pilot)
        await press(pilot, "ctrl+u", "text:2026-10-02", "enter")
        await pilot.app.workers.wait_for_complete()
        assert [str(turn.day) for turn in preview.conversation.turns] == ["2026-10-02"]


@pytest.mark.parametrize("end", ["\n", "\r"])
@pytest.mark.parametrize("typing", [False, True])
async def test_a_conversation_can_be_pasted(
    desk: Desk, tmp_path: Path, end: str, typing: bool
) -> None:
    text = f"User: Ana works in research.{end}Assistant: Noted.{end}"
    async with showing(desk, tmp_path, OpenScreen(desk)) as pilot:
        if typing:
            await press(pilot, "slash")
        (pilot.app.focused or pilot.app.screen).post_message(events.Paste(text))
        await settled(pilot)
        assert isinstance(pilot.app.screen, PreviewScreen)
        assert "pasted text" in shown(pilot)
        assert "Ana works in research." in shown(pilot)
