"""What is typed into the filter of the list, read as conditions on rows.

    research subject:ana -tag:later said:2025-03..  changed:today  "data team"

Pure, and quick enough for a key press at 100,000 rows.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import partial

from memtui.store.catalog import Row

# Accents, and what joins or colours signs: a list shows texts without, or with room behind a sign.
_MARKS = re.compile("[\u0300-\u036f\u200b-\u200f\u2060\u2800\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")
_TERM = re.compile(r'(-?)(?:([a-z]+):)?("[^"]*"?|\S*)', re.IGNORECASE)
_DAY = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_BACK = re.compile(r"(\d{1,4})d")
_PAIRS = 10_000  # of conditions, that are compared while a person types
_TEXTS = ("subject", "attribute", "fact", "source")
_DAYS = ("said", "kept", "changed")
_STATES = ("current", "past", "ended")

# For the help: what to write, and what it finds.
NOTES = (
    ("words", "facts with all these words, in any part, ignoring case and accents"),
    ('"data team"', "these words as they stand"),
    ("subject:ana", "in the subject; also attribute: fact: source:; → completes it"),
    ("tag:urgent", "facts with this tag; tag: alone = with any"),
    ("said:2025", "said in that year; also 2025-03, 2025-03-12, today, yesterday, 7d"),
    ("said:2025-03..", "said since March 2025; also ..2025-03 and 2024..2025-03"),
    ("kept:7d", "kept within the last seven days"),
    ("changed:today", "kept or corrected today"),
    ("is:past", "what held before; also is:current, is:ended (with H)"),
    ("-tag:later", "what the rest does not find; also -word"),
)


@dataclass(frozen=True, slots=True)
class Term:
    """One condition: words to be in a row's text, or those in one part of it; or a test of a row.

    `name` is the part, or what is tested, and `word` how that was written.
    """

    negated: bool
    word: str
    name: str = ""
    test: Callable[[Row], bool] | None = None

    def implies(self, other: "Term") -> bool:
        """Whether no row that meets it can fail the other."""
        if (self.negated, self.name) != (other.negated, other.name):
            return False
        if self.name and self.name not in _TEXTS:
            return self.word == other.word
        short, long = (self, other) if self.negated else (other, self)
        return short.word in long.word


@dataclass(frozen=True, slots=True)
class Filter:
    """What was typed, as conditions.

    `problem` says what of it cannot be read: nothing is found then, as nobody knows what is meant.
    `unknown` is what stands before a colon and names no filter; it is looked for as a word.
    """

    text: str = ""
    terms: tuple[Term, ...] = ()
    problem: str = ""
    unknown: str = ""

    def __bool__(self) -> bool:
        return bool(self.text)

    def narrows(self, other: "Filter") -> bool:
        """Whether all that meets it surely meets the other too; of long ones that is not asked."""
        if len(self.terms) * len(other.terms) > _PAIRS:
            return False
        return all(any(mine.implies(their) for mine in self.terms) for their in other.terms)

    def matching(
        self, rows: Sequence[Row], texts: Sequence[str], places: Sequence[int]
    ) -> Sequence[int]:
        """Those of some places at which a row meets all conditions.

        Args:
            rows: All rows.
            texts: For each row its text as `folded` gives it.
            places: Where to look.
        """
        for negated, word, test in ((each.negated, each.word, each.test) for each in self.terms):
            if test is not None:
                places = [place for place in places if test(rows[place]) is not negated]
            elif negated:
                places = [place for place in places if word not in texts[place]]
            else:
                places = [place for place in places if word in texts[place]]
        return places


EVERYTHING = Filter()


class _BackwardsError(ValueError):
    """A stretch of time that ends before it begins."""


def read(text: str, today: date, zone: tzinfo | None = None) -> Filter:
    """Read what was typed.

    Args:
        text: What was typed.
        today: The person's day.
        zone: Their time zone, for moments; `None` for that of the computer.
    """
    terms: list[Term] = []
    problem = unknown = ""
    for minus, name, value in _TERM.findall(text):
        name = name.casefold()
        value = value.strip('"') if value.startswith('"') else value
        try:
            term = _term(name, value, today, zone)
        except _BackwardsError:
            problem = problem or f"{name}:{value} ends before it begins"
            continue
        except ValueError:
            problem = problem or _unreadable(name, value)
            continue
        if term is None and name:
            unknown = unknown or name
        if term is None and (name or value):
            word = folded(f"{name}:{value}" if name else value)
            terms += [Term(bool(minus), each) for each in ([word] if " " in word else word.split())]
        elif term is not None and (value or name == "tag"):
            terms.append(Term(bool(minus), folded(value), name, term))
    if problem:
        terms.append(Term(False, "", problem, _never))
    return Filter(text.strip(), tuple(terms), problem, unknown)


def no_filter(name: str) -> str:
    """That there is no filter of a name, and which one may be meant."""
    from difflib import get_close_matches

    near = get_close_matches(name, (*_TEXTS, "tag", "is", *_DAYS), 1)
    also = f" ({near[0]}: is one)" if near else ""
    return f"No filter {name}:{also}. Looked for as it stands."


def folded(text: str) -> str:
    """The form in which the filter compares: no case, no accents, compatibility forms joined."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return plain if plain.isascii() else _MARKS.sub("", plain)


