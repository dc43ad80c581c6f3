"""What a reading comes to, in words for people and as JSON for programs."""

from typing import Any

from memtui.desk.telling import count
from memtui.extract.events import Account
from memtui.extract.window import Part
from memtui.review.progress import Progress, State


def account_line(account: Account) -> str:
    """What was read and what was not: "200 turns read (48,210 characters) in 7 parts…"."""
    parts = f" in {count(account.parts, 'part')}" if account.parts > 1 else ""
    read = f"{count(account.turns, 'turn')} read ({account.characters:,} characters){parts}."
    told = [read]
    if account.failed:
        told.append(f"{count(len(account.failed), 'part')} could not be read.")
    elif account.turns_left_out:
        older = count(account.turns_left_out, "older turn")
        told.append(f"{older} did not fit and {'was' if older[:2] == '1 ' else 'were'} not read.")
    if account.window:
        told.append(f"At most {account.tokens_sent:,} of {account.window:,} tokens sent.")
    if account.stop_reason != "stop":
        told.append(f"How the answers ended: {account.stop_reason}.")
    return " ".join([*told, *account.notes])


def account_json(account: Account) -> dict[str, Any]:
    """The account for programs."""
    return {
        "turns": account.turns,
        "turns_left_out": account.turns_left_out,
        "characters": account.characters,
        "parts": account.parts,
        "failed": list(account.failed),
        "tokens_sent": account.tokens_sent,
        "window": account.window,
        "stop_reason": account.stop_reason,
        "left_out": [{"subject": each.subject, "reason": each.reason} for each in account.dropped],
        "notes": list(account.notes),
    }


def part_line(progress: Progress, part: Part | None) -> str:
    """Which part is being read: "part 3 of 7"; nothing where there is only one."""
    many = len(progress.parts)
    number = progress.number(part) if part else 0
    return f"part {number} of {many}" if number and many > 1 else ""


def turns_line(part: Part) -> str:
    """Which turns a part is, counted from 1: "turns 41–60", "turn 7"."""
    last = part.end
    return f"turn {last}" if last == part.first + 1 else f"turns {part.first + 1}–{last}"


def failed_lines(progress: Progress) -> list[str]:
    """Why each part that failed could not be read."""
    many = len(progress.parts)
    return [
        f"part {progress.number(each.part)} of {many} ({turns_line(each.part)}) was not read: "
        f"{each.why}"
        for each in progress.failed
    ]


def unread_line(progress: Progress) -> str:
    """What is still to be read: "2 of 7 parts are not read: turns 21–40, 61–80"; or nothing."""
    waiting = [each.part for each in progress.parts if each.state is not State.DONE]
    if not waiting:
        return ""
    turns = ", ".join(turns_line(each).partition(" ")[2] for each in waiting[:4])
    more = "…" if len(waiting) > 4 else ""
    are = "is" if len(waiting) == 1 else "are"
    many = f"{len(waiting)} of {count(len(progress.parts), 'part')}"
    return f"{many} {are} not read: turns {turns}{more}"
