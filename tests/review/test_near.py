"""Names that may mean a thing the memory knows: what is suggested, and what is not."""

from collections.abc import Sequence

import pytest

from memtui.facts.fact import Draft, Rules
from memtui.facts.text import sentence_key
from memtui.review.near import Known, Near, Why, near

NAMES = {
    "Ana": ["role", "city", "favourite editor"],
    "Bruno": ["Wohnort"],
    "Kestrel": ["deadline"],
    "Carla Dias": ["e-mail"],
    "Carla Reis": ["city"],
    "李强": ["职位"],
}


def suggested(subject: str, attribute: str, fact: str = "x", **more: object) -> str | None:
    known = Known(NAMES, Rules(), lambda of: {sentence_key("Ana codes in Helix."): "role"})
    found = near(Draft(subject, attribute, fact), known, **more)  # type: ignore[arg-type]
    return f"{found.subject} / {found.attribute}" if found else None


@pytest.mark.parametrize(
    ("subject", "attribute", "there"),
    [
        ("Ana", "position", "Ana / role"),
        ("ana", "Job-Title", "Ana / role"),
        ("Ana", "cargo", "Ana / role"),
        ("Ana", "residence", "Ana / city"),
        ("Ana", "ville", "Ana / city"),
        ("Ana", "her current role", "Ana / role"),
        ("Ana", "favorite editor", "Ana / favourite editor"),
        ("Ana Lima", "role", "Ana / role"),
        ("Ana Lima", "position", "Ana / role"),
        ("Ana Lima", "shoe size", "Ana / shoe size"),
        ("Bruno", "city", "Bruno / Wohnort"),
        ("Brunno", "Wohnort", "Bruno / Wohnort"),
        ("Project Kestrel", "due date", "Kestrel / deadline"),
        ("Carla", "email", "Carla Dias / e-mail"),
        ("李强", "职务", "李强 / 职位"),
    ],
)
def test_a_near_name_is_suggested(subject: str, attribute: str, there: str) -> None:
    assert suggested(subject, attribute) == there


@pytest.mark.parametrize(
    ("subject", "attribute"),
    [
        ("Ana", "role"),
        ("ANA", " Role "),
        ("Ana", "birthday"),
        ("Ana", "start date"),
        ("Diego", "role"),
        ("Anna Karenina", "role"),
        ("Carla", "shoe size"),
        ("Kestrel 2", "deadline "),
        ("", "role"),
        ("Ana", ""),
    ],
)
def test_what_is_known_or_new_is_left_alone(subject: str, attribute: str) -> None:
    assert suggested(subject, attribute) is None


def test_two_subjects_that_are_as_near_are_none() -> None:
    assert suggested("Carla", "phone") is None


def test_the_same_sentence_under_another_attribute_says_most() -> None:
    assert suggested("Ana", "tool", "Ana codes in Helix") == "Ana / role"


def test_aliases_are_names_of_the_thing_already() -> None:
    known = Known(NAMES, Rules(attributes=(("position", "role"),), subjects=(("Annie", "Ana"),)))
    assert near(Draft("Annie", "position", "x"), known) is None


def test_meaning_is_asked_only_where_words_do_not_tell() -> None:
    asked = []

    def alike(attribute: str, others: Sequence[str]) -> str | None:
        asked.append(attribute)
        return "city" if attribute == "whereabouts" else None

    assert suggested("Ana", "position", alike=alike) == "Ana / role"
    assert suggested("Ana", "whereabouts", alike=alike) == "Ana / city"
    assert suggested("Ana", "birthday", alike=alike) is None
    assert asked == ["whereabouts", "birthday"]


def test_a_suggestion_says_why() -> None:
    assert near(Draft("Ana", "position", "x"), Known(NAMES, Rules())) == Near(
        "Ana", "role", Why.SYNONYM
    )
