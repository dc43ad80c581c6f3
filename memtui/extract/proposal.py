"""A proposed fact, what speaks against it, and what was left out."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from memtui.facts.fact import Origin


class Mark(StrEnum):
    """Something that speaks against a proposal; a marked one starts unticked."""

    UNSUPPORTED = "unsupported"
    UNSAID = "unsaid"
    ASSISTANT = "assistant"
    UNCERTAIN = "uncertain"
    QUESTION = "question"
    SUPPOSED = "supposed"
    HEARSAY = "hearsay"
    PRONOUN = "pronoun"
    UNNAMED = "unnamed"
    RELATIVE = "relative"
    DATE = "date"
    INSTRUCTION = "instruction"
    INCOMPLETE = "incomplete"
    UNQUOTED = "unquoted"


MARK_TEXT: dict[Mark, str] = {
    Mark.UNSUPPORTED: "the words it rests on are not in the conversation",
    Mark.UNSAID: "it names something that the conversation does not",
    Mark.ASSISTANT: "only the assistant said so",
    Mark.UNCERTAIN: "the plain reader is unsure what it is about",
    Mark.QUESTION: "it was asked, not stated",
    Mark.SUPPOSED: "it was supposed, not stated",
    Mark.HEARSAY: "somebody else is said to have said so",
    Mark.PRONOUN: "it says I, me or we without a name",
    Mark.UNNAMED: "it says he, she or it without a name before",
    Mark.DATE: "its date does not follow from what was said",
    Mark.RELATIVE: "it says when only as seen from that day",
    Mark.INSTRUCTION: "it tells an assistant what to do",
    Mark.INCOMPLETE: "its subject, attribute or sentence is missing",
    Mark.UNQUOTED: "it came without any words that it rests on",
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A fact that might be kept; nothing is kept before a person says so.

    `subject`, `attribute` or `fact` may be empty when the extractor left it out: the person can
    fill it in. `quote` are the conversation's own words where they were found there, else what the
    extractor claimed. `turn` is the place of the quoted turn in the conversation, `speaker` and
    `time` are that turn's. `said` is `None` when no day is known. `forgets` is the id of a fact
    that is to be forgotten; subject, attribute and fact are then as they stand there.
    """

    subject: str
    attribute: str
    fact: str
    said: date | None
    time: datetime | None
    quote: str
    speaker: str
    turn: int | None
    marks: frozenset[Mark]
    origin: Origin
    forgets: str = ""

    @property
    def sure(self) -> bool:
        """Whether nothing speaks against it, so that it starts ticked."""
        return not self.marks


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fact that was not proposed, told without its words.

    `reason` follows the subject: "looked like a password".
    """

    subject: str
    reason: str

    @property
    def line(self) -> str:
        """The sentence for people: "a fact about Bruno looked like a password"."""
        about = f"a fact about {self.subject}" if self.subject else "a fact"
        return f"{about} {self.reason}"
