"""REST on a real server: what it does, and that its description is true."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from memtui.desk import room
from memtui.desk.desk import Desk
from memtui.desk.tokens import Scope, Tokens
from memtui.serve.extracting import _READERS
from memtui.serve.opened import Opened
from tests.serve.conftest import ids
from tests.serve.serving import client, served

FACTS = "/memories/team/facts"
EVA = {"subject": "Eva", "attribute": "city", "fact": "Eva lives in Lyon.", "said": "2026-10-01"}


@pytest.fixture
def token(home: Path) -> str:
    return Tokens(home).make("tests", Scope.WRITE, lambda: datetime.now(UTC))


@pytest.fixture
def api(home: Path, token: str) -> Iterator[httpx.Client]:
    with served(home) as address, client(address, token) as asking:
        yield asking


def error(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def test_facts_are_listed_with_history_subject_and_day(api: httpx.Client) -> None:
    def listed(**query: Any) -> list[str]:
        answer = api.get(FACTS, params=query)
        assert answer.status_code == 200
        return [fact["fact"] for fact in answer.json()["facts"]]

    assert len(listed()) == 3
    assert len(listed(history="true")) == 4
    assert listed(subject="ana", attribute="ROLE") == ["Ana works in research."]
    assert listed(subject="Ana", as_of="2026-09-15") == [
        "Ana lives in Recife.",
        "Ana leads the data team.",
    ]
    assert api.get(FACTS, params={"limit": 1}).json()["total"] == 3


def test_a_fact_is_kept_corrected_and_forgotten(api: httpx.Client, home: Path) -> None:
    kept = api.post(FACTS, json=EVA)
    assert kept.status_code == 201
    (one,) = kept.json()["kept"]
    assert (one["status"], one["fact"]["source"]) == ("new", "tests")
    again = api.post(FACTS, json=EVA)
    assert (again.status_code, again.json()["kept"][0]["status"]) == (200, "known")
    moved = api.post(FACTS, json={**EVA, "fact": "Eva lives in Nice.", "said": "2026-10-05"})
    assert moved.json()["kept"][0]["replaced"][0]["fact"] == "Eva lives in Lyon."
    at = f"{FACTS}/{moved.json()['kept'][0]['fact']['id']}"
    corrected = api.put(at, json={"fact": "Eva lives in Nizza.", "tags": ["pin"]})
    assert corrected.json()["fact"]["fact"] == "Eva lives in Nizza."
    shown = api.get(at).json()
    assert [fact["fact"] for fact in shown["timeline"]] == [
        "Eva lives in Lyon.",
        "Eva lives in Nizza.",
    ]
    assert len(api.delete(at, params={"history": "true"}).json()["forgotten"]) == 2
    assert error(api.get(at)) == (404, "FACT_UNKNOWN")
    assert not any("Eva" in note.read_text() for note in home.rglob("*.md"))


def test_a_fact_is_ended_and_restored(api: httpx.Client, home: Path) -> None:
    role = ids(home)["Ana works in research."]
    at = f"{FACTS}/{role}"
    assert error(api.post(f"{at}/restore")) == (409, "END_IMPOSSIBLE")
    for day in ("2026-10-01", "2999-01-01"):
        assert error(api.post(f"{at}/end", json={"on": day})) == (409, "END_IMPOSSIBLE")
    ended = api.post(f"{at}/end", json={"on": "2026-10-20"}).json()
    assert (ended["changed"], ended["fact"]["id"]) == ([role], role)
    assert (ended["fact"]["ended"], ended["fact"]["current"]) == ("2026-10-20", False)
    assert api.get(FACTS, params={"subject": "Ana", "attribute": "role"}).json()["total"] == 0
    assert error(api.post(f"{at}/end")) == (409, "END_IMPOSSIBLE")
    restored = api.post(f"{at}/restore").json()["fact"]
    assert (restored["current"], restored.get("ended")) == (True, None)
    assert api.post(f"{at}/end").json()["fact"]["current"] is False
    assert error(api.post(f"{FACTS}/f_0000000000000000/end")) == (404, "FACT_UNKNOWN")


def test_search_finds_and_context_recalls(api: httpx.Client, home: Path) -> None:
    hits = api.get("/memories/team/search", params={"query": "Ana role", "k": 2}).json()["hits"]
    assert hits[0]["fact"]["fact"] == "Ana works in research."
    assert hits[0]["citation"] == f"[{ids(home)['Ana works in research.']}]"
    asked = {"query": "what does Ana do?", "budget": 800}
    block = api.post("/memories/team/context", json=asked).json()
    assert "Ana works in research." in block["text"]
    assert len(block["text"]) <= 800


def test_each_memory_that_is_searched_is_made_ready_for_meaning(
    api: httpx.Client, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Desk.open(home, "other", make=True).close()
    warmed: list[str] = []
    monkeypatch.setattr(Opened, "warm_up", lambda self: warmed.append(self.desk.memory.name))
    assert api.get("/memories/other/search", params={"query": "Ana"}).status_code == 200
    assert api.post("/memories/team/context", json={"query": "Ana"}).status_code == 200
    assert warmed == ["other", "team"]


def test_what_is_proposed_and_extracted_waits(api: httpx.Client, home: Path) -> None:
    assert api.post("/memories/team/proposals", json={"facts": [EVA]}).status_code == 202
    said = {"role": "user", "content": "Bruno works at Acme. I work at Acme."}
    asked = {"messages": [said], "extractor": "plain"}
    assert api.post("/memories/team/extract", json=asked).json()["review"] is None
    read = api.post("/memories/team/extract", json={**asked, "wait": True}).json()
    assert [each["fact"] for each in read["proposals"]] == ["Bruno works at Acme."]
    # Whose fact the other one is nobody said: it waits to be edited.
    assert [each["reason"] for each in read["left_out"]] == [
        "cannot be kept: The subject is empty."
    ]
    again = api.post("/memories/team/extract", json={**asked, "wait": True}).json()
    assert (again["proposals"], again["review"], len(again["left_out"])) == ([], None, 2)
    desk = Desk.open(home, "team")
    assert len(desk.memory.facts()) == 3
    waits = sorted((each.origin, len(each.items)) for each in desk.reviews())
    assert waits == [("tests (REST)", 1), ("tests (REST)", 2)]
    desk.close()


def test_what_is_extracted_waits_only_while_there_is_room(
    api: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "WAITING_LIMIT", 1)
    said = {"messages": [{"role": "user", "content": "Bruno works at Acme. Eva lives in Lyon."}]}
    asked = {**said, "extractor": "plain", "wait": True}
    read = api.post("/memories/team/extract", json=asked).json()
    assert [each["fact"] for each in read["proposals"]] == ["Bruno works at Acme."]
    assert read["left_out"] == [
        {"subject": "Eva", "reason": "found no room, as too many proposals wait already"}
    ]
    assert error(api.post("/memories/team/extract", json=asked)) == (429, "QUEUE_FULL")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"fact": "Eva's password is hunter2."}, 422, "FACT_SENSITIVE"),
        ({"fact": "x" * 2_001}, 422, "FACT_TOO_LONG"),
        ({"subject": "\u200b"}, 422, "FACT_EMPTY"),
        ({"said": "12.10.2026"}, 400, "REQUEST_UNREADABLE"),
        ({"colour": "red"}, 400, "REQUEST_UNREADABLE"),
        ({"subject": ["Eva"]}, 400, "REQUEST_UNREADABLE"),
    ],
)
def test_what_may_not_be_kept_has_a_code(
    api: httpx.Client, change: dict[str, Any], status: int, code: str
) -> None:
    assert error(api.post(FACTS, json={**EVA, **change})) == (status, code)


def test_a_source_is_as_long_when_corrected_as_when_kept(api: httpx.Client, home: Path) -> None:
    at = f"{FACTS}/{ids(home)['Ana works in research.']}"
    for source, status in (("x" * 400, 200), ("x" * 401, 400)):
        assert api.put(at, json={"source": source}).status_code == status
        assert api.post(FACTS, json={**EVA, "source": source}).status_code in (status, 201)


def test_other_refusals_have_theirs(api: httpx.Client, home: Path) -> None:
    assert error(api.get("/memories/other/facts")) == (404, "MEMORY_UNKNOWN")
    assert error(api.get(f"{FACTS}/f_0000000000000000")) == (404, "FACT_UNKNOWN")
    role = ids(home)["Ana works in research."]
    for nothing in ("", " ", "\u200b"):
        asked = api.get("/memories/team/search", params={"query": nothing})
        assert error(asked) == (400, "REQUEST_UNREADABLE")
    to_city = api.put(f"{FACTS}/{role}", json={"attribute": "city"})
    assert error(to_city) == (409, "THING_EXISTS")
    said = {"messages": [{"role": "user", "content": "hello"}]}
    no_server = api.post("/memories/team/extract", json={**said, "extractor": "ollama"})
    assert error(no_server) == (503, "EXTRACTOR_UNAVAILABLE")


def test_no_more_than_two_conversations_are_read_at_once(api: httpx.Client) -> None:
    said = {"messages": [{"role": "user", "content": "hello"}], "extractor": "plain"}
    with _READERS, _READERS:
        assert error(api.post("/memories/team/extract", json=said)) == (423, "MEMORY_BUSY")
    assert api.post("/memories/team/extract", json=said).status_code == 200


# Its description

checked = schemathesis.pytest.from_fixture("described")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A server for all operations, its address and a token."""
    home = tmp_path_factory.mktemp("described")
    Desk.open(home, "team", make=True).close()
    token = Tokens(home).make("tests", Scope.WRITE, lambda: datetime.now(UTC))
    with served(home) as address:
        yield address, token


@pytest.fixture
def described(running: tuple[str, str]) -> Any:
    return schemathesis.openapi.from_url(f"{running[0]}/openapi.json")


@checked.parametrize()
@settings(
    max_examples=3, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_the_description_is_true(case: schemathesis.Case[Any], running: tuple[str, str]) -> None:
    if re.fullmatch("[A-Za-z0-9_-]+", str(case.path_parameters.get("name", ""))):
        case.path_parameters["name"] = "team"
    response = case.call(headers={"Authorization": f"Bearer {running[1]}"})
    no_model = b"EXTRACTOR_UNAVAILABLE" in response.content
    case.validate_response(
        response,
        checks=[
            *([] if no_model else [not_a_server_error]),
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
            negative_data_rejection,
            unsupported_method,
        ],
    )
