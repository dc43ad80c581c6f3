"""`status` and `reindex`: how much is kept, and the index made anew."""

from functools import partial

from memtui.cli.call import Call
from memtui.cli.columns import table
from memtui.cli.parsing import Command, Parser
from memtui.desk.inspecting import inspect
from memtui.desk.telling import count, ready_line
from memtui.errors import MemtuiError
from memtui.servers.addresses import without_login


def _no_arguments(parser: Parser) -> None:
    del parser


def _status(call: Call) -> int:
    from memtui.desk.folders import standings

    with call.desk() as desk:
        memory = desk.memory
        counts, reviews = memory.counts(), desk.reviews()
        search = inspect(memory, desk.meaning)
        proposals = sum(len(review.items) for review in reviews)
        extractor = memory.settings.extractor
        watched = standings(memory)
        if call.out.as_json:
            from memtui.desk.as_json import moment_json

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
                        {
                            "id": review.id,
                            "title": review.title,
                            "proposals": len(review.items),
                            "unread": len(review.unread),
                            "origin": review.origin or None,
                            "made": moment_json(review.made),
                        }
                        for review in reviews
                    ],
                    "extractor": {
                        "kind": extractor.kind,
                        "model": extractor.model,
                        "url": without_login(extractor.url) or None,
                    },
                    "watched": [
                        {
                            "folder": str(each.path),
                            "files": each.files,
                            "problems": list(each.problems),
                        }
                        for each in watched
                    ],
                    "search": search.as_json(),
                }
            )
            return 0
        waits = f"{count(proposals, 'proposal')} in {count(len(reviews), 'review')}"
        origins = dict.fromkeys(review.origin for review in reviews if review.origin)
        waiting = f"{waits}, from {', '.join(origins)}" if origins else waits
        if unread := sum(len(review.unread) for review in reviews):
            parts = f"{count(unread, 'part')} of conversations not read"
            waiting = f"{waiting}; {parts}: memtui remember --resume"
        plain = extractor.kind == "plain"
        rows = [
            ("memory", f"{memory.name}, in {memory.folder}"),
            ("notes", f"{counts.notes:,}"),
            ("facts", f"{counts.current:,} current, {counts.history:,} history"),
            ("subjects", f"{counts.subjects:,}"),
            ("waiting", waiting if reviews else "nothing"),
            ("extractor", "plain reader" if plain else f"{extractor.kind}, {extractor.model}"),
        ]
        standing = search.standing
        for name, said in search.lines():
            rows.append((name, said))
            if name == "meaning" and standing.serving not in ("", standing.embedder):
                rows.append(("answers", f"{standing.serving}, until all are ready"))
        for folder in watched:
            rows.append(("watched", f"{folder.path}, {count(folder.files, 'file')} looked at"))
            rows += [("", problem) for problem in folder.problems]
        if counts.unreadable:
            rows.append(
                ("unreadable", f"{count(counts.unreadable, 'note')}; memtui doctor names them")
            )
        for line in table(rows):
            call.out.line(line)
    return 0


def _reindex(call: Call) -> int:
    with call.desk() as desk:
        desk.reindex()
        notes = desk.memory.counts().notes
        if not call.out.as_json:
            call.out.line(f"indexed {count(notes, 'note')}")
        try:
            desk.meaning.catch_up(progress=partial(_told, call))
        except MemtuiError as error:
            raise MemtuiError(
                error.code, f"Not all vectors could be made anew: {error.message}", error.hint
            ) from error
        search = inspect(desk.memory, desk.meaning)
        if call.out.as_json:
            call.out.document({"notes": notes, "search": search.as_json()})
        else:
            call.out.line(ready_line(search.standing))
    return 0


def _told(call: Call, done: int, total: int) -> None:
    call.out.progress(f"reading what facts mean… {done:,} of {total:,}")


COMMANDS = {
    "status": Command(_no_arguments, _status, "memtui -m team status"),
    "reindex": Command(_no_arguments, _reindex, "memtui reindex"),
}
