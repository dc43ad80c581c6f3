"""`memtui conversations`: what is in a file, before anything is read for facts."""

from memtui.cli.call import Call
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.desk.telling import count


def _arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a conversation, - for standard input")


def _conversations(call: Call) -> int:
    from memtui.cli.opening import opened as open_for

    with call.desk(trial=True) as desk:
        opened = open_for(desk.memory, call.options.file)
    numbered = list(enumerate(opened.conversations, start=1))
    if call.out.as_json:
        from memtui.desk.as_json import day_json

        listed = [
            {
                "n": number,
                "id": each.id,
                "title": each.title,
                "started": day_json(each.started),
                "ended": day_json(each.ended),
                "turns": len(each.turns),
                "speakers": each.speakers,
            }
            for number, each in numbered
        ]
        call.out.document(
            {
                "format": opened.format,
                "conversations": listed,
                "left_out": dict(opened.left_out),
                "warnings": list(opened.warnings),
            }
        )
        return 0
    rows = [
        (
            str(number),
            str(each.started or "no date"),
            count(len(each.turns), "turn"),
            ", ".join(each.speakers),
            each.title,
        )
        for number, each in numbered
    ]
    call.out.line(f"{opened.name}: {opened.format}")
    for line in table(rows):
        call.out.line(line)
    for kind, number in opened.left_out.most_common():
        call.out.line(f"left out: {kind} ({number})")
    for warning in opened.warnings:
        call.out.note(warning)
    return 0


COMMANDS = {
    "conversations": Command(_arguments, _conversations, "memtui conversations export.json")
}
