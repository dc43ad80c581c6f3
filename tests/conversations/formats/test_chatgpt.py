"""ChatGPT and DeepSeek: trees under `mapping`."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memtui.conversations.conversation import Grade
from memtui.conversations.formats import chatgpt, deepseek
from memtui.conversations.source import Source
from memtui.errors import Code, MemtuiError
from tests.conversations.formats.exports import MODEL, PERSON, opened, read

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()


def message(role: str, *parts: Any, time: float | None = NOON, **more: Any) -> dict[str, Any]:
    kind = more.pop("kind", "text")
    return {
        "author": {"role": role},
        "create_time": time,
        "content": {"content_type": kind, "parts": list(parts)},
        "recipient": "all",
        "metadata": {},
        **more,
    }


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    """A conversation whose messages follow each other, below a root without one."""
    mapping: dict[str, Any] = {"0": {"parent": None, "message": None, "children": []}}
    for place, each in enumerate(messages, start=1):
        mapping[str(place - 1)]["children"].append(str(place))
        mapping[str(place)] = {"parent": str(place - 1), "message": each, "children": []}
    return {
        "title": "Moving",
        "create_time": NOON,
        "conversation_id": "c1",
        "mapping": mapping,
        "current_node": str(len(messages)),
        **more,
    }


ASKED, ANSWERED = message("user", "I live in Recife."), message("assistant", "Noted.")
BOTH = [(PERSON, "I live in Recife."), (MODEL, "Noted.")]


def test_a_list_of_conversations_is_read_in_their_order() -> None:
    form, made = opened([chat(ASKED, ANSWERED), chat(ASKED, title="Second")], "conversations.json")
    assert form == "ChatGPT export"
    assert [each.title for each in made.conversations] == ["Moving", "Second"]
    first = made.conversations[0]
    assert (first.key, first.grade, first.started) == ("c1", Grade.TURN, date(2026, 3, 2))
    assert [(turn.role, turn.text) for turn in first.turns] == BOTH
    assert first.turns[0].time == datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert not made.left_out


def test_a_conversation_alone_is_read() -> None:
    form, made = opened(chat(ASKED, ANSWERED))
    assert (form, made.said) == ("ChatGPT export", BOTH)


def test_the_path_goes_up_from_the_current_node_past_what_nobody_said() -> None:
    """LibreChat#9491: a system turn in the middle does not cut the chat."""
    made = read(
        chatgpt.FORMAT,
        chat(message("system", ""), ASKED, message("system", "Be brief."), ANSWERED),
    )
    assert made.said == BOTH
    assert made.left_out == {"system turns": 1}


def test_abandoned_branches_stay_out_and_are_counted() -> None:
    """open-webui#5204 and chatgpt-multimodal-exporter#8: what was shown, to its end."""
    record = chat(ASKED, ANSWERED, message("user", "Thanks."))
    record["mapping"]["x"] = {
        "parent": "1",
        "message": message("assistant", "Old."),
        "children": [],
    }
    record["mapping"]["y"] = {"parent": "x", "message": message("tool", "t"), "children": []}
    made = read(chatgpt.FORMAT, record)
    assert made.said == [*BOTH, (PERSON, "Thanks.")]
    assert made.left_out == {"turns of abandoned branches": 1}
    record["current_node"] = "x"
    assert read(chatgpt.FORMAT, record).said == [BOTH[0], (MODEL, "Old.")]


@pytest.mark.parametrize("node", [None, "gone", 7])
def test_without_a_current_node_the_newest_leaf_is_shown(node: Any) -> None:
    assert read(chatgpt.FORMAT, chat(ASKED, ANSWERED, current_node=node)).said == BOTH


def test_the_newest_leaf_is_that_of_the_latest_time() -> None:
    record = chat(ASKED, message("assistant", "Noted.", time=NOON + 9), current_node=None)
    old = {"parent": "1", "message": message("assistant", "Old.", time=NOON + 5), "children": []}
    record["mapping"]["x"] = old
    assert read(chatgpt.FORMAT, record).said == BOTH


