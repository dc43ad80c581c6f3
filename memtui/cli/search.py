"""`memtui search`: the facts that answer a question, current ones first."""

import re
from contextlib import closing
from typing import TYPE_CHECKING

from memtui.cli.call import Call, UsageError
from memtui.cli.listing import held, told
from memtui.cli.parsing import Command, Parser
from memtui.cli.printing import Styled, dim
from memtui.desk.by_meaning import ByMeaning
from memtui.desk.marking import marked
from memtui.desk.telling import missing_line
from memtui.errors import MemtuiError
from memtui.facts.days import read_day, read_first_day, read_last_day
from memtui.facts.text import visible
from memtui.search.ranking import Asked, Hit

if TYPE_CHECKING:
    from memtui.search.explain import Explained
    from memtui.store.memory import Memory

_EVERYTHING = ""
_ID = re.compile(r"\[?f_[0-9a-f]+\]?", re.IGNORECASE)

# More than any memory holds, and a number that every layer can count with.
_MOST = 1_000_000


def _arguments(parser: Parser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", help="a question, or words")
    parser.add_argument("-k", type=int, default=8, metavar="N", help="at most so many (8)")
    parser.add_argument("--words", action="store_true", help="by words alone, not by meaning")
    parser.add_argument("--as-of", metavar="D", type=read_day, help="what held on a day")
    parser.add_argument("--current", action="store_true", help="leave history out")
    parser.add_argument(
        "--since", metavar="D", type=read_first_day, help="said on a day or later; also 2026-10"
    )
    parser.add_argument(
        "--until", metavar="D", type=read_last_day, help="said on a day or earlier; also 2026"
    )
    parser.add_argument(
        "--explain",
        nargs="?",
        const=_EVERYTHING,
        metavar="ID",
        help="why facts are in the answer or not; with an id, that fact alone",
    )


def _search(call: Call) -> int:
    asked = call.options
    query, explained = list(asked.query), asked.explain
    if explained not in (None, _EVERYTHING) and not _ID.fullmatch(explained):
        # The first word of the question, for which argparse took an id.
        query, explained = [explained, *query], _EVERYTHING
    if not visible(" ".join(query)):
        raise UsageError("say what to look for; `memtui facts` lists all", "memtui search")
    if asked.k < 1:
        raise UsageError("-k takes a number from 1 on", "memtui search")
    with call.memory() as memory, closing(ByMeaning(memory, call.clock)) as meaning:
        days = (asked.as_of, asked.since, asked.until)
        as_of, since, until = (day.on(memory.today) if day else None for day in days)
        if since and until and until < since:
            raise UsageError(f"--since {since} comes after --until {until}", "memtui search")
        k = min(asked.k, _MOST)
        question = Asked(" ".join(query), k, as_of, asked.current, since, until)
        if explained is not None:
            _explain(call, memory, meaning, question, explained or None)
        else:
            _answer(call, memory, meaning, question)
    return 0


def _answer(call: Call, memory: "Memory", meaning: ByMeaning, asked: Asked) -> None:
    answer = meaning.answer(asked, words_alone=call.options.words)
    if call.out.as_json:
        from memtui.desk.as_json import answer_json

        call.out.document(answer_json(answer, memory.path) | _ready_json(call, meaning))
        return
    for hit in answer.hits:
        _print(call, hit)
    if not answer.hits:
        call.out.note(f"nothing in {memory.name} matches")
    _tell_what_is_missing(call, meaning, answer.problem)


def _print(call: Call, hit: Hit) -> None:
    fact = hit.fact
    code = "1" if fact.current else "2"
    sentence = [
        Styled(part, f"{code};4" if word else code) for part, word in marked(fact.fact, hit.matched)
    ]
    name = dim(f"{fact.subject} — {fact.attribute}: ")
    when = told(fact.said, fact.source) if fact.current else f"(history: {held(fact)})"
    call.out.line(name, *sentence, f"  {when}")
    call.out.line(dim(f"  {hit.citation} {hit.why}"))
    if hit.successor:
        after = hit.successor
        call.out.line(dim(f"  replaced by “{after.fact}” [{after.id}]"))


def _tell_what_is_missing(call: Call, meaning: ByMeaning, problem: MemtuiError | None) -> None:
    """Say how much meaning knows where it does not know all, and why where it cannot answer."""
    if call.options.words:
        return
    if line := missing_line(meaning.standing(), problem):
        call.out.note(line)


def _ready_json(call: Call, meaning: ByMeaning) -> dict[str, object]:
    if call.options.words:
        return {"meaning": None}
    from memtui.desk.as_json import standing_json

    return {"meaning": standing_json(meaning.standing())}


def _explain(
    call: Call, memory: "Memory", meaning: ByMeaning, asked: Asked, one: str | None
) -> None:
    explanation = meaning.explain(asked, one, words_alone=call.options.words)
    if call.out.as_json:
        from memtui.desk.as_json import explanation_json

        document = explanation_json(explanation, memory.path)
        call.out.document(document | _ready_json(call, meaning))
        return
    if explanation.time:
        call.out.note(f"the question names a time: {explanation.time.words}")
    if not (call.options.words or explanation.problem):
        call.out.note(f"all words of the question weigh {explanation.weight:.2f} of a cosine")
    # As many that are not in the answer as could be in it; all of them in JSON.
    shown = explanation.facts[: 2 * asked.k]
    for each in shown:
        _print_explained(call, each)
    left = len(explanation.facts) - len(shown)
    if left:
        call.out.note(f"and {left:,} more candidates; --json lists all")
    if not explanation.facts:
        call.out.note(f"nothing in {memory.name} matches")
    _tell_what_is_missing(call, meaning, explanation.problem)


def _print_explained(call: Call, each: "Explained") -> None:
    fact = each.fact
    place = f"{each.place:>3}." if each.place else "  — "
    when = f"  ({fact.said})" if fact.current else f"  (history: {held(fact)})"
    call.out.line(
        f"{place} ",
        dim(f"{fact.subject} — {fact.attribute}: "),
        Styled(fact.fact, "1" if fact.current else "2"),
        when,
    )
    sides = [
        f"{name} #{side.rank:,} ({side.score:.3f})" if side else f"{name} —"
        for name, side in (("words", each.words), ("meaning", each.meaning))
    ]
    scores = [
        f"{name} {score:.3f}"
        for name, score in (("both", each.fused), ("score", each.score))
        if score is not None
    ]
    told_ = " · ".join([f"[{fact.id}]", *sides, *scores, *each.counts])
    call.out.line(dim(f"     {told_}"))
    call.out.line(dim(f"     {each.outcome}"))


COMMANDS = {"search": Command(_arguments, _search, 'memtui search "where does Ana work"')}
