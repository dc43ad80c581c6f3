"""What programs suggest, put into the queue, and what they are told about it."""

from collections.abc import Sequence
from typing import Any

from memtui.desk.as_json import error_json
from memtui.desk.queue import Fate, Met, Queued, Suggestion, suggest
from memtui.desk.telling import count
from memtui.facts.fact import FACT_LIMIT
from memtui.serve.arguments import Arguments
from memtui.serve.brief import brief_json
from memtui.serve.client import Client
from memtui.serve.opened import Opened

_PARTS = ("subject", "attribute", "fact", "said", "quote")
# More than may be kept, so that what is too long is refused with its own reason.
_MOST = 20_000


def suggestions_of(values: Sequence[Any]) -> list[Suggestion]:
    """The suggestions in a request.

    Raises:
        MemtuiError: `REQUEST_UNREADABLE`.
    """
    suggestions = []
    for value in values:
        given = Arguments(value, _PARTS)
        suggestions.append(
            Suggestion(
                given.text("subject", most=_MOST),
                given.text("attribute", most=_MOST),
                given.text("fact", most=_MOST),
                given.day("said"),
                given.text("quote", most=FACT_LIMIT, default=""),
            )
        )
    return suggestions


def put(
    opened: Opened, client: Client, suggestions: Sequence[Suggestion], *, via: str = "MCP"
) -> tuple[dict[str, Any], str]:
    """Put suggestions into the queue; answers as values and as a sentence.

    Raises:
        MemtuiError: `QUEUE_FULL`; the reason when every suggestion was refused.
    """
    with opened.writing:
        queued = suggest(opened.desk, client.name, suggestions, via=via, trusted=client.named)
    message = _message(queued)
    values = {
        "results": [_met_json(each) for each in queued.met],
        "waiting": queued.waiting,
        "message": message,
    }
    return values, message


def _message(queued: Queued) -> str:
    told = []
    if waits := queued.count(Fate.WAITS):
        told.append(
            f"{count(waits, 'proposal')} {'waits' if waits == 1 else 'wait'} for the person to "
            "accept in memtui."
        )
        if not queued.count(Fate.KEPT):
            told.append("Nothing was changed.")
    if kept := queued.count(Fate.KEPT):
        told.append(f"{count(kept, 'fact')} kept, as the person lets this client write.")
    if known := queued.count(Fate.KNOWN):
        told.append(f"{known} known already.")
    if again := queued.count(Fate.WAITING):
        told.append(f"{again} waiting already.")
    if declined := queued.count(Fate.DECLINED):
        told.append(f"{declined} left out: the person declined it before. Do not propose it again.")
    told += [
        f"Refused: {each.problem.code}: {each.problem.message}"
        for each in queued.met
        if each.problem
    ]
    return " ".join(told)


def _met_json(met: Met) -> dict[str, Any]:
    return {
        "fate": str(met.fate),
        "does": str(met.does) if met.does else None,
        "replaces": [brief_json(each) for each in met.replaces],
        "id": met.fact.id if met.fact else None,
        "problem": error_json(met.problem) if met.problem else None,
    }
