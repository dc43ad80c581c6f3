"""The timelines that come of a fix: whole, as they are once it is done."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from memtui.desk.tidying.resulting import timelines_after
from memtui.facts.fact import Draft, Rules
from memtui.facts.keeping import ChangeRules, Forget, Keep, Rename, Request

NOW = datetime(2026, 10, 20, 9, 31, 4, tzinfo=UTC)
ROWS = (
    ("Jon Smith", "role", "Jon Smith leads.", "2026-03-01"),
    ("Jon Smith", "pet", "Jon Smith has a cat.", "2026-05-01"),
    ("John Smith", "role", "John Smith learns.", "2024-08-01"),
    ("John Smith", "role", "John Smith works.", "2026-05-01"),
    ("John Smith", "role", "John Smith heads research.", "2026-08-01"),
    ("John Smith", "pet", "John Smith has a dog.", "2026-05-01"),
    ("John Smith", "job", "John Smith cooks.", "2026-06-01"),
)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk.open(tmp_path, "team", make=True, clock=lambda: NOW)
    drafts = (Draft(who, what, said, said=date.fromisoformat(on)) for who, what, said, on in ROWS)
    desk.memory.apply(Keep(tuple(drafts)))
    yield desk
    desk.close()


@pytest.mark.parametrize(
    "request_",
    [
        Rename("Jon Smith", "John Smith"),
        Rename("job", "role", "attribute"),
        ChangeRules(Rules(subjects=(("Jon Smith", "John Smith"),))),
        ChangeRules(Rules(attributes=(("job", "role"),))),
    ],
)
def test_what_is_shown_before_is_what_there_is_then(desk: Desk, request_: Request) -> None:
    memory = desk.memory
    shown = timelines_after(memory, desk.preview(request_))
    assert any(len(each.facts) > 3 for each in shown)
    desk.apply(request_)
    for each in shown:
        assert each.facts == tuple(memory.timeline(each.subject, each.attribute))


def test_what_is_deleted_is_shown_where_it_was(desk: Desk) -> None:
    (old, _, _) = desk.memory.timeline("John Smith", "role")
    (shown,) = timelines_after(desk.memory, desk.preview(Forget((old.id,))))
    assert len(shown.facts) == 3
    assert shown.gone == {old.id}
