from datetime import UTC, date

from memtui.tui.filtering import Filter, read
from memtui.tui.listing import Listing, Order, arrange, arrange_anew, arrange_by
from memtui.tui.showing import Shown, find, follow, show
from tests.tui.rows import SOME, many, row, same


def asked(text: str) -> Filter:
    return read(text, date(2026, 10, 20))


def text(listing: Listing, shown: Shown) -> list[str]:
    return [
        f"{listing.subjects[~line]} {shown.counts[~line]}" if line < 0 else listing.rows[line].id
        for line in shown.lines
    ]


def test_facts_that_hold_stand_under_their_subject() -> None:
    listing = arrange(SOME)
    assert text(listing, show(find(listing, asked("")))) == [
        "Ana 2",
        "f_ana_city",
        "f_ana_role",
        "Bruno 1",
        "f_bruno_city",
    ]


def test_with_history_earlier_facts_follow_newest_first() -> None:
    listing = arrange(SOME)
    assert text(listing, show(find(listing, asked("")), history=True)) == [
        "Ana 2",
        "f_ana_city",
        "f_ana_role",
        "f_ana_sabbatical",
        "f_ana_lead",
        "Bruno 1",
        "f_bruno_city",
        "Launch 0",
        "f_launch_date",
    ]


def test_an_opened_thing_shows_its_history_even_where_the_filter_would_not() -> None:
    listing = arrange(SOME)
    role = listing.thing_of[1]
    assert text(listing, show(find(listing, asked("research")), opened={role})) == [
        "Ana 1",
        "f_ana_role",
        "f_ana_sabbatical",
        "f_ana_lead",
    ]
    assert text(listing, show(find(listing, asked("recife")), opened={role})) == [
        "Ana 1",
        "f_ana_city",
    ]


def test_what_holds_now_comes_first_where_a_thing_has_many_values() -> None:
    rows = [
        row("f_a", "Ana", "hobby", "Ana sails.", "2026-03-01", thing=1),
        row("f_b", "Ana", "hobby", "Ana ran.", "2026-02-01", thing=1, until="2026-03-01"),
        row("f_c", "Ana", "hobby", "Ana paints.", "2026-01-01", thing=1),
    ]
    listing = arrange(rows)
    assert [each.id for each in listing.rows] == ["f_a", "f_c", "f_b"]
    assert listing.thing(0).earlier == 1


def test_a_subject_spelled_in_two_ways_has_one_heading() -> None:
    rows = [
        row("f_a", "Ana", "city", "Ana lives in Recife.", "2026-03-01"),
        row("f_b", "ana", "role", "Ana paints.", "2026-01-01"),
    ]
    listing = arrange(rows)
    assert text(listing, show(find(listing, asked("")))) == ["Ana 2", "f_a", "f_b"]


def test_the_filter_wants_every_word_and_ignores_case_and_accents() -> None:
    listing = arrange(SOME)

    def found(words: str) -> list[str]:
        return [listing.rows[place].id for place in show(find(listing, asked(words))).visible]

    assert found("CITY ana") == ["f_ana_city"]
    assert found("sao") == ["f_bruno_city"]
    assert found("SÃO") == ["f_bruno_city"]
    assert found("sabbatical") == []
    assert found("nowhere") == []
    assert len(find(listing, asked("sabbatical")).past) == 1


def test_a_zero_byte_in_a_note_does_not_shift_the_filter() -> None:
    listing = arrange([row("f_a", "A\x00", "b", "c\x00d", "2026-01-01"), *SOME])
    assert [listing.rows[p].id for p in show(find(listing, asked("paulo"))).visible] == [
        "f_bruno_city"
    ]


def test_the_cursor_stays_on_its_fact_when_others_come_and_go() -> None:
    before = arrange(SOME)
    after = arrange([row("f_new", "Aaron", "city", "x", "2026-01-01"), *SOME[1:]])
    assert follow(before, 1, after, show(find(after))) == 1
    assert after.rows[1].id == "f_ana_role"


