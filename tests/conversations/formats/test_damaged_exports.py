"""Exports that somebody damaged: turns, or a code with a sentence, and never a hang."""

import copy
import csv
import io
import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.conversations.formats import RECORDS, gemini_page
from memtui.conversations.opening import open_bytes
from memtui.conversations.reader import RecordFormat
from memtui.conversations.source import Source
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.test_chatgpt import ANSWERED, ASKED, REQUEST, RESPONSE, chat, deep
from tests.conversations.formats.test_claude import ANSWERED as CLAUDE_ANSWERED
from tests.conversations.formats.test_claude import ASKED as CLAUDE_ASKED
from tests.conversations.formats.test_claude import GROK, grok_chat
from tests.conversations.formats.test_claude import chat as claude_chat
from tests.conversations.formats.test_gemini import PAGE, activity, chunk, prompt
from tests.conversations.formats.test_local_apps import HEADER, JAN, NODES, STUDIO, studio_chat
from tests.conversations.formats.test_others import COPILOT, SHARED, TAVERN, line
from tests.conversations.formats.test_web_apps import LIBRE, libre_chat, web, web_chat

RECORDS_OF: dict[str, list[Any]] = {
    "ChatGPT export": [chat(ASKED, ANSWERED), chat(ASKED)],
    "DeepSeek export": [deep(("1", "root", REQUEST), ("2", "1", RESPONSE))],
    "Claude.ai export": [claude_chat(CLAUDE_ASKED, CLAUDE_ANSWERED)],
    "Grok export": [grok_chat(*GROK)],
    "Open WebUI export": [web_chat("b", a=web("user", "x"), b=web("assistant", "y", "a"))],
    "LibreChat export": [libre_chat(*LIBRE), libre_chat({**LIBRE[0], "children": [LIBRE[1]]})],
    "LM Studio conversation": [studio_chat(*STUDIO)],
    "Jan thread": list(JAN),
    "llama.cpp web UI export": [HEADER, *NODES, {"conv": HEADER, "messages": list(NODES)}],
    "Google AI Studio prompt": [prompt(chunk("user", "x"), {"role": "model", "parts": ["y"]})],
    "Gemini activity from Google Takeout": [
        activity("Prompted x", "<p>y</p>"),
        activity("Prompted z", titleUrl="https://gemini.google.com/app/1a2b"),
    ],
    "ShareGPT file": [{"id": "1", "conversations": list(SHARED)}],
    "SillyTavern chat": [TAVERN, line(True, "x"), line(False, "y", swipes=["y", "z"])],
    "role/content JSON": [
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]},
        {"role": "assistant", "content": None, "tool_calls": []},
    ],
}
FORMATS = {each.name: each for each in RECORDS if not each.inside or each.name == "Grok export"}

ODD: list[Any] = [
    *(None, True, -5, 0, 4, 10**25, -1.5, 1e300, float("nan"), float("inf")),
    *(1772452800, 1772452800000, "", " ", "x", "a", "1", "2", "user", "assistant", "text"),
    *("\ud800", "\x00", "2026-03-02T12:00:00Z", "<details", "<think>", ":::thinking\n", "</think>"),
    *([], {}, [[]], [None], {"": None}, ["x", {"text": "x"}], {"type": []}),
]
seeds = st.integers(0, 2**32)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a value with every key or index in it."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        keys = here if isinstance(here, dict) else range(len(here))
        for key in list(keys):
            yield here, key
            if isinstance(here[key], dict | list | tuple):
                waiting.append(here[key])


def mutated(records: list[Any], rng: random.Random) -> list[Any]:
    """The records with a few keys and values deleted, replaced, retargeted, doubled or moved."""
    records = json.loads(json.dumps(records))
    for _ in range(rng.randint(1, 5)):
        found = list(places(records))
        if not found:
            break
        here, key = rng.choice(found)
        kind = rng.choice(["delete", "odd", "other", "twice", "shuffle"])
        if kind == "delete":
            del here[key]
        elif kind == "odd":
            here[key] = copy.deepcopy(rng.choice(ODD))
        elif kind == "other":
            there, other = rng.choice(found)
            here[key] = copy.deepcopy(there[other])
        elif kind == "twice" and isinstance(here, list):
            here.insert(key, copy.deepcopy(here[key]))
        elif isinstance(here, list):
            rng.shuffle(here)
    return records


