"""The plain reader is precise on conversations it was not made with, and leaks nothing."""

import pytest

from benchmarks.extraction.cases import HALVES, cases
from benchmarks.extraction.page import Row
from benchmarks.extraction.score import Score, score
from memtui.extract.plain import PlainReader


def test_there_are_enough_conversations_in_enough_languages() -> None:
    for path in HALVES.values():
        found = cases(path)
        assert len(found) >= 20
        assert len({case.language for case in found}) >= 6


@pytest.mark.parametrize("half", HALVES)
async def test_what_the_plain_reader_ticks_is_right(half: str) -> None:
    total = Score()
    for case in cases(HALVES[half]):
        made, _ = await score(case, PlainReader())
        total += made
    assert Row("plain reader", half, total).precision >= 0.8
    assert (total.forbidden_kept, total.leaked, total.failed) == (0, 0, 0)
    assert total.right > 5
