"""No bytes crash, hang or fill the memory: there are turns, or a code with a sentence.

Mutated are the sample conversations and a small file of each format that has a sign of its own.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.conversations.formats import LOOSE_TEXTS, RECORDS, TEXTS
from memtui.conversations.opening import open_bytes
from memtui.errors import Code, MemtuiError

SAMPLES = sorted((Path(__file__).parents[2] / "sample_conversations").iterdir())
SEEDS = [path.read_bytes() for path in SAMPLES if path.is_file()]
ROUNDS = 12


def check(data: bytes, name: str = "x") -> None:
    try:
        made = open_bytes(data, name)
    except MemtuiError as problem:
        assert problem.code in (Code.CONVERSATION_UNREADABLE, Code.CONVERSATION_EMPTY)
        assert problem.message.endswith((".", ")"))
        return
    for conversation in made.conversations:
        assert conversation.turns
        for turn in conversation.turns:
            assert turn.text.strip()
            turn.text.encode()
            turn.speaker.encode()


def truncated(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def flipped(data: bytes, rng: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(rng.randint(1, 12)):
        made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
    return bytes(made)


def shuffled(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines)


def doubled(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + data + data[at:]


def foreign(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(30) + data[at:]


def emptied(data: bytes, rng: random.Random) -> bytes:
    """Values of the wrong kind in the place of some."""
    pieces = data.split(b'"')
    for _ in range(3):
        pieces[rng.randrange(len(pieces))] = rng.choice((b"", b"null", b"{}", b"\\ud800", b"0"))
    return b'"'.join(pieces)


MUTATIONS = (truncated, flipped, shuffled, doubled, foreign, emptied)


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_damaged_samples_are_turns_or_an_error_that_explains(
    path: Path, mutate: Callable[[bytes, random.Random], bytes]
) -> None:
    if not path.is_file():
        return
    rng = random.Random(path.name + mutate.__name__)
    for _ in range(ROUNDS):
        check(mutate(path.read_bytes(), rng), path.name)


NAMES = (
    "mapping message author role content parts fragments inserted_at chat_messages sender text "
    "chat history messages currentId parentId chunkedPrompt chunks safeHtmlItem title header uuid "
    "conversations responses response conversation from value versions currentlySelected guild "
    "channel participants timestamp_ms sender_name isCreatedByUser messageId projectHash sessionId "
    "type payload parentUuid timestamp is_user mes object created_at currNode ts user name id data "
    "list chats date date_unixtime loglines $set $rewindTo create_time current_node parent children"
)
SAID = (
    "user assistant human model thread.message session_meta response_item message text Prompted "
    "Gemini 2026-10-12T09:31:04Z 1790000000"
)
KEYS = NAMES.split()
WORDS = st.sampled_from(SAID.split())
leaves = (
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS
    | st.text(st.characters(exclude_categories=()), max_size=12)
)  # fmt: skip
records = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=25,
)


@settings(max_examples=250, deadline=None)
@given(records)
def test_records_of_known_keys_and_any_values_are_told_apart_without_a_crash(
    record: object,
) -> None:
    data = json.dumps(record).encode()
    for document in (data, b"[" + data + b"," + data + b"]", data + b"\n" + data):
        check(document)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_format_reads_any_records_or_text(data: st.DataObject) -> None:
    from memtui.conversations.source import Source

    try:
        if data.draw(st.booleans()):
            form = data.draw(st.sampled_from(RECORDS))
            given = data.draw(st.lists(records, max_size=4))
            made = list(form.read(iter(json.loads(json.dumps(given))), Source("x.json")))
        else:
            text_form = data.draw(st.sampled_from((*TEXTS, *LOOSE_TEXTS)))
            text = data.draw(st.text(max_size=200)) + data.draw(st.sampled_from(SEEDS)).decode(
                "utf-8", "replace"
            )
            made = list(text_form.read(Source("x.txt", text)))
    except MemtuiError as problem:
        assert problem.hint or problem.message
        return
    assert all(each.turns for each in made)
