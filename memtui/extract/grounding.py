"""What code checks of every proposal, whoever made it: does the conversation say so?

Pure: candidates, a conversation and its context give proposals with marks, and what was dropped.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from memtui.conversations.conversation import Conversation, Role, Turn
from memtui.extract.dates import (
    Written,
    follows,
    names_its_weekday,
    tells_a_day,
    with_day,
    without_days,
    written_days,
)
from memtui.extract.extractor import Context
from memtui.extract.hearsay import is_hearsay
from memtui.extract.matching import (
    Spoken,
    holds,
    joined_numbers,
    plain,
    plain_words,
    sentences,
    stems,
)
from memtui.extract.proposal import LeftOut, Mark, Proposal
from memtui.extract.wording import (
    ME,
    asks,
    reads_like_an_instruction,
    stands_alone,
    supposes,
)
from memtui.facts.fact import FACT_LIMIT, NAME_LIMIT, Origin
from memtui.facts.never import never_in
from memtui.facts.secrets import secret_in
from memtui.facts.text import fold, sentence_key, visible

_NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "twelve": "12", "dois": "2", "duas": "2", "tres": "3",
    "quatro": "4", "cinco": "5", "seis": "6", "sete": "7", "oito": "8", "nove": "9", "dez": "10",
    "deux": "2", "trois": "3", "quatre": "4", "cinq": "5", "sept": "7", "huit": "8", "neuf": "9",
    "dix": "10", "dos": "2", "cuatro": "4", "siete": "7", "ocho": "8", "nueve": "9", "diez": "10",
    "zwei": "2", "drei": "3", "vier": "4", "funf": "5", "sechs": "6", "sieben": "7", "acht": "8",
    "neun": "9", "zehn": "10",
}  # fmt: skip
_THE_USER = re.compile(r"^(?:the\s+)?user(?=\s|['’]s)", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"(?:<[^<>]*>|\{\{?[^{}]*\}?\}|\[[^\[\]]*\]|\.{2,}|…|_+|-+|\?+|x{3,}|"
    r"string|text|unknown|none|null|nil|n/?a|tbd|todo|undefined|unspecified|not specified|"
    r"not mentioned|placeholder|example|subject|attribute|fact|quote|lorem ipsum.*)\.?",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s*(?:[\[(][^\])]{0,40}[\])]\s*)?[^\W\d_][^:\n]{0,40}:\s+")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_WORD = re.compile(r"[^\W_]+")
# A word of letters and digits, such as "B12" and "10km".
_MIXED = re.compile(r"(?=\d*[^\W\d_])[^\W_]*\d[^\W_]*")
_IS = "(?:is|was|é|es|est|ist)"
# As much of words that nobody said as is worth showing.
_CLAIM_LIMIT = 200
_NEVER = "is about what is never to be saved"
# Where three of these words stand, German is spoken.
_GERMAN = frozenset(("der", "die", "das", "und", "ist", "nicht", "ich", "ein", "eine", "wir"))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact as an extractor gives it, unchecked."""

    subject: str
    attribute: str
    fact: str
    said: str = ""
    quote: str = ""
    marks: frozenset[Mark] = field(default=frozenset(), kw_only=True)
    turn: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Grounds:
    """What candidates are held against. `examples` are facts that no conversation said."""

    conversation: Conversation
    context: Context
    examples: frozenset[str] = frozenset()

    @cached_property
    def spoken(self) -> Spoken:
        """The conversation, ready to be searched."""
        return Spoken(self.conversation)

    @cached_property
    def known(self) -> frozenset[str]:
        """The words of facts known before, and the person's names."""
        texts = [*self.context.me]
        for fact in self.context.known:
            texts += (fact.subject, fact.fact)
        return frozenset(word for text in texts for word in plain_words(text))

    @cached_property
    def people(self) -> frozenset[str]:
        """What people said, with numbers that they wrote as words."""
        words = self.spoken.people
        return words | {_NUMBERS[word] for word in words & _NUMBERS.keys()}

    @cached_property
    def written(self) -> tuple[Written, ...]:
        """The days written in the conversation and in what is known."""
        texts = [turn.text for turn in self.conversation.turns]
        texts += [fact.fact for fact in self.context.known]
        return tuple(dict.fromkeys(day for text in texts for day in written_days(text)))

    @cached_property
    def german(self) -> bool:
        """Whether the conversation is in German, where every noun has a capital."""
        return len(self.spoken.people & _GERMAN) >= 3


def checked(
    candidates: Iterable[Candidate], grounds: Grounds, origin: Origin
) -> tuple[list[Proposal], list[LeftOut]]:
    """Check candidates, one after the other.

    Args:
        candidates: What an extractor found.
        grounds: What they are held against.
        origin: Who found them.

    Returns:
        The proposals without duplicates, and what is not proposed.
    """
    proposals: dict[tuple[str, str, str, date | None], Proposal] = {}
    dropped: list[LeftOut] = []
    for candidate in candidates:
        cleaned = _cleaned(candidate, grounds)
        if reason := _refusal(cleaned, candidate, grounds):
            left_out = LeftOut(_shown_subject(cleaned), reason)
            if left_out not in dropped:
                dropped.append(left_out)
            continue
        made = _proposal(cleaned, candidate, grounds, origin)
        key = (fold(made.subject), fold(made.attribute), sentence_key(made.fact), made.said)
        if key not in proposals or (made.sure and not proposals[key].sure):
            proposals[key] = made
    return list(proposals.values()), dropped


