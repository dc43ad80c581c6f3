import io
import json

import pytest

from memtui.cli.columns import padded, table, width, wrapped
from memtui.cli.printing import Out, bold


class Terminal(io.TextIOWrapper):
    """A standard output of some encoding that may be a terminal."""

    def __init__(self, encoding: str, *, terminal: bool = False) -> None:
        self.bytes = io.BytesIO()
        self.terminal = terminal
        super().__init__(self.bytes, encoding=encoding, newline="")

    def isatty(self) -> bool:
        return self.terminal

    def shown(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode(self.encoding)


def out(monkeypatch: pytest.MonkeyPatch, screen: Terminal, **environ: str) -> Out:
    monkeypatch.setattr("sys.stdout", screen)
    return Out(as_json=False, environ=environ)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_no_encoding_makes_printing_fail(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    screen = Terminal(encoding)
    out(monkeypatch, screen).line("Ana — „ação“ → 日本 …")
    assert screen.shown().startswith("Ana ")
    if encoding == "ascii":
        assert screen.shown() == 'Ana - ?a??o" -> ?? ...\n'


def test_control_characters_of_a_fact_never_reach_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Terminal("utf-8", terminal=True)
    out(monkeypatch, screen).line(bold("\x1b]0;owned\x07Ana\x9b2J"), "  a\n\x1b[2Jrole\u202e ")
    assert screen.shown() == "\x1b[1mAna2J\x1b[0m  a role \n"


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colour_gets_none(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str]
) -> None:
    screen = Terminal("utf-8", terminal=True)
    out(monkeypatch, screen, **environ).line(bold("Ana"))
    assert screen.shown() == "Ana\n"


def test_a_file_gets_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal("utf-8")
    out(monkeypatch, screen).line(bold("Ana"))
    assert screen.shown() == "Ana\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_keeps_every_character_in_every_encoding(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    screen = Terminal(encoding)
    value = {"fact": "Ana — 日本 \x1b[2J\x9b\u202e\u2028 ✓"}
    out(monkeypatch, screen).document(value)
    assert json.loads(screen.shown()) == value
    assert not {"\x1b", "\x9b", "\u202e", "\u2028"} & set(screen.shown())


def test_wide_and_combining_characters_count_as_they_are_drawn() -> None:
    assert [width(text) for text in ("Ana", "日本", "Ame\u0301lie", "👍")] == [3, 4, 6, 2]
    assert padded("日本", 6) == "日本  "


def test_columns_align_and_the_last_one_is_as_long_as_it_is() -> None:
    rows = [("日本", "city", "x"), ("Ana", "preferred language", "Ana prefers Python.")]
    assert table(rows) == [
        "日本  city                x",
        "Ana   preferred language  Ana prefers Python.",
    ]
    assert table([]) == []


def test_long_texts_break_between_words_and_within_words_too_wide() -> None:
    assert wrapped("Ana works in research", 10) == ["Ana works", "in", "research"]
    assert wrapped("日本語のとても", 6) == ["日本語", "のとて", "も"]
    assert wrapped("as long as it is", None) == ["as long as it is"]
    assert all(width(line) <= 7 for line in wrapped("Donaudampfschifffahrt 日本語", 7))
