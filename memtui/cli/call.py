"""What a command is given: its options, the streams, and the way to its memory."""

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from memtui.cli.printing import Out
from memtui.facts.days import Day

if TYPE_CHECKING:
    from memtui.desk.desk import Desk
    from memtui.store.memory import Memory

# Home folder and name of a memory -> exit code.
OpenApp = Callable[[Path, str], int]
DEFAULT_NAME = "default"


class Servers(Protocol):
    """Serves memories to other programs until it is stopped; each answers with the exit code."""

    def mcp(self, home: Path, memory: str, client: str) -> int:
        """Serve one memory over the standard streams; `client` is what the person calls it."""
        ...

    def http(
        self,
        home: Path,
        memory: str,
        host: str,
        port: int,
        *,
        rest: bool,
        say: Callable[[str], None],
    ) -> int:
        """Serve over HTTP: MCP of one memory, and with `rest` the routes for all memories."""
        ...


class UsageError(Exception):
    """The command line cannot be understood, or asks for what does not go together."""

    def __init__(self, message: str, prog: str = "memtui") -> None:
        super().__init__(message)
        self.message = message
        self.prog = prog


@dataclass(frozen=True, slots=True)
class Call:
    """One run of one command."""

    options: Namespace
    out: Out
    clock: Callable[[], datetime]
    environ: Mapping[str, str]
    open_app: OpenApp | None = None
    servers: Servers | None = None

    @property
    def home(self) -> Path:
        """The folder of all memories."""
        from memtui.store.places import home_folder

        given = getattr(self.options, "home", None) or self.environ.get("MEMTUI_HOME")
        return home_folder(Path(given) if given else None)

    @property
    def name(self) -> str:
        """The memory that is meant."""
        given = getattr(self.options, "memory", None)
        return given or self.environ.get("MEMTUI_MEMORY") or DEFAULT_NAME

    @contextmanager
    def memory(self, *, make: bool = False) -> Iterator["Memory"]:
        """The memory, up to date with its notes; the default one is made on first use.

        Args:
            make: Whether another one is made on first use too.

        Raises:
            MemtuiError: `MEMORY_UNKNOWN`, `NAME_UNUSABLE`, `SETTINGS_UNREADABLE`.
        """
        from memtui.store.memory import Memory

        make = self._announced(make)
        memory = Memory.open(self.home, self.name, make=make, clock=self.clock)
        try:
            self._bring_up_to_date(memory)
            yield memory
        finally:
            memory.close()

    @contextmanager
    def desk(self, *, make: bool = False, trial: bool = False) -> Iterator["Desk"]:
        """The desk on the memory, for whatever changes it; as for `memory`.

        Args:
            make: Whether another memory than the default one is made on first use too.
            trial: Whether nothing is to be kept; a memory that is not there is not made then.
        """
        from tempfile import TemporaryDirectory

        from memtui.desk.desk import Desk

        with ExitStack() as stack:
            home = self.home
            if trial and not self._is_there():
                home = Path(stack.enter_context(TemporaryDirectory(prefix="memtui-")))
                make = True
            else:
                make = self._announced(make)
            desk = Desk.open(home, self.name, make=make, clock=self.clock)
            stack.callback(desk.close)
            self._bring_up_to_date(desk.memory)
            told = len(desk.memory.notices)
            yield desk
            for notice in desk.memory.notices[told:]:
                self.out.note(notice)

    def said(self, day: Day | None, today: date) -> date | None:
        """The day on which something was said; one that has not come yet counts as today."""
        if day is None:
            return None
        on = day.on(today)
        if on > today:
            self.out.note(f"{on} has not come yet, so it counts as said today, {today}")
        return min(on, today)

    def source(self, text: str) -> str:
        """A source as it is kept: not at all, which is told, where it looks like a secret."""
        from memtui.facts.drafting import without_secret

        kept = without_secret(text)
        if text.strip() and not kept:
            self.out.note("the source looks like a secret, so it is left out")
        return kept

    def app(self, home: Path, name: str) -> int:
        """Open the app on a memory and give its exit code."""
        if self.open_app is None:
            raise UsageError("there is no app to open here; give a command")
        return self.open_app(home, name)

    def serving(self) -> Servers:
        """What serves memories."""
        if self.servers is None:
            raise UsageError("there is nothing to serve with here")
        return self.servers

    def _announced(self, make: bool) -> bool:
        if make and self.name != DEFAULT_NAME and not self._is_there():
            self.out.note(f"making the memory {self.name}")
        return make or self.name == DEFAULT_NAME

    def _is_there(self) -> bool:
        from memtui.store.places import memory_names

        return self.name.casefold() in {name.casefold() for name in memory_names(self.home)}

    def _bring_up_to_date(self, memory: "Memory") -> None:
        memory.refresh()
        for key in memory.unknown_settings:
            self.out.note(f"memory.toml: memtui does not know `{key}`")
        for notice in memory.notices:
            self.out.note(notice)
