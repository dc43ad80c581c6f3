"""The cases: short conversations with what a careful person would keep of them.

Of a case, `memory` is what is kept before, `many` which attributes hold many values, and `me` who
"I" is. Each entry of `keep` has the names that will do, separated by `|`; `says`, words that its
sentence holds; `said`, its day where it is not that of the conversation; `when`, the day that its
sentence speaks of; `status` and `replaces`, what keeping it does to the memory. What is `allowed`
counts neither way; of what is `forbidden`, `why` says what it is.
"""

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from memtui.conversations.conversation import (
    Conversation,
    Grade,
    Role,
    Turn,
    conversation_of,
)
from memtui.conversations.roles import role_of
from memtui.facts.fact import Draft

FOLDER = Path(__file__).parent
HALVES = {"tuned on": FOLDER / "tuned_on.toml", "held out": FOLDER / "held_out.toml"}
_TURN = re.compile(r"(?:\[(?P<day>\d{4}-\d\d-\d\d)\] )?(?P<speaker>[^:\n]+): (?P<text>.+)")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A fact that is to be kept, with the names and words that will do."""

    subjects: tuple[str, ...]
    attributes: tuple[str, ...]
    says: str
    said: date
    when: date | None
    status: str
    replaces: str


@dataclass(frozen=True, slots=True)
class Case:
    """One conversation and what is expected of an extractor."""

    name: str
    language: str
    conversation: Conversation
    me: tuple[str, ...]
    memory: tuple[Draft, ...]
    many: tuple[str, ...]
    keep: tuple[Wanted, ...]
    allowed: tuple[str, ...]
    forbidden: tuple[tuple[str, str], ...]


def cases(path: Path) -> list[Case]:
    """The cases of a file."""
    return [_case(each) for each in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]


def _case(given: dict[str, Any]) -> Case:
    turns = [_turn(line, given) for line in given["turns"].strip().splitlines()]
    conversation = conversation_of(turns, given["name"], Grade.TURN)
    day = turns[0].day
    assert day is not None
    return Case(
        name=given["name"],
        language=given["language"],
        conversation=conversation,
        me=(given["me"],) if "me" in given else (),
        memory=tuple(Draft(**each) for each in given.get("memory", ())),
        many=tuple(given.get("many", ())),
        keep=tuple(_wanted(each, day) for each in given["keep"]),
        allowed=tuple(each["says"] for each in given.get("allowed", ())),
        forbidden=tuple((each["says"], each["why"]) for each in given.get("forbidden", ())),
    )


def _turn(line: str, given: dict[str, Any]) -> Turn:
    match = _TURN.fullmatch(line)
    assert match, line
    day = date.fromisoformat(match["day"]) if match["day"] else given["day"]
    speaker = match["speaker"]
    role = role_of(speaker) or Role.OTHER
    return Turn(speaker, role, match["text"].replace("\\n", "\n"), None, day)


def _wanted(given: dict[str, Any], day: date) -> Wanted:
    return Wanted(
        tuple(given["subject"].split("|")),
        tuple(given["attribute"].split("|")),
        given["says"],
        given.get("said", day),
        given.get("when"),
        given.get("status", ""),
        given.get("replaces", ""),
    )
