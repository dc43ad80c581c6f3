"""The OpenAPI document of the REST routes, made from the table that answers them."""

from typing import Any

from memtui import __version__
from memtui.serve import schemas as like
from memtui.serve.routes import ROUTES, Route

_NAME = {
    "name": "name",
    "in": "path",
    "required": True,
    "description": "the memory",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "maxLength": 64},
}
_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "a fact's id",
    "schema": {"type": "string", "pattern": "^f_[0-9a-f]{16}$"},
}
_REFUSALS = {
    400: "The request is not understood.",
    401: "A token is wanted.",
    403: "The token does not reach so far, or the memory cannot be written.",
    404: "There is no such memory or fact.",
    405: "The address does not take that method.",
    409: "What stands there already is in the way.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "What was sent may not be kept, such as a secret.",
    423: "Another program is writing.",
    429: "Too many proposals wait already.",
    500: "The settings cannot be read.",
    502: "The model answered, but not with facts.",
    503: "The model or the index does not answer.",
}


def document() -> dict[str, Any]:
    """The document."""
    paths: dict[str, dict[str, Any]] = {
        "/health": {"get": _plain("health", "Whether the server runs.", _HEALTH, open_to_all=True)},
        "/memories": {"get": _plain("listMemories", "The memories there are.", _MEMORIES)},
    }
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "memtui",
            "version": __version__,
            "description": "What a person wants remembered: dated facts with sources and history.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{"token": []}, {}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": like.ERROR},
        },
    }


_HEALTH = like.known(status=like.TEXT, version=like.TEXT)
_MEMORIES = like.known(memories=like.listed(like.TEXT))


def _plain(
    name: str, does: str, gives: like.Schema, *, open_to_all: bool = False
) -> dict[str, Any]:
    answers = {"200": _answer("Done.", gives)} | ({} if open_to_all else _refusals())
    operation = {"operationId": name, "summary": does, "responses": answers}
    return operation | ({"security": []} if open_to_all else {})


def _operation(route: Route) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [_NAME]
    if "{id}" in route.path:
        parameters.append(_ID)
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.does,
        "description": f"Needs the scope `{route.needs}`.",
        "parameters": parameters,
        "responses": {
            **{str(status): _answer("Done.", schema) for status, schema in route.gives.items()},
            **_refusals(),
        },
    }
    if route.has_body:
        operation["requestBody"] = {
            "required": bool(route.takes["required"]),
            "content": {"application/json": {"schema": route.takes}},
        }
        return operation
    required = route.takes["required"]
    for name, schema in route.takes["properties"].items():
        parameters.append(
            {
                "name": name,
                "in": "query",
                "required": name in required,
                "description": schema.get("description", name),
                "schema": schema,
            }
        )
    return operation


def _answer(does: str, schema: like.Schema) -> dict[str, Any]:
    return {"description": does, "content": {"application/json": {"schema": schema}}}


def _refusals() -> dict[str, Any]:
    error = {"$ref": "#/components/schemas/Error"}
    return {str(status): _answer(does, error) for status, does in _REFUSALS.items()}
