"""What a question asks about, in which words and languages it may."""

import pytest

from memtui.store.synonyms import meanings, meanings_in, same_meaning
from memtui.store.words import language_of, words_of


def asked(question: str) -> frozenset[int]:
    words = words_of(question)
    return meanings_in(words, tuple(dict.fromkeys((language_of(words), "english"))))


@pytest.mark.parametrize(
    ("attribute", "questions"),
    [
        (
            "birthplace",
            """Where was Ana born? | In which town was Ana born? | Where does Ana hail from? |
            Wo ist Ana geboren? | Woher kommt Ana? | Onde nasceu a Ana? | Où est née Ana ? |
            ¿Dónde nació Ana? | Dove è nata Ana? | Anaはどこで生まれましたか | Ana出生在哪里？""",
        ),
        (
            "birthday",
            """When was Ana born? | On what day was Ana born? | Wann ist Ana geboren? |
            Em que ano nasceu a Ana? | Quand est née Ana ? | ¿Cuándo nació Ana? |
            Anaはいつ生まれましたか | Ana是什么时候出生的？""",
        ),
        (
            "city",
            """Where does Ana live these days? | Where is Ana based? | Wo wohnt Ana? |
            Onde é que a Ana mora? | Où habite Ana ? | ¿Dónde vive Ana? | Ana住在哪里？""",
        ),
        (
            "employer",
            """Where does Ana work? | Which company does Ana work for? | Wo arbeitet Ana? |
            Em que empresa trabalha a Ana? | ¿En qué empresa trabaja Ana? | Où travaille Ana ?""",
        ),
        (
            "role",
            """What does Ana do for a living? | Als was arbeitet Ana? | ¿En qué trabaja Ana? |
            Em que trabalha a Ana? | Que fait Ana dans la vie ?""",
        ),
        ("diet", "Is Ana a vegetarian? | Was isst Ana? | O que come a Ana? | Que mange Ana ?"),
        ("deadline", "When must Ana deliver it? | Bis wann muss Ana es abgeben?"),
        ("phone", "How do I call Ana? | Unter welcher Nummer erreiche ich Ana?"),
        ("hobby", "What does Ana do in her spare time? | Was macht Ana in der Freizeit?"),
        ("age", "How old is Ana? | Wie alt ist Ana? | Quantos anos tem a Ana?"),
        ("team", "Which crew is Ana in? | In welcher Mannschaft ist Ana?"),
    ],
)
def test_a_question_asks_for_one_thing_without_naming_it(attribute: str, questions: str) -> None:
    for question in questions.split("|"):
        assert asked(question.strip()) == meanings(attribute), question


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("Com que frequência se guardam os dados?", "diet"),
        ("What time does Ana get up?", "team"),
        ("What is Ana reading these days?", "date"),
        ("What is the due date?", "date"),
        ("Where is the key?", "city"),
    ],
)
def test_what_only_looks_like_a_name_is_none(question: str, attribute: str) -> None:
    assert asked(question).isdisjoint(meanings(attribute))


def test_how_one_asks_is_no_name_of_an_attribute() -> None:
    assert meanings("born where") == frozenset()
    assert not same_meaning("vegan", "diet")
    assert same_meaning("crew", "team")
