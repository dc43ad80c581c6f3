"""`memtui conversations`: what is in files, before anything is read for facts."""

from collections.abc import Iterator
from typing import Any

from memtui.cli.call import Call
from memtui.cli.parsing import Command, Parser, add_day_order
from memtui.cli.printing import dim
from memtui.desk.telling import count

_WORDS = 60


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "files",
        metavar="PATH",
        nargs="+",
        help="a file, a folder or a zip of conversations, - for standard input",
    )
    add_day_order(parser)


def _conversations(call: Call) -> int:
    from memtui.cli.opening import opened, read_through, tell_the_rest
    from memtui.conversations.listing import Listed
    from memtui.desk.listing import listed_for
    from memtui.errors import MemtuiError

    failures: dict[str, MemtuiError] = {}
    ended = []
    with call.desk(trial=True) as desk:
        marks = desk.read_before.marks()

        def each() -> Iterator[tuple[int, str, str, Listed]]:
            number = 0
            for path in call.options.files:
                try:
                    collection = opened(desk.memory, path, day_first=call.options.day_first)
                    for found in read_through(call.out, collection):
                        number += 1
                        one = listed_for(marks, collection, found)
                        file = collection.source_of(found.place)
                        heading = f"{collection.name}: {collection.format_of(found.place)}"
                        yield number, heading, file, one
                except MemtuiError as error:
                    if len(call.options.files) == 1:
                        raise
                    failures[path] = error
                    call.out.note(f"memtui: {error}")
                    continue
                ended.append(collection)

        if call.out.as_json:
            call.out.streamed("conversations", map(_json, each()), lambda: _rest(ended, failures))
        else:
            _print(call, each())
            for collection in ended:
                tell_the_rest(call.out, collection)
    return 1 if failures else 0


def _print(call: Call, each: Iterator[tuple[int, str, str, Any]]) -> None:
    above = ""
    for number, heading, _, one in each:
        if heading != above:
            above = heading
            call.out.line(heading)
        day = str(one.started or "no date")
        turns = count(one.turns, "turn")
        read = f"  (read {one.read_on}" + (f", {one.new} new)" if one.new else ")")
        call.out.line(
            f"{number}  {day}  {turns:<9}  {one.title}",
            dim(f"  {one.words[:_WORDS]}"),
            read if one.read_on else "",
        )


def _json(each: tuple[int, str, str, Any]) -> dict[str, Any]:
    from memtui.desk.as_json import day_json

    number, _, file, one = each
    return {
        "n": number,
        "id": one.id,
        "key": one.key or None,
        "file": file,
        "title": one.title,
        "started": day_json(one.started),
        "ended": day_json(one.ended),
        "dated_by": str(one.grade),
        "turns": one.turns,
        "speakers": one.speakers,
        "words": one.words,
        "read": {"on": day_json(one.read_on), "new_turns": one.new} if one.read_on else None,
    }


def _rest(ended: list[Any], failures: dict[str, Any]) -> dict[str, Any]:
    from collections import Counter

    from memtui.desk.as_json import error_json

    formats = sum((each.formats for each in ended), Counter[str]())
    left_out = sum((each.left_out for each in ended), Counter[str]())
    rest = {
        "format": formats.most_common(1)[0][0] if formats else None,
        "formats": dict(formats.most_common()),
        "left_out": dict(left_out.most_common()),
        "warnings": [warning for each in ended for warning in each.warnings],
        "unread": [
            {"file": one.name, "error": error_json(one.error)}
            for each in ended
            for one in each.unread
        ],
    }
    if failures:
        rest["failed"] = [{"file": f, "error": error_json(e)} for f, e in failures.items()]
    return rest


COMMANDS = {"conversations": Command(_arguments, _conversations, "memtui conversations export.zip")}
