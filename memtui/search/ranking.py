"""Which facts answer a question, and in which order: what holds first, what held before after it.

A hit on a fact that was replaced lifts the one that holds now, so that today's answer comes first
even when only yesterday's wording matches. The last third of the places is kept for the best of
what was replaced; half of them when the question names a time, for what held then.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from memtui.errors import MemtuiError
from memtui.facts.fact import Fact
from memtui.facts.things import Key, thing_key
from memtui.search.days import Span
from memtui.search.fusion import CANDIDATES
from memtui.search.gathering import Condition, Found, MeaningSide, gather
from memtui.search.lifting import lifts
from memtui.search.matching import matched_words
from memtui.search.naming import Question, read_names
from memtui.search.scoring import LEADS, Named, names_both, names_in, said_within, scored
from memtui.search.succession import Step, asked_step, led_by
from memtui.search.when import asked_time
from memtui.store.memory import Memory

_NAMED = {
    Named.SUBJECT: "its subject is named",
    Named.ATTRIBUTE: "its attribute is named",
    Named.MEANT: "its attribute is named in other words",
    Named.SUBJECT | Named.ATTRIBUTE: "subject and attribute are named",
    Named.SUBJECT | Named.MEANT: "its subject is named, its attribute in other words",
}


class By(StrEnum):
    """By what a fact was found."""

    WORDS = "words"
    MEANING = "meaning"
    BOTH = "both"
    NAMED = "named"
    HELD_THEN = "held then"


@dataclass(frozen=True, slots=True)
class Hit:
    """One fact that answers.

    `why` tells what matched, `citation` how to point at it. `score` is what it is ranked by,
    comparable within one answer only; `words` and `meaning` are what each side thinks of it,
    `None` where it says nothing. `matched` are the words of the question that it has.
    `successor` is the fact that replaced it.
    """

    fact: Fact
    why: str
    citation: str
    score: float
    by: By = By.WORDS
    words: float | None = None
    meaning: float | None = None
    matched: tuple[str, ...] = ()
    successor: Fact | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits, the time that the question names, and why meaning did not answer.

    `weight` is what a whole match of words counts beside a cosine: the measure of cosines.
    """

    hits: tuple[Hit, ...]
    time: Span | None = None
    problem: MemtuiError | None = None
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its conditions.

    Args:
        query: What is asked.
        k: At most so many.
        as_of: Only what held on this day, instead of now.
        current: Leave history out.
        since: Only what was said on this day or later.
        until: Only what was said on this day or earlier.
        only: Only what meets this; it acts before the cut to `k`.
    """

    query: str
    k: int = 8
    as_of: date | None = None
    current: bool = False
    since: date | None = None
    until: date | None = None
    only: Condition | None = None

    def holds(self, fact: Fact) -> bool:
        """Whether a fact holds (on the day asked for)."""
        if self.as_of is None:
            return fact.current
        return fact.said <= self.as_of and (fact.until is None or self.as_of < fact.until)

    def said_in_time(self, fact: Fact) -> bool:
        """Whether a fact was said between `since` and `until`."""
        return any(
            (self.since is None or day >= self.since) and (self.until is None or day <= self.until)
            for day in (fact.said, *fact.also_said)
        )

    def admits(self, fact: Fact) -> bool:
        """Whether a fact meets the conditions, whether it holds or not."""
        return self.said_in_time(fact) and (self.only is None or self.only(fact))

    @property
    def condition(self) -> Condition | None:
        """What candidates must meet."""
        return self.admits if self.since or self.until or self.only else None


def search(
    memory: Memory,
    query: str,
    *,
    k: int = 8,
    as_of: date | None = None,
    current: bool = False,
    since: date | None = None,
    until: date | None = None,
    meaning: MeaningSide | None = None,
) -> list[Hit]:
    """The hits of `answer`, where nobody wants to know more."""
    asked = Asked(query, k, as_of, current, since, until)
    return list(answer(memory, asked, meaning).hits)


def answer(memory: Memory, asked: Asked, meaning: MeaningSide | None = None) -> Answer:
    """Find facts.

    Args:
        memory: Where to look.
        asked: The question and its conditions.
        meaning: Search by meaning; words alone answer without it.

    Returns:
        The facts that hold (on the day asked for), best first, then those that held at the time
        that the question names, then others that do not hold any more.
    """
    ranking = Ranking.of(memory, asked, meaning)
    first, then = ranking.placed()
    hits = [ranking.hit(fact) for fact in (*first, *then)]
    successors = {hit.fact.replaced_by for hit in hits if hit.fact.replaced_by}
    known = {fact.id: fact for fact in memory.facts(history=True, ids=successors)}
    return Answer(
        tuple(replace(hit, successor=known.get(hit.fact.replaced_by or "")) for hit in hits),
        ranking.time,
        ranking.found.problem,
        ranking.found.weight,
    )


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of a question with their scores; what is asked of it later is in order."""

    memory: Memory
    asked: Asked
    question: Question
    time: Span | None
    found: Found
    then: Found | None
    scores: Mapping[str, float]
    facts: Mapping[str, Fact]
    lifts: Mapping[str, Fact]
    named: Mapping[str, Named]
    step: Step | None
    led: tuple[Fact, ...]

    @classmethod
    def of(cls, memory: Memory, asked: Asked, meaning: MeaningSide | None) -> "Ranking":
        """Gather and score the candidates of a question."""
        rules = memory.rules
        me = memory.settings.me.names
        question = read_names(asked.query, rules, me)
        time = None
        if asked.as_of is None and not asked.current:
            time = _time_of(memory, asked.query)
        found = _gathered(memory, asked, question, meaning)
        then = None
        if time:
            rest = read_names(time.without(asked.query) or asked.query, rules, me)
            then = gather(
                memory,
                rest.wordings,
                meaning,
                condition=lambda fact: (
                    not fact.current and time.meets(fact.said, fact.until) and asked.admits(fact)
                ),
                sides=(False,),
            )
        facts = dict(found.facts) | dict(then.facts if then else {})
        facts = {id_: facts[id_] for id_ in {*found.scores, *(then.scores if then else ())}}
        named = names_in(question, facts.values())
        scores = scored(found, then, facts, time, named, asks_who=question.asks_who)
        lifted = lifts(
            memory,
            facts,
            scores,
            named,
            holds=asked.holds,
            admits=asked.admits,
            unfound=min(found.cosines.values(), default=0.0),
            # Those behind so many cannot come among the first.
            most=max(16, 3 * asked.k),
        )
        for fact, through, score in lifted:
            facts[fact.id] = fact
            named.setdefault(fact.id, named[through.id])
            scores[fact.id] = score
        step = None
        # "Before 3 December" may name a value: no time, where nothing of who is named held then.
        told = then and any(Named.SUBJECT in named[id_] for id_ in then.scores)
        if asked.as_of is None and not asked.current and not told:
            step = asked_step(asked.query)
        led = led_by(memory, step, asked.query, facts, named, asked.admits) if step else ()
        for fact in led:
            facts[fact.id] = fact
            named.setdefault(fact.id, Named.SUBJECT)
            scores.setdefault(fact.id, 0.0)
        return cls(
            memory,
            asked,
            question,
            time,
            found,
            then,
            scores,
            facts,
            {fact.id: through for fact, through, _ in lifted},
            named,
            step,
            led,
        )

    def holding(self) -> list[Fact]:
        """What holds (on the day asked for), best first."""
        return self._best(fact for fact in self.facts.values() if self.asked.holds(fact))

    def held_then(self) -> list[Fact]:
        """What held at the time that the question names and does not hold now."""
        if self.time is None or self.then is None:
            return []
        return self._spread(
            fact for id_, fact in self.facts.items() if id_ in self.then.scores and not fact.current
        )

    def history(self) -> list[Fact]:
        """What does not hold now: what is asked for of a thing's past in its order, then the
        best of each thing before the second of any.
        """
        if self.asked.current or self.asked.as_of:
            return []
        rest = self._spread(
            fact
            for id_, fact in self.facts.items()
            if id_ in self.found.scores and not fact.current and fact not in self.led
        )
        return [*self.led, *rest]

    def not_holding(self) -> list[Fact]:
        """What held at the time that the question names, then the rest of history."""
        first = [*self.led, *self.held_then()]
        return list({fact.id: fact for fact in (*first, *self.history())}.values())

    def placed(self) -> tuple[list[Fact], list[Fact]]:
        """What takes the places of the answer: what holds, and what does not."""
        k = self.asked.k
        held, then = self.held_then(), self.not_holding()
        third = k // 3 if k > 2 else k - 1
        kept = max(min(len(then), third), min(len(held), k // 2))
        first = self.holding()[: k - kept]
        return first, then[: k - len(first)]

    def hit(self, fact: Fact) -> Hit:
        """A fact as it is shown in the answer."""
        found = self.found if fact.id in self.found.scores else self.then or self.found
        words, meant = found.words.get(fact.id), found.cosines.get(fact.id)
        matched = matched_words(fact, self.asked.query)
        by = By.BOTH if words and meant is not None else By.WORDS if words else By.MEANING
        if self.named[fact.id] == LEADS:
            by = By.NAMED
        why = "is cited" if fact.id in self.question.ids else _why(by, matched)
        if fact.id not in self.found.scores and (through := self.lifts.get(fact.id)):
            through_words = matched_words(through, self.asked.query)
            by = By.WORDS if through_words else By.MEANING
            why = f"holds instead of “{through.fact}”, which {_why(by, through_words)}"
        if fact in self.led:
            by, why = By.NAMED, f"asked for as what was {self.step}"
        if not fact.current and self.then and fact.id in self.then.scores:
            by, why = By.HELD_THEN, f"held then; {why}" if matched else "held then"
        return Hit(fact, why, f"[{fact.id}]", self.scores[fact.id], by, words, meant, matched)

    def fused(self, fact: Fact) -> float | None:
        """What words and meaning together think of a fact; `None` when neither found it."""
        sides = [each.scores[fact.id] for each in self._sides if fact.id in each.scores]
        return max(sides, default=None)

    def counts(self, fact: Fact) -> Iterator[str]:
        """What counts for a fact beside words and meaning, one phrase each."""
        named = self.named[fact.id]
        if fact.id in self.question.ids:
            yield "is cited"
        elif named & ~Named.NAMESAKE in _NAMED:
            yield _NAMED[named & ~Named.NAMESAKE]
        if Named.NAMESAKE in named:
            yield "only a part of its subject's name is named, which is all of another's"
        if self.time and said_within(fact, self.time):
            yield f"said {self.time.words}"
        if through := self.lifts.get(fact.id):
            yield f"holds instead of [{through.id}]"
        if fact in self.led:
            yield f"asked for as what was {self.step}"

    @property
    def _sides(self) -> tuple[Found, ...]:
        return (self.found, self.then) if self.then else (self.found,)

    def _best(self, facts: Iterable[Fact]) -> list[Fact]:
        return sorted(facts, key=self._order)

    def _order(self, fact: Fact) -> tuple[int, float, int, str, str, str]:
        leads = self.named[fact.id] == LEADS
        score = round(self.scores[fact.id], 6)
        newest = -fact.last_said.toordinal()
        return (-int(leads), -score, newest, fact.subject, fact.attribute, fact.id)

    def _spread(self, facts: Iterable[Fact]) -> list[Fact]:
        seen: Counter[Key] = Counter()
        turns: dict[str, int] = {}
        best = self._best(facts)
        for fact in best:
            key = thing_key(fact.subject, fact.attribute, self.memory.rules)
            turns[fact.id] = seen[key]
            # Of a thing that the question names, all is asked for.
            if not names_both(self.named[fact.id]):
                seen[key] += 1
        return sorted(best, key=lambda fact: turns[fact.id])


def _gathered(
    memory: Memory, asked: Asked, question: Question, meaning: MeaningSide | None
) -> Found:
    found = gather(
        memory,
        question.wordings,
        meaning,
        enough=max(CANDIDATES, 4 * asked.k),
        condition=asked.condition,
        wanted=asked.holds if asked.as_of else None,
        # Each for itself, so that much history of one thing crowds nothing out.
        sides=(None,) if asked.as_of else (True, False),
    )
    cited = memory.facts(history=True, ids=question.ids) if question.ids else []
    facts = {fact.id: fact for fact in cited if asked.admits(fact)}
    # What nobody found is found by its id, whatever else matches better.
    return replace(
        found, facts={**found.facts, **facts}, scores={**dict.fromkeys(facts, 0.0), **found.scores}
    )


def _time_of(memory: Memory, query: str) -> Span | None:
    """The time that a question names, unless it is somebody's name."""
    if asked_time(query, memory.today) is None:
        return None
    ids = [hit.id for hit in memory.words(query, limit=20, current=True)]
    names = [fact.subject for fact in memory.facts(ids=ids)]
    return asked_time(query, memory.today, names=names)


def _why(by: By, matched: Collection[str]) -> str:
    words = ", ".join(f"“{word}”" for word in matched)
    told = f"matches {words}" if words else "is close in meaning"
    return f"{told} and is close in meaning" if by is By.BOTH and words else told
