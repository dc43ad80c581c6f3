"""A scripted server on the loopback that speaks as Ollama does, and fails as it does.

    with FakeOllama(facts(fact("Ana", "role", "Ana works in research."))) as ollama:
        environ = {"OLLAMA_HOST": ollama.host}

Each chat takes the next answer; the last one stays. The same answers are given as OpenAI-style
events under `/v1`. A chat without messages loads the model, as there. It runs in a thread, so that
any event loop, or none, may talk to it.
"""

import json
import socket
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

MODEL = "qwen3:4b-instruct"


@dataclass(frozen=True)
class Says:
    """A model's words, in pieces, and how it ends; `reason` empty ends without `done`.

    `sent` is how many tokens the request had, as the server counts; a fourth of its bytes unless
    given.
    """

    content: str = ""
    thinking: str = ""
    reason: str = "stop"
    sent: int | None = None
    piece: int = 7


@dataclass(frozen=True)
class Refuses:
    """A status with a body instead of a stream; a mapping is sent as JSON."""

    status: int
    body: Mapping[str, Any] | str = ""
    location: str = ""


@dataclass(frozen=True)
class Sends:
    """Bytes as they are, each chunk in a packet of its own, and what comes then."""

    chunks: Sequence[bytes]
    then: str = "end"  # or "reset", "hang"
    kind: str = "application/x-ndjson"


@dataclass(frozen=True)
class Hangs:
    """Nothing at all, not even headers."""


@dataclass(frozen=True)
class Holds:
    """Nothing until the client has looked `times` whether something came, then an answer."""

    then: "Says | Refuses | Sends"
    times: int = 3


Answer = Says | Refuses | Sends | Hangs | Holds


def fact(
    subject: str, attribute: str, sentence: str, *, said: str = "", quote: str | None = None
) -> dict[str, str]:
    """A fact as a model answers it; the quote is the sentence unless given."""
    return {
        "quote": sentence if quote is None else quote,
        "subject": subject,
        "attribute": attribute,
        "fact": sentence,
        "said": said,
    }


def facts(*each: Mapping[str, Any]) -> Says:
    """The answer of a model that does as it was told."""
    return Says(json.dumps({"facts": each}, ensure_ascii=False))


@dataclass(frozen=True)
class Asked:
    """A request that arrived."""

    path: str
    body: Any
    headers: Mapping[str, str]


@dataclass
class FakeOllama:
    """The server; `requests` are all that came, `gone` is set when a client hangs up on it."""

    answers: tuple[Answer, ...]
    model: str
    show: Mapping[str, Any] | Refuses
    prefix: str = ""
    requests: list[Asked] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)
    began: threading.Event = field(default_factory=threading.Event)

    def __init__(
        self,
        *answers: Answer,
        model: str = MODEL,
        capabilities: Sequence[str] | None = ("completion", "tools"),
        context_length: int | None = 262_144,
        show: Mapping[str, Any] | Refuses | None = None,
        prefix: str = "",
        loaded: bool = True,
        load: Refuses | None = None,
        models: Sequence[Mapping[str, Any]] | None = None,
        pulls: Sequence[Answer] = (),
    ) -> None:
        self.loaded = loaded
        self.load = load
        self.models = models
        self.pulls = list(pulls)
        self.held = threading.Event()
        self.answers = answers
        self.model = model
        info = {"general.architecture": "qwen3", "qwen3.context_length": context_length}
        told: dict[str, Any] = {"model_info": info, "details": {"family": "qwen3"}}
        if capabilities is not None:
            told["capabilities"] = list(capabilities)
        self.show = told if show is None else show
        self.prefix = prefix
        self.requests = []
        self.gone = threading.Event()
        self.began = threading.Event()
        self._closing = threading.Event()
        self._next = 0
        self._lock = threading.Lock()

    def __enter__(self) -> "FakeOllama":
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        )
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def host(self) -> str:
        """Host and port, as `OLLAMA_HOST` has them."""
        return f"127.0.0.1:{self._server.server_address[1]}{self.prefix}"

    @property
    def url(self) -> str:
        """The address with its scheme."""
        return f"http://{self.host}"

    @property
    def chats(self) -> list[Any]:
        """The bodies of the chats, in order, without those that only load."""
        return [
            each.body
            for each in self.requests
            if each.path.endswith(("chat", "completions")) and each.body["messages"]
        ]

    @property
    def loads(self) -> list[Any]:
        """The bodies of the requests that only load a model, in order."""
        bodies = [each.body for each in self.requests if each.path.endswith("/api/chat")]
        return [body for body in bodies if not body["messages"]]

    def take(self) -> Answer:
        """The next answer."""
        with self._lock:
            answer = self.answers[min(self._next, len(self.answers) - 1)]
            self._next += 1
        return answer

    def closing(self) -> bool:
        """Whether the server is being closed."""
        return self._closing.is_set()


