"""Tokens that let programs in over HTTP: made and revoked by the person, stored as hashes only."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from memtui.errors import Code, MemtuiError
from memtui.facts.text import fold, visible
from memtui.store.change import write_whole
from memtui.store.locking import holding, lock_at
from memtui.store.places import unwritable

_FILE = "tokens.json"
_PREFIX = "memtui_"
_NAME_LIMIT = 60


class Scope(StrEnum):
    """What a client may do; each includes those before it."""

    READ = "read"
    PROPOSE = "propose"
    WRITE = "write"

    def covers(self, needed: "Scope") -> bool:
        """Whether whoever may do this may do what is needed."""
        order = list(Scope)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token: never the token itself.

    `memory` is the only one it opens, empty for all. `digest` is the SHA-256 of the token, which
    has 256 random bits, so that nothing slower is needed.
    """

    name: str
    scope: Scope
    memory: str
    made: str
    digest: str


class Tokens:
    """The tokens of a home folder; read anew whenever their file changed."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._path = home / _FILE
        self._stamp: object = None
        self._known: tuple[Token, ...] = ()

    def all(self) -> tuple[Token, ...]:
        """The tokens that are in force.

        Raises:
            MemtuiError: `SETTINGS_UNREADABLE` when their file is damaged: nobody is let in then.
        """
        try:
            status = self._path.stat()
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
            if stamp != self._stamp:
                self._known = tuple(map(_token, json.loads(self._path.read_bytes())))
                self._stamp = stamp
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, RecursionError, TypeError, KeyError) as error:
            raise MemtuiError(
                Code.SETTINGS_UNREADABLE,
                f"{self._path} cannot be read as a list of tokens.",
                "Mend it, or delete it and make the tokens anew.",
            ) from error
        return self._known

    @property
    def wanted(self) -> bool:
        """Whether one must be shown on loopback too: since the person made the first."""
        return self._path.exists()

    def make(self, name: str, scope: Scope, now: Callable[[], datetime], memory: str = "") -> str:
        """Make a token and give it, this once.

        Raises:
            MemtuiError: `NAME_UNUSABLE`, also for a name that another token has.
        """
        clean = visible(name)
        if not clean or len(clean) > _NAME_LIMIT:
            raise _unusable(f"A token's name has 1 to {_NAME_LIMIT} characters.")
        token = _PREFIX + secrets.token_urlsafe(32)
        made = now().isoformat(timespec="seconds")
        with self._alone():
            known = self.all()
            if any(fold(each.name) == fold(clean) for each in known):
                raise _unusable(f"There is a token called {clean} already.")
            self._write((*known, Token(clean, scope, memory, made, _digest(token))))
        return token

    def revoke(self, name: str) -> bool:
        """Let a token open nothing any more; whether there was one of the name."""
        if not self.wanted:
            return False
        with self._alone():
            known = self.all()
            left = tuple(each for each in known if fold(each.name) != fold(visible(name)))
            if left != known:
                self._write(left)
        return left != known

    def find(self, given: str) -> Token | None:
        """The token in force that was given, if it is one."""
        digest = _digest(given)
        found = None
        for each in self.all():
            if hmac.compare_digest(each.digest, digest):
                found = each
        return found

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep others from writing between reading and writing: a token lost, or one back again."""
        try:
            self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(self._path, error) from error
        busy = MemtuiError(Code.MEMORY_BUSY, "Another memtui is changing the tokens.", "Try again.")
        lock = lock_at(self._path.with_suffix(".lock"), 0o600)
        with holding(lock, self._path, lambda: busy):
            yield

    def _write(self, tokens: tuple[Token, ...]) -> None:
        data = json.dumps([asdict(each) for each in tokens], ensure_ascii=False, indent=1)
        write_whole(self._home, self._path, data.encode())


def _token(value: dict[str, str]) -> Token:
    token = Token(
        value["name"], Scope(value["scope"]), value["memory"], value["made"], value["digest"]
    )
    if not all(isinstance(each, str) for each in asdict(token).values()):
        raise TypeError("every part of a token is a text")
    # What else it might be opens nothing, and cannot be compared.
    bytes.fromhex(token.digest)
    return token


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _unusable(message: str) -> MemtuiError:
    return MemtuiError(Code.NAME_UNUSABLE, message, "Choose another name.")
