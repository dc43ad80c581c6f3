"""`memtui demo`: the app on a memory that is gone afterwards."""

from pathlib import Path
from tempfile import TemporaryDirectory

from memtui.cli.call import Call, UsageError
from memtui.cli.parsing import Command, Parser


def _arguments(parser: Parser) -> None:
    del parser


def _demo(call: Call) -> int:
    if call.out.as_json:
        raise UsageError("the app prints no JSON", "memtui demo")
    from memtui.desk.demo import make_demo

    with TemporaryDirectory(prefix="memtui-demo-") as folder:
        home = Path(folder)
        return call.app(home, make_demo(home, now=call.clock()))


COMMANDS = {"demo": Command(_arguments, _demo, "memtui demo")}
