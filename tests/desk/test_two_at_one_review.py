"""Two apps have one review open: nothing decided is lost, nothing left out is kept unseen."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.desk.drafts import Ended
from memtui.desk.queue import Suggestion, gather, suggest
from memtui.desk.safekeeping import Safekeeping
from memtui.errors import Code, MemtuiError
from memtui.facts.keeping import Forget
from memtui.review import review as reviewing
from memtui.review.review import Review
from tests.tui.open_review import NOW, make_desk, make_review, proposed


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    one = make_desk(tmp_path)
    other = Desk.open(tmp_path, "team", clock=lambda: NOW)
    yield one, other
    one.close()
    other.close()


Desks = tuple[Desk, Desk]


def _open(desks: Desks) -> tuple[Safekeeping, Safekeeping]:
    review = make_review(desks[0])
    (there,) = desks[1].reviews()
    return Safekeeping(desks[0], review), Safekeeping(desks[1], there)


def _tick(safe: Safekeeping, place: int, value: bool) -> None:
    safe.review = reviewing.tick(safe.review, place, value)
    safe.write_now()


def _ticks(review: Review) -> str:
    return "".join("x" if item.ticked else "." for item in review.items)


def test_decisions_of_both_are_written_down(desks: Desks) -> None:
    a, b = _open(desks)
    _tick(a, 0, False)
    _tick(b, 2, False)
    _tick(a, 4, True)
    (saved,) = desks[0].reviews()
    assert _ticks(saved) == "...xx"
    assert [item.decided for item in saved.items] == [True, False, True, False, True]
    b.write_now()
    assert _ticks(b.review) == _ticks(a.review) == "...xx"


def test_two_hundred_decided_in_turns_are_all_decided(desks: Desks) -> None:
    proposals = [proposed(f"P{n}", "role", f"P{n} cooks.", turn=None) for n in range(200)]
    review = make_review(desks[0], proposals)
    a, b = Safekeeping(desks[0], review), Safekeeping(desks[1], review)
    for n in range(0, 200, 2):
        _tick(a, n, True)
        _tick(b, n + 1, False)
    a.write_now()
    assert a.review.decided == 200
    assert _ticks(a.review) == "x." * 100
    assert a.review == b.review


async def test_looking_takes_over_and_tells(desks: Desks) -> None:
    a, b = _open(desks)
    told: list[Review] = []
    b.listener = told.append
    _tick(a, 0, False)
    await b.look()
    assert _ticks(b.review) == "..xx."
    assert [_ticks(each) for each in told] == ["x.xx."]
    await b.look()
    assert len(told) == 1
    assert not b.is_unwritten


def test_what_was_left_out_elsewhere_is_not_kept_unseen(desks: Desks) -> None:
    a, b = _open(desks)
    _tick(a, 0, False)
    with pytest.raises(MemtuiError) as refused:
        b.keep(desks[1].verdicts(b.review))
    assert refused.value.code is Code.MEMORY_CHANGED
    assert desks[1].memory.counts().current == 3
    b.write_now()
    kept = b.keep(desks[1].verdicts(b.review))
    assert "Ana works in research." not in {each.fact.fact for each in kept.outcomes if each.fact}


def test_what_was_finished_elsewhere_is_neither_kept_nor_written_again(desks: Desks) -> None:
    a, b = _open(desks)
    _tick(a, 0, False)
    a.keep(desks[0].verdicts(a.review))
    with pytest.raises(MemtuiError):
        b.keep(desks[1].verdicts(b.review))
    _tick(b, 4, True)
    assert b.ended == Ended(kept=2, left_out=3)
    assert desks[0].reviews() == []
    b.discard()
    assert desks[0].drafts.ended(a.review.id) == Ended(kept=2, left_out=3)


def test_what_is_taken_back_elsewhere_goes_on_here(desks: Desks) -> None:
    a, b = _open(desks)
    a.keep(desks[0].verdicts(a.review))
    b.write_now()
    assert b.ended
    desks[0].undo()
    b.write_now()
    assert b.ended is None
    _tick(b, 0, False)
    assert _ticks(desks[0].reviews()[0]) == "..xx."


def test_what_was_discarded_elsewhere_is_not_written_again(desks: Desks) -> None:
    a, b = _open(desks)
    a.discard()
    _tick(b, 0, False)
    assert b.ended == Ended()
    assert desks[1].reviews() == []


def test_a_review_that_was_joined_with_another_goes_on_there(desks: Desks) -> None:
    suggest(desks[0], "one", [Suggestion("Eva", "city", "Eva lives in Lyon.", quote="Lyon")])
    b = Safekeeping(desks[1], desks[1].reviews()[0])
    suggest(desks[0], "one", [Suggestion("Eva", "job", "Eva bakes.", quote="I bake")])
    (joined,) = gather(desks[0])
    assert len(joined.items) == 2
    lyon = [item.draft.attribute for item in b.review.items].index("city")
    _tick(b, lyon, False)
    (saved,) = desks[0].reviews()
    assert {item.draft.attribute: item.decided for item in saved.items} == {
        "city": True,
        "job": False,
    }
    assert b.review.id == saved.id


def test_what_is_forgotten_elsewhere_leaves_an_open_review(desks: Desks) -> None:
    a, b = _open(desks)
    (city,) = desks[0].memory.timeline("Ana", "city")
    desks[0].apply(Forget((city.id,)))
    _tick(b, 0, False)
    assert "Ana lives in Recife." not in {item.draft.fact for item in b.review.items}
    assert len(desks[0].reviews()[0].items) == 4
    assert a.review.id == b.review.id


def test_a_deleted_memory_is_said_to_be_deleted_and_not_made_again(desks: Desks) -> None:
    a, _ = _open(desks)
    folder = desks[0].memory.folder
    shutil.rmtree(folder)
    with pytest.raises(MemtuiError) as refused:
        _tick(a, 0, False)
    assert refused.value.code is Code.MEMORY_UNKNOWN
    assert a.is_unwritten
    assert not folder.exists()
