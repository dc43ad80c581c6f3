"""The REST routes as a Starlette app; each runs in a thread, failures are JSON with a code."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.routing import Route as Routed
from starlette.types import Lifespan

from memtui import __version__
from memtui.desk.as_json import error_json
from memtui.desk.tokens import Scope
from memtui.errors import Code, MemtuiError
from memtui.serve.answers import Call, Given, memories
from memtui.serve.arguments import Arguments, unreadable
from memtui.serve.client import CLIENT, Client
from memtui.serve.openapi import document
from memtui.serve.opened import Library
from memtui.serve.routes import ROUTES, Route
from memtui.serve.statuses import STATUS

Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(
    library: Library, more: list[BaseRoute], lifespan: Lifespan[Starlette], *, rest: bool = True
) -> Starlette:
    """Make the app.

    Args:
        library: The memories.
        more: Routes besides these.
        lifespan: What goes on as long as the app does.
        rest: Whether the routes of `ROUTES` are among them.
    """
    routes: list[BaseRoute] = [Routed("/health", _health, methods=["GET"])]
    if rest:
        paths = list(dict.fromkeys(route.path for route in ROUTES))
        routes += [
            Routed("/openapi.json", _openapi, methods=["GET"]),
            Routed("/memories", _memories(library), methods=["GET"]),
            *(
                Routed(path, _endpoint(library, own), methods=list(own))
                for path in paths
                for own in [{each.method: each for each in ROUTES if each.path == path}]
            ),
        ]
    app = Starlette(
        routes=[*routes, *more],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, MemtuiError: _error, Exception: _crash},
    )
    # An address with a slash too many is none of ours.
    app.router.redirect_slashes = False
    return app


async def _health(request: Request) -> Response:
    return JSONResponse({"status": "ok", "version": __version__})


async def _openapi(request: Request) -> Response:
    return JSONResponse(document())


def _memories(library: Library) -> Endpoint:
    async def answer(request: Request) -> Response:
        client: Client = request.scope[CLIENT]
        client.must(Scope.READ)
        Arguments(dict(request.query_params), ())
        names = await anyio.to_thread.run_sync(memories, library, client)
        return JSONResponse({"memories": names})

    return answer


def _endpoint(library: Library, routes: dict[str, Route]) -> Endpoint:
    async def answer(request: Request) -> Response:
        route = routes[request.method if request.method != "HEAD" else "GET"]
        client: Client = request.scope[CLIENT]
        client.must(route.needs)
        name = request.path_params["name"]
        client.must_reach(name)
        given = Arguments(await _values(request, route), tuple(route.takes["properties"]))
        id_ = request.path_params.get("id", "")

        def run() -> Given:
            return route.run(Call(library.use(name), client, given, id_))

        answered = await anyio.to_thread.run_sync(run)
        return JSONResponse(answered.values, answered.status)

    return answer


async def _values(request: Request, route: Route) -> Any:
    if not route.has_body:
        return _query(request, route)
    if request.query_params:
        raise unreadable("This takes a JSON body and no query.")
    body = await request.body()
    if not body and not route.takes["required"]:
        return {}
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    # A page can have a form sent by any browser, but not JSON.
    if kind != "application/json":
        raise HTTPException(415)
    try:
        return json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise unreadable("The body is not JSON.") from None


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _query(request: Request, route: Route) -> dict[str, Any]:
    """The query's values, of the kinds that the route's schema gives them."""
    values: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name in values:
            raise unreadable(f"`{name[:60]}` is given twice.")
        kind = route.takes["properties"].get(name, {}).get("type")
        values[name] = _read(value) if kind in ("integer", "boolean") else value
    return values


def _read(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    plain = value.removeprefix("-")
    return int(value) if plain.isascii() and plain.isdecimal() and len(plain) < 12 else value


async def _error(request: Request, error: Exception) -> Response:
    assert isinstance(error, MemtuiError)
    return JSONResponse({"error": error_json(error)}, STATUS[error.code])


async def _crash(request: Request, error: Exception) -> Response:
    """What nobody foresaw; the server goes on, and prints it."""
    told = MemtuiError(
        Code.SERVER_UNAVAILABLE,
        "Something went wrong that should not have.",
        "The server's own output says more.",
    )
    # The connection goes down with it.
    return JSONResponse({"error": error_json(told)}, 500, {"Connection": "close"})


_HTTP = {
    404: (Code.REQUEST_UNREADABLE, "There is nothing at this address.", "See /openapi.json."),
    405: (Code.REQUEST_UNREADABLE, "This address does not take that method.", "See /openapi.json."),
    415: (
        Code.REQUEST_UNREADABLE,
        "The body is not said to be JSON.",
        "Send it with `Content-Type: application/json`.",
    ),
}


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, message, hint = _HTTP.get(
        error.status_code, (Code.REQUEST_UNREADABLE, str(error.detail), "")
    )
    told = error_json(MemtuiError(code, message, hint))
    return JSONResponse({"error": told}, error.status_code, error.headers)