def whole(value: str) -> str:
    """A value as the filter takes it as a whole; of one with quotes in it, the longest part."""
    return f'"{max(value.split(chr(34)), key=len)}"'


def _term(name: str, value: str, today: date, zone: tzinfo | None) -> Callable[[Row], bool] | None:
    """The condition of a field; `None` where there is no such field.

    Raises:
        ValueError: The value cannot be read.
    """
    if name in _TEXTS:
        return partial(_has, name, folded(value), {})
    if name == "tag":
        return partial(_tagged, folded(value), {})
    if name == "is":
        if value and not any(state.startswith(value) for state in _STATES):
            raise ValueError
        return partial(_is, value)
    if name not in _DAYS:
        return None
    if not value:
        return _always
    first, last = _range(value.casefold(), today)
    if name == "said":
        return partial(_said_within, first.isoformat(), last.isoformat())
    return partial(_within, name, _moment(first, zone), _moment(_next(last), zone))


def _has(name: str, value: str, known: dict[str, bool], row: Row) -> bool:
    """Whether a part of the row has the value; many rows share their parts."""
    part = getattr(row, name)
    found = known.get(part)
    if found is None:
        found = known[part] = value in folded(part)
    return found


def _tagged(value: str, known: dict[str, bool], row: Row) -> bool:
    if not row.tags:
        return False
    found = known.get(row.tags)
    if found is None:
        found = known[row.tags] = any(tag.startswith(value) for tag in folded(row.tags).split(", "))
    return found


def _is(state: str, row: Row) -> bool:
    if "current".startswith(state):
        return row.until is None
    return row.until is not None and ("past".startswith(state) or row.ended is not None)


def _always(row: Row) -> bool:
    return True


def _never(row: Row) -> bool:
    return False


def _said_within(first: str, last: str, row: Row) -> bool:
    return first <= row.said <= last or first <= row.last_said <= last


def _within(name: str, first: str, after: str, row: Row) -> bool:
    moment = getattr(row, name)
    return moment is not None and first <= moment < after


def _range(text: str, today: date) -> tuple[date, date]:
    """The first and last day of what was written.

    Raises:
        ValueError: It cannot be read, or ends before it begins.
    """
    start, dots, end = text.partition("..")
    if not dots:
        return _span(text, today)
    first = _span(start, today)[0] if start else date.min
    last = _span(end, today)[1] if end else date.max
    if last < first:
        raise _BackwardsError(text)
    return first, last


def _span(text: str, today: date) -> tuple[date, date]:
    """The first and last day of a year, a month, a day, or some days back from today."""
    if text in ("today", "yesterday"):
        day = today - timedelta(days=text == "yesterday")
        return day, day
    if back := _BACK.fullmatch(text):
        return today - timedelta(days=int(back[1]) - 1), today
    written = _DAY.fullmatch(text)
    if written is None:
        raise ValueError(text)
    year, month, day_of = (int(part) if part else None for part in written.groups())
    assert year is not None
    if day_of is not None and month is not None:
        exact = date(year, month, day_of)
        return exact, exact
    first, last = (month, month) if month else (1, 12)
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])


def _next(day: date) -> date:
    return day if day == date.max else day + timedelta(days=1)


def _moment(day: date, zone: tzinfo | None) -> str:
    """The beginning of a day as moments are written, in UTC."""
    if day in (date.min, date.max):
        return day.isoformat()
    start = datetime.combine(day, time(), zone)
    return start.astimezone(UTC).isoformat()[:-6]


def _unreadable(name: str, value: str) -> str:
    if name == "is":
        return f"is:{value} is not known: current, past or ended"
    return f"{name}:{value} is no time: 2025, 2025-03.., today, 7d"
