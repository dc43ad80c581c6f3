"""The plain reader: proposes what is stated plainly, in the conversation's own words. No model.

Precise rather than complete: sentences with a doubt, a negation or a question are passed over.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass

from memtui.conversations.conversation import Conversation, Role, Turn
from memtui.conversations.roles import role_of
from memtui.extract.cues.cue import Cue, Language
from memtui.extract.cues.english import ENGLISH
from memtui.extract.cues.french import FRENCH
from memtui.extract.cues.german import GERMAN
from memtui.extract.cues.portuguese import PORTUGUESE
from memtui.extract.cues.spanish import SPANISH
from memtui.extract.dates import looks_like_a_day
from memtui.extract.events import Account, Done, Dropped, Event, Proposed
from memtui.extract.extractor import Context
from memtui.extract.grounding import Candidate, Grounds, checked
from memtui.extract.proposal import Mark
from memtui.facts.fact import Origin
from memtui.facts.secrets import secret_in

LANGUAGES = (ENGLISH, PORTUGUESE, SPANISH, FRENCH, GERMAN)

_LONGEST = 240
_TURNS_AT_ONCE = 50
# A line at least this long without an end goes on in the next.
_WRAPPED = 50
# Stands for whoever says "I" and is not named; no conversation has it.
_NOBODY = "Xqz"
_END = re.compile(r"(?<=[.!?…])[\"'”»)]*\s+(?=[^\sa-zß-öø-ÿ])")
_NOT_AN_END = re.compile(
    r"(?:\b\d{1,2}|(?<![^\W\d_])[^\W\d_]|\b(?:Dr|Mrs?|Ms|Sra?|Prof|St|Jr|Mme|Nr|No|vs|approx|Inc"
    r"|Ltd|e\.g|i\.e|z\.B|p\.ex))\.$"
)
_BULLET = re.compile(r"^(?:[-*•–+]|\d{1,2}[.)])\s+(?:\[[ x]\]\s+)?")
_HEADING = re.compile(r"#{1,6}\s+(?P<title>.{1,80}?)[\s#]*")
_CODE = re.compile(r"[{}`<>=\\|]|;\s*$|\w\(\)")
_LINE = re.compile(r"(?P<key>[^\W\d_][\w '’/.-]{0,60}?)\s*[:：]\s+(?P<value>\S.{0,120})")
_OF_SOMEONE = re.compile(
    r"(?P<subject>.+?)(?:['’]s\s+|\s+/\s+|\s+[-–]\s+|\s+)(?P<attribute>[\w-]+)"
)
_NAME = re.compile(r"(?<![\w'’])[A-ZÀ-Þ][\w-]+")
_OWNER = re.compile(
    r"(?<!\w)(?P<before>[A-ZÀ-Þ][a-zß-ÿ]+)['’]s\s|\s(?:of|do|da|de|del|von|für)\s+"
    r"(?P<after>[A-ZÀ-Þ][a-zß-ÿ]+)\s+(?:is|é|es|est|ist)\s"
)
_EMPTY_VALUES = frozenset(
    ("it", "that", "this", "there", "here", "so", "one", "isso", "isto", "eso", "ça", "das", "es")
)
_NOTE = "The plain reader is not a model: it finds only what is stated plainly."


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    turn: int
    speaker: str
    heading: str


class PlainReader:
    """Reads without a model; see `Extractor`."""

    @property
    def name(self) -> str:
        """What to call it."""
        return "plain reader (not a model)"

    async def propose(
        self, conversation: Conversation, context: Context
    ) -> AsyncGenerator[Event, None]:
        """See `Extractor.propose`; nothing can fail."""
        candidates: list[Candidate] = []
        places = [
            place for place, turn in enumerate(conversation.turns) if turn.role is not Role.MODEL
        ]
        languages = _likeliest(conversation)
        for start in range(0, len(places), _TURNS_AT_ONCE):
            for place in places[start : start + _TURNS_AT_ONCE]:
                candidates += candidates_of(conversation.turns[place], place, context, languages)
            await asyncio.sleep(0)
        origin = Origin("plain", conversation=conversation.id)
        proposals, dropped = checked(candidates, Grounds(conversation, context), origin)
        for proposal in proposals:
            yield Proposed(proposal)
        for left_out in dropped:
            yield Dropped(left_out)
        yield Done(
            Account(
                turns=len(places),
                turns_left_out=0,
                characters=sum(len(conversation.turns[place].text) for place in places),
                parts=1,
                tokens_sent=0,
                window=0,
                stop_reason="stop",
                dropped=tuple(dropped),
                notes=(_NOTE,),
            )
        )


def candidates_of(
    turn: Turn, place: int, context: Context, languages: Sequence[Language] = LANGUAGES
) -> Iterator[Candidate]:
    """What one turn states plainly.

    Args:
        turn: The turn.
        place: Its place in the conversation.
        context: Who the person is.
        languages: Which languages to try, the likeliest first.
    """
    for sentence in _sentences(turn, place, _me(turn, context)):
        readable = " " in sentence.text and len(sentence.text) <= _LONGEST
        found = list(_stated(sentence, languages)) if readable else []
        if not found and secret_in(sentence.text):
            # It goes no further than the check, which says that something was left out.
            subject = sentence.speaker if _first_person(sentence.text) else _named_in(sentence.text)
            found = [Candidate(subject, "", sentence.text, quote=sentence.text, turn=place)]
        yield from found


def _me(turn: Turn, context: Context) -> str:
    """The name of whoever says "I" in a turn, empty when it is not known."""
    if role_of(turn.speaker) is None:
        return turn.speaker
    return context.me[0] if context.me and turn.role is Role.PERSON else ""


def _sentences(turn: Turn, place: int, speaker: str) -> Iterator[_Sentence]:
    heading = ""
    fenced = False
    for stripped in _paragraph_lines(turn.text):
        if stripped.startswith(("```", "~~~")):
            fenced = not fenced
        elif fenced or stripped.startswith(">"):
            continue
        elif match := _HEADING.fullmatch(stripped):
            heading = match["title"]
        else:
            for text in _split(_BULLET.sub("", stripped)):
                if text and (len(text) <= _LONGEST or secret_in(text)):
                    yield _Sentence(text, place, speaker, heading)


def _paragraph_lines(text: str) -> Iterator[str]:
    """Lines, those of a hard-wrapped paragraph joined into one."""
    held = ""
    for line in (*text.split("\n"), ""):
        stripped = line.strip()
        wrapped = (len(held) >= _WRAPPED and held[-1:].isalnum()) or held.endswith(",")
        if held and wrapped and stripped[:1].isalnum() and not _LINE.fullmatch(stripped):
            held = f"{held} {stripped}"
            continue
        if held:
            yield held
        held = stripped


def _split(line: str) -> list[str]:
    """The sentences of a line; no end after `16.`, an initial or a title."""
    parts: list[str] = []
    for part in _END.split(line):
        if parts and _NOT_AN_END.search(parts[-1][-12:]):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return [part.strip() for part in parts]


def _stated(sentence: _Sentence, languages: Sequence[Language]) -> Iterator[Candidate]:
    text = sentence.text
    if text.rstrip("\"'”»)").endswith(("?", "？", "…", "...")) or _CODE.search(text):
        return
    for language in languages:
        plain = language.leads.sub("", text)
        plain = plain[:1].upper() + plain[1:]
        if not plain or language.doubt.search(plain):
            continue
        named = language.named(plain, sentence.speaker or _NOBODY)
        if made := _by_cue(named or plain, language, sentence):
            yield made
            return
    if made := _by_label(sentence):
        yield made


def _by_cue(text: str, language: Language, sentence: _Sentence) -> Candidate | None:
    for cue in language.cues:
        match = cue.compiled.fullmatch(text)
        if match is None:
            continue
        groups = match.groupdict()
        subject = _subject(groups.get("subject"), language)
        attribute = cue.attribute or _attribute(groups["attribute"], language)
        value = groups.get("value") or groups.get("day") or ""
        if subject is None or not attribute or value.casefold() in _EMPTY_VALUES:
            continue
        if "day" in groups:
            if not looks_like_a_day(value):
                continue
            subject, attribute = _whose(subject, language) or (subject, attribute)
        sure = _sure(cue, attribute, value, language)
        return Candidate(
            "" if _NOBODY in subject else subject,
            attribute,
            sentence.text if _NOBODY in text else text,
            quote=sentence.text,
            marks=frozenset() if sure else frozenset((Mark.UNCERTAIN,)),
            turn=sentence.turn,
        )
    return None


def _subject(text: str | None, language: Language) -> str | None:
    """A subject as a name, `None` when none is named; no group at all leaves it open."""
    if text is None:
        return ""
    name = language.articles.sub("", text).strip()
    parts = name.split()
    if not parts or len(parts) > 4 or parts[0].casefold().split("'")[0] in language.nobody:
        return None
    return name[:1].upper() + name[1:]


def _attribute(label: str, language: Language) -> str:
    """A label as it stands, or nothing for one like "rest" that may be anything."""
    return label if language.attributes.intersection(label.casefold().split()) else ""


def _whose(thing: str, language: Language) -> tuple[str, str] | None:
    """Person and attribute of a thing such as "Ana's birthday", where the label is a known one."""
    match = language.owned.fullmatch(thing)
    if match is None or not _attribute(match["label"], language):
        return None
    label: str = match["label"]
    return match["owner"], label if language is GERMAN else label[:1].lower() + label[1:]


def _sure(cue: Cue, attribute: str, value: str, language: Language) -> bool:
    return cue.sure and not language.more.search(value) and len(value) <= 80


def _by_label(sentence: _Sentence) -> Candidate | None:
    """A line such as `Ana's role: research`, or `Deadline: 16 October` under a heading."""
    match = _LINE.fullmatch(sentence.text)
    if match is None or any(each.doubt.search(sentence.text) for each in LANGUAGES[:1]):
        return None
    key = match["key"].strip()
    language = next((each for each in LANGUAGES if _attribute(key, each)), None)
    if language is None:
        return None
    owned = _OF_SOMEONE.fullmatch(key)
    if owned and _NAME.match(owned["subject"]) and _attribute(owned["attribute"], language):
        subject, attribute = owned["subject"].strip(), owned["attribute"]
        if subject.casefold() in language.nobody:
            return None
        return Candidate(subject, attribute, sentence.text, quote=sentence.text, turn=sentence.turn)
    if len(key.split()) > 2:
        return None
    if sentence.heading and len(sentence.heading.split()) <= 4:
        fact = f"{sentence.heading} – {sentence.text}"
        return Candidate(
            sentence.heading, key.lower(), fact, quote=sentence.text, turn=sentence.turn
        )
    return Candidate(
        "",
        key.lower(),
        sentence.text,
        quote=sentence.text,
        marks=frozenset((Mark.UNCERTAIN,)),
        turn=sentence.turn,
    )


def _likeliest(conversation: Conversation) -> list[Language]:
    """The languages, that of most of the conversation's small words first."""
    words = Counter(word for turn in conversation.turns for word in turn.text.casefold().split())
    return sorted(LANGUAGES, key=lambda each: -sum(words[word] for word in each.common))


def _named_in(text: str) -> str:
    """Whose a secret is, where a text says so; any other word may be the secret itself."""
    match = _OWNER.search(text)
    return (match["before"] or match["after"]) if match else ""


def _first_person(text: str) -> bool:
    return any(language.named(text, _NOBODY) for language in LANGUAGES)