def _cleaned(candidate: Candidate, grounds: Grounds) -> Candidate:
    me = grounds.context.me
    subject, attribute, fact = (
        _spelled(" ".join(visible(text).split()), grounds)
        for text in (candidate.subject, candidate.attribute, candidate.fact or candidate.quote)
    )
    if fold(subject) in ME:
        subject = _speaker(candidate, grounds) or subject
    if me:
        fact = _THE_USER.sub(me[0].replace("\\", r"\\"), fact)
    if _PLACEHOLDER.fullmatch(attribute):
        attribute = ""
    return replace(
        candidate,
        subject=subject,
        attribute=attribute,
        fact=fact,
        said=visible(candidate.said),
        quote=visible(candidate.quote),
    )


def _speaker(candidate: Candidate, grounds: Grounds) -> str:
    """Who says "I" in what a candidate rests on: the person, or whom the label names."""
    place = _place(candidate, grounds)[0]
    turn = grounds.conversation.turns[place] if place is not None else None
    if turn and turn.role is Role.OTHER:
        return turn.speaker
    return grounds.context.me[0] if grounds.context.me else ""


def _spelled(text: str, grounds: Grounds) -> str:
    """Give words back the accents that the conversation has and a model dropped."""

    def accented(match: re.Match[str]) -> str:
        word = match[0]
        forms = grounds.spoken.spellings.get(word.casefold(), frozenset())
        same_case = {form for form in forms if form[0].isupper() == word[0].isupper()}
        return same_case.pop() if word.isascii() and len(same_case) == len(forms) == 1 else word

    return _WORD.sub(accented, text)


def _refusal(cleaned: Candidate, raw: Candidate, grounds: Grounds) -> str | None:
    """Why a candidate is not proposed at all, without its words."""
    rule = secret_in(raw.subject, raw.attribute, raw.fact) or secret_in(
        cleaned.subject, cleaned.attribute, cleaned.fact
    )
    if rule:
        article = "an" if rule[0] in "aeiouAEIOU" else "a"
        return f"looked like {article} {rule}"
    if never_in(grounds.context.never_save, cleaned.subject, cleaned.attribute, cleaned.fact):
        return _NEVER
    if len(cleaned.subject) > NAME_LIMIT or len(cleaned.attribute) > NAME_LIMIT:
        return f"had a name of more than {NAME_LIMIT} characters"
    if len(cleaned.fact) > FACT_LIMIT:
        return f"was longer than {FACT_LIMIT:,} characters"
    if not cleaned.fact or any(map(_PLACEHOLDER.fullmatch, (cleaned.subject, cleaned.fact))):
        return "was only a placeholder"
    if sentence_key(cleaned.fact) in grounds.examples and not grounds.spoken.find(cleaned.fact):
        return "was copied from the instructions"
    return None


def _shown_subject(cleaned: Candidate) -> str:
    """The subject of what is left out, unless it may be the secret itself."""
    subject = cleaned.subject[:NAME_LIMIT]
    name = re.escape(subject)
    told = rf"[:=]\s*{name}|(?<!\w){_IS}\s+\W?{name}|^\W?{name}\W?\s+{_IS}\s"
    plainly = all(each.isalpha() or each in " .-'’" for each in subject)
    if not plainly or secret_in(subject) or re.search(told, cleaned.fact, re.IGNORECASE):
        return ""
    return subject


def _proposal(cleaned: Candidate, raw: Candidate, grounds: Grounds, origin: Origin) -> Proposal:
    marks = set(cleaned.marks)
    place, quote = _place(cleaned, grounds)
    turn = grounds.conversation.turns[place] if place is not None else None
    if turn is None:
        marks.add(Mark.UNSUPPORTED)
    elif turn.role is Role.MODEL:
        marks.add(Mark.ASSISTANT)
    said = _said(cleaned.said, turn, grounds)
    fact, vague = with_day(cleaned.fact, said)
    if vague:
        marks.add(Mark.RELATIVE)
    marks |= _unsaid(cleaned, turn, grounds) | _wording(cleaned, quote, turn, grounds)
    marks |= stands_alone(cleaned.subject, cleaned.attribute, fact)
    if not _dates_follow(cleaned.fact, turn, grounds):
        marks.add(Mark.DATE)
    return Proposal(
        subject=cleaned.subject,
        attribute=cleaned.attribute,
        fact=fact,
        said=said,
        time=turn.time if turn and turn.day == said else None,
        quote="" if secret_in(quote) or secret_in(raw.quote) else quote,
        speaker=turn.speaker if turn else "",
        turn=place,
        marks=frozenset(marks),
        origin=origin,
    )


