from memtui.tui.listing import Listing, Shown, arrange, follow, matches_in_history, show
from tests.tui.rows import SOME, row


def text(listing: Listing, shown: Shown) -> list[str]:
    return [
        f"{listing.subjects[~line]} {shown.counts[~line]}" if line < 0 else listing.rows[line].id
        for line in shown.lines
    ]


def test_facts_that_hold_stand_under_their_subject() -> None:
    listing = arrange(SOME)
    assert text(listing, show(listing, "")) == [
        "Ana 2",
        "f_ana_city",
        "f_ana_role",
        "Bruno 1",
        "f_bruno_city",
    ]


def test_with_history_earlier_facts_follow_newest_first() -> None:
    listing = arrange(SOME)
    assert text(listing, show(listing, "", history=True)) == [
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
    assert text(listing, show(listing, "research", opened={role})) == [
        "Ana 1",
        "f_ana_role",
        "f_ana_sabbatical",
        "f_ana_lead",
    ]
    assert text(listing, show(listing, "recife", opened={role})) == ["Ana 1", "f_ana_city"]


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
    assert text(listing, show(listing, "")) == ["Ana 2", "f_a", "f_b"]


def test_the_filter_wants_every_word_and_ignores_case_and_accents() -> None:
    listing = arrange(SOME)

    def found(words: str) -> list[str]:
        return [listing.rows[place].id for place in show(listing, words).visible]

    assert found("CITY ana") == ["f_ana_city"]
    assert found("sao") == ["f_bruno_city"]
    assert found("SÃO") == ["f_bruno_city"]
    assert found("sabbatical") == []
    assert found("nowhere") == []
    assert matches_in_history(listing, "sabbatical") == 1


def test_a_zero_byte_in_a_note_does_not_shift_the_filter() -> None:
    listing = arrange([row("f_a", "A\x00", "b", "c\x00d", "2026-01-01"), *SOME])
    assert [listing.rows[p].id for p in show(listing, "paulo").visible] == ["f_bruno_city"]


def test_the_cursor_stays_on_its_fact_when_others_come_and_go() -> None:
    before = arrange(SOME)
    after = arrange([row("f_new", "Aaron", "city", "x", "2026-01-01"), *SOME[1:]])
    assert follow(before, 1, after, show(after, "")) == 1
    assert after.rows[1].id == "f_ana_role"


def test_the_cursor_goes_to_the_fact_that_holds_when_its_own_is_hidden() -> None:
    listing = arrange(SOME)
    assert follow(listing, 3, listing, show(listing, "")) == 1


def test_the_cursor_goes_to_a_neighbour_when_its_fact_is_gone() -> None:
    before = arrange(SOME)
    after = arrange([each for each in SOME if each.id != "f_ana_city"])
    place = follow(before, 0, after, show(after, ""))
    assert place is not None
    assert after.rows[place].id == "f_ana_role"
    last = arrange([each for each in SOME if not each.id.startswith(("f_bruno", "f_launch"))])
    place = follow(before, 4, last, show(last, ""))
    assert place is not None
    assert last.rows[place].id == "f_ana_role"


def test_there_is_no_cursor_where_nothing_is_shown() -> None:
    listing = arrange(SOME)
    assert follow(listing, 0, listing, show(listing, "nowhere")) is None
    assert show(arrange([]), "").lines == []
