"""What goes along with every request to a server; no message and no log ever holds a value."""

from collections.abc import Mapping

from memtui.settings import path_of

_FILE = "file:"


class HeaderError(ValueError):
    """A header whose value cannot be had: what is wrong, and what to do, without the value."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def header_values(
    names: Mapping[str, str], environ: Mapping[str, str], *, section: str
) -> dict[str, str]:
    """The headers' values, from the environment or from files.

    Args:
        names: Each header's name, and where its value is: the name of a variable, or
            `file:~/path` of a file that holds nothing else.
        environ: The environment.
        section: Where in the settings they stand, for hints.

    Raises:
        HeaderError: A value is missing, or cannot be sent.
    """
    return {
        name: _sendable(name, source, _value(name, source, environ, section))
        for name, source in names.items()
    }


def _value(name: str, source: str, environ: Mapping[str, str], section: str) -> str:
    correct = f"correct `headers` under {section}."
    if source.startswith(_FILE):
        path = path_of(source.removeprefix(_FILE))
        try:
            value = path.read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as problem:
            raise HeaderError(
                f"The header {name!r} comes from the file {path}, which cannot be read.",
                f"Make it readable, or {correct}",
            ) from problem
        if not value:
            raise HeaderError(
                f"The header {name!r} comes from the file {path}, which is empty.",
                f"Write the value into it, or {correct}",
            )
        return value
    value = environ.get(source, "").strip()
    if not value:
        raise HeaderError(
            f"The header {name!r} comes from the variable {source}, which is not set.",
            f"Set {source}, or {correct}",
        )
    return value


def _sendable(name: str, source: str, value: str) -> str:
    if all(text.isascii() and text.isprintable() for text in (name, value)):
        return value
    raise HeaderError(
        f"The value of {source} cannot be sent as the header {name!r}.",
        "It must be one line of plain ASCII characters.",
    )