def test_nodes_without_children_or_without_parents_are_a_tree_as_well() -> None:
    """dsh-chat-import#62: 43 of 43 conversations skipped."""
    for missing in ("children", "parent"):
        record = chat(ASKED, ANSWERED)
        for node in record["mapping"].values():
            del node[missing]
        assert read(chatgpt.FORMAT, record).said == BOTH


def test_a_circle_ends() -> None:
    record = chat(ASKED, ANSWERED)
    record["mapping"]["1"]["parent"] = "2"
    assert read(chatgpt.FORMAT, record).said == BOTH


@pytest.mark.parametrize(
    ("nobody", "kind"),
    [
        (message("user", kind="user_editable_context"), "profile texts"),
        (message("user", "I am Ana.", metadata={"is_user_system_message": True}), "profile texts"),
        (message("assistant", "x", kind="model_editable_context"), "profile texts"),
        (
            message("user", "x", metadata={"is_visually_hidden_from_conversation": True}),
            "hidden turns",
        ),
        (message("assistant", "x", kind="thoughts"), "thinking"),
        (message("assistant", "x", kind="reasoning_recap"), "thinking"),
        (message("assistant", "x", channel="analysis"), "thinking"),
        (message("assistant", "x", kind="code"), "tool calls"),
        (message("assistant", "search()", recipient="browser"), "tool calls"),
        (message("tool", "x", kind="execution_output"), "tool calls"),
        (message("tool", "x", kind="tether_browsing_display"), "tool calls"),
        (message("tool", "x", kind="tether_quote"), "tool calls"),
        (message("tool", "x"), "tool turns"),
        (message("assistant", "x", kind="system_error"), "errors"),
        (message("assistant", "x", kind="something_new"), "turns of other kinds"),
        (message("assistant", ""), "turns without text"),
        (message("assistant", "x", kind=["list"]), "unreadable records"),
        ({"author": {"role": "user"}, "content": None}, "unreadable records"),
        ({"content": {"parts": ["x"]}}, "unreadable records"),
        ("text", "unreadable records"),
    ],
)
def test_what_nobody_said_is_left_out_and_counted(nobody: Any, kind: str) -> None:
    """LibreChat PR#15388: the profile is a turn of the user that nobody typed."""
    made = read(chatgpt.FORMAT, chat(nobody, ASKED, ANSWERED))
    assert made.said == BOTH
    assert made.left_out == {kind: 1}


def test_voice_chats_have_their_words_in_parts() -> None:
    """synix#6, nexus-ai-chat-importer#10, chatgpt-exporter#298: voice chats vanish."""
    spoken = {"content_type": "audio_transcription", "text": "I live in Recife.", "direction": "in"}
    sound = {"content_type": "audio_asset_pointer", "asset_pointer": "file:1"}
    made = read(
        chatgpt.FORMAT, chat(message("user", sound, spoken, kind="multimodal_text"), ANSWERED)
    )
    assert made.said == BOTH
    assert made.left_out == {"images and files": 1}


def test_the_first_part_may_be_an_image_and_the_only_one_too() -> None:
    image = {"content_type": "image_asset_pointer", "asset_pointer": "file:1"}
    made = read(
        chatgpt.FORMAT,
        chat(
            message("user", image, "I live in Recife.", kind="multimodal_text"),
            ANSWERED,
            message("user", image, kind="multimodal_text"),
        ),
    )
    assert made.said == BOTH
    assert made.left_out == {"images and files": 2}


def test_several_parts_are_one_turn() -> None:
    made = read(chatgpt.FORMAT, chat(message("user", "one", " ", "two", None)))
    assert made.said == [(PERSON, "one\ntwo")]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ana lives here \ue200cite\ue202turn0search3\ue201.", "Ana lives here ."),
        (
            '\ue200entity\ue202["people","Ana Lima",0]\ue201 works in research.',
            "Ana Lima works in research.",
        ),
        ("A \ue203marked\ue204 word.", "A marked word."),
        ("Recife【3†source】 is hot.", "Recife is hot."),
    ],
)
def test_marks_go_and_names_stay(written: str, shown: str) -> None:
    """ChatGPT_Conversations_To_Markdown#8: citation and entity junk."""
    made = read(chatgpt.FORMAT, chat(message("assistant", written)))
    assert " ".join(made.said[0][1].replace(" .", ".").split()) == shown.replace(" .", ".")