def check(made: Callable[[], Any]) -> None:
    try:
        conversations = made()
    except MemtuiError as problem:
        assert problem.code in (Code.CONVERSATION_UNREADABLE, Code.CONVERSATION_EMPTY)
        assert problem.message
        return
    for conversation in conversations:
        assert conversation.turns
        for turn in conversation.turns:
            assert turn.text.strip()
            turn.text.encode()
            turn.speaker.encode()
        conversation.title.encode()


def test_every_format_of_records_has_a_fixture_here() -> None:
    assert RECORDS_OF.keys() <= FORMATS.keys()
    for name, records in RECORDS_OF.items():
        assert list(FORMATS[name].read(iter(records), Source("x.json", zone=UTC)))
        assert any(FORMATS[name].recognises(each) for each in records)


def read_with(form: RecordFormat, records: list[Any]) -> Any:
    source = Source("x.json", zone=UTC)
    for record in records:
        if isinstance(record, dict):
            form.recognises(record)
    conversations = list(form.read(iter(records), source))
    assert all(count > 0 for count in source.left_out.values())
    return conversations


@pytest.mark.parametrize("name", RECORDS_OF)
@settings(max_examples=80, deadline=None)
@given(seed=seeds)
def test_damaged_records_give_turns_or_are_counted(name: str, seed: int) -> None:
    records = mutated(RECORDS_OF[name], random.Random(seed))
    check(lambda: read_with(FORMATS[name], records))


@pytest.mark.parametrize("name", RECORDS_OF)
def test_no_reader_fails_on_the_records_of_another(name: str) -> None:
    for others in RECORDS_OF.values():
        check(partial(read_with, FORMATS[name], others))


@settings(max_examples=120, deadline=None)
@given(seeds)
def test_damaged_files_give_turns_or_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    records = mutated(rng.choice(list(RECORDS_OF.values())), rng)
    text = json.dumps(records) if rng.random() < 0.5 else "\n".join(map(json.dumps, records))
    check(lambda: open_bytes(damaged(text, rng), "x.json", zone=UTC).conversations)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_damaged_pages_and_tables_give_turns_or_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice([PAGE, COPILOT])
    check(lambda: open_bytes(damaged(text, rng), "x", zone=UTC).conversations)


def damaged(text: str, rng: random.Random) -> bytes:
    """A text cut off, with a stretch missing, and with some bits turned over."""
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    start = rng.randrange(len(raw) + 1)
    del raw[start : start + rng.choice([0, 1, 7, 100])]
    for _ in range(rng.randint(0, 3)):
        if raw:
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw[: rng.choice([len(raw), len(raw) // 2, len(raw) - 1])])


def test_deep_and_wide_records_end_soon() -> None:
    deepest: Any = "x"
    for _ in range(3000):
        deepest = [deepest]
    nested: Any = LIBRE[1]
    for place in range(3000):
        nested = {**LIBRE[1], "messageId": f"m{place}", "children": [nested]}
    for name, record in (
        ("role/content JSON", {"messages": [{"role": "user", "content": deepest}]}),
        ("LibreChat export", libre_chat(LIBRE[0], nested)),
        ("Open WebUI export", web_chat(None, a=web("assistant", "<details " * 50_000))),
        ("LibreChat export", libre_chat({**LIBRE[0], "text": ":::thinking\n" * 50_000})),
        ("Gemini activity from Google Takeout", activity("Prompted" + " " * 100_000, "<p" * 5000)),
        ("Grok export", grok_chat(*[{"response": {**GROK[0]["response"], "_id": "1"}}] * 2000)),
    ):
        check(partial(read_with, FORMATS[name], [record]))


def test_a_table_of_one_column_or_none_is_no_history_of_copilot() -> None:
    rows = io.StringIO()
    csv.writer(rows).writerows([["Conversation", "Time", "Author", "Message"], ["x"], []])
    check(lambda: open_bytes(rows.getvalue().encode(), "x.csv").conversations)
    assert not gemini_page.recognises("<p>outer-cell")
