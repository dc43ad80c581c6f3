"""`status` and `reindex`: how much is kept, and the index made anew."""

from memtui.cli.call import Call
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.desk.telling import count


def _no_arguments(parser: Parser) -> None:
    del parser


def _status(call: Call) -> int:
    with call.desk() as desk:
        memory = desk.memory
        counts, reviews = memory.counts(), desk.reviews()
        proposals = sum(len(review.items) for review in reviews)
        extractor = memory.settings.extractor
        if call.out.as_json:
            call.out.document(
                {
                    "memory": memory.name,
                    "path": str(memory.folder),
                    "current": counts.current,
                    "history": counts.history,
                    "subjects": counts.subjects,
                    "notes": counts.notes,
                    "unreadable": counts.unreadable,
                    "reviews": [
                        {"id": review.id, "title": review.title, "proposals": len(review.items)}
                        for review in reviews
                    ],
                    "extractor": {
                        "kind": extractor.kind,
                        "model": extractor.model,
                        "url": extractor.url or None,
                    },
                }
            )
            return 0
        waiting = f"{count(proposals, 'proposal')} in {count(len(reviews), 'review')}"
        plain = extractor.kind == "plain"
        rows = [
            ("memory", f"{memory.name}, in {memory.folder}"),
            ("facts", f"{counts.current:,} current, {counts.history:,} history"),
            ("subjects", f"{counts.subjects:,}"),
            ("waiting", waiting if reviews else "nothing"),
            ("extractor", "plain reader" if plain else f"{extractor.kind}, {extractor.model}"),
        ]
        if counts.unreadable:
            rows.append(
                ("unreadable", f"{count(counts.unreadable, 'note')}; memtui doctor names them")
            )
        for line in table(rows):
            call.out.line(line)
    return 0


def _reindex(call: Call) -> int:
    with call.memory() as memory:
        memory.reindex()
        notes = memory.counts().notes
        if call.out.as_json:
            call.out.document({"notes": notes})
        else:
            call.out.line(f"indexed {count(notes, 'note')}")
    return 0


COMMANDS = {
    "status": Command(_no_arguments, _status, "memtui -m team status"),
    "reindex": Command(_no_arguments, _reindex, "memtui reindex"),
}
