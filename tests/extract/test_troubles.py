"""Every trouble that people had with model servers, played again; `TABLE` says which test is whose.

The numbers are those of the list that was drawn up from their reports: Ollama's own issues, those
of programs that ask it, and what networks between do.
"""

import asyncio
import json
from dataclasses import replace

import pytest

from memtui.conversations.conversation import Grade, conversation_of
from memtui.errors import Code, MemtuiError
from memtui.extract.events import PartFailed, Waiting
from memtui.extract.extractor import Context
from memtui.extract.proposal import Mark
from memtui.extract.transport import Timing
from memtui.search.embedders.embedder import make_embedder
from memtui.settings import EmbedderSettings
from tests.extract import test_asking, test_failures, test_hosts, test_reading, test_servers
from tests.extract.asking import (
    ANA,
    RIGHT,
    TALK,
    TODAY,
    Ticking,
    account,
    events,
    extractor,
    failed,
    proposals,
    worked,
)
from tests.fake_ollama import FakeOllama, Hangs, Holds, Refuses, Says, Sends, fact, facts
from tests.search.embedding_server import EmbeddingServer

THINKS = {"capabilities": ("completion", "thinking")}
HERE = "test_troubles"
ASKING, FAILURES, READING, SERVERS, HOSTS = (
    each.__name__.rpartition(".")[2]
    for each in (test_asking, test_failures, test_reading, test_servers, test_hosts)
)
# What went wrong -> the module and the test that plays it.
TABLE = {
    "1 thinks despite being told not to": (HERE, "test_thoughts_before_the_answer_are_passed_over"),
    "2 only the closing tag of thoughts": (HERE, "test_thoughts_before_the_answer_are_passed_over"),
    "3 format ignored": (ASKING, "test_the_json_is_found_where_models_put_it"),
    "4 format ignored by one version": (ASKING, "test_the_json_is_found_where_models_put_it"),
    "6 prose, then blanks": (HERE, "test_blanks_after_prose_are_asked_again_without_a_format"),
    "7 the answer only among thoughts": (HERE, "test_an_answer_among_thoughts_is_taken_at_last"),
    "8 all room thought away": (HERE, "test_a_build_that_only_thinks_is_named_with_its_sibling"),
    "9 Markdown around JSON": (ASKING, "test_the_json_is_found_where_models_put_it"),
    "11 the think field refused": (HERE, "test_the_think_field_is_left_out_when_it_is_refused"),
    "12 one model refuses, one cuts": (ASKING, "test_what_is_too_long_is_read_in_halves"),
    "13 half a window kept": (
        ASKING, "test_a_prompt_that_was_cut_in_silence_is_halved_and_then_said",
    ),
    "14 instructions dropped in silence": (HERE, "test_an_answer_to_something_else_is_no_answer"),
    "16 loops inside a string": (FAILURES, "test_a_model_that_runs_away_is_stopped"),
    "17 endless blanks, no end": (HERE, "test_blanks_after_a_complete_answer_end_it"),
    "18 grammar dropped": (ASKING, "test_missing_fields_and_wrong_types_do_not_lose_a_fact"),
    "19 error after a good beginning": (
        ASKING, "test_a_grammar_that_fails_inside_the_stream_is_left_out",
    ),
    "21 the cloud ignores format": (HERE, "test_an_answer_to_something_else_is_no_answer"),
    "22 crash in the middle": (HERE, "test_a_crash_is_asked_once_more_and_what_was_complete_stays"),
    "23 out of memory": (FAILURES, "test_refusals_are_told_apart"),
    "24 load times out": (FAILURES, "test_refusals_are_told_apart"),
    "26 leaving goes unnoticed": (HERE, "test_a_server_still_busy_with_the_last_is_waited_for"),
    "27 OLLAMA_HOST=0.0.0.0": (HOSTS, "test_addresses_are_read_as_ollama_reads_them"),
    "28 the system's proxy answers": (FAILURES, "test_what_is_no_ollama_or_wants_more"),
    "29 a proxy that cannot be used": (SERVERS, "test_a_proxy_that_cannot_be_used_is_said"),
    "31 a path before the API": (SERVERS, "test_a_path_before_the_api_is_kept"),
    "32 another window loads anew": (
        READING, "test_the_window_stays_the_same_and_parts_follow_the_servers_count",
    ),
    "33 accents dropped": (HERE, "test_accents_that_a_model_drops_come_back"),
    "34 characters split": (ASKING, "test_characters_split_between_packets_are_whole_again"),
    "36 the answer is cut": (HERE, "test_facts_before_a_cut_stay_and_the_halves_are_read"),
    "37 401": (FAILURES, "test_what_is_no_ollama_or_wants_more"),
    "38 too long, though told to truncate": (
        HERE, "test_a_text_too_long_to_embed_is_cut_where_the_server_does_not",
    ),
    "headers after 90 s": (HERE, "test_headers_may_take_their_time"),
    "one byte a second": (HERE, "test_a_trickle_ends_at_the_deadline_with_what_was_complete"),
    "reset": (FAILURES, "test_a_connection_that_breaks_is_no_answer"),
    "two objects in a packet, blank lines, CRLF": (
        ASKING, "test_characters_split_between_packets_are_whole_again",
    ),
    "a line of 5 MB": (ASKING, "test_a_very_long_line_is_read"),
    "a wrong content type": (HERE, "test_the_content_type_does_not_matter"),
    "HTML with 200": (FAILURES, "test_a_stream_of_something_else_is_a_failure"),
    "busy": (HERE, "test_a_busy_server_is_asked_again_later"),
}  # fmt: skip


