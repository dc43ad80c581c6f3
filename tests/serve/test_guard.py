"""Who is kept out over HTTP: by name, origin, token, size and patience."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from memtui.desk.desk import Desk
from memtui.desk.tokens import Scope, Tokens
from memtui.errors import MemtuiError
from memtui.serve import http as serving
from memtui.serve.opened import Library
from tests.serve.conftest import environ
from tests.serve.serving import client, served

FACTS = "/memories/team/facts"
EVA = {"subject": "Eva", "attribute": "city", "fact": "Eva lives in Lyon."}
Make = Callable[..., str]


@pytest.fixture
def make(home: Path) -> Make:
    """Makes a token."""

    def make_one(scope: Scope, memory: str = "") -> str:
        name = f"{scope} {memory}"
        return Tokens(home).make(name, scope, lambda: datetime.now(UTC), memory)

    return make_one


@pytest.fixture
def address(home: Path) -> Iterator[str]:
    with served(home) as at:
        yield at


@pytest.fixture
def impatient(home: Path) -> Iterator[str]:
    """A server that waits for nobody."""
    with served(home, within=0.5, headers_within=0.5) as at:
        yield at


def status(address: str, token: str, method: str, path: str, **more: object) -> int:
    with client(address, token) as asking:
        return asking.request(method, path, **more).status_code  # type: ignore[arg-type]


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


def test_a_huge_body_is_refused_before_it_is_read(address: str) -> None:
    port = int(address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.sendall(
            b"POST /memories/team/proposals HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n"
        )
        assert raw.recv(65_536).split()[1] == b"413"

    def endless() -> Iterator[bytes]:
        while True:
            yield b" " * 100_000

    # The connection may be closed while it is still sending.
    with client(address) as asking, suppress(httpx.TransportError):
        assert asking.post("/memories/team/proposals", content=endless()).status_code == 413


def test_deep_json_and_odd_numbers_are_refused(address: str) -> None:
    for body in (
        "[" * 100_000,
        '{"facts": [NaN]}',
        '{"facts": [1e999]}',
        "\ufeff{}",
        '{"facts":"\\ud800"}',
    ):
        sent = status(
            address, "", "POST", "/memories/team/proposals",
            content=body.encode(), headers={"Content-Type": "application/json"},
        )  # fmt: skip
        assert sent == 400


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /health HT",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: ",
        b"POST /memories/team/proposals HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_who_sends_too_slowly_is_cut_off(impatient: str, begun: bytes) -> None:
    port = int(impatient.rpartition(":")[2])
    slow = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(10)]
    for each in slow:
        each.sendall(begun)
    for each in slow:
        answer = b"".join(iter(lambda each=each: each.recv(4_096), b""))  # type: ignore[misc]
        assert answer == b"" or answer.split()[1] == b"408"
        each.close()


NO_HTTP = {
    "error": {
        "code": "REQUEST_UNREADABLE",
        "message": "This is no request of HTTP, or one whose headers are malformed or too long.",
        "hint": "Send it with a library for HTTP.",
    }
}


@pytest.mark.parametrize(
    "sent",
    [
        b"hello\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /caf\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 65_600,
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ids=range(9),
)
def test_what_is_no_http_is_refused_in_the_same_shape(address: str, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as raw:
        raw.sendall(sent)
        head, _, body = b"".join(iter(lambda: raw.recv(65_536), b"")).partition(b"\r\n\r\n")
    assert head.splitlines()[0] == b"HTTP/1.1 400 Bad Request"
    assert b"content-type: application/json" in head.splitlines()
    assert json.loads(body) == NO_HTTP


def test_too_many_connections_are_refused_in_the_same_shape(home: Path) -> None:
    with served(home, most=3) as address, ExitStack() as stack:
        port = int(address.rpartition(":")[2])
        for _ in range(3):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        with client(address) as asking:
            answer = asking.get("/health")
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "SERVER_UNAVAILABLE"


def test_what_nobody_foresaw_is_said_in_the_same_shape(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(Library, "use", crash)
    with client(address) as asking:
        answer = asking.get(FACTS)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "SERVER_UNAVAILABLE")
        assert "secret" not in answer.text
        assert asking.get("/health").status_code == 200


def test_who_sends_slowly_keeps_nobody_waiting(address: str) -> None:
    port = int(address.rpartition(":")[2])
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
    for each in slow:
        each.sendall(b"POST /memories/team/proposals HTTP/1.1\r\nHost: localhost\r\nX: ")
    assert status(address, "", "GET", FACTS) == 200
    for each in slow:
        each.close()


# MCP over HTTP


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_official_client_over_http(address: str, home: Path, mode: str) -> None:
    async with Client(f"{address}/mcp", mode=mode) as one, Client(f"{address}/mcp") as two:
        assert len((await one.list_tools()).tools) == 7
        found = await one.call_tool("memory_search", {"query": "Ana role"})
        assert found.structured_content["hits"][0]["fact"] == "Ana works in research."
        for which in (one, two):
            waits = await which.call_tool("memory_propose", {"facts": [EVA]})
            assert not waits.is_error
        assert (await two.read_resource("memtui://memory")).contents
    desk = Desk.open(home, "team")
    assert sum(len(review.items) for review in desk.reviews()) == 1
    desk.close()


async def test_over_http_the_token_gives_the_name_and_the_scope(
    address: str, home: Path, make: Make
) -> None:
    read, propose = make(Scope.READ), make(Scope.PROPOSE)
    for token, fails in ((read, True), (propose, False)):
        http = httpx_client(token)
        transport = streamable_http_client(f"{address}/mcp", http_client=http)
        async with http, Client(transport) as asking:
            result = await asking.call_tool("memory_propose", {"facts": [EVA]})
            assert result.is_error is fails
    desk = Desk.open(home, "team")
    assert [review.origin for review in desk.reviews()] == ["propose (MCP)"]
    desk.close()


def httpx_client(token: str) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"})


# The command


def test_the_command_serves_until_it_is_interrupted(home: Path) -> None:
    # By any of its own addresses, of which not every system has a second one.
    host = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
    argv = ["-m", "memtui", "-m", "team", "serve", "--host", host, "--port", "0"]
    server = subprocess.Popen(
        [sys.executable, *argv], env=environ(home), stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    said = server.stderr.readline()
    address = said.split(" at ")[1].split(": ")[0]
    for _ in range(100):
        try:
            assert httpx.get(f"{address}/health", trust_env=False).json()["status"] == "ok"
            break
        except httpx.ConnectError:
            time.sleep(0.1)
    os.kill(server.pid, signal.SIGINT)
    assert server.wait(20) in (0, 130)
    server.stderr.close()


def refused(home: Path, host: str, port: int = 0) -> str:
    with pytest.raises(MemtuiError) as error:
        serving.run(home, "team", host, port, rest=True, say=pytest.fail)
    return str(error.value)


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "::"])
def test_beyond_loopback_it_refuses_to_start_without_a_token(home: Path, host: str) -> None:
    assert refused(home, host).startswith(f"NOT_ALLOWED: {host} can be reached by others")


def test_a_port_that_is_taken_is_said(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refused(home, "127.0.0.1", port)
    assert told.startswith(f"SERVER_UNAVAILABLE: 127.0.0.1:{port}")
