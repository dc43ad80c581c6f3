"""What programs put into a conversation as if the person had typed it.

A coding assistant tells its model about files, rules, commands and interruptions in turns of the
user; none of it is the person's word.
"""

import re
from collections import Counter

from memtui.conversations.formats.content import FILES

_COMMANDS = "commands and their output"
_PROGRAM = "texts that the program put in"
_RULES = "instructions and environment that the program put in"
_INTERRUPTIONS = "interruptions"

# How a text begins that nobody typed, and under what it is counted.
_BEGINNINGS: tuple[tuple[str, str], ...] = (
    ("<command-", _COMMANDS),
    ("<local-command-", _COMMANDS),
    ("<bash-", _COMMANDS),
    ("<user_shell_command", _COMMANDS),
    ("<user-prompt-submit-hook", _PROGRAM),
    ("<task-notification", _PROGRAM),
    ("<teammate-message", _PROGRAM),
    ("<subagent_notification", _PROGRAM),
    ("<turn_aborted", _INTERRUPTIONS),
    ("[Request interrupted", _INTERRUPTIONS),
    ("Caveat: The messages below", _COMMANDS),
    ("This session is being continued from a previous conversation", "summaries of earlier turns"),
    ("# AGENTS.md instructions", _RULES),
    ("<environment_context", _RULES),
    ("<user_instructions", _RULES),
    ("<permissions instructions", _RULES),
    ("<collaboration_mode", _RULES),
    ("<session_context", _RULES),
    ("<INSTRUCTIONS>", _RULES),
    ("<skill>", _RULES),
    ("<state_snapshot", "summaries of earlier turns"),
    ("Stop hook feedback:", _PROGRAM),
    ("Warning: The maximum number of unified exec processes", _PROGRAM),
    ("[Image: source: ", FILES),
    ("<image name=", FILES),
    ("</image>", FILES),
)
# What is put in beside the person's own words.
_BESIDE = (
    "system-reminder",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "new-diagnostics",
)
_TAG = re.compile(rf"<(?P<close>/?)(?P<tag>{'|'.join(_BESIDE)})\b[^<>]{{0,200}}>")
# A tag of several words is a program's, as in `<hook_prompt>…</hook_prompt>`.
_ENCLOSED = re.compile(r"\s*<(?P<tag>[a-z]+(?:[-_][a-z]+)+)\b[^<>]{0,200}>")
# What the person asked to be remembered.
_NOTED = "user-memory-input"
_REQUEST = "## My request for Codex:"


def not_typed(text: str) -> str | None:
    """Under what to count a text of the user, when a program wrote it."""
    text = text.strip()
    kind = next((kind for start, kind in _BEGINNINGS if text.startswith(start)), None)
    opened = _ENCLOSED.match(text)
    if kind or not opened or not text.endswith(f"</{opened['tag']}>"):
        return kind
    return _PROGRAM


def typed(text: str, left_out: Counter[str]) -> str:
    """What of a text of the user the person typed; the rest is counted, and may be all of it."""
    text = _without_reminders(text, left_out)
    text = text.replace(f"<{_NOTED}>", "").replace(f"</{_NOTED}>", "")
    if kind := not_typed(text):
        left_out[kind] += 1
        return ""
    if text.lstrip().startswith("# ") and _REQUEST in text:
        left_out["context of an editor"] += 1
        return text.partition(_REQUEST)[2]
    return text


def _without_reminders(text: str, left_out: Counter[str]) -> str:
    """The text outside pairs of tags; a tag that never closes, or never opens, is text."""
    kept: list[str] = []
    place = 0
    opened: re.Match[str] | None = None
    for match in _TAG.finditer(text):
        if not match["close"]:
            opened = opened or match
        elif opened and opened["tag"] == match["tag"]:
            kept.append(text[place : opened.start()])
            place, opened = match.end(), None
            left_out["reminders and editor notes"] += 1
    return "".join((*kept, text[place:]))
