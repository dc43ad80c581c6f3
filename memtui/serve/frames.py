"""Answers to lines that are no message of JSON-RPC: the SDK would leave their sender waiting."""

import json
from typing import Any

from mcp_types import jsonrpc

from memtui.desk.as_json import error_json
from memtui.errors import MemtuiError
from memtui.serve.arguments import unreadable


def refusal(line: str) -> bytes | None:
    """The answer to a line that the SDK would pass over, as a line; `None` for any other."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, jsonrpc.PARSE_ERROR, unreadable("The line is no JSON."))
    if not isinstance(value, dict):
        why = "A line is one JSON object; there are no batches."
        return _error(None, jsonrpc.INVALID_REQUEST, unreadable(why))
    id_ = value.get("id")
    if "id" in value and "method" in value and not _is_id(id_):
        why = "`id` should be a whole number or a text."
        return _error(None, jsonrpc.INVALID_REQUEST, unreadable(why))
    try:
        jsonrpc.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        if "id" not in value and "method" in value:
            # Nobody waits for an answer to a notification.
            return b""
        why = "This is no request of JSON-RPC 2.0 whose `params` are an object."
        id_ = id_ if _is_id(id_) else None
        return _error(id_, jsonrpc.INVALID_REQUEST, unreadable(why))
    return None


def _is_id(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _error(id_: object, code: int, error: MemtuiError) -> bytes:
    told: dict[str, Any] = {"code": code, "message": str(error), "data": error_json(error)}
    return json.dumps({"jsonrpc": "2.0", "id": id_, "error": told}).encode() + b"\n"
