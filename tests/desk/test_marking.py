"""Words of a question marked in a sentence."""

import pytest

from memtui.desk.marking import marked


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Ana works in research.", ("ana", "work"), ["Ana", "works"]),
        ("Ana works in research.", (), []),
        ("Banana bread", ("ana",), []),
        ("東京の会議は十月。", ("会議",), ["会議"]),
        ("Call [red]Ana[/red] (c++).", ("c++",), ["c++"]),
        ("Ana \x1b[2Jana", ("ana",), ["Ana", "ana"]),
    ],
)
def test_words_are_marked_with_their_endings(
    text: str, words: tuple[str, ...], expected: list[str]
) -> None:
    parts = marked(text, words)
    assert [part for part, word in parts if word] == expected


def test_nothing_but_what_cannot_be_seen_is_lost() -> None:
    parts = marked("Ana\u200b works in research.", ("works",))
    assert "".join(part for part, _ in parts) == "Ana works in research."