def test_a_turn_without_a_time_between_others_was_said_on_the_day_of_the_one_before() -> None:
    later = NOON + 40 * 86_400
    messages = (
        message("user", "One", time=None),
        message("user", "Two", time=later),
        message("assistant", "Three", time=None),
        message("user", "Four", time=later + 86_400),
    )
    made = read(chatgpt.FORMAT, chat(*messages))
    assert [day and (day.month, day.day) for day in made.days] == [(3, 2), *[(4, 11)] * 2, (4, 12)]
    assert made.only.grade is Grade.NEAR
    undated = read(chatgpt.FORMAT, chat(*messages, create_time=None))
    assert [day and day.day for day in undated.days] == [None, 11, 11, 12]


def test_a_turn_without_a_time_was_said_on_the_day_of_the_conversation() -> None:
    made = read(chatgpt.FORMAT, chat(message("user", "x", time=None)))
    assert made.days == [date(2026, 3, 2)]
    assert made.only.grade is Grade.CONVERSATION


@pytest.mark.parametrize("time", [None, 0, "", "soon"])
def test_a_conversation_may_have_no_time(time: Any) -> None:
    """basic-memory#1276: KeyError create_time."""
    record = chat(message("user", "x", time=None), create_time=time)
    made = read(chatgpt.FORMAT, record)
    assert (made.days, made.only.grade) == ([None], Grade.NONE)
    del record["create_time"]
    assert read(chatgpt.FORMAT, record).days == [None]


def test_a_null_title_is_the_files_name() -> None:
    """basic-memory#451: null title kills import."""
    made = read(chatgpt.FORMAT, chat(ASKED, title=None), name="conversations-002.json")
    assert made.only.title == "conversations-002"


def test_the_day_is_the_persons() -> None:
    late = datetime(2026, 3, 3, 2, tzinfo=UTC).timestamp()
    zone = ZoneInfo("America/Recife")
    made = read(chatgpt.FORMAT, chat(message("user", "x", time=late)), zone=zone)
    assert made.days == [date(2026, 3, 2)]


def test_one_bad_item_does_not_cost_the_file() -> None:
    """LibreChat PR#15388: an item with no mapping drops the file."""
    made = opened([{"title": "broken"}, chat(ASKED, ANSWERED), None, chat()])[1]
    assert made.said == BOTH
    assert made.left_out == {"unreadable records": 2, "conversations without turns": 1}


def test_nodes_of_wrong_types_are_passed_over() -> None:
    record = chat(ASKED, ANSWERED)
    record["mapping"]["n"] = None
    record["mapping"]["m"] = {"parent": ["x"], "message": []}
    assert read(chatgpt.FORMAT, record).said == BOTH


def test_a_conversation_is_read_before_the_next_one_comes() -> None:
    """ai-chat-md-export#52: 2,653 chats in memory at once."""

    def records() -> Iterator[Any]:
        yield chat(ASKED, ANSWERED)
        raise AssertionError("read ahead")

    stream = chatgpt.FORMAT.read(records(), Source("conversations.json", zone=UTC))
    assert next(stream).title == "Moving"


