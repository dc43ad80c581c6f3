"""How far the conversation of a review is read: its parts, each done, failed or still waiting.

It is kept with the review, so that a reading that was broken off can be gone on with.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from memtui.conversations.conversation import Grade
from memtui.extract.window import Part


class State(StrEnum):
    """How far one part is."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PartRead:
    """A part of the conversation; `why` it could not be read, where it failed."""

    part: Part
    state: State = State.WAITING
    why: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a conversation is read, and how far.

    `conversation` is its id, `grade` how its days are known. `kind` and `model` are what reads it
    where that is not what the settings say, `me` who "I" is, `whole` whether all of it is read.
    """

    conversation: str
    grade: Grade
    kind: str = ""
    model: str = ""
    me: tuple[str, ...] = ()
    whole: bool = False
    parts: tuple[PartRead, ...] = ()

    @property
    def unread(self) -> tuple[Part, ...]:
        """The parts that failed or wait, in order."""
        return tuple(each.part for each in self.parts if each.state is not State.DONE)

    @property
    def failed(self) -> tuple[PartRead, ...]:
        """The parts that failed, in order."""
        return tuple(each for each in self.parts if each.state is State.FAILED)

    @property
    def done(self) -> int:
        """How many parts are read."""
        return sum(each.state is State.DONE for each in self.parts)

    def number(self, part: Part) -> int:
        """Which part it is, counted from 1; 0 for none of them."""
        places = [each.part for each in self.parts]
        return places.index(part) + 1 if part in places else 0


def planned(progress: Progress, parts: Iterable[Part]) -> Progress:
    """These parts wait now, in place of whatever waited; what is read and what failed stays."""
    wanted = tuple(parts)
    stay = [
        each
        for each in progress.parts
        if each.state is not State.WAITING and each.part not in wanted
    ]
    both = [*stay, *map(PartRead, wanted)]
    both.sort(key=lambda each: (each.part.first, each.part.span or (0, 0)))
    return replace(progress, parts=tuple(both))


def read(progress: Progress, part: Part, why: str = "") -> Progress:
    """This part is done, or failed where it is said why."""
    now = PartRead(part, State.FAILED if why else State.DONE, why)
    others = [each for each in progress.parts if each.part != part]
    both = sorted([*others, now], key=lambda each: (each.part.first, each.part.span or (0, 0)))
    return replace(progress, parts=tuple(both))


def progress_json(progress: Progress) -> dict[str, Any]:
    """It as plain JSON values."""
    return {
        "conversation": progress.conversation,
        "grade": progress.grade,
        "kind": progress.kind,
        "model": progress.model,
        "me": list(progress.me),
        "whole": progress.whole,
        "parts": [
            {
                "first": each.part.first,
                "end": each.part.end,
                "overlap": each.part.overlap,
                "span": list(each.part.span) if each.part.span else None,
                "state": each.state,
                "why": each.why,
            }
            for each in progress.parts
        ],
    }


def progress_from(value: Mapping[str, Any]) -> Progress:
    """What `progress_json` gave.

    Raises:
        KeyError, TypeError, ValueError: It is none.
    """
    return Progress(
        value["conversation"],
        Grade(value["grade"]),
        value["kind"],
        value["model"],
        tuple(value["me"]),
        value["whole"],
        tuple(map(_part, value["parts"])),
    )


def _part(value: Mapping[str, Any]) -> PartRead:
    span = value["span"]
    part = Part(
        value["first"], value["end"], value["overlap"], (span[0], span[1]) if span else None
    )
    return PartRead(part, State(value["state"]), value["why"])
