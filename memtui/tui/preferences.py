"""The app's own settings, in the person's config folder: the theme, and keys of their own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memtui.errors import Code, MemtuiError

FILE = "config.toml"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What `config.toml` says.

    `theme` empty means memtui's own; `keys` has the keys wanted for commands by their ids, as
    written; `unknown` names what else is there.
    """

    theme: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()


def config_folder() -> Path:
    """Where the person's settings of programs are, for memtui."""
    from platformdirs import user_config_path

    return user_config_path("memtui", appauthor=False)


def load(folder: Path) -> Preferences:
    """Read the preferences; there may be none yet.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE`, naming the file.
    """
    path = folder / FILE
    if not path.exists():
        return Preferences()
    import tomllib

    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MemtuiError(
            Code.SETTINGS_UNREADABLE,
            f"{path} cannot be read: {error}.",
            "The app goes on with its own settings; mend the file, or delete it.",
        ) from error
    theme = document.pop("theme", "")
    keys = dict(_flat(document.pop("keys", {})))
    return Preferences(str(theme), keys, tuple(document))


def _flat(table: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """A table's values by dotted names; a list is its texts separated by commas."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            yield from _flat(value, f"{name}.{key}" if name else str(key))
    elif isinstance(table, list):
        yield name, ",".join(map(str, table))
    else:
        yield name, str(table)


def save_theme(folder: Path, theme: str) -> None:
    """Remember a theme; the rest of the file stays as it is.

    Raises:
        MemtuiError: `SETTINGS_UNREADABLE` where the file can be neither read nor written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        document = tomlkit.parse(text)
        document["theme"] = theme
        path.write_text(tomlkit.dumps(document), encoding="utf-8")
    except (OSError, ValueError, TOMLKitError) as error:
        raise MemtuiError(
            Code.SETTINGS_UNREADABLE,
            f"The theme was not remembered in {path}: {error}.",
            "Mend the file, or delete it.",
        ) from error
