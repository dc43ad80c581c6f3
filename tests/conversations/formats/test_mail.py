"""E-mail: threads, and what in a message its writer did not write."""

import base64
from datetime import date

import pytest

from memtui.conversations.conversation import Grade, Role
from memtui.conversations.opening import open_bytes
from tests.conversations.formats.reading import RECIFE, days, only, opened, roles, said

TOP = (
    "Received: from mx.example by x; Mon, 12 Oct 2026 01:30:00 +0000\n"
    "From: Ana Lima <ana@a.example>\nTo: bruno@a.example\n"
    "Date: Mon, 12 Oct 2026 01:30:00 +0000\nMessage-ID: <1@a.example>\n"
)


def mail(number: int, who: str, subject: str, body: str, refers: str = "", day: int = 12) -> str:
    refers = f"References: {refers}\n" if refers else ""
    return (
        f"From {who}@a.example Mon Oct {day} 12:00:00 2026\nFrom: {who} <{who}@a.example>\n"
        f"Date: {day} Oct 2026 12:00:00 -0300\nMessage-ID: <{number}@a.example>\n{refers}"
        f"Subject: {subject}\n\n{body}\n\n"
    )


def test_a_message_is_read() -> None:
    made = opened(
        f"{TOP}Subject: =?utf-8?q?Mudan=C3=A7a?=\n\n"
        "I moved to Recife.\n\nAna\n-- \nAna Lima\nAcme\n",
        "mail.eml",
        me=("ana@a.example",),
    )
    (conversation,) = made.conversations
    assert made.format == "e-mail"
    assert said(conversation) == [("Ana Lima", "I moved to Recife.\n\nAna")]
    assert roles(conversation) == [Role.PERSON]
    assert days(conversation) == [date(2026, 10, 11)]
    assert (conversation.title, conversation.key) == ("Mudança", "<1@a.example>")
    assert conversation.grade is Grade.TURN
    assert made.left_out == {"lines of signatures": 3}


@pytest.mark.parametrize(
    "quote",
    [
        "On Mon, 12 Oct 2026 at 10:00, Ana Lima <ana@a.example> wrote:\n> I live in Porto.\n",
        "On Mon, 12 Oct 2026 at 10:00, Ana Lima\n<ana@a.example> wrote:\n\n> I live in Porto.\n>\n",
        "Em seg., 12 de out. de 2026, Ana <ana@a.example> escreveu:\n> Moro no Porto.\n",
        "Am 12.10.2026 um 10:00 schrieb Ana Lima <ana@a.example>:\n> Ich wohne in Porto.\n",
        "-----Original Message-----\nFrom: Ana\nI live in Porto.\n",
        "________________________________\nFrom: Ana <ana@a.example>\nSent: Monday\nTo: Bruno\n"
        "Subject: Moving\n\nI live in Porto.\n",
        "De: Ana\nEnviado: segunda\nPara: Bruno\nAssunto: x\n\nMoro no Porto.\n",
        "---------- Forwarded message ---------\nI live in Porto.\n",
    ],
)
def test_what_is_quoted_is_left_out(quote: str) -> None:
    made = opened(f"{TOP}Subject: Moving\n\nI live in Recife.\n\n{quote}")
    (turn,) = made.conversations[0].turns
    assert turn.text == "I live in Recife."
    assert made.left_out["quoted lines"] >= 2


def test_a_draft_has_no_date_yet() -> None:
    made = opened(
        "From: Ana Lima <ana@a.example>\nTo: Bruno <b@a.example>\nSubject: Moving\n"
        "Content-Type: text/plain; charset=utf-8\n\nI live in Recife.\n"
    )
    (conversation,) = made.conversations
    assert (made.format, conversation.grade) == ("e-mail", Grade.NONE)
    assert said(conversation) == [("Ana Lima", "I live in Recife.")]


def test_answers_between_quotes_stay() -> None:
    made = only(
        f"{TOP}Subject: x\n\nOn 12 Oct 2026, Ana wrote:\n> Where?\n\nRecife.\n\n> When?\nMay.\n"
    )
    assert said(made) == [("Ana Lima", "Recife.\n\nMay.")]


