"""A conversation being read: progress, stopping, failing, and that nothing found is lost."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.extract.events import (
    Account,
    Connecting,
    Done,
    Dropped,
    Event,
    Loading,
    PartBegun,
    PartDone,
    PartFailed,
    Planned,
    Proposed,
    Reading,
    Writing,
)
from memtui.extract.extractor import Extractor
from memtui.extract.window import Part
from memtui.tui.screens.help import HelpScreen
from memtui.tui.screens.main import MainScreen
from memtui.tui.screens.reading import ReadingScreen, State
from memtui.tui.screens.review import ReviewScreen
from tests.tui.open_review import (
    CITY,
    CONVERSATION,
    LEFT_OUT,
    ROLE,
    TASK,
    UNAVAILABLE,
    FakeExtractor,
    Gate,
    make_desk,
    notices,
    press,
    settled,
    showing,
    shown,
)

Steps = list[Event | Gate | Exception]
Reads = Callable[[Steps], FakeExtractor]


@pytest.fixture
def desk(home: Path) -> Iterator[Desk]:
    desk = make_desk(home)
    yield desk
    desk.close()


@pytest.fixture
def reads(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Reads:
    """Makes the desk's extractor go through steps, whatever kind is asked for."""

    def use(steps: Steps) -> FakeExtractor:
        fake = FakeExtractor(steps)

        def extractor(kind: str | None = None, model: str | None = None) -> Extractor:
            return fake

        monkeypatch.setattr(desk, "extractor", extractor)
        return fake

    return use


def account(turns: int = 3, left_out: int = 0) -> Account:
    return Account(turns, left_out, 400, 1, 5_210, 16_384, "stop", LEFT_OUT)


def reading(desk: Desk) -> ReadingScreen:
    return ReadingScreen(desk, "standup.json", CONVERSATION, clock=lambda: 0.0)


async def test_it_says_what_it_does(desk: Desk, home: Path, reads: Reads) -> None:
    connecting, loading, waiting, writing = Gate(), Gate(), Gate(), Gate()
    reads(
        [
            Connecting("127.0.0.1:11434"),
            connecting,
            Loading("qwen3:4b-instruct"),
            loading,
            Reading(3.0, 5_210, 16_384),
            waiting,
            Writing(12, 1),
            Proposed(ROLE),
            Dropped(LEFT_OUT[0]),
            writing,
        ]
    )
    async with showing(desk, home, reading(desk)) as pilot:
        assert "standup.json · Standup · 3 turns · 12 Oct 2026" in shown(pilot)
        assert "qwen3:4b-instruct at 127.0.0.1:11434" in shown(pilot)
        assert "asking 127.0.0.1:11434…  0 s" in shown(pilot)
        connecting.set()
        await settled(pilot)
        assert "qwen3:4b-instruct is being loaded…" in shown(pilot)
        loading.set()
        await settled(pilot)
        assert "reading…" in shown(pilot)
        assert "5,210 tokens sent of 16,384" in shown(pilot)
        waiting.set()
        await settled(pilot)
        assert "writing…" in shown(pilot)
        assert "1 fact so far" in shown(pilot)
        assert "Ana — role:  Ana works in research." in shown(pilot)
        assert "left out: a fact about Bruno looked like a password" in shown(pilot)


async def test_when_it_is_done_the_review_begins(desk: Desk, home: Path, reads: Reads) -> None:
    reads([Proposed(ROLE), Proposed(TASK), Done(account())])
    async with showing(desk, home, reading(desk)) as pilot:
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert [item.draft.fact for item in screen.review.items] == [ROLE.fact, TASK.fact]
        assert screen.review.source == "conversation: standup.json"
        assert screen.review.left_out == LEFT_OUT
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, MainScreen), "nothing of the way is left behind"


async def test_the_review_begins_over_whatever_was_opened_meanwhile(
    desk: Desk, home: Path, reads: Reads
) -> None:
    gate = Gate()
    reads([Proposed(ROLE), gate, Done(account())])
    async with showing(desk, home, reading(desk)) as pilot:
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        gate.set()
        await settled(pilot)
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, MainScreen), "nothing of the way is left behind"


async def test_facts_are_counted_while_the_model_still_writes(
    desk: Desk, home: Path, reads: Reads
) -> None:
    reads([Writing(120, 3), Gate()])
    async with showing(desk, home, reading(desk)) as pilot:
        assert "3 facts being written" in shown(pilot)


async def test_turns_that_did_not_fit_are_told_in_the_review(
    desk: Desk, home: Path, reads: Reads
) -> None:
    reads([Proposed(ROLE), Done(account(left_out=7))])
    async with showing(desk, home, reading(desk)) as pilot:
        await settled(pilot)
        assert "7 older turns did not fit" in shown(pilot)


