"""What every reader is given: the decoded text of a file, and where to count what it leaves out."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from memtui.conversations.cleaning import (
    clean,
    one_line,
    without_documents,
    without_thinking,
)
from memtui.conversations.conversation import (
    Conversation,
    Grade,
    Role,
    Sketch,
    Told,
    Turn,
    conversation_of,
    id_of,
)
from memtui.conversations.roles import nobody, role_of
from memtui.conversations.times import UNKNOWN, When, day_in, on_day
from memtui.errors import Code, MemtuiError
from memtui.facts.text import fold

SUGGESTION = (
    "Choose a JSON or JSON Lines file of messages with role and content, or a Markdown or plain "
    "text transcript with a label such as `User:` before each turn."
)


class Said(NamedTuple):
    """Something said as a file has it: under a role or name, a raw text, and when.

    `speaker` is a name given besides the role. `role` is given by formats in which a label is a
    name whatever it says: in a chat between people, somebody called Claude is no model.
    """

    label: str
    text: str
    moment: When = UNKNOWN
    speaker: str = ""
    role: Role | None = None


def _none(name: str) -> bytes | None:
    return None


@dataclass(frozen=True, slots=True)
class Source:
    """One file being read. `left_out` and `warnings` fill up while a reader works.

    `text` is the whole of a text file, and empty for one of records. `folder` is the name of the
    folder, or of the part of a zip, that the file is in. `day_first` says which of two numbers is
    the day where a file's own days leave it open. `sketching` asks for no more of each
    conversation than a list shows. `about` is what stands before records that are `whole`.
    """

    name: str
    text: str = ""
    me: tuple[str, ...] = ()
    zone: tzinfo | None = None
    folder: str = ""
    day_first: bool | None = None
    sketching: bool = False
    neighbour: Callable[[str], bytes | None] = _none
    about: dict[str, Any] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)

    @property
    def day(self) -> date | None:
        """The day in the file's name."""
        return day_in(self.name)

    @property
    def stem(self) -> str:
        """The file's name without what follows the last dot."""
        return self.name.rpartition(".")[0] or self.name

    def beside(self, name: str) -> bytes | None:
        """The bytes of a file of this name in the same folder or zip, or in a folder above it.

        `None` when there is none, or it is too large to be a companion of this one.
        """
        return self.neighbour(name)

    def conversation(
        self,
        said: Iterable[Said],
        *,
        title: str = "",
        day: date | None = None,
        grade: Grade = Grade.CONVERSATION,
        key: str = "",
    ) -> Conversation | None:
        """Make a conversation of what was said, counting what is left out of it.

        Args:
            said: What stands in the file, in order.
            title: The conversation's own title, if it has one.
            day: Its own day; without one, the day in the file's name counts.
            grade: How `day` is known.
            key: The export's own name for the conversation.

        Returns:
            The conversation, or `None` when no turn of it can be read.
        """
        if day is None:
            day, grade = self.day, Grade.FILE
        if self.sketching:
            return self._sketch(said, one_line(title) or self.stem, day, grade, key)
        turns, told, first, near = [], Told(key), None, None
        for each in said:
            near = self._near(each.moment, near)
            if turn := self._turn(each, near or day):
                turns.append(turn)
                grade = _grade(grade, each.moment.day, near)
            if who := self._told(each):
                told.add(who[0], each.text)
                first = first or each.moment.day or day
        if not turns:
            return None
        id_ = told.id_of(first)
        return conversation_of(_with_person(turns), one_line(title) or self.stem, grade, key, id_)

    def _near(self, moment: When, before: date | None) -> date | None:
        """The day of the last turn that has one; in a text it may be written and yet be unknown."""
        return None if self.text else moment.day or before

    def _told(self, said: Said) -> tuple[str, Role] | None:
        """Who says something at all, before it is looked at more closely."""
        who = _who(said.label, said.speaker, said.role, self.me)
        return None if isinstance(who, str) or not said.text or said.text.isspace() else who

    def _sketch(
        self, said: Iterable[Said], title: str, day: date | None, grade: Grade, key: str
    ) -> Conversation | None:
        """What a list shows of a conversation, without cleaning all that was said."""
        many, edges, speakers = 0, list[tuple[str, str]](), Counter[str]()
        first: date | None = None
        near: date | None = None
        seen: date | None = None
        records = not self.text
        started: date | None = None
        ended: date | None = None
        turns: list[Turn] = []
        roles: set[Role] = set()
        last: datetime | None = None
        for each in said:
            label, text, moment, name, given = each
            own = moment.day
            if own and records:
                near = own
            who = _who(label, name, given, self.me)
            if isinstance(who, str):
                self.left_out[who] += 1
                continue
            if not text or text.isspace():
                self.left_out["turns without text"] += 1
                continue
            # What calls would do is written out here: all turns of a large file come by.
            many += 1
            if key and many > 2:
                edges[1] = who[0], text
            else:
                edges.append((who[0], text))
            speakers[who[0]] += 1
            if own:
                last = moment.time or last
                if grade is not Grade.NEAR:
                    grade = Grade.TURN
            elif near:
                grade = Grade.NEAR
            on = own or near or day
            if on and on != seen:
                first, seen = first or on, on
                started = on if started is None or on < started else started
                ended = on if ended is None or on > ended else ended
            if who[1] in roles and turns:
                continue
            wanted = not turns or (who[1] is Role.PERSON and turns[-1].role is not who[1])
            if wanted and (turn := self._turn(each, near or day)):
                turns.append(turn)
            roles.add(who[1])
        if not turns:
            return None
        return Conversation(
            id_of(key, first, many, edges),
            title,
            tuple(_with_person(turns)),
            started,
            ended,
            grade if started else Grade.NONE,
            key,
            sketch=Sketch(many, speakers, roles == {Role.OTHER}, last),
        )

    def _turn(self, said: Said, day: date | None) -> Turn | None:
        label, raw, moment, name, given = said
        who = _who(label, name, given, self.me)
        if isinstance(who, str):
            self.left_out[who] += 1
            return None
        speaker, role = who
        text = without_thinking(clean(raw), role, self.left_out)
        text = without_documents(text, self.left_out)
        if not text:
            self.left_out["turns without text"] += 1
            return None
        if moment.day is None:
            moment = on_day(moment, day, self.zone)
        return Turn(speaker, role, text, moment.time, moment.day or day)


