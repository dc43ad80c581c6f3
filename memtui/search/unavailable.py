"""The one way in which search by meaning can fail; words go on without it."""

from memtui.errors import Code, MemtuiError


def unavailable(message: str, hint: str) -> MemtuiError:
    """`INDEX_UNAVAILABLE` with what happened and what to do."""
    return MemtuiError(Code.INDEX_UNAVAILABLE, message, hint)
