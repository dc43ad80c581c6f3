"""Writes an export like those of ChatGPT, of any size, the same each time."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TEXT = (
    "the report moves to Friday and Ana prefers short answers in Python while Bruno takes over the "
    "dashboards from Carla next month because of the launch in Recife São Paulo naïve — “quoted” "
    "list of things we decided yesterday about `x = 1` 🙂 budget travel garden recipe meeting"
)
_WORDS = _TEXT.split()
_MODELS = ("gpt-4", "gpt-4o", "gpt-4o-mini", "o3")


def write_export(path: Path, size: int, seed: int = 4) -> int:
    """Write one of so many bytes, or a little more.

    Returns:
        How many conversations are in it.
    """
    rng = random.Random(seed)
    count = written = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        while written < size:
            text = json.dumps(_conversation(rng, count), ensure_ascii=count % 2 == 0)
            written += file.write((", " if count else "") + text)
            count += 1
        file.write("]")
    return count


def _conversation(rng: random.Random, number: int) -> dict[str, Any]:
    """A conversation of 2 to 70 turns under the two hidden nodes that ChatGPT puts on top."""
    begun = 1_680_000_000 + number * 9_000.5
    nodes: dict[str, Any] = {}
    parent: str | None = None
    moment = begun
    for id_, message in _messages(rng, begun):
        nodes[id_] = {"id": id_, "message": message, "parent": parent, "children": []}
        if parent:
            nodes[parent]["children"].append(id_)
        parent = id_
        moment += rng.uniform(5, 90)
    return {
        "title": " ".join(rng.choices(_WORDS, k=4)).capitalize(),
        "create_time": begun,
        "update_time": moment,
        "mapping": nodes,
        "moderation_results": [],
        "current_node": parent,
        "plugin_ids": None,
        "conversation_id": _id(rng),
        "conversation_template_id": None,
        "gizmo_id": None,
        "is_archived": False,
        "safe_urls": [],
        "default_model_slug": "gpt-4o",
        "voice": None,
        "id": _id(rng),
    }


def _messages(rng: random.Random, moment: float) -> Iterator[tuple[str, dict[str, Any] | None]]:
    yield _id(rng), None
    hidden = {"is_visually_hidden_from_conversation": True}
    yield _id(rng), _message(rng, "system", "", None, hidden)
    for turn in range(rng.randint(1, 35)):
        moment += 61.5
        asked = " ".join(rng.choices(_WORDS, k=rng.randint(5, 60)))
        about = {"serialization_metadata": {"custom_symbol_offsets": []}, "request_id": _id(rng)}
        yield _id(rng), _message(rng, "user", asked, moment, {**about, "timestamp_": "absolute"})
        answer = " ".join(rng.choices(_WORDS, k=rng.randint(40, 450)))
        more = {
            "finish_details": {"type": "stop", "stop_tokens": [200_002]},
            "is_complete": True,
            "citations": [],
            "content_references": [],
            "message_type": None,
            "model_slug": rng.choice(_MODELS),
            "default_model_slug": "gpt-4o",
            "parent_id": _id(rng),
            "turn_exchange_id": f"{turn}-{_id(rng)}",
        }
        yield _id(rng), _message(rng, "assistant", answer, moment + 20, {**about, **more})


def _message(
    rng: random.Random, role: str, text: str, moment: float | None, metadata: dict[str, Any]
) -> dict[str, Any]:
    return {
        "id": _id(rng),
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": moment,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": metadata,
        "recipient": "all",
        "channel": None,
    }


def _id(rng: random.Random) -> str:
    digits = f"{rng.getrandbits(128):032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