def test_every_trouble_is_played() -> None:
    modules = {
        each.__name__.rpartition(".")[2]: vars(each)
        for each in (test_asking, test_failures, test_reading, test_servers, test_hosts)
    }
    modules[HERE] = globals()
    assert [row for row, (module, test) in TABLE.items() if test not in modules[module]] == []


KINDS = pytest.mark.parametrize("kind", ["ollama", "openai"])


@KINDS
@pytest.mark.parametrize("before", ['<think>Ana? {"facts": []}', 'So {"facts": []} it is.'])
async def test_thoughts_before_the_answer_are_passed_over(kind: str, before: str) -> None:
    told, _ = await worked(Says(f"{before}</think>\n{RIGHT.content}"), kind=kind)
    assert [each.fact for each in proposals(told)] == ["Ana works in research."]


async def test_blanks_after_prose_are_asked_again_without_a_format() -> None:
    told, ollama = await worked(Says("Here you go:" + " " * 900, piece=100), RIGHT)
    assert ["format" in each for each in ollama.chats] == [True, False]
    assert len(proposals(told)) == 1


@KINDS
async def test_blanks_after_a_complete_answer_end_it(kind: str) -> None:
    answer = Says(RIGHT.content + "\n" * 5_000, piece=200, reason="")
    told, server = await worked(answer, kind=kind)
    assert len(proposals(told)) == 1
    assert account(told).stop_reason == "blanks"
    assert len(server.chats) == 1


async def test_an_answer_among_thoughts_is_taken_at_last() -> None:
    told, ollama = await worked(Says("", thinking=RIGHT.content), server=THINKS)
    assert [each["think"] for each in ollama.chats] == [False, True]
    assert len(proposals(told)) == 1
    assert "among its thoughts only" in account(told).notes[0]


async def test_a_build_that_only_thinks_is_named_with_its_sibling() -> None:
    thought = Says("", thinking=" ".join(map(str, range(400))), reason="length", piece=50)
    server = {"model": "qwen3:4b", **THINKS}
    told = await failed(thought, model="qwen3:4b", server=server)
    assert "only thought aloud" in told.message
    assert "qwen3:4b-instruct" in told.hint


@pytest.mark.parametrize(
    "words",
    [
        '"x" does not support thinking',
        'think value "low" is not supported for this model',
        'json: cannot unmarshal string into Go struct field ChatRequest.think of type bool',
    ],
)  # fmt: skip
async def test_the_think_field_is_left_out_when_it_is_refused(words: str) -> None:
    told, ollama = await worked(Refuses(400, {"error": words}), RIGHT, server=THINKS)
    assert ["think" in each for each in ollama.chats] == [True, False]
    assert len(proposals(told)) == 1


@KINDS
async def test_an_answer_to_something_else_is_no_answer(kind: str) -> None:
    told = await failed(Says("**Ana** works in research. Anything else?"), kind=kind)
    assert "answered, but not with facts" in told.message
    assert "Nothing was kept" in told.hint


@KINDS
@pytest.mark.parametrize("words", ["unexpected EOF", "model runner has unexpectedly stopped"])
async def test_a_crash_is_asked_once_more_and_what_was_complete_stays(
    kind: str, words: str
) -> None:
    half = json.dumps({"facts": [ANA, {}]})[:-3]
    lines = (
        [json.dumps({"message": {"content": half}}), json.dumps({"error": words})]
        if kind == "ollama"
        else [
            "data: " + json.dumps({"choices": [{"delta": {"content": half}}]}),
            "data: " + json.dumps({"error": {"message": words}}),
        ]
    )
    crash = Sends([line.encode() + b"\n" for line in lines])
    told, server = await worked(crash, facts(), kind=kind)
    assert len(server.chats) == 2
    assert len(proposals(told)) == 1
    await failed(crash, kind=kind, code=Code.EXTRACTOR_UNAVAILABLE)


@KINDS
@pytest.mark.parametrize("status", [429, 503])
async def test_a_busy_server_is_asked_again_later(kind: str, status: int) -> None:
    busy = Refuses(status, {"error": "server busy, please try again.  maximum pending requests"})
    timing = Timing(pause=0)
    told, server = await worked(busy, RIGHT, kind=kind, timing=timing)
    assert [each.seconds for each in told if isinstance(each, Waiting)] == [0]
    assert len(server.chats) == 2
    error = await failed(busy, kind=kind, timing=timing, code=Code.EXTRACTOR_UNAVAILABLE)
    assert "busy" in error.message


