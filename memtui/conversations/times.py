"""When something was said: times as files write them, and days in headers and file names.

Every time that leaves here is in the person's zone, so that its day is the day on which it was said
for that person: one with an offset is moved there, one without is taken as written there. A file's
own date on disk is never looked at.
"""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, tzinfo
from functools import lru_cache
from typing import NamedTuple

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan janeiro enero ene janvier januar",
            "february feb fevereiro fev febrero février fevrier février févr februar",
            "march mar março marco marzo mars märz maerz mrz",
            "april apr abril abr avril avr",
            "may maio mayo mai",
            "june jun junho junio juin juni",
            "july jul julho julio juillet juil juli",
            "august aug agosto ago août aout",
            "september sep sept setembro set septiembre septembre",
            "october oct outubro out octubre octobre oktober okt",
            "november nov novembro noviembre novembre",
            "december dec dezembro dez diciembre dic décembre decembre dezember",
        ),
        start=1,
    )
    for name in names.split()
}
_WEEKDAY_NAMES = (
    "mon monday tue tuesday wed wednesday thu thursday fri friday sat saturday sun sunday "
    "segunda terça quarta quinta sexta sábado domingo feira lundi mardi mercredi jeudi vendredi "
    "samedi dimanche lunes martes miércoles jueves viernes montag dienstag mittwoch donnerstag "
    "freitag samstag sonntag"
)
WEEKDAYS = frozenset(_WEEKDAY_NAMES.split())
# A moment as it stands beside a speaker's name.
STAMP = (
    r"\d{4}[-/.]\d\d[-/.]\d\d(?:[T ,]+\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"
    r"|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}(?:,? +\d{1,2}:\d\d(?::\d\d)?)?"
    r"|\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?"
)
# Above this a number counts milliseconds (or less), not seconds: as seconds it is the year 5138.
_SECONDS_LIMIT = 1e11
_QUARTER = 900
_FIRST_YEAR, _LAST_YEAR = 1980, 2199

_NUMERIC_DAY = re.compile(
    r"(?<!\d)((?:19|20|21)\d\d)([-_./]?)(\d\d)\2(\d\d)(?=\D|$|\d{4}(?:\d\d)?(?:\D|$))"
)
_DAY_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s+(?:de\s+|of\s+)?([^\W\d_]+)\.?,?\s+(?:de\s+)?(\d{4})(?!\d)"
)
_MONTH_DAY = re.compile(
    r"(?<![^\W\d_])([^\W\d_]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)"
)
_SLASHED = re.compile(r"(?<!\d)(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)")
_CLOCK = re.compile(r"(\d{1,2})[:h](\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap])?\.?\s?m?\.?", re.I)


class When(NamedTuple):
    """What is known of a moment: all of it, only its day, or only the time of day."""

    time: datetime | None = None
    day: date | None = None
    clock: dt.time | None = None


UNKNOWN = When()


def when(value: object, zone: tzinfo | None = None) -> When:
    """Read a time as a file gives it: ISO text, number, RFC 2822, a day, `10:32`.

    Args:
        value: The value, of any type.
        zone: The person's zone; `None` is the system's.

    Returns:
        What could be read; `UNKNOWN` for anything else, null and zero included.
    """
    if isinstance(value, float):
        return _from_number(value, zone)
    if isinstance(value, str):
        return _from_text(value.strip(), zone)
    if isinstance(value, int) and not isinstance(value, bool):
        return _from_number(value, zone)
    if isinstance(value, Mapping):
        return when(value.get("$date", value.get("$numberLong")), zone)
    return UNKNOWN


def on_day(moment: When, day: date | None, zone: tzinfo | None = None) -> When:
    """Complete a time of day with the day it belongs to."""
    if moment.day or moment.clock is None or day is None:
        return moment
    return _placed(datetime.combine(day, moment.clock), zone)


def day_in(text: str) -> date | None:
    """The first day that stands in a header line or a file name, if any can be told for sure."""
    days = [
        (match.start(), day)
        for sign, read in _DAYS
        for match in sign.finditer(text)
        if (day := read(match))
    ]
    return min(days)[1] if days else None


def clock_in(text: str) -> dt.time | None:
    """The time of day that a text such as `10:32`, `9h05` or `7:02 PM` is, if it is one."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    hour, half = int(match[1]), (match[4] or "").lower()
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        return dt.time(hour, int(match[2]), int(match[3] or 0))
    except ValueError:
        return None


def _from_number(value: int | float, zone: tzinfo | None) -> When:
    if not 0 < value < 1e20:
        return UNKNOWN
    while value > _SECONDS_LIMIT:
        value /= 1000
    moment = datetime.fromtimestamp(value, zone or _local(value // _QUARTER))
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        return UNKNOWN
    return When(moment, moment.date())


@lru_cache(maxsize=4096)
def _local(quarter: float) -> tzinfo | None:
    """The system's zone in a quarter of an hour: no zone changes within one."""
    return datetime.fromtimestamp(quarter * _QUARTER).astimezone().tzinfo


def _from_text(text: str, zone: tzinfo | None) -> When:
    if not 0 < len(text) <= 64:
        return UNKNOWN
    if re.fullmatch(r"\d{9,}(?:\.\d+)?", text, re.ASCII):
        return _from_number(float(text), zone)
    if clock := clock_in(text):
        return When(clock=clock)
    moment = _iso(text) or _rfc2822(text)
    if moment:
        return _placed(moment, zone) if _plausible(moment.year) else UNKNOWN
    day = day_in(text)
    last = text.split(",")[-1].strip() if "," in text else text.split(" ", 1)[-1]
    clock = clock_in(last) if day else None
    return on_day(When(clock=clock), day, zone) if clock else When(day=day)


def _iso(text: str) -> datetime | None:
    if re.fullmatch(r"\d{4}-?\d\d-?\d\d", text, re.ASCII):
        return None
    try:
        return datetime.fromisoformat(text.replace("/", "-").removesuffix(" UTC"))
    except ValueError:
        return None


def _rfc2822(text: str) -> datetime | None:
    # It knows no halves of a day, and would take 3 PM for 3 in the morning.
    if text[-2:].upper() in ("AM", "PM"):
        return None
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _placed(moment: datetime, zone: tzinfo | None) -> When:
    if moment.tzinfo is None:
        placed = moment.replace(tzinfo=zone) if zone else moment.astimezone()
        return When(placed, moment.date())
    moment = moment.astimezone(zone)
    return When(moment, moment.date())


def _day(year: str, month: str | int | None, day: str | int) -> date | None:
    try:
        return date(int(year), int(month or 0), int(day)) if _plausible(int(year)) else None
    except ValueError:
        return None


def _plausible(year: int) -> bool:
    return _FIRST_YEAR <= year <= _LAST_YEAR


def _slashed(match: re.Match[str]) -> date | None:
    """A day such as 31/12/2026; of 3/4/2026 nobody can tell what it is."""
    first, second = int(match[1]), int(match[2])
    if first > 12 or first == second:
        return _day(match[3], second, first)
    return _day(match[3], first, second) if second > 12 else None


_DAYS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], date | None]], ...] = (
    (_NUMERIC_DAY, lambda match: _day(match[1], match[3], match[4])),
    (_DAY_MONTH, lambda match: _day(match[3], MONTHS.get(match[2].casefold()), match[1])),
    (_MONTH_DAY, lambda match: _day(match[3], MONTHS.get(match[1].casefold()), match[2])),
    (_SLASHED, _slashed),
)
