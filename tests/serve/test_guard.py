"""Who is kept out over HTTP: by name, origin and token."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from memtui.desk.desk import Desk
from memtui.desk.tokens import Scope, Tokens
from tests.serve.serving import EVA, FACTS, Make, client, status


def test_without_any_token_loopback_reads_and_proposes_but_writes_nothing(address: str) -> None:
    assert status(address, "", "GET", FACTS) == 200
    assert status(address, "", "POST", "/memories/team/proposals", json={"facts": [EVA]}) == 202
    assert status(address, "", "POST", FACTS, json=EVA) == 403
    assert status(address, "", "DELETE", f"{FACTS}/f_0000000000000000") == 403
    for change in ("end", "restore"):
        assert status(address, "", "POST", f"{FACTS}/f_0000000000000000/{change}") == 403


def test_a_token_does_what_its_scope_says_and_no_more(address: str, make: Make) -> None:
    read, propose, write = (make(scope) for scope in Scope)
    proposals = "/memories/team/proposals"
    assert status(address, "", "GET", FACTS) == 401
    assert status(address, read, "GET", FACTS) == 200
    assert status(address, read, "POST", proposals, json={"facts": [EVA]}) == 403
    assert status(address, propose, "POST", proposals, json={"facts": [EVA]}) == 202
    assert status(address, propose, "POST", FACTS, json=EVA) == 403
    assert status(address, write, "POST", FACTS, json=EVA) == 201


def test_a_token_for_one_memory_does_not_open_another(home: Path, address: str, make: Make) -> None:
    Desk.open(home, "private", make=True).close()
    token = make(Scope.WRITE, "private")
    assert status(address, token, "GET", "/memories/private/facts") == 200
    assert status(address, token, "GET", FACTS) == 404
    with client(address, token) as asking:
        assert asking.get("/memories").json() == {"memories": ["private"]}
        assert asking.post("/mcp", json={}).status_code == 404


def test_a_guessed_or_revoked_token_opens_nothing(home: Path, address: str, make: Make) -> None:
    token = make(Scope.READ)
    guesses = ("memtui_x", token[:-1], token + "a", token.upper(), "ü", f"{token} {token}")
    for guess in guesses:
        header = f"Bearer {guess}".encode()
        answer = httpx.get(address + FACTS, headers={b"Authorization": header}, trust_env=False)
        assert answer.status_code == 401, guess
        assert token not in answer.text
    assert status(address, token, "GET", FACTS) == 200
    assert Tokens(home).revoke("READ ")
    assert status(address, token, "GET", FACTS) == 401
    assert status(address, "", "GET", FACTS) == 401  # as long as the person once made one


def test_the_file_of_tokens_holds_no_token_and_is_the_persons_alone(home: Path, make: Make) -> None:
    token = make(Scope.READ)
    file = home / "tokens.json"
    assert token not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600


def test_tokens_made_at_once_are_all_kept(home: Path) -> None:
    def make_some(who: int) -> list[str]:
        tokens = Tokens(home)
        return [
            tokens.make(f"{who} {at}", Scope.READ, lambda: datetime.now(UTC)) for at in range(5)
        ]

    with ThreadPoolExecutor(4) as pool:
        made = [token for some in pool.map(make_some, range(4)) for token in some]
    assert all(map(Tokens(home).find, made))


TOKEN = {"name": "n", "scope": "read", "memory": "", "made": "", "digest": "00"}


@pytest.mark.parametrize(
    "damage",
    [
        "[{",
        "[" * 100_000,
        "5",
        '{"a": 1}',
        json.dumps([{**TOKEN, "scope": "all"}]),
        json.dumps([{**TOKEN, "memory": None}]),
        json.dumps([{**TOKEN, "digest": "ü"}]),
        json.dumps([{"name": "n"}]),
    ],
    ids=range(8),
)
def test_with_a_damaged_file_of_tokens_nobody_is_let_in(
    home: Path, address: str, damage: str
) -> None:
    (home / "tokens.json").write_text(damage)
    assert status(address, "", "GET", FACTS) == 401
    assert status(address, "memtui_x", "GET", FACTS) == 500


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "127.0.0.1.evil.example:80", "", "localhost@x", "localhost:x@evil.example",
        "[::1", "[::1]evil.example", "localhost/x",
    ],
)  # fmt: skip
def test_a_rebound_name_is_refused(address: str, host: str) -> None:
    assert status(address, "", "GET", FACTS, headers={"Host": host}) == 421
    assert status(address, "", "POST", "/mcp", json={}, headers={"Host": host}) == 421


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://localhost:3000",
        "file://",
        "http://[",
        "http://[x]",
        "",
    ],
)
def test_a_page_of_another_origin_is_refused(address: str, origin: str) -> None:
    assert status(address, "", "GET", FACTS, headers={"Origin": origin}) == 403
    answer = httpx.options(
        address + FACTS,
        headers={"Origin": origin, "Access-Control-Request-Method": "POST"},
        trust_env=False,
    )
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_of_several_origins_each_must_be_ours(address: str) -> None:
    ours = ("Origin", address)
    assert status(address, "", "GET", FACTS, headers=[ours]) == 200
    for other in ("http://evil.example", "null"):
        headers = [ours, ("Origin", other)]
        assert status(address, "", "GET", FACTS, headers=headers) == 403


def test_an_address_with_a_slash_too_many_is_none(address: str) -> None:
    assert status(address, "", "GET", f"{FACTS}/") == 404


def test_a_form_of_a_page_is_no_json(address: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"Content-Type": kind} if kind else {}
        sent = status(
            address, "", "POST", "/memories/team/proposals",
            content=json.dumps({"facts": [EVA]}), headers=headers,
        )  # fmt: skip
        assert sent == 415


@pytest.mark.parametrize(
    "name", ["..", "%2e%2e", "..%2f..%2fetc", "team%2f..%2fteam", "%00", "con", "team%2Fnotes", "."]
)
def test_a_memorys_name_leads_nowhere_else(address: str, name: str) -> None:
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as raw:
        raw.sendall(
            f"GET /memories/{name}/facts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            .encode()
        )  # fmt: skip
        answer = b"".join(iter(lambda: raw.recv(65_536), b""))
    assert answer.split()[1] in (b"404", b"422")
    assert b"root:" not in answer