def test_an_export_in_which_nobody_speaks_is_empty() -> None:
    with pytest.raises(MemtuiError) as caught:
        opened([{"title": "x", "mapping": {}}])
    assert caught.value.code is Code.CONVERSATION_EMPTY
    assert "ChatGPT export" in caught.value.message
    assert "1 × conversations without turns" in caught.value.message


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ({"export": {}, "shards": ["conversations-000.json"]}, "list of files"),
        ({"files": [{"name": "conversations-012.json", "size": 5}]}, "list of files"),
        ({"id": "user-1", "email": "ana@example.org", "chatgpt_plus_user": True}, "account"),
        ([{"id": "1", "conversation_id": "c", "title": "x", "is_anonymous": True}], "shared links"),
        ([{"id": "1", "conversation_id": "c", "rating": "thumbs_up"}], "ratings"),
        (b"<html><head><title>ChatGPT Data Export</title></head></html>", "web page"),
        (b"<!DOCTYPE html><html><script>var jsonData = [{}];</script></html>", "web page"),
    ],
)
def test_the_other_files_of_an_export_say_which_one_to_choose(document: Any, what: str) -> None:
    with pytest.raises(MemtuiError) as caught:
        opened(document)
    assert caught.value.code is Code.CONVERSATION_UNREADABLE
    assert what in caught.value.message
    assert "conversations.json" in caught.value.hint


def test_a_mark_of_an_editor_before_the_json_does_no_harm() -> None:
    """optolith-client#370: an editor added a byte order mark."""
    data = b"\xef\xbb\xbf" + json.dumps([chat(ASKED, ANSWERED)]).encode()
    assert opened(data)[1].said == BOTH


def fragment(kind: str, content: Any) -> dict[str, Any]:
    return {"type": kind, "content": content}


def deep(*nodes: tuple[str, str | None, Any], **more: Any) -> dict[str, Any]:
    mapping: dict[str, Any] = {"root": {"id": "root", "parent": None, "message": None}}
    for place, (key, parent, fragments) in enumerate(nodes):
        mapping[key] = {
            "id": key,
            "parent": parent,
            "message": {
                "inserted_at": f"2026-03-02T18:0{place}:00.5+08:00",
                "model": "deepseek-chat",
                "fragments": fragments,
            },
        }
    return {
        "id": "d1",
        "title": "Moving",
        "inserted_at": "2026-03-02T18:00:00+08:00",
        "mapping": mapping,
        **more,
    }


REQUEST = [fragment("REQUEST", "I live in Recife.")]
RESPONSE = [fragment("THINK", "Hm."), fragment("SEARCH", None), fragment("RESPONSE", "Noted.")]


def test_deepseek_is_told_from_chatgpt_and_read() -> None:
    """LibreChat#7696: DeepSeek files accepted, empty."""
    form, made = opened([deep(("1", "root", REQUEST), ("2", "1", RESPONSE))], "conversations.json")
    assert (form, made.said) == ("DeepSeek export", BOTH)
    assert made.left_out == {"thinking": 1, "tool calls": 1}
    assert (made.only.key, made.only.grade) == ("d1", Grade.TURN)


def test_the_offset_of_deepseeks_server_is_not_the_persons() -> None:
    record = deep(("1", "root", REQUEST))
    record["mapping"]["1"]["message"]["inserted_at"] = "2026-03-03T01:00:00+08:00"
    made = read(deepseek.FORMAT, record, zone=ZoneInfo("America/Recife"))
    assert made.days == [date(2026, 3, 2)]


def test_deepseek_shows_the_newest_branch() -> None:
    made = read(
        deepseek.FORMAT,
        deep(
            ("1", "root", REQUEST), ("2", "1", [fragment("RESPONSE", "Old.")]), ("3", "1", RESPONSE)
        ),
    )
    assert made.said == BOTH
    assert made.left_out["turns of abandoned branches"] == 1


def test_deepseek_without_parents_is_read_in_the_files_order() -> None:
    record = deep(("1", None, REQUEST), ("2", None, RESPONSE))
    assert read(deepseek.FORMAT, record).said == BOTH


def test_deepseeks_bad_records_are_counted() -> None:
    record = deep(
        ("1", "root", REQUEST), ("2", "1", None), ("3", "2", ["x", {"type": 4}, *RESPONSE])
    )
    made = read(deepseek.FORMAT, record, "text", {"mapping": 4})
    assert made.said == BOTH
    assert made.left_out["unreadable records"] == 3
    assert made.left_out["images and files"] == 2
