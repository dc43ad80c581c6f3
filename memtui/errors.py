"""The one exception of memtui and its codes.

Raised where the cause is known, printed once at the edge (app, command line, server).
"""

from enum import StrEnum


class Code(StrEnum):
    """What went wrong, as a stable word for people and programs."""

    FACT_SENSITIVE = "FACT_SENSITIVE"
    FACT_TOO_LONG = "FACT_TOO_LONG"
    FACT_EMPTY = "FACT_EMPTY"
    FACT_UNKNOWN = "FACT_UNKNOWN"
    THING_EXISTS = "THING_EXISTS"
    END_IMPOSSIBLE = "END_IMPOSSIBLE"
    DATE_UNREADABLE = "DATE_UNREADABLE"
    SETTINGS_UNREADABLE = "SETTINGS_UNREADABLE"
    NAME_UNUSABLE = "NAME_UNUSABLE"
    MEMORY_UNKNOWN = "MEMORY_UNKNOWN"
    MEMORY_EXISTS = "MEMORY_EXISTS"
    MEMORY_BUSY = "MEMORY_BUSY"
    MEMORY_CHANGED = "MEMORY_CHANGED"
    MEMORY_READONLY = "MEMORY_READONLY"
    NOTE_UNREADABLE = "NOTE_UNREADABLE"
    EDITOR_FAILED = "EDITOR_FAILED"
    INDEX_UNAVAILABLE = "INDEX_UNAVAILABLE"
    NO_EXTRACTOR = "NO_EXTRACTOR"
    EXTRACTOR_UNAVAILABLE = "EXTRACTOR_UNAVAILABLE"
    EXTRACTOR_UNREADABLE = "EXTRACTOR_UNREADABLE"
    CONVERSATION_UNREADABLE = "CONVERSATION_UNREADABLE"
    CONVERSATION_EMPTY = "CONVERSATION_EMPTY"
    QUEUE_FULL = "QUEUE_FULL"
    NOT_ALLOWED = "NOT_ALLOWED"
    REQUEST_UNREADABLE = "REQUEST_UNREADABLE"
    SERVER_UNAVAILABLE = "SERVER_UNAVAILABLE"


class MemtuiError(Exception):
    """A failure that a person can understand and act on.

    Args:
        code: The stable word for this kind of failure.
        message: What happened, to which file, URL, model or fact; one or two sentences.
        hint: What to do next; one sentence, or empty where nothing can be done.
    """

    def __init__(self, code: Code, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.hint}".rstrip()
