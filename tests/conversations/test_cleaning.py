"""What is taken out of a text before anyone reads it."""

from collections import Counter

import pytest

from memtui.conversations.cleaning import clean, without_documents, without_thinking
from memtui.conversations.conversation import Role


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('Ask \ue200entity\ue202["people","Ana Lima",0]\ue201 now.', "Ask Ana Lima now."),
        ("It is so \ue200cite\ue202turn0search3\ue202turn0search5\ue201.", "It is so."),
        ("\ue203Ana works here.\ue204 \ue200cite\ue202turn1\ue201", "Ana works here."),
        ("See \ue200url\ue202the report\ue202turn0\ue201 first.", "See the report first."),
        ("See \ue200entity\ue202[broken\ue201 it.", "See  it."),
        ("An end \ue200cite", "An end cite"),
        ("The launch is on Friday 【3†source】.", "The launch is on Friday."),
        ("A quote 【not a source】.", "A quote 【not a source】."),
        ("Ana\u00a0lives\u202fhere\u2009now\ttoo.", "Ana lives here now too."),
        ("One\r\ntwo\rthree", "One\ntwo\nthree"),
        ("\x1b[31mRed\x1b[0m \u200ehere\ufeff", "Red here"),
        ("Lone \ud800 half", "Lone \ufffd half"),
        ("A scientist 👩‍🔬 stays", "A scientist 👩‍🔬 stays"),
    ],
)
def test_a_text_is_as_a_person_would_see_it(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_a_citation_written_in_letters_goes_too() -> None:
    assert clean("Ana moved :contentReference[oaicite:0]{index=0}.") == "Ana moved."


@pytest.mark.parametrize("tag", ["think", "thinking", "antThinking", "antml:thinking", "reasoning"])
def test_what_a_model_only_thought_goes(tag: str) -> None:
    left_out: Counter[str] = Counter()
    text = f"Ana moved <{tag}>Which Ana?</{tag}>today."
    assert without_thinking(text, Role.MODEL, left_out) == "Ana moved today."
    assert left_out == {"thinking": 1}


@pytest.mark.parametrize(
    ("text", "kept", "counted"),
    [
        ('Here: <antArtifact id="a" type="text">A plan.</antArtifact> Done.', "Here:  Done.", 1),
        ("<xaiArtifact title='a'>A plan that breaks off", "", 1),
        ("I live in Faro.<userStyle>Be terse.</userStyle>", "I live in Faro.", 1),
        ("An Artifact is <b>old</b>.", "An Artifact is <b>old</b>.", 0),
    ],
)
def test_documents_and_styles_that_an_app_puts_into_turns_are_left_out(
    text: str, kept: str, counted: int
) -> None:
    left_out: Counter[str] = Counter()
    assert without_documents(text, left_out) == kept
    assert left_out.total() == counted
