"""Assistants over HTTP, and the command that serves them."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from memtui.desk.desk import Desk
from memtui.desk.tokens import Scope
from memtui.errors import MemtuiError
from memtui.serve import http as serving
from tests.serve.conftest import environ
from tests.serve.serving import EVA, Make


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
    answer = httpx.get(f"{address}/health", timeout=30, trust_env=False)
    assert answer.json()["status"] == "ok"
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
