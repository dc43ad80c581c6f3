"""JSON of any layout and size is read value by value, whatever is wrong with a part of it."""

import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.conversations.layout import Damage, Layout, layout_of
from memtui.conversations.opening import open_bytes
from memtui.conversations.streaming import Values
from memtui.errors import MemtuiError

USER = {"role": "user", "content": "Ana works in research."}


def chat(title: str, text: str = "Ana works in research.") -> dict[str, Any]:
    return {"title": title, "messages": [{"role": "user", "content": text}]}


def values(data: bytes, layout: Layout | None = None) -> tuple[list[Any], Damage]:
    damage = Damage()
    found = layout or layout_of(data, whole=True)
    assert found
    stream = Values(io.BytesIO(data), damage)
    return [each.value for each in stream.each(found)], damage


# A number beyond 64 bits is read as a float.
numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False)
documents = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.dictionaries(st.text(max_size=8), documents, max_size=5), max_size=8),
       st.sampled_from([None, 2]), st.booleans())  # fmt: skip
def test_what_is_in_a_list_is_what_the_library_reads(
    documents: list[Any], indent: int | None, ascii_: bool
) -> None:
    data = json.dumps(documents, indent=indent, ensure_ascii=ascii_).encode("utf-8", "replace")
    read, damage = values(data, Layout.LIST)
    assert read == json.loads(data)
    assert damage == Damage()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.dictionaries(st.text(max_size=8), documents, min_size=1, max_size=3),
                min_size=1, max_size=5))  # fmt: skip
def test_places_lead_back_to_the_same_value(documents: list[Any]) -> None:
    data = json.dumps(documents, ensure_ascii=False).encode("utf-8", "replace")
    for each in Values(io.BytesIO(data), Damage()).each(Layout.LIST):
        assert json.loads(data[each.start : each.end]) == each.value


def test_records_beyond_what_is_read_at_once() -> None:
    long = [{"title": str(n), "text": "x" * 700_000} for n in range(6)]
    read, damage = values(json.dumps(long).encode())
    assert read == long
    assert damage == Damage()


def test_a_nested_beginning_like_that_of_a_record_is_no_record() -> None:
    nested = [{"uuid": "a", "chat": [{"uuid": "b", "text": "} {"}, {"uuid": "c"}]}] * 3
    assert values(json.dumps(nested).encode())[0] == nested


@pytest.mark.parametrize("odd", ['"\\ud800"', "NaN", "-Infinity", "1" * 40, "1e400"])
def test_what_strict_parsers_refuse_is_read(odd: str) -> None:
    data = b'[{"a": 1}, {"a": ' + odd.encode() + b'}, {"a": 3}]'
    read, damage = values(data)
    assert len(read) == 3
    assert damage == Damage()


def test_one_damaged_record_costs_no_other() -> None:
    whole = [chat(f"Talk {n}", f"Text {n}") for n in range(5)]
    data = json.dumps(whole).encode().replace(b'"Text 2"', b'"Text 2')
    made = open_bytes(data, "x.json")
    assert [each.title for each in made.conversations] == ["Talk 0", "Talk 1", "Talk 3", "Talk 4"]
    assert made.left_out == {"unreadable records": 1}


@pytest.mark.parametrize("between", [b",", b"\n"])
def test_one_record_nested_too_deep_costs_no_other(between: bytes) -> None:
    records = [json.dumps({"messages": [{"role": "user", "content": each}]}).encode()
               for each in ("Ana", "Bruno", "Carla")]  # fmt: skip
    records[1] = records[1][:-1] + b',"more":' + b"[" * 5000 + b"]" * 5000 + b"}"
    data = between.join(records)
    made = open_bytes(b"[" + data + b"]" if between == b"," else data, "deep.json")
    assert [each.turns[0].text for each in made.conversations] == ["Ana", "Carla"]
    assert made.left_out == {"unreadable records": 1}


def test_nothing_but_brackets_is_given_up_at_once() -> None:
    with pytest.raises(MemtuiError, match="nested too deep"):
        open_bytes(b"[" * 2_000_000, "brackets.txt")


def test_a_document_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    data = json.dumps([chat(f"Talk {n}") for n in range(3)]).encode()
    made = open_bytes(data[:-20], "x.json")
    assert [each.title for each in made.conversations] == ["Talk 0", "Talk 1"]
    assert made.warnings == ("The file breaks off: what comes before was read.",)
    alone = {"title": "One", "messages": [{"role": "user", "content": f"Ana {n}."} for n in (1, 2)]}
    (conversation,) = open_bytes(json.dumps(alone).encode()[:-15], "x.json").conversations
    assert [turn.text for turn in conversation.turns] == ["Ana 1."]


def test_lines_are_split_at_line_feeds_alone() -> None:
    lines = [json.dumps(USER | {"content": f"a\u2028b {n}"}, ensure_ascii=False) for n in (1, 2)]
    (conversation,) = open_bytes("\r\n".join(lines).encode(), "x.jsonl").conversations
    assert len(conversation.turns) == 2


def test_a_line_still_being_written_is_counted_and_no_damage() -> None:
    lines = [json.dumps(chat(f"Talk {n}")) for n in range(2)]
    made = open_bytes("\n".join([lines[0], '{"title": "Ta', lines[1], '{"ti']).encode(), "x.jsonl")
    assert len(made.conversations) == 2
    assert made.left_out == {"unreadable records": 1, "unfinished last line": 1}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_json_is_read_in_any_encoding(encoding: str) -> None:
    made = open_bytes(json.dumps([chat("São")], ensure_ascii=False).encode(encoding), "x.json")
    assert made.conversations[0].title == "São"


def test_memory_holds_no_more_than_a_record() -> None:
    class Endless(io.RawIOBase):
        """A list of which each piece is made when it is read."""

        def __init__(self) -> None:
            self.pieces: Iterator[bytes] = iter(
                [b"[", *[b'{"a": "' + b"x" * 9_000 + b'"}, '] * 4_000]
            )
            self.held = b""

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1, /) -> bytes:
            while len(self.held) < size and (piece := next(self.pieces, b"")):
                self.held += piece
            given, self.held = self.held[:size], self.held[size:]
            return given

    tracemalloc.start()
    count = sum(1 for _ in Values(Endless(), Damage()).each(Layout.LIST))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 4_000
    assert peak < 12_000_000


def test_prose_in_brackets_is_no_json() -> None:
    for text in ("[10:32] Ana: hi\n[10:33] Bruno: ho\n", "[[Ana]] met Bruno.", "{note} hello"):
        assert layout_of(text.encode(), whole=True) is None
