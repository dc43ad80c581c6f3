"""Where a sentence of the plain reader begins, and whom it is about."""

import pytest

from tests.extract.plainly import read, talk, things


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("For the minutes: Ana works in research.", "Ana", "role"),
        ("For the record, Yuki lives in Osaka.", "Yuki", "city"),
        ("To sum up: Bruno lives in Olinda.", "Bruno", "city"),
        ("Just to be clear: Ana lives in Recife.", "Ana", "city"),
        ("Some things to put in: Ana lives in Recife.", "Ana", "city"),
        ("Para a ata: O Rui mora em Braga.", "Rui", "cidade"),
        ("Em resumo: a Carla mora em Faro.", "Carla", "cidade"),
        ("Para el acta: Diego vive en Valencia.", "Diego", "ciudad"),
        ("En resumen, Diego vive en Valencia.", "Diego", "ciudad"),
        ("Pour le compte rendu : Chloé habite à Lyon.", "Chloé", "ville"),
        ("En résumé, Chloé habite à Lyon.", "Chloé", "ville"),
        ("Fürs Protokoll: Jonas wohnt in Leipzig.", "Jonas", "Wohnort"),
        ("Zusammengefasst: Jonas wohnt in Leipzig.", "Jonas", "Wohnort"),
    ],
)
async def test_what_only_introduces_a_sentence_is_no_part_of_it(
    text: str, subject: str, attribute: str
) -> None:
    assert await things(text) == [(subject, attribute, True)]
    (proposal,), _, _ = await read(talk(text))
    assert proposal.fact.startswith((subject, "O ", "A "))
    assert text.endswith(proposal.fact[1:])


@pytest.mark.parametrize(
    "text",
    [
        "Tom said: Ana lives in Rome.",
        "For example: Ana lives in Rome.",
        "A rumour: Ana lives in Rome.",
        "Wrong: Ana lives in Rome.",
        "The question: Ana lives in Rome.",
    ],
)
async def test_what_takes_a_sentence_back_is_heard(text: str) -> None:
    assert await things(text) == []


async def test_what_is_sure_stands_beside_what_is_not_of_the_same_turn() -> None:
    made = await things(
        "I moved to research this week, so Bruno takes the dashboards. For the minutes: Ana works"
        " in research."
    )
    assert made == [("Ana", "role", False), ("Ana", "role", True)]


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("Bruno's birthday is on 5 May.", "Bruno", "birthday"),
        ("My birthday is on 5 May.", "Ana", "birthday"),
        ("My wife's birthday is on 6 June.", "Ana's wife", "birthday"),
        ("Bruno's report is due on 5 May.", "Bruno's report", "deadline"),
        ("O aniversário da Joana é em 4 de março.", "Joana", "aniversário"),
        ("Meu aniversário é em 4 de março.", "Ana", "aniversário"),
        ("O prazo do Atlas é 3 de maio de 2026.", "Atlas", "prazo"),
        ("A festa da Joana é em 4 de março de 2026.", "Festa da Joana", "data"),
        ("L'anniversaire de Luc est le 4 mars.", "Luc", "anniversaire"),
        ("El cumpleaños de Luis es el 4 de marzo.", "Luis", "cumpleaños"),
        ("Lenas Geburtstag ist am 4. März.", "Lena", "Geburtstag"),
        ("El informe vence el 3 de noviembre de 2026.", "Informe", "plazo"),
        ("A fatura vence em 3 de novembro de 2026.", "Fatura", "prazo"),
        ("Le rapport est à rendre le 3 novembre 2026.", "Rapport", "échéance"),
        ("Mein Geburtstag ist am 4. März.", "Ana", "Geburtstag"),
    ],
)
async def test_whose_day_it_is_is_the_subject(text: str, subject: str, attribute: str) -> None:
    assert await things(text) == [(subject, attribute, True)]


@pytest.mark.parametrize(
    "text",
    [
        "My birthday is on 4 March.",
        "Mon anniversaire est le 4 mars.",
        "Meu aniversário é em 4 de março.",
        "Mi cumpleaños es el 4 de marzo.",
        "Mein Geburtstag ist am 4. März.",
        "Mein Bericht ist am 3. Mai 2026 fällig.",
        "Meu relatório é para 3 de maio de 2026.",
        "Mon rapport est prévu pour le 3 mai 2026.",
    ],
)
async def test_whoever_is_not_known_has_no_name(text: str) -> None:
    (proposal,), _, _ = await read(talk(text), me=())
    assert (proposal.subject, proposal.fact, proposal.sure) == ("", text, False)
    assert "Xqz" not in proposal.attribute
