from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.store.memory import Memory


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def memory(home: Path) -> Iterator[Memory]:
    opened = Memory.open(home, "team", make=True)
    opened.refresh()
    yield opened
    opened.close()