async def test_nothing_durable_is_an_answer_and_no_failure(
    desk: Desk, home: Path, reads: Reads
) -> None:
    reads([Done(account())])
    screen = reading(desk)
    async with showing(desk, home, screen) as pilot:
        assert screen.state is State.NOTHING
        assert "Nothing durable in it" in shown(pilot)
        assert "EXTRACTOR" not in shown(pilot)
        assert desk.reviews() == []
        await press(pilot, "enter")
        assert "There is nothing to review yet." in shown(pilot)


@pytest.mark.parametrize("key", ["x", "escape", "q"])
async def test_stopping_closes_the_request_and_keeps_what_was_found(
    desk: Desk, home: Path, reads: Reads, key: str
) -> None:
    fake = reads([Proposed(ROLE), Gate()])
    screen = reading(desk)
    async with showing(desk, home, screen) as pilot:
        await press(pilot, key)
        assert fake.closed
        assert screen.state is State.STOPPED
        assert "Stopped. 1 fact found so far" in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert len(pilot.app.screen.review.items) == 1


PARTS = Part(0, 1), Part(1, 2), Part(2, 3)


async def test_enter_reviews_what_is_here_while_the_rest_is_read(
    desk: Desk, home: Path, reads: Reads
) -> None:
    gate = Gate()
    fake = reads(
        [
            Planned(PARTS),
            PartBegun(PARTS[0]),
            Proposed(CITY),
            Proposed(ROLE),
            PartDone(PARTS[0]),
            PartBegun(PARTS[1]),
            gate,
            Proposed(TASK),
            PartDone(PARTS[1]),
            PartBegun(PARTS[2]),
            PartDone(PARTS[2]),
            Done(account()),
        ]
    )
    async with showing(desk, home, reading(desk)) as pilot:
        await press(pilot, "enter", "j")
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert "reading on · part 2 of 3 · 2 proposals" in shown(pilot)
        assert screen.rows.cursor == 1
        gate.set()
        for _ in range(3):
            await settled(pilot)
        assert fake.closed
        assert [item.draft.fact for item in screen.review.items] == [
            CITY.fact, ROLE.fact, TASK.fact,
        ]  # fmt: skip
        assert screen.rows.cursor == 1
        assert "3 turns read (400 characters)" in shown(pilot)
        assert "reading on" not in shown(pilot)
    assert [len(review.items) for review in desk.reviews()] == [3]


async def test_leaving_the_review_stops_the_reading_and_t_reads_the_rest(
    desk: Desk, home: Path, reads: Reads
) -> None:
    begun: list[Event] = [Planned(PARTS), PartBegun(PARTS[0]), Proposed(ROLE), PartDone(PARTS[0])]
    fake = reads([*begun, PartBegun(PARTS[1]), Gate()])
    async with showing(desk, home, reading(desk)) as pilot:
        await press(pilot, "enter", "q")
        assert fake.closed
        assert isinstance(pilot.app.screen, MainScreen)
        assert "Reading stopped: 2 of 3 parts are not read: turns 2, 3" in notices(pilot)
        rest: list[Event] = [Planned(PARTS[1:]), PartBegun(PARTS[1]), Proposed(TASK)]
        failure = PartFailed(PARTS[1], UNAVAILABLE)
        fake = reads([*rest, failure, PartBegun(PARTS[2]), PartDone(PARTS[2]), Done(account())])
        await press(pilot, "r")
        assert "2 of 3 parts are not read: turns 2, 3 · t reads them" in shown(pilot)
        await press(pilot, "t")
        await settled(pilot)
        assert fake.context is not None
        assert fake.context.parts == PARTS[1:]
        seen = " ".join(shown(pilot).split())
        assert "part 2 of 3 (turn 2) was not read: EXTRACTOR_UNAVAILABLE" in seen
        assert "1 of 3 parts is not read: turns 2" in seen
        assert "Bruno takes the dashboards." in seen


async def test_leaving_sets_what_was_found_aside(desk: Desk, home: Path, reads: Reads) -> None:
    reads([Proposed(ROLE), Gate()])
    async with showing(desk, home, reading(desk)) as pilot:
        await press(pilot, "x", "escape")
        assert isinstance(pilot.app.screen, MainScreen)
        assert "1 proposal of standup.json" in notices(pilot)
        assert len(desk.reviews()) == 1
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_a_part_that_failed_waits_and_that_is_told_though_nothing_was_found(
    desk: Desk, home: Path, reads: Reads
) -> None:
    first: list[Event] = [Planned(PARTS), PartBegun(PARTS[0]), PartDone(PARTS[0])]
    rest: list[Event] = [PartFailed(PARTS[1], UNAVAILABLE), PartBegun(PARTS[2]), PartDone(PARTS[2])]
    reads([*first, *rest, Done(account())])
    async with showing(desk, home, reading(desk)) as pilot:
        await settled(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, MainScreen)
        told = notices(pilot)
        assert "1 of 3 parts is not read: turns 2 · r goes on" in told
        assert "0 proposals" not in told
        assert len(desk.reviews()) == 1


