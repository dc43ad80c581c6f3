"""What is too large, too slow, too many or no HTTP is refused, and keeps nobody waiting."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from memtui.serve.opened import Library
from tests.serve.serving import FACTS, client, served, status


@pytest.fixture
def impatient(home: Path) -> Iterator[str]:
    """A server that waits for nobody."""
    with served(home, within=0.5, headers_within=0.5) as at:
        yield at


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
