"""The questions by which currency is measured: each has one right answer."""

from benchmarks.search.currency import KINDS, Kind, ambiguous, generated, subjects


def test_every_question_points_at_one_thing() -> None:
    assert ambiguous(KINDS, subjects(100)) == []
    _, cases = generated(200)
    assert len({case.question for case in cases}) == len(cases)


def test_questions_that_fit_two_things_are_found() -> None:
    one = Kind("city", (), (), ("Where is {s}?", "What is the job of {s}?"))
    other = Kind("role", (), (), ("where is {s}?", "Who is it?"))
    assert ambiguous((one, other), ["Ana", "ana", "Bo"]) == [
        "'Where is {s}?' is asked for several attributes",
        "'What is the job of {s}?' names role, not city",
        "'where is {s}?' is asked for several attributes",
        "'Who is it?' names no subject, or two",
        "'ana' are two subjects",
    ]