def _place(cleaned: Candidate, grounds: Grounds) -> tuple[int | None, str]:
    """The turn that a candidate rests on and its own words, people's turns before models'."""
    turns = grounds.conversation.turns
    if cleaned.turn is not None:
        return cleaned.turn, cleaned.quote
    for quote in (cleaned.quote, _LABEL.sub("", cleaned.quote, count=1), cleaned.fact):
        found = grounds.spoken.find(quote) if plain(quote) else []
        if found:
            best = min(
                found,
                key=lambda place: (
                    turns[place].role is Role.MODEL,
                    str(turns[place].day) != cleaned.said,
                ),
            )
            return best, grounds.spoken.turns[best].words_of(quote) or quote
    quote = cleaned.quote
    return None, quote if len(quote) <= _CLAIM_LIMIT else f"{quote[:_CLAIM_LIMIT]}…"


def _said(given: str, turn: Turn | None, grounds: Grounds) -> date | None:
    """The day on which it was said: the turn's own, else one of the conversation's."""
    day = turn.day if turn else None
    if day is None:
        claimed = _day(given)
        days = {each.day for each in grounds.conversation.turns}
        written = claimed is not None and any(
            given in each.text for each in grounds.conversation.turns
        )
        day = claimed if claimed in days or written else grounds.conversation.ended
    return min(day, grounds.context.today) if day else None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else None
    except ValueError:
        return None


def _sentences_around(quote: str, turn: Turn) -> list[str]:
    """The sentences of a turn that a quote stands in."""
    wanted = plain(quote)
    return [each for each in sentences(turn.text) if plain(each) in wanted or wanted in plain(each)]


def _dates_follow(fact: str, turn: Turn | None, grounds: Grounds) -> bool:
    """Whether every date in a fact was said, or follows from the day of the turn it rests on."""
    said, day = (turn.text, turn.day) if turn else ("", grounds.conversation.ended)
    written = written_days(fact)
    return names_its_weekday(fact, written) and all(
        follows(each, said, day, grounds.written) for each in written
    )


def _unsaid(cleaned: Candidate, turn: Turn | None, grounds: Grounds) -> set[Mark]:
    """Names and numbers that nobody said, or only a model."""
    marks: set[Mark] = set()
    worked_out = turn is not None and tells_a_day(turn.text)
    fact = without_days(cleaned.fact) if worked_out else cleaned.fact
    models = grounds.spoken.models
    for word in _names_and_numbers(cleaned.subject, fact, grounds):
        parts = joined_numbers(word) or plain_words(word)
        if all(holds(grounds.people, part) or holds(grounds.known, part) for part in parts):
            continue
        if all(holds(grounds.people, part) or holds(models, part) for part in parts):
            marks.add(Mark.ASSISTANT)
        else:
            marks.add(Mark.UNSAID)
    if "\ufffd" in cleaned.subject + cleaned.attribute + cleaned.fact:
        marks.add(Mark.UNSAID)
    about = stems(cleaned.fact) - stems(cleaned.subject)
    if about & stems(" ".join(models)) and not about & stems(" ".join(grounds.people)):
        marks.add(Mark.ASSISTANT)
    return marks


def _names_and_numbers(subject: str, fact: str, grounds: Grounds) -> list[str]:
    """Capitalised words, but for the sentence's first, and numbers, of subject and fact.

    The digits of a word that was said as it is are no number.
    """
    said = grounds.people | grounds.known
    numbers = _MIXED.sub(
        lambda word: "" if plain(word[0]) in said else word[0], f"{fact} {subject}"
    )
    words = [word for word in _WORD.findall(subject) if word[0].isupper()]
    in_fact = _WORD.findall(fact)
    if not grounds.german:
        words += [word for word in in_fact[1:] if word[0].isupper() and word != "I"]
    return list(dict.fromkeys([*words, *_NUMBER.findall(numbers)]))


def _wording(cleaned: Candidate, quote: str, turn: Turn | None, grounds: Grounds) -> set[Mark]:
    """What the fact's own words, and the sentences it rests on, say against it."""
    marks = set()
    around = _sentences_around(quote, turn) if turn else []
    if asks(cleaned.fact) or (around and all(map(asks, around))):
        marks.add(Mark.QUESTION)
    if around and all(map(supposes, around)):
        marks.add(Mark.SUPPOSED)
    teller = _teller(turn, grounds)
    if around and all(is_hearsay(e, cleaned.subject, teller, cleaned.fact) for e in around):
        marks.add(Mark.HEARSAY)
    if any(map(reads_like_an_instruction, (cleaned.fact, *around))):
        marks.add(Mark.INSTRUCTION)
    return marks


def _teller(turn: Turn | None, grounds: Grounds) -> str:
    """What who speaks a turn is called."""
    if turn is None:
        return ""
    me = grounds.context.me if turn.role is Role.PERSON else ()
    return " ".join((turn.speaker, *me))
