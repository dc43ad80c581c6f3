"""Another embedder was chosen: the one before answers until all facts are ready, and then goes."""

import pytest

from memtui.errors import MemtuiError
from tests.search.meaning_world import FACTS, World, best


def test_a_new_embedder_catches_up_while_the_old_one_serves(world: World) -> None:
    world.caught_up().close()
    meaning = world.open("new")
    assert meaning.standing().serving == "words"
    assert best(meaning, "who works in research?") == "f_1"
    meaning.catch_up(FACTS, stopped=lambda: True)
    assert not meaning.catch_up({"f_2": FACTS["f_2"]})
    assert best(meaning, "who works in research?") == "f_1"
    assert meaning.catch_up(FACTS)
    assert meaning.standing().serving == "new"
    assert best(meaning, "who works in research?") == "f_1"
    assert not world.embedders["new"].closed
    assert world.open().standing().done == 0


def test_the_old_one_answers_while_the_new_one_fails(world: World) -> None:
    world.caught_up().close()
    meaning = world.open("new")
    world.embedders["new"].works = False
    with pytest.raises(MemtuiError):
        meaning.catch_up(FACTS)
    assert best(meaning, "who works in research?") == "f_1"
    standing = meaning.standing()
    assert (standing.serving, standing.done, standing.total) == ("words", 0, 3)
    assert standing.problem
    assert "new does not answer" in standing.problem.message


def test_the_old_one_answers_while_nobody_knows_what_the_new_one_is(world: World) -> None:
    world.caught_up().close()
    meaning = world.open("new")
    world.embedders["new"].known = False
    for _ in range(2):
        assert best(meaning, "who works in research?") == "f_1"
    with pytest.raises(MemtuiError, match="no such model"):
        meaning.catch_up(FACTS)
    standing = meaning.standing()
    assert (standing.embedder, standing.serving, standing.done) == ("new", "words", 0)
    assert standing.problem
    assert "no such model" in standing.problem.message
    assert world.embedders["new"].asked == 1
    world.now += 60
    world.embedders["new"].known = True
    assert meaning.catch_up(FACTS)
    assert meaning.standing().problem is None


def test_the_old_one_answers_while_the_settings_make_none(world: World) -> None:
    world.caught_up().close()
    meaning = world.open("none")
    with pytest.raises(MemtuiError, match="No model is named"):
        meaning.catch_up(FACTS)
    assert best(meaning, "who works in research?") == "f_1"
    standing = meaning.standing()
    assert (standing.serving, standing.done, standing.total) == ("words", 0, 3)
    assert standing.problem
    assert "No model is named" in standing.problem.message


def test_how_far_one_came_is_told_while_nobody_knows_what_it_is(world: World) -> None:
    world.caught_up().close()
    meaning = world.open("new")
    meaning.catch_up({"f_2": FACTS["f_2"]})
    meaning.close()
    meaning = world.open("new")
    world.embedders["new"].known = False
    standing = meaning.standing()
    assert (standing.serving, standing.done, standing.total) == ("words", 1, 3)
    assert standing.problem


def test_of_two_old_ones_that_which_knows_more_answers(world: World) -> None:
    world.caught_up().close()
    between = world.open("between")
    assert not between.catch_up({"f_2": FACTS["f_2"]})
    between.close()
    meaning = world.open("new")
    assert meaning.standing().serving == "words"
    assert best(meaning, "who works in research?") == "f_1"


def test_of_two_old_ones_that_which_works_answers(world: World) -> None:
    world.caught_up().close()
    between = world.open("between")
    assert not between.catch_up({"f_2": FACTS["f_2"]})
    between.close()
    meaning = world.open("new")
    world.embedders["words"].known = False
    assert meaning.standing().serving == "between"


def test_that_no_old_one_is_left_is_told(world: World) -> None:
    meaning = world.caught_up()
    world.embedders["words"].known = False
    with pytest.raises(MemtuiError, match="no such model"):
        meaning.search("who works in research?")
    standing = meaning.standing()
    assert (standing.serving, standing.done, standing.total) == ("", 3, 3)
    assert standing.problem


def test_when_neither_answers_the_chosen_one_is_told(world: World) -> None:
    world.caught_up().close()
    meaning = world.open("new")
    world.embedders["new"].works = False
    with pytest.raises(MemtuiError, match="new does not answer"):
        meaning.catch_up(FACTS)
    world.embedders["words"].works = False
    with pytest.raises(MemtuiError, match="new does not answer"):
        meaning.search("who works in research?")
