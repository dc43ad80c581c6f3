"""A Chroma server in place of the folder, for those who outgrow one machine.

Asked over its HTTP interface directly: quicker to load than Chroma's own client, with time limits,
and without a proxy for a server near by.
"""

import hashlib
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from memtui.search.transport import BUSY, Refused, Server, Within, with_path
from memtui.search.unavailable import unavailable
from memtui.search.unit import Vectors
from memtui.search.vectors.index import HNSW, Near, nearest_first

_SECONDS = 30.0
_SECONDS_TO_LOOK = 3.0
# Beyond these exact search has answered long since.
_SECONDS_TO_ANSWER = 5.0
_PAGE = 5_000


def look_for(url: str, *, environ: Mapping[str, str] = os.environ) -> None:
    """See whether a Chroma server answers; nothing is made or told there.

    Raises:
        MemtuiError: `INDEX_UNAVAILABLE` when none does.
    """
    server = _server(url, _SECONDS_TO_LOOK, environ)
    try:
        server.get("heartbeat")
    except Refused as refused:
        raise unavailable(
            f"Chroma at {server.name} refused ({refused}).", "Check chroma under [index]."
        ) from refused
    finally:
        server.close()


def _server(url: str, seconds: float, environ: Mapping[str, str]) -> Server:
    key = environ.get("CHROMA_API_KEY", "")
    headers = {"X-Chroma-Token": key, "Authorization": f"Bearer {key}"} if key else {}
    return Server(with_path(url, "/api/v2", section="[index]"), headers, seconds, section="[index]")


class ChromaServer:
    """A `VectorIndex` on a Chroma server; may be used from several threads and processes."""

    batch = 250

    def __init__(
        self, url: str, memory: str, identity: str, *, environ: Mapping[str, str] = os.environ
    ) -> None:
        """Connect, and make the collection where there is none.

        Args:
            url: Where the server answers.
            memory: An opaque word that no other memory has.
            identity: What made the vectors; each gets a collection of its own.
            environ: Where `CHROMA_TENANT`, `CHROMA_DATABASE` and `CHROMA_API_KEY` stand.

        Raises:
            MemtuiError: `INDEX_UNAVAILABLE` when it does not answer, or refuses.
        """
        self._server = _server(url, _SECONDS, environ)
        self.name = f"Chroma at {self._server.name}"
        tenant = quote(environ.get("CHROMA_TENANT") or "default_tenant", safe="")
        database = quote(environ.get("CHROMA_DATABASE") or "default_database", safe="")
        self._collections = f"tenants/{tenant}/databases/{database}/collections"
        short = hashlib.sha256(identity.encode()).hexdigest()[:16]
        self._collection = f"memtui-{memory}-{short}"
        self._id = ""
        self._width = 0
        self._lock = threading.Lock()
        self._keys: set[str] = set()
        self._enter()

    def add(self, keys: Sequence[str], vectors: Vectors) -> None:
        """See `VectorIndex`."""
        for at in range(0, len(keys), self.batch):
            some = list(keys[at : at + self.batch])
            rows = vectors[at : at + self.batch].tolist()
            self._ask("upsert", {"ids": some, "embeddings": rows})
            with self._lock:
                self._width = vectors.shape[1]
                self._keys.update(some)

    def remove(self, keys: Iterable[str]) -> None:
        """See `VectorIndex`.

        What is only deleted stays in the server's HNSW files for good; what is overwritten before
        leaves them when Chroma writes them out.
        """
        with self._lock:
            gone = sorted(self._keys.intersection(keys))
        for at in range(0, len(gone), self.batch):
            some = gone[at : at + self.batch]
            if self._width:
                # Zeros alone would have no direction.
                nothing = [1.0] + [0.0] * (self._width - 1)
                self._ask("upsert", {"ids": some, "embeddings": [nothing] * len(some)})
            self._ask("delete", {"ids": some})
        with self._lock:
            self._keys.difference_update(gone)

    def forget(self, keys: Iterable[str]) -> None:
        """See `VectorIndex`, as far as a server lets go of what is in its log."""
        self.remove(keys)

    def query(self, vector: Vectors, count: int) -> list[Near]:
        """See `VectorIndex`; approximate as far as the server is."""
        with self._lock:
            count = min(count, len(self._keys))
        if count < 1:
            return []
        asked = {
            "query_embeddings": [vector.tolist()],
            "n_results": count,
            "include": ["distances"],
        }
        answer = self._ask("query", asked, Within(_SECONDS_TO_ANSWER))
        try:
            pairs = list(zip(answer["ids"][0], answer["distances"][0], strict=True))
            near = [(str(key), 1.0 - float(distance)) for key, distance in pairs]
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise self._odd() from error
        return nearest_first(near)

    def keys(self) -> frozenset[str]:
        """See `VectorIndex`; as of the connection and what was done since."""
        with self._lock:
            return frozenset(self._keys)

    def close(self) -> None:
        """See `VectorIndex`."""
        self._server.close()

    def _enter(self) -> None:
        body = {
            "name": self._collection,
            "get_or_create": True,
            "configuration": {"hnsw": HNSW},
        }
        try:
            made = self._said(self._collections, body)
            self._id = str(made["id"])
            self._width = int(made.get("dimension") or 0)
            while page := self._page(len(self._keys)):
                self._keys.update(page)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self._odd() from error

    def _page(self, offset: int) -> list[str]:
        asked = {"include": [], "limit": _PAGE, "offset": offset}
        page = self._ask("get", asked)["ids"]
        return [str(key) for key in page]

    def _ask(self, what: str, body: dict[str, Any], within: Within | None = None) -> Any:
        return self._said(f"{self._collections}/{self._id}/{what}", body, within)

    def _said(self, path: str, body: dict[str, Any], within: Within | None = None) -> Any:
        try:
            return self._server.post(path, body, within)
        except Refused as refused:
            hint = "Look at the server's own log."
            if refused.status in BUSY:
                hint = "Try again later: the server is busy."
            elif refused.status in (401, 403):
                hint = "Set CHROMA_API_KEY, CHROMA_TENANT and CHROMA_DATABASE."
            elif refused.status == 404:
                hint = (
                    "Check CHROMA_TENANT and CHROMA_DATABASE, and the address under [index]; "
                    "`memtui reindex` makes what is missing."
                )
            raise unavailable(f"{self.name} refused ({refused}).", hint) from refused

    def _odd(self) -> Exception:
        return unavailable(
            f"{self.name} does not answer as Chroma does.",
            "Check chroma under [index]: a server of version 1 or newer is needed.",
        )
