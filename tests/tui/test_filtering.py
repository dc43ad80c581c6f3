from datetime import date
from zoneinfo import ZoneInfo

import pytest

from memtui.tui.cells import plain
from memtui.tui.filtering import Filter, no_filter, read, whole
from memtui.tui.listing import arrange
from memtui.tui.showing import find
from tests.tui.rows import row

TODAY = date(2026, 10, 20)
ZONE = ZoneInfo("America/Recife")
ROWS = [
    row("city", "Ana", "city", "Ana lives in São Paulo.", "2025-03-03", tags="home, Later"),
    row(
        "role",
        "Ana",
        "role",
        "Ana works with the data team.",
        "2026-10-12",
        last_said="2026-10-19",
        changed="2026-10-20T04:00:00Z",
        source="conversation: standup.json",
    ),
    row(
        "lead",
        "Ana",
        "role",
        "The team of data scientists is led by Ana.",
        "2026-09-01",
        until="2026-10-12",
        changed="2026-10-20T02:59:59Z",
    ),
    row(
        "diet",
        "Bruno",
        "diet",
        "Bruno is vegetarian.",
        "2024-12-31",
        until="2026-01-01",
        ended="2026-01-01",
    ),
]


def found(text: str) -> list[str]:
    listing = arrange(ROWS)
    asked = read(text, TODAY, ZONE)
    assert not asked.problem
    places = asked.matching(listing.rows, listing.texts, range(len(ROWS)))
    return [listing.rows[place].id for place in places]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", ["city", "role", "lead", "diet"]),
        ("sao", ["city"]),
        ("DATA ana", ["role", "lead"]),
        ('"data team"', ["role"]),
        ('"data te', ["role"]),
        ("subject:bru", ["diet"]),
        ("SUBJECT:Ana attribute:role", ["role", "lead"]),
        ("source:standup", ["role"]),
        ("conversation: standup", ["role"]),
        ("fact:são", ["city"]),
        ("tag:later", ["city"]),
        ("tag:", ["city"]),
        ("-tag:", ["role", "lead", "diet"]),
        ("-ana", ["diet"]),
        ("subject:", ["city", "role", "lead", "diet"]),
        ("said:", ["city", "role", "lead", "diet"]),
        ("said:2025", ["city"]),
        ("said:2024-12", ["diet"]),
        ("said:2026-10-19", ["role"]),
        ("said:2025-03..", ["city", "role", "lead"]),
        ("said:..2025-03", ["city", "diet"]),
        ("said:2025..2026-09", ["city", "lead"]),
        ("said:yesterday", ["role"]),
        ("said:7d", ["role"]),
        ("changed:today", ["role"]),
        ("changed:yesterday", ["lead"]),
        ("is:past", ["lead", "diet"]),
        ("is:current", ["city", "role"]),
        ("is:e", ["diet"]),
        ("subject:ana -is:past said:2026", ["role"]),
    ],
)
def test_the_filter_finds(text: str, ids: list[str]) -> None:
    assert found(text) == ids


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("said:20", "said:20 is no time: 2025, 2025-03.., today, 7d"),
        ("said:2025-13", "said:2025-13 is no time"),
        ("kept:2025-02-30", "kept:2025-02-30 is no time"),
        ("changed:0d..x", "changed:0d..x is no time"),
        ("said:2026..2024", "said:2026..2024 ends before it begins"),
        ("kept:today..yesterday", "kept:today..yesterday ends before it begins"),
        ("is:old", "is:old is not known: current, past or ended"),
    ],
)
@pytest.mark.parametrize("minus", ["", "-"])
def test_what_cannot_be_read_is_said_and_nothing_is_found(
    text: str, problem: str, minus: str
) -> None:
    listing = arrange(ROWS)
    before = find(listing, read("ana", TODAY))
    asked = read(f"ana {minus}{text}", TODAY)
    assert problem in asked.problem
    found = find(listing, asked, before)
    assert not found.current
    assert not found.past
    assert find(listing, read("ana", TODAY), found) == before


def test_what_names_no_filter_is_looked_for_as_it_stands() -> None:
    assert found("conversation: standup") == ["role"]
    asked = read("suject:ana", TODAY)
    assert not asked.problem
    assert asked.unknown == "suject"
    assert no_filter("suject").startswith("No filter suject: (subject: is one).")
    assert no_filter("http").endswith("as it stands.")


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ASTRONAUT = "\U0001f469\U0001f3fd\u200d\U0001f680"
FLAG = "\U0001f3f3\ufe0f\u200d\U0001f308"


@pytest.mark.parametrize(
    "name",
    [
        FAMILY,
        ASTRONAUT,
        FLAG,
        "\u0930\u0940\u0928\u093e",
        "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    ],
)
def test_a_name_is_found_as_it_is_kept_and_as_it_is_shown(name: str) -> None:
    listing = arrange(
        [
            row("one", name, "mood", "Happy.", "2026-01-01"),
            row("two", "Ana", "mood", "Happy.", "2026-01-01"),
        ]
    )
    for typed in (name, plain(name), f"subject:{name}", f"subject:{plain(name)}"):
        places = read(typed, TODAY).matching(listing.rows, listing.texts, range(2))
        assert [listing.rows[place].id for place in places] == ["one"], typed


def test_a_value_with_quotes_is_found_by_the_longest_part_between_them() -> None:
    listing = arrange(
        [row("one", "Ana", "mood", "Happy.", "2026-01-01", source='mail "Hello" from Bruno')]
    )
    (place,) = read(f"source:{whole(listing.rows[0].source)}", TODAY).matching(
        listing.rows, listing.texts, range(1)
    )
    assert place == 0


def test_nothing_typed_is_no_filter() -> None:
    assert not read("  ", TODAY)
    assert read("x", TODAY) != Filter()


@pytest.mark.parametrize(
    "typed",
    [
        "ana data -lead",
        '"data team" ana',
        "subject:ana is:past team",
        "-role -data",
        "said:2025-03..2026 tag:la",
        "-tag:later -subject:bruno",
        "changed:today sou",
        "sao paulo",
    ],
)
def test_what_is_found_letter_by_letter_is_what_is_found_at_once(typed: str) -> None:
    listing = arrange(ROWS)
    letters = [typed[:end] for end in (*range(1, len(typed) + 1), *range(len(typed) - 1, -1, -1))]
    before = find(listing)
    for text in letters:
        asked = read(text, TODAY, ZONE)
        at_once = find(listing, asked)
        before = find(listing, asked, before)
        assert (before.current, before.past) == (at_once.current, at_once.past), text
