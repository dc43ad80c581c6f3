from datetime import date, datetime

import pytest

from memtui.desk.reasons import Kind, why, wording
from memtui.facts.fact import Rules
from memtui.facts.keeping import End
from tests.facts.world import World, draft


def reason(world: World, sentence: str) -> str:
    fact = world.facts[world.id_of(sentence)]
    return why(fact, world.timeline(fact.subject, fact.attribute), world.rules)


def test_what_holds_says_which_rule_decided() -> None:
    world = World()
    world.keep(draft("A.", date(2026, 1, 1)))
    assert reason(world, "A.") == "It holds: nothing else was said about this."
    world.keep(draft("B.", date(2026, 2, 1)))
    world.keep(draft("B.", date(2026, 3, 1)))
    assert reason(world, "B.") == (
        "It holds: it was said last, on 1 Feb 2026; the one before on 1 Jan 2026. "
        "It was said again on 1 Mar 2026."
    )
    assert reason(world, "A.") == (
        "It was replaced on 1 Feb 2026: that was said last, on 1 Feb 2026; "
        "the one before on 1 Jan 2026."
    )


def test_what_was_said_earlier_and_kept_later_went_to_history_at_once() -> None:
    world = World()
    world.keep(draft("B.", date(2026, 2, 1)))
    world.keep(draft("A.", date(2026, 1, 1)))
    assert reason(world, "A.").startswith("It went to history at once: it was said on 1 Jan 2026")


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ((9, 10), "both were said on 1 Jan 2026, it at 10:00, the one before at 09:00"),
        ((None, None), "both were said on 1 Jan 2026, and it was kept later"),
    ],
)
def test_of_one_day_the_time_or_the_keeping_decides(
    times: tuple[int | None, int | None], expected: str
) -> None:
    world = World()
    for sentence, hour in zip(("A.", "B."), times, strict=True):
        moment = datetime(2026, 1, 1, hour) if hour else None
        world.keep(draft(sentence, date(2026, 1, 1), time=moment))
    assert reason(world, "B.") == f"It holds: {expected}."


def test_ends_and_many_values_have_reasons_of_their_own() -> None:
    world = World(Rules(("role",)))
    world.keep(draft("A.", date(2026, 1, 1)), draft("B.", date(2026, 2, 1)))
    assert "holds many values" in reason(world, "A.")
    world.ask(End(world.id_of("A."), date(2026, 3, 1)))
    assert reason(world, "A.").startswith("It ended on 1 Mar 2026")


def test_a_wording_differs_by_words() -> None:
    pieces = wording("Ana leads the data team.", "Ana leads the web team now.")
    assert [(piece.text, piece.kind) for piece in pieces] == [
        ("Ana leads the ", Kind.BOTH),
        ("data", Kind.GONE),
        ("web", Kind.NEW),
        (" team", Kind.BOTH),
        (" now", Kind.NEW),
        (".", Kind.BOTH),
    ]
    assert [piece.text for piece in wording("Ana is on leave.", "Ana works in Rio.")] == [
        "Ana ",
        "is on leave",
        "works in Rio",
        ".",
    ]
    assert wording("", "A.") == [("A.", Kind.NEW)]
