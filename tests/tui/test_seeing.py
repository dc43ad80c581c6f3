from dataclasses import replace
from datetime import date
from pathlib import Path

from memtui.desk.desk import Desk
from memtui.facts.fact import Draft, Rules
from memtui.facts.keeping import ChangeRules, Correct, End, Forget, Keep, Rename, Request, Tag
from memtui.tui.listing import Listing, Order
from memtui.tui.seeing import Seen, look
from tests.tui.rows import same


def agrees(seen: Seen, desk: Desk) -> bool:
    """Whether what was seen is what one sees who looks for the first time."""
    anew = look(desk, scan=False, order=seen.listing.order)
    return (
        same(seen.listing, anew.listing)
        and same(seen.by_subject, anew.by_subject)
        and replace(seen, listing=anew.listing, by_subject=anew.by_subject) == anew
    )


def test_what_changed_is_seen_as_by_a_first_look(desk: Desk, team: dict[str, str]) -> None:
    requests: list[Request] = [
        Keep((Draft("Aaron", "city", "Aaron lives in Graz."),)),
        Keep((Draft("Zoë", "city", "Zoë lives in Cork."), Draft("Ana", "city", "Ana left."))),
        Correct(team["diet"], fact="Bruno eats everything.", attribute="food"),
        End(team["bruno"], date(2026, 10, 14)),
        Tag((team["lead"], team["launch"]), ("later",)),
        Forget((team["research"], team["deadline"])),
        Rename("Ana", "Bruno", "subject"),
        ChangeRules(Rules(subjects=(("Zoë", "Bruno"),))),
    ]
    seen = look(desk, scan=False)
    for request in requests:
        desk.apply(request)
        seen = look(desk, scan=False, before=seen)
        assert agrees(seen, desk)
        assert seen.current == desk.memory.counts().current
        assert seen.subjects == desk.memory.counts().subjects
    for _ in requests:
        desk.undo()
        seen = look(desk, scan=False, order=seen.listing.order.next, before=seen)
        assert agrees(seen, desk)


def test_what_others_changed_is_seen_too(desk: Desk, team: dict[str, str], home: Path) -> None:
    seen = look(desk, scan=False)
    with_others = Desk.open(home, "team")
    with_others.apply(Keep((Draft("Carla", "city", "Carla lives in Porto."),)))
    with_others.close()
    desk.memory.path(team["diet"]).unlink()
    seen = look(desk, scan=True, before=seen)
    assert agrees(seen, desk)
    desk.reindex()
    assert agrees(look(desk, scan=False, before=seen), desk)


def test_nothing_is_arranged_again_while_nothing_changes(desk: Desk, team: dict[str, str]) -> None:
    seen = look(desk, scan=True)
    again = look(desk, scan=True, before=seen)
    assert again.listing is seen.listing
    by_day = look(desk, scan=True, order=Order.SAID, before=again)
    assert by_day.by_subject is seen.by_subject
    assert set(by_day.listing.rows) == set(seen.listing.rows)
    assert isinstance(by_day.listing, Listing)


def test_another_time_zone_shows_other_days(desk: Desk, team: dict[str, str]) -> None:
    seen = look(desk, scan=False, order=Order.KEPT)
    assert seen.listing.day(0) == "2026-10-20"
    desk.memory.save_settings({"me.time_zone": "Pacific/Pago_Pago"})
    assert look(desk, scan=False, order=Order.KEPT, before=seen).listing.day(0) == "2026-10-19"