def _handler(fake: FakeOllama) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(None)

        def do_POST(self) -> None:
            size = int(self.headers.get("content-length", 0))
            self._answer(json.loads(self.rfile.read(size) or b"null"))

        def log_message(self, *args: Any) -> None:
            return

        def _answer(self, body: Any) -> None:
            path = self.path
            fake.requests.append(Asked(path, body, dict(self.headers)))
            if not path.startswith(fake.prefix):
                return self._refuse(Refuses(404, "404 page not found"))
            path = path.removeprefix(fake.prefix)
            if path == "/api/version":
                return self._refuse(Refuses(200, {"version": "0.33.0"}))
            if path == "/api/tags":
                models = [{"name": fake.model}] if fake.models is None else list(fake.models)
                return self._refuse(Refuses(200, {"models": models}))
            if path == "/api/ps":
                running = [{"name": fake.model}] if fake.loaded else []
                return self._refuse(Refuses(200, {"models": running}))
            if path == "/api/pull":
                return self._play(fake.pulls.pop(0), events=False)
            if path == "/v1/models":
                return self._refuse(Refuses(200, {"object": "list", "data": [{"id": fake.model}]}))
            if path in ("/api/show", "/api/chat") and body["model"] != fake.model:
                return self._refuse(Refuses(404, {"error": f"model '{body['model']}' not found"}))
            if path == "/api/show":
                show = fake.show
                return self._refuse(show if isinstance(show, Refuses) else Refuses(200, show))
            if path == "/api/chat" and not body["messages"]:
                fake.loaded = fake.load is None
                done = {"model": fake.model, "done": True, "done_reason": "load"}
                return self._refuse(fake.load or Refuses(200, done))
            if path in ("/api/chat", "/v1/chat/completions"):
                answer = fake.take()
                if isinstance(answer, Says) and answer.sent is None:
                    size = sum(len(each["content"].encode()) for each in body["messages"])
                    answer = replace(answer, sent=size // 4)
                return self._play(answer, events=path.startswith("/v1"))
            return self._refuse(Refuses(404, "404 page not found"))

        def _play(self, answer: Answer, *, events: bool) -> None:
            match answer:
                case Refuses():
                    return self._refuse(answer)
                case Hangs():
                    fake.began.set()
                    return self._hang()
                case Holds():
                    fake.began.set()
                    fake.held.wait(answer.times * 0.02)
                    return self._play(answer.then, events=events)
                case Sends():
                    self._head(answer.kind)
                    for chunk in answer.chunks:
                        if not self._chunk(chunk):
                            return None
                    if answer.then == "hang":
                        fake.began.set()
                        return self._hang()
                    if answer.then == "reset":
                        self.close_connection = True
                        self.connection.shutdown(socket.SHUT_RDWR)
                        return None
                case Says():
                    self._head("text/event-stream" if events else "application/x-ndjson")
                    for line in _events(answer) if events else _lines(answer):
                        if not self._chunk(line):
                            return None
            self._chunk(b"")
            return None

        def _refuse(self, answer: Refuses) -> None:
            text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
            data = text.encode()
            self.send_response(answer.status)
            kind = "text/plain" if isinstance(answer.body, str) else "application/json"
            self.send_header("Content-Type", kind)
            if answer.location:
                self.send_header("Location", answer.location)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _head(self, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()

        def _chunk(self, data: bytes) -> bool:
            try:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
                self.wfile.flush()
            except OSError:
                fake.gone.set()
                self.close_connection = True
                return False
            return True

        def _hang(self) -> None:
            self.close_connection = True
            self.connection.settimeout(0.02)
            while not fake.closing():
                try:
                    if not self.connection.recv(1):
                        fake.gone.set()
                        return
                except TimeoutError:
                    continue
                except OSError:
                    fake.gone.set()
                    return

    return Handler


def _pieces(text: str, size: int) -> list[str]:
    return [text[place : place + size] for place in range(0, len(text), size)]


def _lines(answer: Says) -> list[bytes]:
    messages = [
        {"content": "", "thinking": each} for each in _pieces(answer.thinking, answer.piece)
    ]
    messages += [{"content": each} for each in _pieces(answer.content, answer.piece)]
    records: list[dict[str, Any]] = [
        {"model": MODEL, "message": {"role": "assistant", **each}, "done": False}
        for each in messages
    ]
    if answer.reason:
        records.append(
            {
                "model": MODEL,
                "message": {"role": "assistant", "content": ""},
                "done": True,
                "done_reason": answer.reason,
                "prompt_eval_count": answer.sent,
                "eval_count": len(messages),
            }
        )
    return [json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in records]


def _events(answer: Says) -> list[bytes]:
    deltas = [{"reasoning_content": each} for each in _pieces(answer.thinking, answer.piece)]
    deltas += [{"content": each} for each in _pieces(answer.content, answer.piece)]
    records: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": each, "finish_reason": None}]} for each in deltas
    ]
    if answer.reason:
        records.append(
            {
                "choices": [{"index": 0, "delta": {}, "finish_reason": answer.reason}],
                "usage": {"prompt_tokens": answer.sent, "completion_tokens": len(deltas)},
            }
        )
    lines = [f"data: {json.dumps(each, ensure_ascii=False)}\n\n".encode() for each in records]
    return [b": hello\n\n", *lines, *([b"data: [DONE]\n\n"] if answer.reason else [])]