def test_the_plain_part_is_read_and_files_are_counted() -> None:
    encoded = base64.b64encode("Olá, moro em Recife.".encode("latin-1")).decode()
    made = opened(
        f"{TOP}Subject: x\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\n'
        'Content-Type: multipart/alternative; boundary="c"\n\n--c\n'
        "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\n"
        f"{encoded}\n--c\nContent-Type: text/html\n\n<p>page</p>\n--c--\n--b\n"
        "Content-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\nx\n--b\n"
        f"Content-Type: message/rfc822\n\n{TOP}\nInner\n--b--\n"
    )
    assert said(made.conversations[0]) == [("Ana Lima", "Olá, moro em Recife.")]
    assert made.left_out == {"images and files": 1, "messages that were forwarded": 1}


def test_a_page_is_read_without_its_quotes() -> None:
    made = opened(
        f"{TOP}Subject: x\nContent-Type: text/html; charset=utf-8\n"
        "Content-Transfer-Encoding: quoted-printable\n\n"
        "<style>p {}</style><p>Moro em S=C3=A3o Paulo.</p><p>Ana</p><div>On 12 Oct 2026, "
        "Bruno wrote:<blockquote><p>Where <blockquote>x</blockquote> do you live?</p>"
        "</blockquote></div>\n"
    )
    assert said(made.conversations[0]) == [("Ana Lima", "Moro em São Paulo.\n\nAna")]
    assert made.left_out == {"quoted lines": 2}


def test_a_time_with_an_offset_is_of_the_persons_day() -> None:
    top = TOP.replace("Date: Mon, 12 Oct 2026 01:30:00 +0000", "Date: 12 Oct 2026 08:30:00 +0900")
    assert days(only(f"{top}Subject: x\n\nHi\n")) == [date(2026, 10, 11)]


def test_a_mailbox_is_read_thread_by_thread() -> None:
    made = opened(
        mail(3, "ana", "Re: Moving", "When?", "<1@a.example> <2@a.example>", 14)
        + mail(1, "ana", "Moving", "From Porto I came.\n\nFrom there\n>From here", day=12)
        + mail(4, "carla", "Budget", "The budget is due.")
        + mail(2, "bruno", "AW: Moving", "Welcome!", "<1@a.example>", 13)
        + mail(5, "ana", "RE: budget", "Thanks.", day=15)
        + mail(6, "dora", "Budget", "Another one.", day=16)
        + mail(1, "ana", "Moving", "Again", day=12),
        "all.mbox",
    )
    moving, budget, other = made.conversations
    assert [each.split("\n")[0] for _, each in said(moving)] == [
        "From Porto I came.",
        "Welcome!",
        "When?",
    ]
    assert days(moving) == [date(2026, 10, day) for day in (12, 13, 14)]
    assert moving.title == "Moving"
    assert said(budget) == [("carla", "The budget is due."), ("ana", "Thanks.")]
    assert said(other) == [("dora", "Another one.")]
    assert made.left_out["repeated records"] == 1


def test_a_mailbox_of_several_encodings_is_read() -> None:
    data = mail(1, "ana", "x", "São Paulo").encode() + mail(2, "ana", "y", "Olinda é").encode(
        "latin-1"
    )
    made = open_bytes(data, "all.mbox", zone=RECIFE)
    assert [each.turns[0].text for each in made.conversations] == ["São Paulo", "Olinda é"]


def test_damaged_mails_cost_no_others() -> None:
    bad = (
        "From x Mon Oct 12 12:00:00 2026\nFrom: =?x?b?!!?= <\nDate: never\n"
        f"Content-Type: text/plain; charset*{'9' * 5000}*=x; charset=never\n"
        "Content-Transfer-Encoding: base64\n\n!!\n\n"
    )
    made = opened(bad + mail(1, "ana", "x", "Hi"))
    assert said(made.conversations[-1]) == [("ana", "Hi")]
