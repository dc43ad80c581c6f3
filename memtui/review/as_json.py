"""A review as JSON, so that it survives a crash, a dropped line and a restart."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from memtui.conversations.conversation import Role, Turn
from memtui.extract.proposal import LeftOut, Mark, Proposal
from memtui.facts.fact import Draft, Evidence, Origin
from memtui.review.progress import progress_from, progress_json
from memtui.review.review import Item, Review


def review_json(review: Review) -> dict[str, Any]:
    """A review as plain JSON values."""
    return {
        "id": review.id,
        "title": review.title,
        "source": review.source,
        "items": [_item_json(item) for item in review.items],
        "left_out": [[each.subject, each.reason] for each in review.left_out],
        "turns": [
            [turn.speaker, turn.role, turn.text, _text(turn.time), _text(turn.day)]
            for turn in review.turns
        ],
        "origin": review.origin,
        "made": _text(review.made),
        "reading": review.reading and progress_json(review.reading),
    }


def review_from(value: Mapping[str, Any]) -> Review:
    """The review that `review_json` gave.

    Raises:
        KeyError, TypeError, ValueError: It is not one.
    """
    return Review(
        value["id"],
        value["title"],
        value["source"],
        tuple(_item(item) for item in value["items"]),
        tuple(LeftOut(subject, reason) for subject, reason in value["left_out"]),
        tuple(
            Turn(speaker, Role(role), text, _time(time), _day(day))
            for speaker, role, text, time, day in value["turns"]
        ),
        origin=value.get("origin", ""),
        made=_time(value.get("made")),
        reading=progress_from(value["reading"]) if value.get("reading") else None,
    )


def _item_json(item: Item) -> dict[str, Any]:
    proposal, draft = item.proposal, item.draft
    return {
        "proposal": {
            "subject": proposal.subject,
            "attribute": proposal.attribute,
            "fact": proposal.fact,
            "said": _text(proposal.said),
            "time": _text(proposal.time),
            "quote": proposal.quote,
            "speaker": proposal.speaker,
            "turn": proposal.turn,
            "marks": sorted(proposal.marks),
            "origin": [proposal.origin.by, proposal.origin.model, proposal.origin.conversation],
            "forgets": proposal.forgets,
        },
        "draft": {
            "subject": draft.subject,
            "attribute": draft.attribute,
            "fact": draft.fact,
            "source": draft.source,
            "said": _text(draft.said),
            "time": _text(draft.time),
            "evidence": draft.evidence and [draft.evidence.quote, draft.evidence.speaker],
            "tags": list(draft.tags),
        },
        "ticked": item.ticked,
        "beside": item.beside,
        "declined": item.declined,
    }


def _item(value: Mapping[str, Any]) -> Item:
    from_model, mine = value["proposal"], value["draft"]
    origin = Origin(*from_model["origin"])
    proposal = Proposal(
        subject=from_model["subject"],
        attribute=from_model["attribute"],
        fact=from_model["fact"],
        said=_day(from_model["said"]),
        time=_time(from_model["time"]),
        quote=from_model["quote"],
        speaker=from_model["speaker"],
        turn=from_model["turn"],
        marks=frozenset(Mark(mark) for mark in from_model["marks"]),
        origin=origin,
        forgets=from_model.get("forgets", ""),
    )
    draft = Draft(
        subject=mine["subject"],
        attribute=mine["attribute"],
        fact=mine["fact"],
        source=mine["source"],
        said=_day(mine["said"]),
        time=_time(mine["time"]),
        evidence=Evidence(*mine["evidence"]) if mine["evidence"] else None,
        origin=origin,
        tags=tuple(mine["tags"]),
    )
    return Item(proposal, draft, value["ticked"], value["beside"], value["declined"])


def _text(moment: date | datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