async def test_a_server_still_busy_with_the_last_is_waited_for() -> None:
    with FakeOllama(Hangs(), Holds(RIGHT)) as ollama:
        made = extractor(ollama, timing=Timing(tick=0.01))
        left = asyncio.create_task(events(made))
        assert await asyncio.to_thread(ollama.began.wait, 10)
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        assert len(proposals(await events(made))) == 1


async def test_accents_that_a_model_drops_come_back() -> None:
    made = facts(fact("Joao", "cidade", "Joao mora em Sao Paulo.", quote="João mora em São Paulo"))
    talk = TALK.turns[0]
    conversation = conversation_of([replace(talk, text="João mora em São Paulo.")], "x", Grade.TURN)
    with FakeOllama(made) as ollama:
        (proposal,) = proposals(await events(extractor(ollama), conversation))
    assert proposal.fact == "João mora em São Paulo."
    assert Mark.UNSAID not in proposal.marks


@KINDS
async def test_facts_before_a_cut_stay_and_the_halves_are_read(kind: str) -> None:
    whole = json.dumps({"facts": [ANA, ANA | {"fact": "Ana mag Bücher"}]})
    cut = Says(whole[: whole.index("mag")], reason="length")
    told, server = await worked(cut, facts(), kind=kind)
    assert [each.fact for each in proposals(told)] == ["Ana works in research."]
    assert len(server.chats) == 3
    assert account(told).turns == 2


def test_a_text_too_long_to_embed_is_cut_where_the_server_does_not() -> None:
    with EmbeddingServer(limit=500) as server:
        made = make_embedder(EmbedderSettings("ollama", "bge-m3", server.url))
        rows = made.embed(["short", "long " * 300])
        made.close()
    bodies = [body for path, body in server.asked if path.endswith("/api/embed")]
    assert all(body["truncate"] is True for body in bodies)
    assert len(bodies) > 1
    assert rows.shape == (2, 3)


async def test_headers_may_take_their_time() -> None:
    timing = Timing(limit=600, tick=0.005, clock=Ticking(10, until=300))
    told, _ = await worked(Holds(RIGHT), timing=timing)
    assert len(proposals(told)) == 1


@KINDS
async def test_a_trickle_ends_at_the_deadline_with_what_was_complete(kind: str) -> None:
    content = json.dumps({"facts": [ANA, {"fact": "x" * 20}]})
    record = {"message": {"content": content[:-10]}}
    line = json.dumps(record).encode() + b"\n"
    if kind == "openai":
        delta = {"choices": [{"delta": {"content": content[:-10]}}]}
        line = b"data: " + json.dumps(delta).encode() + b"\n\n"
    trickle = [line[place : place + 1] for place in range(len(line))]
    # The clock moves whenever it is looked at: a few times for each byte.
    timing = Timing(limit=600, tick=0.001, clock=Ticking(600 / (4 * len(line))))
    told = []
    with FakeOllama(Sends(trickle, then="hang")) as server:
        made = extractor(server, kind=kind, timing=timing)
        with pytest.raises(MemtuiError, match="did not finish within 600 s"):
            async for each in made.propose(TALK, Context(TODAY)):
                told += [each]
    assert len(proposals(told)) == 1
    assert [each.error.code for each in told if isinstance(each, PartFailed)] == [
        Code.EXTRACTOR_UNAVAILABLE
    ]


@KINDS
async def test_the_content_type_does_not_matter(kind: str) -> None:
    text = json.dumps({"message": {"content": RIGHT.content}, "done": True})
    if kind == "openai":
        text = json.dumps({"choices": [{"delta": {"content": RIGHT.content},
                                        "finish_reason": "stop"}]})  # fmt: skip
        text = f"data: {text}\n\ndata: [DONE]"
    told, _ = await worked(Sends([text.encode() + b"\n"], kind="text/html"), kind=kind)
    assert len(proposals(told)) == 1


async def test_the_server_is_asked_to_count_and_its_count_comes_after_the_end() -> None:
    chunks = [
        {"choices": [{"delta": {"content": RIGHT.content}, "finish_reason": None}]},
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 1_234, "completion_tokens": 50}},
    ]
    lines = [f"data: {json.dumps(each)}\n\n".encode() for each in chunks]
    told, server = await worked(Sends([*lines, b"data: [DONE]\n\n"]), kind="openai")
    assert server.chats[0]["stream_options"] == {"include_usage": True}
    assert account(told).tokens_sent == 1_234
    without_done, _ = await worked(Sends(lines, then="hang"), kind="openai",
                                   timing=Timing(tick=0.01))  # fmt: skip
    assert len(proposals(without_done)) == 1
