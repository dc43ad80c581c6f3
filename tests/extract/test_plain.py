"""What the plain reader finds, and above all what it passes over."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.conversations.conversation import Role
from memtui.conversations.opening import open_bytes
from memtui.extract.proposal import Mark
from tests.extract.plainly import DAY, read, talk, things


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("Ana works in research.", "Ana", "role"),
        ("The launch moved to Friday 16 October.", "Launch", "date"),
        ("Ana lives in Recife.", "Ana", "city"),
        ("Bruno is vegetarian.", "Bruno", "diet"),
        ("Ana moved to research.", "Ana", "role"),
        ("Ana has moved to Lisbon", "Ana", "city"),
        ("Ana now lives in São Paulo, Brazil.", "Ana", "city"),
        ("Bruno works as a nurse.", "Bruno", "role"),
        ("Bruno is a data engineer at Apollo.", "Bruno", "role"),
        ("Carla is the lead of Apollo.", "Carla", "role"),
        ("Bruno works for Kestrel Labs.", "Bruno", "employer"),
        ("Bruno works on Apollo.", "Bruno", "project"),
        ("Bruno was assigned to Zeus.", "Bruno", "project"),
        ("Bruno joined the design team.", "Bruno", "team"),
        ("Bruno prefers answers in Portuguese.", "Bruno", "preferred language"),
        ("Bruno's preferred language is Portuguese.", "Bruno", "preferred language"),
        ("Bruno's email is bruno@kestrel.example.", "Bruno", "email"),
        ("Bruno was born on 3 May 1990.", "Bruno", "birthday"),
        ("Bruno is allergic to nuts.", "Bruno", "allergy"),
        ("Bruno reports to Carla.", "Bruno", "manager"),
        ("The report is due on 16 October.", "Report", "deadline"),
        ("The deadline for Apollo is 16 October 2026.", "Apollo", "deadline"),
        ("The budget of Apollo is 5,000 EUR.", "Apollo", "budget"),
        ("Apollo was postponed to next week.", "Apollo", "date"),
        ("Apollo is cancelled.", "Apollo", "status"),
        ("The design review is on Tuesday 20 October.", "Design review", "date"),
        ("Apollo is owned by Carla.", "Apollo", "owner"),
        ("The team decided to use Postgres.", "Team", "decision"),
        ("By the way, Ana lives in Recife!", "Ana", "city"),
        ("Sorry, The offsite is on 15 November.", "Offsite", "date"),
        ("Pardon, Ana habite à Lyon.", "Ana", "ville"),
        ("Bruno's position is analyst.", "Bruno", "position"),
        ("- Ana lives in Recife.", "Ana", "city"),
        ("Ana's role: research", "Ana", "role"),
        ("Ana / role: research", "Ana", "role"),
        ("A Ana mora em Recife.", "Ana", "cidade"),
        ("Ana trabalha em pesquisa.", "Ana", "função"),
        ("O lançamento foi adiado para sexta, 16 de outubro.", "Lançamento", "data"),
        ("Bruno é vegetariano.", "Bruno", "dieta"),
        ("A Ana se mudou para Lisboa.", "Ana", "cidade"),
        ("O prazo do relatório é 16 de outubro.", "Relatório", "prazo"),
        ("O e-mail da Ana é ana@kestrel.example.", "Ana", "e-mail"),
        ("Ana vive en Madrid.", "Ana", "ciudad"),
        ("Ana trabaja en investigación.", "Ana", "función"),
        ("El lanzamiento se movió al 16 de octubre.", "Lanzamiento", "fecha"),
        ("Bruno es vegetariano.", "Bruno", "dieta"),
        ("Ana habite à Lyon.", "Ana", "ville"),
        ("Ana travaille dans la recherche.", "Ana", "rôle"),
        ("Le lancement a été reporté au 16 octobre.", "Lancement", "date"),
        ("Bruno est végétarien.", "Bruno", "régime"),
        ("Ana wohnt in Berlin.", "Ana", "Wohnort"),
        ("Ana arbeitet in der Forschung.", "Ana", "Rolle"),
        (
            "Die Veröffentlichung wurde auf den 16. Oktober verschoben.",
            "Veröffentlichung",
            "Termin",
        ),
        ("Bruno ist Vegetarier.", "Bruno", "Ernährung"),
        ("Bruno est le nouveau directeur de l'école.", "Bruno", "rôle"),
        ("Carla est la nouvelle comptable.", "Carla", "rôle"),
        ("A Carla é a nova diretora.", "Carla", "função"),
        ("O Bruno é o novo responsável pelo arquivo.", "Bruno", "função"),
        ("Bruno Sanz es el nuevo director del museo.", "Bruno Sanz", "función"),
        ("Carla es la nueva secretaria.", "Carla", "función"),
        ("Bruno ist der neue Leiter der Werkstatt.", "Bruno", "Rolle"),
        ("Carla ist die neue Buchhalterin.", "Carla", "Rolle"),
    ],
)
async def test_what_is_stated_plainly_is_found_word_for_word(
    text: str, subject: str, attribute: str
) -> None:
    (made,), _, _ = await read(talk(text))
    assert (made.subject, made.attribute) == (subject, attribute)
    assert made.fact.rstrip(".!") in f"{text} By the way"
    assert made.quote.rstrip(".!") in text
    assert made.marks <= {Mark.RELATIVE}
    assert (made.said, made.turn, made.origin.by) == (DAY, 0, "plain")


@pytest.mark.parametrize(
    ("text", "fact", "attribute"),
    [
        ("I live in Recife.", "Ana lives in Recife.", "city"),
        ("I'm a vegetarian.", "Ana is a vegetarian.", "diet"),
        ("I now work in research.", "Ana now works in research.", "role"),
        ("My email is ana@kestrel.example.", "Ana's email is ana@kestrel.example.", "email"),
        ("I've moved to Lisbon.", "Ana has moved to Lisbon.", "city"),
        ("Moro em Recife.", "Ana mora em Recife.", "cidade"),
        ("Eu trabalho em pesquisa.", "Ana trabalha em pesquisa.", "função"),
        ("Sou vegetariana.", "Ana é vegetariana.", "dieta"),
        ("Vivo en Madrid.", "Ana vive en Madrid.", "ciudad"),
        ("J'habite à Lyon.", "Ana habite à Lyon.", "ville"),
        ("Je suis végétarienne.", "Ana est végétarienne.", "régime"),
        ("Ich wohne in Berlin.", "Ana wohnt in Berlin.", "Wohnort"),
        ("Ich bin Vegetarierin.", "Ana ist Vegetarierin.", "Ernährung"),
    ],
)
async def test_the_first_person_is_named(text: str, fact: str, attribute: str) -> None:
    (made,), _, _ = await read(talk(text))
    assert (made.subject, made.fact, made.attribute) == ("Ana", fact, attribute)
    assert made.quote.startswith(text[:10])
    assert made.sure


async def test_without_a_name_the_subject_is_left_to_the_person() -> None:
    (made,), _, _ = await read(talk("I live in Recife."), me=())
    assert (made.subject, made.attribute, made.fact) == ("", "city", "I live in Recife.")
    assert made.marks == {Mark.INCOMPLETE, Mark.PRONOUN}


async def test_in_peoples_chats_the_speaker_says_i() -> None:
    conversation = talk("I live in Recife.", role=Role.OTHER, speaker="Bruno")
    (made,), _, _ = await read(conversation)
    assert (made.subject, made.fact, made.sure) == ("Bruno", "Bruno lives in Recife.", True)


@pytest.mark.parametrize(
    "text",
    [
        "Does Ana live in Recife?",
        "Ana lives in Recife?",
        "Maybe Ana lives in Recife.",
        "If Ana works in research, we win.",
        "I think Ana lives in Recife.",
        "Ana might move to Lisbon.",
        "Ana no longer lives in Recife.",
        "Ana doesn't live in Recife.",
        "Ana does not work in research.",
        "Ana said Bruno lives in Recife.",
        "Ana used to live in Recife.",
        "She lives in Recife.",
        "They moved to Lisbon.",
        "Everyone works in research.",
        "It is due on Friday.",
        "That's great.",
        "It's a lovely day.",
        "Thanks, that works in most cases.",
        "The rest of the team is happy.",
        "Here is a list of ideas.",
        "This is cancelled.",
        "The function returns None.",
        "Talvez a Ana more em Recife.",
        "A Ana não mora em Recife.",
        "Se a Ana mora em Recife, ótimo.",
        "Acho que a Ana mora em Recife.",
        "Ana no vive en Madrid.",
        "Quizás Ana vive en Madrid.",
        "Ana n'habite pas à Lyon.",
        "Peut-être qu'Ana habite à Lyon.",
        "Ana wohnt nicht in Berlin.",
        "Vielleicht wohnt Ana in Berlin.",
        "> Ana lives in Recife.",
        "```\nAna lives in Recife.\n```",
        "const x = 5;",
        "Good morning! How are you?",
        "Ana lives in it.",
    ],
)
async def test_what_is_doubted_denied_asked_or_unnamed_is_passed_over(text: str) -> None:
    assert await things(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ana works in research and lives in Recife.",
        "Ana prefers tea.",
        "We decided to use Postgres.",
        "Ana works in Berlin.",
        "Zeus est le nouveau problème.",
        "Zeus es el nuevo tema.",
        "Zeus ist die neue Frage.",
        "Zeus é o novo tema.",
    ],
)
async def test_what_it_is_unsure_of_starts_unticked(text: str) -> None:
    (made,), _, _ = await read(talk(text))
    assert Mark.UNCERTAIN in made.marks
    assert not made.sure


async def test_the_assistants_turns_are_not_read() -> None:
    conversation = talk("Ana lives in Recife.", role=Role.MODEL, speaker="assistant")
    proposals, _, account = await read(conversation)
    assert not proposals
    assert account.turns == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Bruno's password is hunter2.", "a fact about Bruno looked like a password"),
        ("Remember, the wifi password: hunter2", "looked like a password"),
        ("My API key is sk-test-FAKE0123456789abcdef", "a fact about Ana looked like an API key"),
        ("A senha do Bruno é hunter2.", "a fact about Bruno looked like a password"),
        ("The password is Swordfish.", "a fact looked like a password"),
        ("Swordfish is the wifi password.", "a fact looked like a password"),
    ],
)
async def test_secrets_are_left_out_and_said(text: str, line: str) -> None:
    proposals, lines, account = await read(talk(f"{text}\nAna lives in Recife."))
    assert [each.attribute for each in proposals] == ["city"]
    assert [line in each for each in lines] == [True]
    assert not any(word in str(lines) for word in ("hunter2", "Swordfish", "FAKE"))
    assert len(account.dropped) == 1


async def test_lines_under_a_heading_belong_to_it() -> None:
    (made,), _, _ = await read(talk("# Apollo\nDeadline: 16 October 2026\nNote: nothing"))
    assert (made.subject, made.attribute, made.sure) == ("Apollo", "deadline", True)
    assert made.fact == "Apollo – Deadline: 16 October 2026"


async def test_a_line_without_a_heading_has_no_subject() -> None:
    (made,), _, _ = await read(talk("Deadline: 16 October 2026"))
    assert made.marks == {Mark.INCOMPLETE, Mark.UNCERTAIN}


async def test_tomorrow_is_written_out() -> None:
    (made,), _, _ = await read(talk("The launch moved to tomorrow."))
    assert made.fact == "The launch moved to tomorrow (2026-10-13)."


async def test_several_sentences_and_turns() -> None:
    text = "Hi! Ana lives in Recife. Dr. Silva works in research. The launch is on 16. October."
    proposals, _, account = await read(talk(text, "Bruno is vegan.", "Thanks!"))
    assert [(each.subject, each.turn) for each in proposals] == [
        ("Ana", 0), ("Dr. Silva", 0), ("Launch", 0), ("Bruno", 1),
    ]  # fmt: skip
    assert account.turns == 3
    assert "not a model" in account.notes[0]


async def test_a_file_of_a_standup_gives_its_facts() -> None:
    data = (
        b'[{"role":"user","content":"Ana works in research. The launch moved to Friday 16 '
        b'October."},'
        b'{"role":"assistant","content":"Bruno lives in Rio."}]'
    )
    (conversation,) = open_bytes(data, "standup.json").conversations
    proposals, _, _ = await read(conversation)
    assert [(each.subject, each.sure) for each in proposals] == [("Ana", True), ("Launch", True)]


WORDS = (
    "Ana I My lives works is in the The 's deadline for of Recife research : . ? ! , and to moved "
    "16 October é mora ist wohnt est habite vive password"
)
texts = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=14).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.text(min_size=1, max_size=80) | texts)
async def test_no_text_makes_it_fail(text: str) -> None:
    proposals, _, _ = await read(talk(text))
    assert all(each.quote in " ".join(text.split()) for each in proposals)


async def test_a_sentence_that_is_wrapped_is_one() -> None:
    text = "Thanks for all of it. As we said in the meeting this morning,\nAna lives in Recife."
    wrapped = "We talked about it at length today. The billing report\nis due on 16 May."
    assert await things(text) == []
    assert await things(wrapped) == [("Billing report", "deadline", True)]


async def test_the_conversations_language_comes_first() -> None:
    text = (
        "Bonjour, le lancement est à nous et la salle est pour les autres.\nChloé dirige l'équipe."
    )
    assert await things(text) == [("Chloé", "rôle", True)]


HOSTILE = {
    "names": "Ana " * 60,
    "verbs": "Ana is " * 34,
    "one word": "A" * 240,
    "a long value": "Ana lives in " + "a " * 110,
    "a long subject": "the " * 55 + "is due on",
    "owners": "Ana's " * 40,
    "secrets": "password " * 30_000,
    "ends": ". " * 60_000,
    "labels": "x: " * 80,
    "numbers": "1. " * 60_000,
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_lines_are_passed_over_in_no_time(name: str) -> None:
    proposals, _, _ = await read(talk(HOSTILE[name]))
    assert len(proposals) <= 1