def test_the_cursor_goes_to_the_fact_that_holds_when_its_own_is_hidden() -> None:
    listing = arrange(SOME)
    assert follow(listing, 3, listing, show(find(listing, asked("")))) == 1


def test_the_cursor_goes_to_a_neighbour_when_its_fact_is_gone() -> None:
    before = arrange(SOME)
    after = arrange([each for each in SOME if each.id != "f_ana_city"])
    place = follow(before, 0, after, show(find(after)))
    assert place is not None
    assert after.rows[place].id == "f_ana_role"
    last = arrange([each for each in SOME if not each.id.startswith(("f_bruno", "f_launch"))])
    place = follow(before, 4, last, show(find(last)))
    assert place is not None
    assert last.rows[place].id == "f_ana_role"


def test_there_is_no_cursor_where_nothing_is_shown() -> None:
    listing = arrange(SOME)
    assert follow(listing, 0, listing, show(find(listing, asked("nowhere")))) is None
    assert show(find(arrange([]))).lines == []


def test_sorted_by_day_facts_stand_under_months_the_newest_first() -> None:
    listing = arrange(SOME, Order.SAID)
    assert text(listing, show(find(listing))) == [
        "Oct 2026 2",
        "f_ana_role",
        "f_bruno_city",
        "Mar 2025 1",
        "f_ana_city",
    ]
    assert text(listing, show(find(listing), history=True))[3:5] == ["Sep 2026 0", "f_launch_date"]
    assert listing.thing(0).earlier == 2
    assert listing.label(SOME[0]) == "Ana — city"


def test_sorted_by_the_day_kept_it_is_the_day_in_the_persons_zone() -> None:
    rows = [
        row("f_old", "Ana", "city", "Ana lives in Recife.", "2026-10-12"),
        row("f_new", "Ana", "role", "x", "2020-01-01", kept="2026-11-01T01:00:00Z"),
        row("f_hand", "Ana", "age", "y", "2020-01-01", kept=None),
    ]
    listing = arrange(rows, Order.KEPT, UTC)
    assert text(listing, show(find(listing))) == [
        "Nov 2026 1",
        "f_new",
        "Oct 2026 1",
        "f_old",
        "day not known 1",
        "f_hand",
    ]
    assert listing.day(0) == "2026-11-01"


def test_the_cursor_stays_on_its_fact_when_the_order_changes() -> None:
    before, after = arrange(SOME), arrange(SOME, Order.SAID)
    place = before.place_of("f_ana_city")
    assert place is not None
    there = follow(before, place, after, show(find(after)))
    assert there is not None
    assert after.rows[there].id == "f_ana_city"


def test_rows_of_some_things_put_in_place_of_those_before_make_the_same_list() -> None:
    rows = sorted(many(60, per_subject=4), key=lambda each: each.thing)
    was = [rows[7]._replace(id="f_was", said="2020-01-01", until="2022-01-08")]
    after = [*rows[:3], *rows[5:8], *was, *rows[8:59]]
    things = {rows[place].thing for place in (3, 4, 7, 59)}
    before = arrange([*rows[:1], *rows[1:]])
    there = [each for each in after if each.thing in things]
    assert same(arrange_anew(before, things, there), arrange(after))
    nothing = arrange_anew(before, {each.thing for each in rows}, [])
    assert same(nothing, arrange([]))
    assert same(arrange_anew(nothing, {each.thing for each in after}, after), arrange(after))


def test_a_list_sorted_by_day_finds_its_facts() -> None:
    by_subject = arrange(SOME)
    for order in Order:
        listing = arrange_by(by_subject, order, UTC)
        for place, each in enumerate(listing.rows):
            assert listing.place_of(each.id) == place
        assert listing.place_of("f_unknown") is None
        assert arrange_by(arrange([]), order).order is order
