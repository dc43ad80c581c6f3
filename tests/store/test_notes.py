from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.errors import Code, MemtuiError
from memtui.facts.fact import Evidence, Fact, Origin, Revision, Saying
from memtui.facts.text import visible
from memtui.store.notes import read_note, write_note

ANA = Fact(
    "f_9b2c4d6e8f0a1b3c",
    "Ana",
    "role",
    "Ana works in research.",
    Saying(
        date(2026, 10, 12),
        kept=datetime(2026, 10, 12, 9, 31, 4, tzinfo=UTC),
        source="conversation: standup.json",
    ),
    replaces=("f_1c3e5a7b9d0f2e4c",),
)
BY_HAND = b"""---
# my sister
id: f_9b2c4d6e8f0a1b3c
aliases: [Ana L., "A"]
subject: "Ana"   # as she signs
attribute: 'role'
flag: yes
at: 12:30
said: 2026-10-12
version: 1.0

# kept since
nothing: null
kept: 2026-10-12T09:31:04Z
cssclasses:
  - wide   # for print
---

Ana works
in research.

More about Ana.

---

And still more.
"""


def test_a_note_looks_like_this() -> None:
    assert write_note(ANA).decode() == (
        "---\n"
        "id: f_9b2c4d6e8f0a1b3c\n"
        "subject: Ana\n"
        "attribute: role\n"
        "said: 2026-10-12\n"
        "source: 'conversation: standup.json'\n"
        "kept: 2026-10-12T09:31:04Z\n"
        "replaces:\n"
        "- f_1c3e5a7b9d0f2e4c\n"
        "---\n"
        "Ana works in research.\n"
    )


def test_a_note_edited_by_hand_is_written_back_byte_for_byte() -> None:
    fact = read_note(BY_HAND)
    assert fact.fact == "Ana works in research."
    assert write_note(fact) == BY_HAND


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_only_the_line_of_what_changed_is_rewritten(newline: bytes, start: bytes) -> None:
    note = start + BY_HAND.replace(b"\n", newline)
    changed = replace(read_note(note), subject="Ana: the first", until=date(2026, 11, 1))
    expected = note.replace(b'"Ana"   #', b"'Ana: the first'   #").replace(
        b"09:31:04Z" + newline, b"09:31:04Z" + newline + b"until: 2026-11-01" + newline
    )
    assert write_note(changed) == expected
    assert write_note(replace(read_note(expected), subject="Ana", until=None)) == (
        expected.replace(b"'Ana: the first'   #", b"Ana   #").replace(
            b"until: 2026-11-01" + newline, b""
        )
    )


def test_a_new_sentence_takes_the_place_of_the_first_paragraph_alone() -> None:
    changed = replace(read_note(BY_HAND), fact="Ana leads research.")
    assert write_note(changed) == BY_HAND.replace(
        b"Ana works\nin research.\n", b"Ana leads research.\n"
    )


def test_values_stay_the_texts_they_are_spelled_as() -> None:
    note = BY_HAND.replace(b'"Ana"', b"yes").replace(b"'role'", b"1.0")
    fact = read_note(note)
    assert (fact.subject, fact.attribute) == ("yes", "1.0")
    again = write_note(replace(fact, subject="null", attribute="12:30", carried=()))
    assert yaml.safe_load(again.split(b"---\n")[1])["subject"] == "null"
    assert yaml.safe_load(again.split(b"---\n")[1])["attribute"] == "12:30"


def test_what_is_foreign_in_a_merged_note_is_added() -> None:
    other = BY_HAND.replace(b"flag: yes", b"flag: no\nmood: good").replace(
        b"More about Ana.", b"Other words."
    )
    text = (BY_HAND.decode(), other.decode())
    merged = write_note(replace(read_note(BY_HAND), carried=text)).decode()
    assert merged.startswith(BY_HAND.decode().split("  - wide")[0])
    assert "\nmood: good\n" in merged
    assert "\n# flag: no\n" in merged
    assert "More about Ana." in merged
    assert "Other words." in merged
    assert read_note(merged.encode()) == read_note(BY_HAND)


