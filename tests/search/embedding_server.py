"""A small server on loopback that answers as Ollama and OpenAI-style servers do."""

import contextlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, Any]


def vector(text: str) -> list[float]:
    """Some numbers that depend on a text alone."""
    return [float(sum(map(ord, text)) % 97), float(len(text)), 1.0]


@dataclass
class EmbeddingServer:
    """Answers as told: `answer` may replace what is said to a path and body."""

    models: dict[str, str] = field(default_factory=lambda: {"bge-m3:latest": "d1"})
    limit: int = 10_000
    answer: Callable[[str, Any], Answer | None] = lambda path, body: None
    asked: list[tuple[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def __enter__(self) -> "EmbeddingServer":
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._tell(server.say(self.path, None, dict(self.headers)))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self._tell(server.say(self.path, body, dict(self.headers)))

            def _tell(self, answer: Answer) -> None:
                status, said = answer
                data = said if isinstance(said, bytes) else json.dumps(said).encode()
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", "http://elsewhere.example/")
                self.send_header("Content-Length", str(len(data)))
                # Who asked may have left in the meantime.
                with contextlib.suppress(ConnectionError):
                    self.end_headers()
                    self.wfile.write(data)

            def log_request(self, code: object = "-", size: object = "-") -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def place(self) -> str:
        """Its host and port."""
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{self.place}"

    @property
    def texts(self) -> list[str]:
        """All texts that it was asked to embed."""
        return [text for _, body in self.asked if body for text in body["input"]]

    def say(self, path: str, body: Any, headers: dict[str, str]) -> Answer:
        """What it answers."""
        self.asked.append((path, body))
        self.headers.append(headers)
        told = self.answer(path, body)
        if told is not None:
            return told
        if path.endswith("/api/tags"):
            models = [{"name": name, "digest": each} for name, each in self.models.items()]
            return 200, {"models": models}
        texts = body["input"]
        if any(len(text) > self.limit for text in texts):
            return 400, {"error": "the input length exceeds the context length"}
        if path.endswith("/api/embed"):
            if body["model"] not in (name.removesuffix(":latest") for name in self.models):
                return 404, {"error": f"model '{body['model']}' not found"}
            return 200, {"embeddings": [vector(text) for text in texts]}
        if path.endswith("/v1/embeddings"):
            data = [{"index": at, "embedding": vector(text)} for at, text in enumerate(texts)]
            return 200, {"object": "list", "data": data[::-1]}
        return 404, b"404 page not found"
