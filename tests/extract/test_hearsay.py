"""What is told at second hand is marked: who says what about whom, and who tells of it."""

from datetime import date

import pytest

from memtui.conversations.conversation import Grade, Role, Turn, conversation_of
from memtui.extract.extractor import Context
from memtui.extract.grounding import Candidate, Grounds, checked
from memtui.extract.proposal import Mark
from memtui.facts.fact import Origin

DAY = date(2026, 10, 12)


def is_marked(said: str, subject: str, fact: str, me: str = "Carla", quote: str = "") -> bool:
    talk = conversation_of([Turn("user", Role.PERSON, said, None, DAY)], "x", Grade.TURN)
    grounds = Grounds(talk, Context(DAY, me=(me,)))
    candidate = Candidate(subject, "city", fact, "", quote or said)
    (made,), _ = checked([candidate], grounds, Origin("test"))
    return Mark.HEARSAY in made.marks


@pytest.mark.parametrize(
    ("said", "subject", "fact"),
    [
        ("Bruno said that Ana is moving to Porto.", "Ana", "Ana is moving to Porto."),
        ("Bruno told me Ana quit.", "Ana", "Ana quit."),
        ("He told me that Elena quit.", "Elena", "Elena quit."),
        ("Our neighbour says the library closes.", "Library", "The library closes."),
        ("Bruno said she is moving to Porto.", "Ana", "Ana is moving to Porto."),
        ("Apparently Ana quit.", "Ana", "Ana quit."),
        ("According to Bruno, Ana quit.", "Ana", "Ana quit."),
        ("O Bruno disse que a Ana mora no Porto.", "Ana", "Ana mora no Porto."),
        ("Bruno me dijo que Ana vive en Lima.", "Ana", "Ana vive en Lima."),
        ("Bruno m'a dit qu'Ana habite à Lyon.", "Ana", "Ana habite à Lyon."),
        ("Bruno hat mir erzählt, dass Ana in Bonn wohnt.", "Ana", "Ana wohnt in Bonn."),
        ("听说小王搬到上海了。", "小王", "小王搬到上海了。"),
    ],
)
def test_what_others_are_said_to_say_is_marked(said: str, subject: str, fact: str) -> None:
    assert is_marked(said, subject, fact)


@pytest.mark.parametrize(
    ("said", "subject", "fact"),
    [
        # Of themselves people know best.
        ("Bruno told me he quit.", "Bruno", "Bruno quit."),
        ("Bruno said his car broke down.", "Bruno's car", "Bruno's car broke down."),
        ("My doctor said that I am allergic to nuts.", "Carla", "Carla is allergic to nuts."),
        ("He said he quit.", "Bruno", "Bruno quit."),
        # Who said so stands in the fact.
        ("Bruno said that Ana quit.", "Ana", "Bruno said that Ana quit."),
        # Nobody else said it.
        ("I said that Ana works in research.", "Ana", "Ana works in research."),
        ("Ana works in research.", "Ana", "Ana works in research."),
        ("What she said: nothing. Ana works in research.", "Ana", "Ana works in research."),
        ("It says here that Ana works in research.", "Ana", "Ana works in research."),
        ("According to the plan, Ana moves to Porto.", "Ana", "Ana moves to Porto."),
        ("Ana said hello to Bruno. Bruno lives in Porto.", "Bruno", "Bruno lives in Porto."),
    ],
)
def test_what_is_known_at_first_hand_is_not(said: str, subject: str, fact: str) -> None:
    assert not is_marked(said, subject, fact)


def test_the_words_alone_may_be_quoted() -> None:
    said = "Long day. Bruno said that Ana is moving to Porto. I am tired."
    assert is_marked(said, "Ana", "Ana is moving to Porto.", quote="Ana is moving to Porto.")