def test_keys_of_others_in_our_tables_stay_with_their_table() -> None:
    text = (
        "---\nid: f_0000000000000001\nsubject: Ana\nattribute: role\nsaid: 2024-10-12\n"
        "revisions:\n- until: 2024-10-13T10:00:00Z\n  fact: Ana sang.\n  why: typo\n"
        "evidence:\n  quote: I sing\n  page: '12'\n---\nAna sings.\n"
    )
    fact = read_note(text.encode())
    assert fact.first.evidence
    later = Revision(datetime(2024, 11, 1, tzinfo=UTC), fact="Ana sings.")
    first = replace(fact.first, evidence=replace(fact.first.evidence, speaker="Ana"))
    written = write_note(
        replace(fact, revisions=(*fact.revisions, later), fact="Ana sings well.", first=first)
    ).decode()
    assert "  fact: Ana sang.\n  why: typo\n" in written
    assert "  page: '12'\n" in written
    assert "  speaker: Ana\n" in written


def test_evidence_is_left_out_when_it_is_not_wanted_but_its_time_stays() -> None:
    moment = datetime(2026, 10, 12, 23, 30, tzinfo=timezone(timedelta(hours=-3)))
    saying = replace(ANA.first, evidence=Evidence("I am in research", "Ana"), time=moment)
    fact = replace(ANA, first=saying)
    bare = read_note(write_note(fact, evidence=False))
    assert bare.evidence is None
    assert bare.first.time == moment
    assert bare.first.time.utcoffset() == timedelta(hours=-3)
    written = read_note(write_note(fact))
    assert written.evidence == saying.evidence
    assert read_note(write_note(replace(written, ended=date(2026, 11, 1)), evidence=False)).evidence


