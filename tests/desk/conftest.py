"""What several tests of the desk need."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memtui.desk.desk import Desk
from tests.desk.meaning_desk import NOW


@pytest.fixture
def open_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    opened: list[Desk] = []

    def open_(*, scan: bool = True) -> Desk:
        desk = Desk.open(tmp_path, "team", make=True, scan=scan, clock=lambda: NOW)
        opened.append(desk)
        return desk

    yield open_
    for desk in opened:
        desk.close()
