"""Writes `docs/settings.md` from what can be set: `python -m memtui.desk.setting.page`."""

from itertools import groupby
from pathlib import Path

from memtui.desk.setting.every import ELSEWHERE, SETTINGS
from memtui.desk.setting.form import Form, Setting
from memtui.settings import SECONDS, Settings

FILE = Path(__file__).parents[3] / "docs" / "settings.md"
_HEAD = f"""# Settings

What a memory's `memory.toml` may hold. `,` in the app shows and changes it, checks what you type,
tries it out (`t`) and takes it back (`u`); comments stay. `name.of.key` is `key` under
`[name.of]`. A key that memtui does not know is left alone and named in Health and Settings.

`{ELSEWHERE}` is a model that may run on another company's machine: it is asked for,
and written, when such a model is chosen (`L`).

This page is made by `python -m memtui.desk.setting.page`.
"""
_NEW = Settings()
_FORMS = {
    Form.TEXT: "text",
    Form.EXACT: "text",
    Form.NUMBER: SECONDS,
    Form.LIST: "list of texts",
    Form.TABLE: "table of texts",
    Form.SWITCH: "true or false",
}


def page() -> str:
    """The page."""
    parts = [_HEAD]
    for group, members in groupby(SETTINGS, key=lambda each: each.group):
        parts.append(f"\n## {group}\n\n| Key | Value | At first | Does |\n|---|---|---|---|\n")
        parts += [
            f"| `{each.name}` | {_value(each)} | {_usual(each)} | {each.about} |\n"
            for each in members
        ]
    return "".join(parts)


def _value(setting: Setting) -> str:
    if setting.form is Form.CHOICE:
        return ", ".join(f"`{name}`" for name, _ in setting.choices)
    return _FORMS[setting.form]


def _usual(setting: Setting) -> str:
    if setting.form is Form.SWITCH:
        return "true" if setting.of(_NEW) else "false"
    return setting.shown(_NEW)


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
