"""Memories of any size, the same for the same size, written as notes by hand."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

from memtui.facts.fact import Fact, Saying
from memtui.store.memory import Memory
from memtui.store.notes import write_note

NAME = "bench"
# The first subject in the list: that it is on the screen means that the facts are.
FIRST = "Aaltje"

_NAMES = ("Ana", "Bruno", "Carla", "Diego", "Farah", "Hana", "Ines", "Jonas", "Kaya", "Olga")
_PLACES = ("Recife", "Porto", "Lisbon", "Lyon", "Valencia", "Leipzig", "Osaka", "Cork", "Graz")
_THINGS = ("reports", "dashboards", "contracts", "invoices", "maps", "recipes", "bicycles")
_HOW = ("carefully", "early", "late", "alone", "together", "often", "rarely", "online", "weekly")
_SAYINGS = {
    "city": "{name} lives in {place}.",
    "role": "{name} looks after the {thing} in {place}.",
    "diet": "{name} eats {how} and cooks {how2} on Sundays.",
    "hobby": "{name} collects {thing} from {place}.",
    "deadline": "{name} hands in the {thing} on {day}.",
    "team": "{name} works {how} with the people in {place}.",
    "contact": "{name} answers {how}, best by message.",
    "decision": "{name} decided to keep the {thing} {how}.",
    "project": "{name} started a project about {thing} in {place}.",
    "language": "{name} speaks the language of {place} {how}.",
}


def place_notes(home: Path, count: int) -> Path:
    """Make a memory and place notes in it, one in six of them history, without indexing any.

    Returns:
        The memory's folder.
    """
    memory = Memory.open(home, NAME, make=True)
    folder = memory.folder
    # Nobody answers there: what is measured is not to wait for 100,000 vectors.
    memory.save_settings({"embedder.kind": "ollama", "embedder.url": "http://127.0.0.1:9"})
    memory.close()
    notes = folder / "notes" / "memory"
    (notes / "history").mkdir(parents=True, exist_ok=True)
    for fact in facts(count):
        place = notes if fact.current else notes / "history"
        (place / f"{fact.id}.md").write_bytes(write_note(fact))
    return folder


def facts(count: int) -> Iterator[Fact]:
    """So many facts, with eight to twelve for a subject."""
    random = Random(count)
    made = 0
    subject = FIRST
    while made < count:
        for attribute in random.sample(list(_SAYINGS), random.randint(6, 10)):
            past = made + 1 < count and random.random() < 0.2
            for fact in _timeline(random, subject, attribute, 2 if past else 1):
                if made < count:
                    yield fact
                    made += 1
        subject = f"{random.choice(_NAMES)} {made}"


def _timeline(random: Random, subject: str, attribute: str, length: int) -> list[Fact]:
    said = date(2022, 1, 1) + timedelta(days=random.randrange(1400))
    days = [said + timedelta(days=200 * place) for place in range(length)]
    ids = [f"f_{random.getrandbits(64):016x}" for _ in days]
    return [
        Fact(
            id=ids[place],
            subject=subject,
            attribute=attribute,
            fact=_sentence(random, subject, attribute),
            first=Saying(
                said=day,
                kept=datetime(day.year, day.month, day.day, 12, tzinfo=UTC),
                source=f"conversation: week-{day.isocalendar().week}.txt",
            ),
            until=days[place + 1] if place + 1 < length else None,
            replaces=(ids[place - 1],) if place else (),
            replaced_by=ids[place + 1] if place + 1 < length else None,
        )
        for place, day in enumerate(days)
    ]


def _sentence(random: Random, name: str, attribute: str) -> str:
    return _SAYINGS[attribute].format(
        name=name,
        place=random.choice(_PLACES),
        thing=random.choice(_THINGS),
        how=random.choice(_HOW),
        how2=random.choice(_HOW),
        day=f"{random.randint(1, 28)} May 2027",
    )
