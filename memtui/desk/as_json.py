"""Facts and what happened to them as JSON values, the same on every surface.

Days are `YYYY-MM-DD`, moments RFC 3339; what is absent is `null`, optional fields are left out.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.errors import MemtuiError
from memtui.extract.proposal import LeftOut
from memtui.facts.fact import Draft, Evidence, Fact, Origin, Revision, Saying
from memtui.facts.keeping import Outcome, Status
from memtui.review.near import Near
from memtui.search.days import Span
from memtui.search.ranking import Answer
from memtui.store.fields import is_id
from memtui.store.health import Health

if TYPE_CHECKING:
    from memtui.search.explain import Explanation, Place
    from memtui.search.standing import Standing

Json = dict[str, Any]


def day_json(day: date | None) -> str | None:
    """A day."""
    return day.isoformat() if day else None


def moment_json(moment: datetime | None) -> str | None:
    """A moment in UTC; one whose zone is unknown stays as it was written."""
    if moment is None:
        return None
    if moment.tzinfo is None:
        return moment.isoformat()
    return moment.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def fact_json(fact: Fact, path: Path | None = None) -> Json:
    """A fact with everything that is known of it.

    Args:
        fact: The fact.
        path: Its note, where it has one.
    """
    first = fact.first
    return {
        "id": fact.id,
        "subject": fact.subject,
        "attribute": fact.attribute,
        "fact": fact.fact,
        "source": fact.source,
        "said": day_json(fact.said),
        "kept": moment_json(fact.kept),
        "edited": moment_json(fact.edited),
        "replaces": list(fact.replaces),
        "replaced_by": fact.replaced_by,
        "until": day_json(fact.until),
        "current": fact.current,
        "path": str(path) if path else None,
        **_present(
            ended=day_json(fact.ended),
            also_said=[day_json(each) for each in fact.also_said],
            again=[_saying_json(each) for each in fact.again if _is_more_than_a_day(each)],
            time=None if first.evidence else moment_json(first.time),
            place=first.place,
            batch=first.batch,
            evidence=evidence_json(first.evidence, first.time),
            origin=_origin_json(first.origin),
            revisions=[_revision_json(each) for each in fact.revisions],
            tags=list(fact.tags),
        ),
    }


def facts_json(facts: Iterable[Fact], path: Callable[[str], Path]) -> list[Json]:
    """Facts, each with its note as `path` gives it for an id."""
    return [fact_json(fact, path(fact.id)) for fact in facts]


def evidence_json(evidence: Evidence | None, said: datetime | None = None) -> Json | None:
    """The words something rests on, and when they were said where that is known."""
    if evidence is None:
        return None
    return {"quote": evidence.quote, "speaker": evidence.speaker} | _present(time=moment_json(said))


def outcome_json(outcome: Outcome, path: Callable[[str], Path]) -> Json:
    """What became of one kept draft."""
    return {
        "status": str(outcome.status),
        "fact": fact_json(outcome.fact, path(outcome.fact.id)),
        "replaced": facts_json(outcome.replaced, path),
    }


def left_out_json(left_out: Iterable[LeftOut]) -> list[Json]:
    """What was not kept or not proposed, without its words."""
    return [{"subject": each.subject, "reason": each.reason} for each in left_out]


def kept_json(
    batch: str,
    outcomes: Iterable[Outcome],
    left_out: Iterable[LeftOut],
    path: Callable[[str], Path],
) -> Json:
    """What one keeping did."""
    return {
        "batch": batch,
        "kept": [outcome_json(outcome, path) for outcome in outcomes],
        "left_out": left_out_json(left_out),
    }


def proposal_json(
    draft: Draft, status: Status, replaced: Iterable[Fact], path: Callable[[str], Path]
) -> Json:
    """What keeping a draft would do; what it replaces of its own batch has no id yet."""
    return {
        "status": str(status),
        "subject": draft.subject,
        "attribute": draft.attribute,
        "fact": draft.fact,
        "said": day_json(draft.said),
        "source": draft.source,
        "evidence": evidence_json(draft.evidence, draft.time),
        "replaces": [
            fact_json(each, path(each.id)) if is_id(each.id) else fact_json(each) | {"id": None}
            for each in replaced
        ],
    }


def near_json(near: Near | None) -> Json | None:
    """The thing that a proposal may be about under another name, and why."""
    if near is None:
        return None
    return {"subject": near.subject, "attribute": near.attribute, "why": str(near.why)}


def answer_json(answer: Answer, path: Callable[[str], Path]) -> Json:
    """What a search found, with the scores; those of a side that says nothing are `null`."""
    return {
        "hits": [
            {
                "fact": fact_json(hit.fact, path(hit.fact.id)),
                "why": hit.why,
                "citation": hit.citation,
                "by": str(hit.by),
                "score": hit.score,
                "words": hit.words,
                "meaning": hit.meaning,
                "matched": list(hit.matched),
                "successor": (
                    fact_json(hit.successor, path(hit.successor.id)) if hit.successor else None
                ),
            }
            for hit in answer.hits
        ],
        "time": _span_json(answer.time),
        "problem": error_json(answer.problem) if answer.problem else None,
    }


def standing_json(standing: "Standing") -> Json:
    """How many facts meaning knows, how many not yet, and what is wrong."""
    return {
        "ready": standing.done,
        "pending": standing.total - standing.done,
        "problem": error_json(standing.problem) if standing.problem else None,
    }


def explanation_json(explanation: "Explanation", path: Callable[[str], Path]) -> Json:
    """Why a search answers as it does."""
    return {
        "facts": [
            {
                "fact": fact_json(each.fact, path(each.fact.id)),
                "place": each.place,
                "words": _place_json(each.words),
                "meaning": _place_json(each.meaning),
                "fused": each.fused,
                "score": each.score,
                "counts": list(each.counts),
                "outcome": each.outcome,
            }
            for each in explanation.facts
        ],
        "time": _span_json(explanation.time),
        "weight": explanation.weight,
        "problem": error_json(explanation.problem) if explanation.problem else None,
    }


def error_json(error: MemtuiError) -> Json:
    """A failure."""
    return {"code": str(error.code), "message": error.message, "hint": error.hint}


def health_json(health: Health) -> Json:
    """How a memory is."""
    return {
        "well": health.well,
        "counts": health.counts._asdict(),
        "problems": [each._asdict() for each in health.problems],
        "secrets": [
            {"id": each.id, "path": each.path, "rule": each.rule} for each in health.secrets
        ],
        "disagreeing": list(health.disagreeing),
        "leftovers": list(health.leftovers),
        "exposed": list(health.exposed),
        "faults": list(health.faults),
        "ahead": list(health.ahead),
        "unknown_settings": list(health.unknown_settings),
    }


def _span_json(span: Span | None) -> Json | None:
    """The days that a question asks about; `end` is the first day after them."""
    if span is None:
        return None
    return {"words": span.words, "first": day_json(span.first), "end": day_json(span.end)}


def _place_json(place: "Place | None") -> Json | None:
    return {"rank": place.rank, "score": place.score} if place else None


def _saying_json(saying: Saying) -> Json:
    return {"said": day_json(saying.said)} | _present(
        time=None if saying.evidence else moment_json(saying.time),
        kept=moment_json(saying.kept),
        place=saying.place,
        source=saying.source,
        batch=saying.batch,
        evidence=evidence_json(saying.evidence, saying.time),
        origin=_origin_json(saying.origin),
    )


def _is_more_than_a_day(saying: Saying) -> bool:
    return saying != Saying(saying.said)


def _origin_json(origin: Origin | None) -> Json | None:
    if origin is None:
        return None
    return {"by": origin.by} | _present(model=origin.model, conversation=origin.conversation)


def _revision_json(revision: Revision) -> Json:
    return {"until": moment_json(revision.until)} | _present(
        fact=revision.fact,
        subject=revision.subject,
        attribute=revision.attribute,
        source=revision.source,
        said=day_json(revision.said),
    )


def _present(**values: Any) -> Json:
    return {name: value for name, value in values.items() if value not in (None, "", [], 0)}