def _grade(before: Grade, own: date | None, near: date | None) -> Grade:
    """How the days of a conversation are known, with one more turn.

    Args:
        before: How they were known without it.
        own: The turn's own day.
        near: That of the last turn that has one.
    """
    if before is Grade.NEAR:
        return before
    return Grade.TURN if own else Grade.NEAR if near else before


# A file has few speakers and many turns.
@lru_cache(maxsize=1024)
def _who(
    label: str, speaker: str, role: Role | None, me: tuple[str, ...]
) -> tuple[str, Role] | str:
    """Who speaks and in which role, or under what to count that nobody does."""
    if role is None:
        if kind := nobody(label):
            return kind
        role = role_of(label, me) or role_of(speaker, me) or Role.OTHER
    elif {fold(label), fold(speaker)} & {fold(name) for name in me}:
        role = Role.PERSON
    return one_line(speaker) or one_line(label) or "Unknown", role


def unreadable(name: str, looks_like: str, hint: str = SUGGESTION) -> NoReturn:
    """Refuse a file: `looks_like` completes "`name` …".

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE`.
    """
    raise MemtuiError(Code.CONVERSATION_UNREADABLE, f"{name} {looks_like}.", hint)


def _with_person(turns: Sequence[Turn]) -> Sequence[Turn]:
    """Whoever alone talks with a model is the person, under any name."""
    roles = {turn.role for turn in turns}
    others = {turn.speaker for turn in turns if turn.role is Role.OTHER}
    if Role.MODEL not in roles or Role.PERSON in roles or len(others) != 1:
        return turns
    return [
        Turn(turn.speaker, Role.PERSON, turn.text, turn.time, turn.day)
        if turn.role is Role.OTHER
        else turn
        for turn in turns
    ]
