"""Gemini: activity from Google Takeout as JSON and as a page, and AI Studio."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memtui.conversations.conversation import Grade
from memtui.conversations.formats import aistudio, gemini, gemini_page
from memtui.conversations.formats.html_text import text_of_html
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.exports import MODEL, PERSON, Read, opened, read, read_text, said

BOTH = [(PERSON, "I live in Recife."), (MODEL, "Noted.")]


def activity(title: str, *answers: str, time: Any = "2026-03-02T12:00:00.5Z", **more: Any) -> Any:
    made = {"header": "Gemini Apps", "title": title, "time": time, "products": ["Gemini Apps"]}
    if answers:
        made["safeHtmlItem"] = [{"html": each} for each in answers]
    return {**made, **more}


ASKED = activity("Prompted I live in Recife.", "<p>Noted.</p>")


def words(made: Read) -> list[list[str]]:
    return [[text for _, text in said(each.turns)] for each in made.conversations]


def test_takeout_is_read_as_pairs_of_a_prompt_and_its_answer() -> None:
    form, made = opened([ASKED], "MyActivity.json")
    assert (form, made.said) == ("Gemini activity from Google Takeout", BOTH)
    assert made.days == [date(2026, 3, 2)] * 2
    assert (made.only.grade, made.only.title) == (Grade.TURN, "Gemini, 2026-03-02")
    assert not made.left_out


@pytest.mark.parametrize("missing", [("header",), ("products",), ("header", "products")])
def test_an_activity_may_lack_its_header_or_products(missing: tuple[str, ...]) -> None:
    record = {key: value for key, value in ASKED.items() if key not in missing}
    form, made = opened([record])
    assert (form, made.said) == ("Gemini activity from Google Takeout", BOTH)


def test_the_prompts_of_a_day_are_a_conversation_oldest_first() -> None:
    made = read(
        gemini.FORMAT,
        activity("Prompted four", "<p>4</p>", time="2026-03-03T09:00:00Z"),
        activity("Prompted three", "<p>3</p>", time="2026-03-02T15:00:00Z"),
        activity("Prompted two", "<p>2</p>", time="2026-03-02T14:00:00Z"),
        activity("Prompted one", "<p>1</p>", time="2026-03-02T14:00:00Z"),
    )
    assert words(made) == [["four", "4"], ["one", "1", "two", "2", "three", "3"]]


def test_the_day_of_a_prompt_is_the_persons() -> None:
    made = read(
        gemini.FORMAT,
        activity("Prompted x", "<p>y</p>", time="2026-03-03T02:00:00Z"),
        zone=ZoneInfo("America/Recife"),
    )
    assert made.days == [date(2026, 3, 2)] * 2


def test_prompts_with_the_link_of_one_chat_are_a_conversation() -> None:
    link = "https://gemini.google.com/app/1a2b3c4d"
    made = read(
        gemini.FORMAT,
        activity("Prompted three", "<p>3</p>", time="2026-03-04T09:00:00Z", titleUrl=link),
        activity("Prompted two", "<p>2</p>", time="2026-03-03T09:00:00Z"),
        activity(
            "Prompted one", "<p>1</p>", details=[{"name": "x"}, {"url": f"{link}?hl=en"}, None]
        ),
    )
    assert words(made) == [["two", "2"], ["one", "1", "three", "3"]]
    assert (made.conversations[1].key, made.conversations[1].title) == ("1a2b3c4d", "one")


def test_several_items_of_one_answer_are_joined() -> None:
    made = read(gemini.FORMAT, activity("Prompted x", "<p>one</p>", "<p>two</p>", ""))
    assert made.said == [(PERSON, "x"), (MODEL, "one\ntwo")]


@pytest.mark.parametrize(
    ("title", "prompt"),
    [
        ("Prompted I live in Recife.", "I live in Recife."),
        ("Prompted\u00a0I live in Recife.", "I live in Recife."),
        ("Asked Bard: I live in Recife.", "I live in Recife."),
        ("Said I live in Recife.", "I live in Recife."),
        ("Prompted I live in Recife. Attached 2 files. - photo.jpg", "I live in Recife."),
        ("Prompted one\ntwo", "one\ntwo"),
    ],
)
def test_the_verb_is_no_part_of_the_prompt(title: str, prompt: str) -> None:
    assert read(gemini.FORMAT, activity(title, "<p>Noted.</p>")).said[0] == (PERSON, prompt)


def test_a_verb_in_another_language_is_what_all_titles_share() -> None:
    def said_in(*titles: str) -> list[str]:
        records = [activity(each, "<p>Noted.</p>", header="Aplicativos Gemini") for each in titles]
        return [text for role, text in read(gemini.FORMAT, *records).said if role is PERSON]

    assert said_in("Perguntou b c", "Perguntou a", "Perguntou onde") == ["onde", "a", "b c"]
    assert said_in("a eingegeben", "b c eingegeben", "d eingegeben") == ["d", "b c", "a"]
    titles = [f"Eingegebener Prompt: {each}" for each in ("Wo bin ich?", "Wo ist Ana?", "Wo?")]
    assert said_in(*titles) == ["Wo?", "Wo ist Ana?", "Wo bin ich?"]
    # Of too few nobody can tell.
    assert said_in("Perguntou b", "Perguntou a") == ["Perguntou a", "Perguntou b"]
    assert said_in("Wo bin ich?", "Was ist das?", "Wo ist Ana?")[0] == "Wo ist Ana?"


def test_what_is_no_prompt_is_left_out_and_counted() -> None:
    made = read(
        gemini.FORMAT,
        activity("Created Gemini Canvas titled Ana", "<p>x</p>"),
        activity("Used Gemini Apps"),
        activity("Gave feedback: good response"),
        activity("Selected preferred draft"),
        activity("Usou o app"),
        activity("Watched a film", header="YouTube", products=["YouTube"]),
        activity("Prompted without an answer"),
        ASKED,
        {"title": None},
        "x",
    )
    assert made.said == [*BOTH, (PERSON, "without an answer")]
    assert made.left_out == {
        "activities that are no prompts": 5,
        "activities of other products": 1,
        "unreadable records": 2,
    }


def test_a_prompt_without_a_time_has_no_day() -> None:
    made = read(
        gemini.FORMAT, activity("Prompted x", "<p>y</p>", time=None), name="MyActivity.json"
    )
    assert (made.days, made.only.grade) == ([None] * 2, Grade.NONE)


def test_the_activity_of_another_product_says_which_file_to_choose() -> None:
    other = activity("Watched a film", header="YouTube", products=["YouTube"])
    page = PAGE.replace("Gemini", "YouTube")
    for document in ([other], page.encode()):
        with pytest.raises(MemtuiError) as caught:
            opened(document, "MyActivity")
        assert caught.value.code is Code.CONVERSATION_UNREADABLE
        assert "another Google product" in caught.value.message
        assert "Gemini Apps" in caught.value.hint


def cell(main: str, product: str = "Gemini Apps") -> str:
    content = "content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1"
    return (
        '<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid">'
        '<div class="header-cell mdl-cell"><p class="mdl-typography--title">'
        f'{product}<br></p></div><div class="{content}">{main}</div>'
        f'<div class="{content} mdl-typography--text-right"></div>'
        '<div class="content-cell mdl-cell mdl-typography--caption"><b>Products:</b><br>'
        f"&emsp;{product}<br></div></div></div>"
    )


def page(*cells: str) -> str:
    style = "<style>.mdl-typography--title{}</style>"
    return (
        f"<html><head><title>My Activity History</title>{style}</head><body>"
        f'<div class="mdl-grid">{"".join(cells)}</div></body></html>'
    )


TIME = "Mar 2, 2026, 3:34:31\u202fPM BRT"
PAGE = page(
    cell(f"Prompted\u00a0And you?<br>{TIME.replace('3:', '4:')}<br><p>I do not.</p>"),
    cell(f"Prompted\u00a0I live in Recife.<br>{TIME}<br><p>Noted.</p>"),
)


def test_the_page_is_read_like_the_json() -> None:
    form, made = opened(PAGE.encode(), "MyActivity.html")
    assert form == "Gemini activity from Google Takeout"
    assert made.said == [*BOTH, (PERSON, "And you?"), (MODEL, "I do not.")]
    assert made.days == [date(2026, 3, 2)] * 4
    assert str(made.only.turns[0].time)[11:16] == "15:34"
    assert made.only.grade is Grade.TURN


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("Apr 12, 2026, 3:34:31 PM EDT", date(2026, 4, 12)),
        ("12 Apr 2026, 15:34:31 BST", date(2026, 4, 12)),
        ("12.04.2026, 15:34:31 MESZ", date(2026, 4, 12)),
        ("3.4.2026, 05:34:31 MESZ", date(2026, 4, 3)),
        ("12 de abr. de 2026, 15:34:31 WEST", date(2026, 4, 12)),
        ("12 avr. 2026, 15:34:31 CEST", date(2026, 4, 12)),
        ("2026/04/12 15:34:31 JST", date(2026, 4, 12)),
        ("12 Apr 2026, 15:34:31 GMT+05:30", date(2026, 4, 12)),
        ("3/4/2026, 15:34:31 CET", None),
    ],
)
def test_the_pages_times_are_read_in_many_languages(time: str, day: date | None) -> None:
    text = page(cell(f"Prompted x<br>{time}<br><p>y</p>"))
    made = read_text(gemini_page.FORMAT, text, name="MyActivity.html")
    assert made.said == [(PERSON, "x"), (MODEL, "y")]
    assert made.days == [day, day]


def test_a_prompt_on_the_page_may_have_lines_a_link_and_a_rich_answer() -> None:
    link = '<a href="https://gemini.google.com/app/1a2b3c4d">one<br>two</a>'
    answer = "<div><h2>Plan</h2><ul><li>Buy <b>tea</b></li><li>Rest</li></ul></div>"
    made = read_text(
        gemini_page.FORMAT,
        page(
            cell(f"Prompted {link}<br>{TIME}<br>{answer}"),
            cell(f"Used Gemini<br>{TIME}"),
            cell(f"Watched x<br>{TIME}", product="YouTube"),
        ),
    )
    assert made.said == [(PERSON, "one\ntwo"), (MODEL, "Plan\n\n- Buy tea\n- Rest")]
    assert made.only.key == "1a2b3c4d"
    assert made.left_out == {
        "activities that are no prompts": 1,
        "activities of other products": 1,
    }


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<p>a  b\n c&nbsp;d</p>", "a b c d"),
        ("<pre><code>if x:\n    y</code></pre>after", "if x:\n    y\n\nafter"),
        ("<ol><li>a</li><li><p>b</p></li></ol>", "- a\n- b"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<style>x</style>a<script>y</script>b", "ab"),
        ("5 &lt; 6 &amp; <i>7</i>", "5 < 6 & 7"),
        ("<p>never <b>closed", "never closed"),
        ("</div></p>a", "a"),
        ("<![CDATA[x]]>a", "a"),
        ("", ""),
    ],
)
def test_html_becomes_what_a_person_reads(html: str, text: str) -> None:
    assert text_of_html(html) == text


def chunk(role: str, words: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "text": words, **more}


def prompt(*chunks: Any, **more: Any) -> dict[str, Any]:
    return {"runSettings": {"model": "models/x"}, "chunkedPrompt": {"chunks": list(chunks)}, **more}


def test_ai_studio_is_read_without_thoughts_and_unsent_words() -> None:
    document = prompt(
        chunk("user", "I live in Recife.", createTime="2026-03-02T12:00:00Z"),
        chunk("model", "Recife?", isThought=True),
        chunk("model", "Noted."),
        systemInstruction={"text": "Be brief."},
    )
    document["chunkedPrompt"]["pendingInputs"] = [chunk("user", "Not sent."), chunk("user", "")]
    form, made = opened(document, "Moving")
    assert (form, made.said) == ("Google AI Studio prompt", BOTH)
    assert (made.only.title, made.days) == ("Moving", [date(2026, 3, 2)] * 2)
    assert made.left_out == {"thinking": 1, "system turns": 1, "texts that were not sent": 1}


def test_ai_studios_files_code_and_parts() -> None:
    made = read(
        aistudio.FORMAT,
        prompt(
            {"role": "user", "driveDocument": {"id": "1"}},
            {"role": "user", "parts": [{"text": "I live in Recife."}, {"inlineData": {}}]},
            {"role": "model", "executableCode": {"code": "x"}},
            {"role": "model", "parts": [{"text": "Hm.", "thought": True}, {"text": "Noted."}]},
            {"role": "model", "errorMessage": "Blocked."},
            chunk("user", " "),
            chunk("other", "x"),
            None,
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {
        "images and files": 2,
        "tool calls": 1,
        "thinking": 1,
        "errors": 1,
        "turns without text": 1,
        "unreadable records": 2,
    }
