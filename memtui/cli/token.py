"""`memtui token`: what lets programs in over HTTP, made, listed and revoked."""

from memtui.cli.call import Call, UsageError
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.desk.tokens import Scope, Tokens
from memtui.errors import Code, MemtuiError
from memtui.store.places import check_name, memory_names, unknown

_PROG = "memtui token"
_DOES = ("make", "list", "revoke")


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "do", choices=_DOES, metavar="|".join(_DOES), help="make one, list all, or take one back"
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="whom the token is for")
    parser.add_argument(
        "--scope",
        choices=[str(scope) for scope in Scope],
        default=str(Scope.PROPOSE),
        help="what it may do, each with those before it (propose)",
    )
    parser.add_argument("--only", metavar="MEMORY", default="", help="the one memory it opens")


def _token(call: Call) -> int:
    asked = call.options
    tokens = Tokens(call.home)
    if asked.do == "list":
        return _list(call, tokens)
    if not asked.name:
        raise UsageError(f"say whom: {_PROG} {asked.do} NAME", _PROG)
    if asked.do == "revoke":
        return _revoke(call, tokens, asked.name)
    if asked.only:
        check_name(asked.only)
        if asked.only not in memory_names(call.home):
            raise unknown(call.home, asked.only)
    token = tokens.make(asked.name, Scope(asked.scope), call.clock, asked.only)
    if call.out.as_json:
        call.out.document({"name": asked.name, "scope": asked.scope, "token": token})
    else:
        call.out.line(token)
        call.out.note("it is shown this once; only its hash is kept")
    return 0


def _list(call: Call, tokens: Tokens) -> int:
    known = tokens.all()
    if call.out.as_json:
        listed = [
            {
                "name": each.name,
                "scope": str(each.scope),
                "memory": each.memory or None,
                "made": each.made,
            }
            for each in known
        ]
        call.out.document({"tokens": listed})
        return 0
    rows = [
        (each.name, str(each.scope), each.memory or "all memories", each.made) for each in known
    ]
    for line in table(rows) if rows else ():
        call.out.line(line)
    if not known:
        call.out.note("there are no tokens; memtui token make NAME makes one")
    return 0


def _revoke(call: Call, tokens: Tokens, name: str) -> int:
    if not tokens.revoke(name):
        raise MemtuiError(
            Code.NAME_UNUSABLE,
            f"There is no token called {name}.",
            "`memtui token list` shows them; nothing was revoked.",
        )
    if call.out.as_json:
        call.out.document({"revoked": name})
    else:
        call.out.line(f"revoked {name}")
    return 0


COMMANDS = {"token": Command(_arguments, _token, 'memtui token make "Open WebUI" --scope propose')}