async def test_leaving_with_nothing_found_goes_back(desk: Desk, home: Path, reads: Reads) -> None:
    reads([Gate()])
    async with showing(desk, home, reading(desk)) as pilot:
        await press(pilot, "x", "escape")
        assert isinstance(pilot.app.screen, MainScreen)
        assert desk.reviews() == []


async def test_the_end_of_the_app_loses_nothing_found(desk: Desk, home: Path, reads: Reads) -> None:
    fake = reads([Proposed(ROLE), Gate()])
    async with showing(desk, home, reading(desk)) as pilot:
        pilot.app.exit()
    assert fake.closed
    (review,) = desk.reviews()
    assert review.items[0].draft.fact == ROLE.fact


async def test_a_failure_names_the_way_out(desk: Desk, home: Path, reads: Reads) -> None:
    reads([Connecting("127.0.0.1:11434"), UNAVAILABLE])
    screen = reading(desk)
    async with showing(desk, home, screen) as pilot:
        seen = " ".join(shown(pilot).split())
        assert screen.state is State.FAILED
        assert "EXTRACTOR_UNAVAILABLE: Ollama does not answer at http://127.0.0.1:11434" in seen
        assert "Start it with `ollama serve`." in seen
        assert "p: let the plain reader propose what is said plainly (not a model)" in seen


async def test_t_tries_again(desk: Desk, home: Path, reads: Reads) -> None:
    reads([UNAVAILABLE])
    async with showing(desk, home, reading(desk)) as pilot:
        reads([Proposed(ROLE), Done(account())])
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_p_lets_the_plain_reader_do_it(
    desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def extractor(kind: str | None = None, model: str | None = None) -> Extractor:
        asked.append(kind)
        return FakeExtractor([UNAVAILABLE] if kind is None else [Proposed(ROLE), Done(account())])

    monkeypatch.setattr(desk, "extractor", extractor)
    async with showing(desk, home, reading(desk)) as pilot:
        await press(pilot, "p")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert asked == [None, "plain"]


async def test_what_came_before_a_failure_can_be_reviewed(
    desk: Desk, home: Path, reads: Reads
) -> None:
    reads([Proposed(ROLE), UNAVAILABLE])
    async with showing(desk, home, reading(desk)) as pilot:
        assert "1 fact found before that: enter reviews them." in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_after_stopping_t_reads_on_and_nothing_found_is_lost(
    desk: Desk, home: Path, reads: Reads
) -> None:
    reads([Proposed(ROLE), Gate()])
    async with showing(desk, home, reading(desk)) as pilot:
        await press(pilot, "x")
        reads([Proposed(TASK), Done(account())])
        await press(pilot, "t")
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert [item.draft.fact for item in screen.review.items] == [ROLE.fact, TASK.fact]


async def test_the_persons_names_and_facts_are_known_to_the_extractor(
    desk: Desk, home: Path, reads: Reads
) -> None:
    desk.memory.save_settings({"me.names": ["Ana"]})
    fake = reads([Gate()])
    async with showing(desk, home, reading(desk)):
        assert fake.context is not None
        assert fake.context.me == ("Ana",)
        assert "Ana leads the data team." in {fact.fact for fact in fake.context.known}


async def test_the_counter_moves_once_a_second_and_says_how_long_it_may_take(
    desk: Desk, home: Path, reads: Reads
) -> None:
    reads([Reading(0.0, 1, 2), Gate()])
    now = [0.0]
    screen = ReadingScreen(desk, "standup.json", CONVERSATION, clock=lambda: now[0])
    async with showing(desk, home, screen) as pilot:
        assert "reading…  0 s" in shown(pilot)
        now[0] = 41.4
        screen.tick()
        await settled(pilot)
        assert "reading…  41 s  (a CPU takes a minute or two)" in shown(pilot)


@pytest.mark.parametrize("size", [(60, 15), (120, 40), (20, 5), (1, 1)])
async def test_it_fits_any_terminal(
    desk: Desk, home: Path, reads: Reads, size: tuple[int, int]
) -> None:
    reads([Proposed(ROLE), Dropped(LEFT_OUT[0]), Gate()])
    async with showing(desk, home, reading(desk), size) as pilot:
        await press(pilot, "j", "G", "x")
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "Stopped." in shown(pilot)
