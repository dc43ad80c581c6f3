"""How texts are compared, and what of them may be seen."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.facts.text import fold, sentence_key, visible, without_hidden


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("ana /  Role", "Ana / role"),
        (" Ana\u3000Lima\n", "ana lima"),
        ("Ａｎａ", "ana"),
        ("Straße", "STRASSE"),
        ("Jose\u0301", "josé"),
        ("ﬁle", "FILE"),
    ],
)
def test_names_that_differ_only_in_writing_are_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("résumé", "resume"), ("C", "C++")])
def test_names_that_differ_in_letters_are_two(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_a_final_full_stop_does_not_make_another_sentence() -> None:
    assert sentence_key("Ana works in research.") == sentence_key("ana works in  research")
    assert sentence_key("アナは研究中。") == sentence_key("アナは研究中")
    assert sentence_key("Does Ana work?") != sentence_key("Does Ana work")


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("A\u200bna", "Ana"),
        ("Ana\ufeff", "Ana"),
        ("An\xada", "Ana"),
        ("\u202eanA\u202c", "anA"),
        ("\u2066Ana\u2069\u200e\u200f\u061c", "Ana"),
        ("A\u034fna\u2060", "Ana"),
        ("\x1b[31mAna\x1b[0m\x07\x00", "Ana"),
        ("\x1b[1;38;5;196mA\x1b[Kna\x1b[?25h", "Ana"),
        ("\x1b]0;title\x07Ana\x1b]8;;http://x.example\x1b\\ sings\x1b]8;;\x1b\\", "Ana sings"),
        ("\x1bAna\x1b\x1b[0m[1]", "Ana[1]"),
        ("one\n\n\ntwo\r\n\r\nthree", "one two three"),
        ("\x9b31mAna", "31mAna"),
        ("Ana\U000e0041\U000e006e", "Ana"),
        ("Ana\ufe0f\U000e0100", "Ana"),
        ("\u3164\uffa0\u115f\u1160", ""),
        ("A\u200dn\u200ca", "Ana"),
        ("می\u200c", "می"),
        ("🏴\U000e0061\U000e0062\U000e007f", "🏴"),
        ("❤\u200b\ufe0f", "❤"),
        ("1\ufe0f", "1"),
        ("Ana\ud800.", "Ana\ufffd."),
        ("A\U00013430\U00013431na", "Ana"),
    ],
)
def test_what_cannot_be_seen_is_not_kept(hidden: str, shown: str) -> None:
    assert visible(hidden) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Ana works in research.",
        "José, naïve, Zoë, Łódź",
        "می\u200cخواهم",
        "ක්\u200dෂ and න්\u200d",
        "क्\u200dष र्\u200dय क्\u200cष",
        "ന്\u200d",
        "👩\u200d🔬 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥 👍🏽",
        "☎\ufe0e 1\ufe0f\u20e3 ©\ufe0f 🇧🇷",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "葛\U000e0100城 辻\U000e0101",
        "ᠮᠣᠩᠭᠣᠯ ᠤ\u180bᠨ",
        "\u0601١٢ \u06dd",
        "שלום مرحبا 你好 こんにちは 안녕",
        "[/bold] [link=x] \\[",
    ],
)
def test_what_scripts_and_emoji_need_stays(text: str) -> None:
    assert visible(text) == text


def test_a_text_becomes_one_line() -> None:
    assert visible("a\nb\r\nc\td\u2028e\x85f\x0bg") == "a b c d e f g"


def test_line_breaks_stay_when_asked_for() -> None:
    assert visible("a\r\nb\tc\u2029d\u200b", lines=True) == "a\nb c\nd"


def test_every_control_and_format_character_of_unicode_is_hidden() -> None:
    seen = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    left = {
        point
        for point in range(sys.maxunicode + 1)
        if unicodedata.category(chr(point)) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and point not in seen
        and visible(f"a{chr(point)}b") not in ("ab", "a b", "a\ufffdb")
    }
    assert not left


@given(st.text(st.one_of(st.characters(), st.sampled_from("\u200c\u200d\ufe0f❤👩می1\u20e3क्"))))
def test_what_is_shown_is_shown_the_same_again(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert shown.isprintable() or any(unicodedata.category(each)[0] in "CZ" for each in shown)
    shown.encode()


@pytest.mark.parametrize("text", ["", " ", "\u200b", " \u200b\n", "\u2060\t\x00"])
def test_what_shows_nothing_is_empty(text: str) -> None:
    assert visible(text) == ""


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], max_codepoint=0x2FF)))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text.strip()
    assert without_hidden(text) == text
