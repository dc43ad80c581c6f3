"""In a locale without UTF-8 the app draws what it draws elsewhere, and says what may go wrong."""

from pathlib import Path

import pytest

from memtui.tui.running import locale_trouble
from tests.tui.terminal import Terminal

MAIN = "import sys; from memtui.__main__ import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("name", ["C", "POSIX"])
def test_a_locale_without_utf_8_is_explained_at_start(
    home: Path, team: dict[str, str], name: str
) -> None:
    with Terminal(MAIN, "--home", str(home), "-m", "team", LC_ALL=name) as terminal:
        terminal.wait_for("Recife")
        terminal.wait_for("not UTF-8")
        assert "▌" in terminal.shown


@pytest.mark.parametrize("encoding", ["UTF-8", "utf8"])
def test_a_locale_with_utf_8_needs_no_words(encoding: str) -> None:
    assert locale_trouble(encoding) is None


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "ANSI_X3.4-1968", "KOI8-R", "GB18030"])
def test_any_other_is_named(encoding: str) -> None:
    trouble = locale_trouble(encoding)
    assert trouble is not None
    assert encoding in trouble
