"""A few models on the loopback, as Ollama would tell of them; fetching one stops half way."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PULLED = "qwen3:8b"
_MODELS = (
    ("qwen3:4b-instruct", 2_500_000_000, "4.0B", 262_144, ["completion", "tools"]),
    ("qwen3:4b", 2_500_000_000, "4.0B", 262_144, ["completion", "thinking"]),
    ("llama3.1:8b-instruct-q4_K_M", 4_900_000_000, "8.0B", 131_072, ["completion", "tools"]),
    ("gemma:2b", 1_700_000_000, "3B", 4_096, ["completion"]),
    ("bge-m3:latest", 1_200_000_000, "566.70M", 8_192, ["embedding"]),
)
_STEPS = (
    {"status": "pulling manifest"},
    {"status": "pulling 4f2d", "digest": "sha256:4f2d", "total": 5_200_000_000},
    {
        "status": "pulling 4f2d",
        "digest": "sha256:4f2d",
        "total": 5_200_000_000,
        "completed": 2_100_000_000,
    },
)


class _Handler(BaseHTTPRequestHandler):
    server: "_Server"

    def do_GET(self) -> None:
        """Which models there are, and which are in memory."""
        models = _MODELS if self.path == "/api/tags" else _MODELS[:1]
        self._answer({"models": [_told(*each) for each in models]})

    def do_POST(self) -> None:
        """Fetch a model, as far as the pictures show it."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.end_headers()
        for step in _STEPS:
            self.wfile.write(json.dumps(step).encode() + b"\n")
        self.wfile.flush()
        self.server.over.wait()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""

    def _answer(self, document: object) -> None:
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.over = threading.Event()


def _told(name: str, size: int, parameters: str, window: int, can: list[str]) -> dict[str, Any]:
    sizes = {"parameter_size": parameters, "quantization_level": "Q4_K_M"}
    details = sizes | {"context_length": window}
    return {"name": name, "size": size, "capabilities": can, "details": details}


@contextmanager
def serving() -> Iterator[str]:
    """A server with a few models; gives its address as `OLLAMA_HOST` has it."""
    with _Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}"
        finally:
            server.over.set()
            server.shutdown()
            thread.join()
