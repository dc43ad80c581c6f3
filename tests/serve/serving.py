"""The real server on a free port of loopback, in a thread of the test's own process."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn

from memtui.desk.tokens import Tokens
from memtui.serve import http as serving
from memtui.serve.opened import Library

FACTS = "/memories/team/facts"
EVA = {"subject": "Eva", "attribute": "city", "fact": "Eva lives in Lyon."}
Make = Callable[..., str]


@contextmanager
def served(
    home: Path, *, within: float = 20.0, headers_within: float = 10.0, most: int = 100
) -> Iterator[str]:
    """The address of a server of the memories in a home folder."""

    class Impatient(serving.Impatient):
        pass

    Impatient.within, Impatient.most = headers_within, most
    library = Library(home, meaning=False)
    listening = socket.create_server(("127.0.0.1", 0))
    app = serving.make_guarded(library, "team", Tokens(home), within=within)
    config = uvicorn.Config(
        app, http=Impatient, ws="none", loop="asyncio", log_level="error", access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        library.close()
        listening.close()


def client(address: str, token: str = "") -> httpx.Client:
    """A plain HTTP client, with a token where given."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(base_url=address, headers=headers, timeout=30, trust_env=False)


def status(address: str, token: str, method: str, path: str, **more: object) -> int:
    """How a request is answered, made with a token where given."""
    with client(address, token) as asking:
        return asking.request(method, path, **more).status_code  # type: ignore[arg-type]
