"""Patience with what failed: it is left alone for a while."""

from collections.abc import Callable

from memtui.errors import MemtuiError

# A server that did not answer is not asked again at every key typed.
_SECONDS = 20.0


class Rest:
    """What failed is not tried again at once: until then the same error is raised again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until = 0.0
        self.error: MemtuiError | None = None

    def again(self) -> None:
        """Have it tried at once, the next time."""
        self._until = 0.0

    def __enter__(self) -> None:
        if self.error and self._clock() < self._until:
            raise self.error.with_traceback(None)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, MemtuiError):
            self.error = error
            self._until = self._clock() + _SECONDS