def test_days_added_by_hand_count_as_said_again() -> None:
    note = write_note(ANA).replace(b"kept:", b"also_said: [2026-11-02, 2026-10-30]\nkept:")
    assert read_note(note).also_said == (date(2026, 10, 30), date(2026, 11, 2))


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        (b"just text\n", "no header"),
        (b"---\nDear Ana: \n\t- this is [a letter\n---\nbody\n", "not YAML"),
        (b"---\n---\nbody\n", "not a list of `key: value` lines"),
        (b"---\nsubject: Ana\n---\nx\n", "no `id`"),
        (BY_HAND.replace(b"f_9b2c4d6e8f0a1b3c", b"f_9B"), "is not `f_` and 16"),
        (BY_HAND.replace(b"said: 2026-10-12", b"said: 2026-13-12"), "should be a day"),
        (BY_HAND.replace(b"said: 2026-10-12\n", b""), "no `said`"),
        (BY_HAND.replace(b"flag: yes", b"subject: Bea"), "`subject` twice"),
        (BY_HAND.replace(b'"Ana"', b"[Ana, Bea]"), "should be a text"),
        (BY_HAND.replace(b'"Ana"', b"A" * 121), "121 characters; at most 120"),
        (BY_HAND.replace(b"Ana works", b"x" * 2001), "characters; at most 2,000"),
        (BY_HAND.partition(b"---\n\nAna")[0] + b"---\n\n", "no fact"),
        (BY_HAND.replace(b"research", b"\xff\xfe"), "not UTF-8"),
        (b"---\n" + b"id: [" * 3000 + b"\n---\nx\n", "not YAML"),
        (b"---\nid: f_9b2c4d6e8f0a1b3c\nagain: [[[[a]]]]\n---\nx\n", "nested too deep"),
        (b"---\n{id: f_9b2c4d6e8f0a1b3c, subject: Ana}\n---\nx\n", "`key: value` lines"),
        (BY_HAND + b"x" * 1_000_000, "at most 1,000,000"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_note_is_refused_with_the_reason(note: bytes, reason: str) -> None:
    with pytest.raises(MemtuiError) as caught:
        read_note(note)
    assert caught.value.code is Code.NOTE_UNREADABLE
    assert reason in caught.value.message


def test_a_note_that_cannot_be_changed_without_loss_is_refused() -> None:
    note = BY_HAND.replace(b'"Ana"   # as she signs', b"&name Ana").replace(b"yes", b"*name")
    fact = read_note(note)
    assert write_note(fact) == note
    with pytest.raises(MemtuiError, match="NOTE_UNREADABLE"):
        write_note(replace(fact, subject="Bea"))


hostile = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("'\"#:-?[]{},&*!|>%@`~\\ \t\n\r\x85\u2028\u200d\ufeff\x00é日🏴"),
        st.sampled_from("yesnotrue0123456789.eE+_=<"),
    ),
    max_size=40,
)
lines = hostile.map(lambda text: visible(text).strip())
names = lines.filter(bool)
quotes = hostile.map(lambda text: visible(text, lines=True)).filter(bool)
days = st.dates()
moments = st.datetimes(
    timezones=st.sampled_from(
        (UTC, timezone(timedelta(hours=-3)), timezone(timedelta(hours=5, minutes=45)))
    )
)
sayings = st.builds(
    Saying,
    said=days,
    time=st.none() | moments,
    kept=st.none() | moments,
    place=st.integers(0, 999),
    source=lines,
    batch=st.sampled_from(("", "b_1234abcd")),
    evidence=st.none() | st.builds(Evidence, quotes, lines),
    origin=st.none() | st.builds(Origin, lines, lines, lines),
)
revisions = st.builds(
    Revision,
    until=moments,
    fact=st.none() | lines,
    subject=st.none() | lines,
    attribute=st.none() | lines,
    source=st.none() | lines,
    said=st.none() | days,
)
facts = st.builds(
    Fact,
    id=st.integers(0, 2**64 - 1).map(lambda number: f"f_{number:016x}"),
    subject=names,
    attribute=names,
    fact=names,
    first=sayings,
    again=st.lists(sayings, max_size=3, unique_by=lambda saying: saying.said).map(
        lambda each: tuple(sorted(each, key=lambda saying: saying.said))
    ),
    ended=st.none() | days,
    until=st.none() | days,
    replaces=st.lists(st.just("f_0123456789abcdef"), max_size=2).map(tuple),
    replaced_by=st.none() | st.just("f_0123456789abcdef"),
    edited=st.none() | moments,
    revisions=st.lists(revisions, max_size=2).map(tuple),
    tags=st.lists(names, max_size=3).map(tuple),
)


@settings(deadline=None)
@given(facts)
@example(replace(ANA, subject="yes", attribute="1.0", fact="--- # x", tags=("null", "~")))
def test_any_fact_is_read_back_as_it_was_written(fact: Fact) -> None:
    data = write_note(fact)
    assert read_note(data) == fact
    assert write_note(read_note(data)) == data


@settings(deadline=None)
@given(facts)
def test_what_is_written_passes_a_strict_parser_as_texts(fact: Fact) -> None:
    header = write_note(fact).decode().split("\n---\n")[0]
    document = yaml.safe_load(header)
    assert document["subject"] == fact.subject
    assert document["attribute"] == fact.attribute
    assert document.get("tags", []) == list(fact.tags)
    assert yaml.load(header, yaml.SafeLoader) == document


@settings(deadline=None)
@given(facts, facts)
def test_foreign_lines_survive_any_change(fact: Fact, other: Fact) -> None:
    foreign = "mine: yes # really\n# a comment\nat: 12:30\nlist:\n  - a\n\n"
    head, _, body = write_note(fact).decode().partition("\n---\n")
    text = f"{head}\n{foreign}---\n{body}\nA longer body.\n---\nEnd"
    before = read_note(text.encode())
    changed = replace(other, id=fact.id, carried=before.carried)
    data = write_note(changed)
    assert read_note(data) == changed
    assert foreign in data.decode()
    assert data.endswith(b"\nA longer body.\n---\nEnd")
    assert write_note(replace(before, carried=(data.decode(),))) is not None
