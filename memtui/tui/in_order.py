"""Keys that come faster than they are acted on, as over a slow line: each goes where the one before
has led.

Textual sends a key to what has the focus when it comes: of keys in one packet, those behind `/` or
`a` would be commands of the list instead of text in the field that is about to open.
"""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Any

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from memtui.tui.escaping import parted, read_pairs_at_once

# Seconds that a key waits at most for work that the one before it began.
PATIENCE = 2.0
# Seconds that a node has in any case to deal with what was sent to it.
_AT_LEAST = 0.5
_KEYS = "keys in order"
# So many different keys nobody types so quickly, in seconds: a terminal that does not say what is
# pasted sends it as keys.
_MANY, _DIFFERENT, _QUICK = 100, 8, 0.5
# Seconds between two keys of what is pasted so.
_BETWEEN = 0.1
_AS_TEXT = {"enter": "\n", "ctrl+j": "\n", "tab": "\t"}
# The groups of work that changes nothing about what the next key means. All other work may end in
# another screen, field or row.
BESIDE = frozenset(
    {
        *("check", "detail", "foresee", "look ahead", "marks", "models", "near names"),
        *("preferences", "pull", "reading", "ready", "rest", "safekeeping", "search", "trial"),
        *("verdicts", "warm up", "watching", _KEYS),
    }
)


read_pairs_at_once()


class KeysInOrder(App[None]):
    """An app that acts on each key, and on each paste, when it is done with the one before.

    A key held down does not wait for itself: what it led to when it was pressed, it leads to again.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._now: list[events.Key | events.Paste] = []
        self._pasted_until = float("-inf")

    async def on_event(self, event: events.Event) -> None:
        """Let a key or a paste pass when it is its turn; everything else at once."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif event in self._now:
            self.begun(event)
            await super().on_event(event)
        else:
            self._waiting.append(event)
            if not self._now:
                self._go_on("")

    def begun(self, event: events.Key | events.Paste) -> None:
        """A key or a paste is about to be acted on; for those who extend it."""

    def _go_on(self, repeated: str) -> None:
        """Let the next key pass, and with it all that follow of a key that is held down."""
        self._part()
        self._now = [self._take_pasted() or self._waiting.popleft()]
        while self._waiting and _key(self._waiting[0]) == _key(self._now[0]) == repeated:
            self._now.append(self._waiting.popleft())
        way, before = _way(self.focused or self.screen), frozenset(self.workers)
        for event in self._now:
            self.post_message(event)

        async def follow() -> None:
            await self._follow(way, before)

        # Not yet a coroutine: of an app that ends, none is left that nobody awaited.
        _: Worker[None] = self.run_worker(follow, name=_KEYS, group=_KEYS)

    def _part(self) -> None:
        """Take Esc and a key, which arrive as alt and the key, for the two, unless they are bound.

        Else a field would take the key as text, and the Esc would be lost.
        """
        first = self._waiting[0]
        pair = parted(first) if isinstance(first, events.Key) else [first]
        if first not in pair and _key(first) not in self.screen.active_bindings:
            self._waiting.popleft()
            self._waiting.extendleft(reversed(pair))

    def _take_pasted(self) -> events.Paste | None:
        """The next keys as one paste, where they come as only a paste does.

        Key by key it would take minutes, and an end of a line in it would be a command.
        """
        first = self._waiting[0]
        if first.time - self._pasted_until > _BETWEEN:
            start = list(islice(self._waiting, _MANY))
            texts = {_text(each) for each in start}
            few = len(start) < _MANY or len(texts) < _DIFFERENT or "" in texts
            if few or start[-1].time - first.time > _QUICK:
                return None
        sent: list[str] = []
        until = first.time
        while self._waiting and self._waiting[0].time - until <= _BETWEEN:
            if not (text := _text(self._waiting[0])):
                break
            sent.append(text)
            self._pasted_until = until = self._waiting.popleft().time
        return events.Paste("".join(sent)) if sent else None

    async def _follow(self, way: list[DOMNode], before: Collection[Worker[Any]]) -> None:
        """See a key through to where it leads, then let the next one go."""
        led_on = True
        try:
            led_on = await self._led_on(way, before)
        finally:
            repeated, self._now = "" if led_on else _key(self._now[-1]), []
            if self._waiting:
                self._go_on(repeated)

    async def _led_on(self, way: list[DOMNode], before: Collection[Worker[Any]]) -> bool:
        """Wait until a key has gone its way, and so has all that came of it.

        Returns:
            Whether it led to another screen or field, or began work that may.
        """
        until, first, last, worked = monotonic() + PATIENCE, way[0], None, False
        while True:
            for node in way:
                await _passed(node, until - monotonic())
            at = self.focused or self.screen
            begun = [each for each in self.workers if each not in before]
            leading = [each for each in begun if each.group not in BESIDE and not each.is_finished]
            worked = worked or bool(leading)
            if leading and (left := until - monotonic()) > 0:
                await _ended(leading, left)
            elif at is last:
                return worked or at is not first
            last, way = at, _way(at)


def _text(event: events.Key | events.Paste) -> str:
    """The text that a key is, or stands for in what is pasted; empty for another key."""
    if not isinstance(event, events.Key):
        return ""
    return (event.character or "") if event.is_printable else _AS_TEXT.get(event.key, "")


def _key(event: events.Key | events.Paste) -> str:
    return event.key if isinstance(event, events.Key) else "paste"


def _way(node: DOMNode) -> list[DOMNode]:
    """All that a key goes through: from a widget up to the app."""
    return node.ancestors_with_self


async def _passed(node: MessagePump, patience: float) -> None:
    """Wait until a node has dealt with all that was sent to it so far; one that has gone, has.

    No message follows the key from node to node: from a dialog that was closed, none rises. One
    that goes meanwhile, or is busy for longer, is not waited for beyond the patience.
    """
    done = asyncio.Event()
    if node.call_later(done.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), max(patience, _AT_LEAST))


async def _ended(workers: Iterable[Worker[Any]], patience: float) -> None:
    """Wait until these workers have ended, however they do, or until the patience is over."""

    async def end(worker: Worker[Any]) -> None:
        with suppress(WorkerCancelled, WorkerFailed):
            await worker.wait()

    await asyncio.wait([asyncio.create_task(end(each)) for each in workers], timeout=patience)
