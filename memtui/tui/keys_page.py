"""Writes `docs/keys.md` from what the screens declare: `python -m memtui.tui.keys_page`."""

from pathlib import Path

from memtui.tui.commands import grouped, key_name
from memtui.tui.keymap import declared

FILE = Path(__file__).parents[2] / "docs" / "keys.md"
_HEAD = """# Keys

Every command of the app, by screen. `?` or F1 shows those of the screen you are on, `ctrl+p` finds
one by name. No key is a prefix of tmux or screen, and none depends on Escape alone.

To give a command other keys, name its id in `config.toml` in the settings folder of your system
(on Linux `~/.config/memtui/`); the first key is the one shown:

```toml
[keys]
main.add = "n"
review.tick = "space,c"
```

A key that another command of the screen has, one that no terminal sends, or an unknown id is told
at start, and the command keeps its own keys.

In a field of several lines `ctrl+_`, in most terminals also `ctrl+/`, takes back what was typed and
`ctrl+y` does it again; `ctrl+z` goes back to the shell there too.

This page is made by `python -m memtui.tui.keys_page`.
"""


def page() -> str:
    """The page."""
    parts = [_HEAD]
    for prefix, (about, commands, notes) in declared().items():
        parts.append(f"\n## {prefix}\n\n{about}\n")
        for group, members in grouped(commands).items():
            parts.append(f"\n### {prefix}: {group}\n\n| Keys | Does | id |\n|---|---|---|\n")
            for each in members:
                keys = " ".join(_code(key_name(key)) for key in each.keys.split(",") if key)
                parts.append(f"| {keys or '`ctrl+p`'} | {each.label} | `{prefix}.{each.id}` |\n")
        if notes:
            parts.append("\n| Write | Finds |\n|---|---|\n")
            parts += [f"| {_code(write)} | {finds} |\n" for write, finds in notes]
    return "".join(parts)


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
