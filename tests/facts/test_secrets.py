"""What looks like a secret, by which rule, and what does not. All secrets here are made up."""

from dataclasses import replace
from datetime import date
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.errors import Code, MemtuiError
from memtui.facts.drafting import checked
from memtui.facts.fact import Draft
from memtui.facts.secrets import _WORDS, _may_tell, _plain, secret_in

SECRETS = [
    ("password", "Bruno's password is hunter2."),
    ("password", "remember my PASSWORD: hunter2"),
    ("password", "DB_PASSWORD=hunter2"),
    ("password", "The dbPassword changed."),
    ("password", "passwd changed on Monday"),
    ("password", "pwd: hunter2"),
    ("password", "A senha do Bruno é hunter2."),
    ("password", "As senhas ficam no cofre."),
    ("password", "La contraseña de Ana es hunter2."),
    ("password", "La contrasena de Ana es hunter2."),
    ("password", "Le mot de passe est hunter2."),
    ("password", "Das WLAN-Passwort ist hunter2."),
    ("password", "Die Passwörter liegen im Tresor."),
    ("password", "Ana 的密码是 hunter2"),
    ("password", "密碼是 hunter2"),
    ("password", "アナのパスワードは hunter2 です"),
    ("password", "アナのハ\u309aスワート\u3099は hunter2 です"),
    ("password", "비밀번호는 hunter2"),
    ("password", "пароль Аны: hunter2"),
    ("password", "كلمة المرور هي hunter2"),
    ("password", "Ana's PIN is 4821."),
    ("password", "ｐａｓｓｗｏｒｄ hunter2"),
    ("password", "𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝 hunter2"),
    ("password", "pass\u200bword hunter2"),
    ("password", "p\u0332a\u0332s\u0332s\u0332w\u0332o\u0332r\u0332d hunter2"),
    ("password", "p\u0430ssw\u043erd hunter2"),
    ("password", "pass-\nword hunter2"),
    ("API key", "The API key is in my head."),
    ("API key", "OPENAI_API_KEY=abc"),
    ("API key", "api-key abc"),
    ("API key", "apikey abc"),
    ("API key", "A chave de API é abc"),
    ("API key", "La clé d'API est abc"),
    ("API key", "La clave de API es abc"),
    ("API key", "Der API-Schlüssel ist abc"),
    ("secret key", "The secret key is abc."),
    ("secret key", "AWS_SECRET_ACCESS_KEY abc"),
    ("secret key", "client_secret abc"),
    ("secret key", "A chave secreta é abc"),
    ("private key", "The private key is under the mat."),
    ("private key", "La clé privée est abc"),
    ("token", "token: abc"),
    ("token", "access_token = abc"),
    ("token", '{"token": "abc"}'),
    ("token", "token：abc"),
    ("token", "Authorization: Bearer 0123456789abcdef"),
    ("PEM block", "-----BEGIN CERTIFICATE-----"),
    ("PEM block", "-----BEGIN OPENSSH PRIVATE KEY-----"),
    ("token", "sk-test-FAKE0123456789abcdef"),
    ("token", "it is `sk-testFAKEabcde`."),
    ("token", "ghp_FAKE0123456789abcdef"),
    ("token", "gho_FAKE0123456789abcdef"),
    ("token", "github_pat_FAKE0123"),
    ("token", "xoxb-FAKE-0123456789"),
    ("token", "xoxp-FAKE-0123456789"),
    ("token", "AKIAFAKE01234567"),
    ("token", "AIzaFAKE01234567"),
    ("token", "glpat-FAKE01234567"),
    ("token", "ast_FAKE0123456789"),
    ("token", "memtui_FAKE-abcdefghijklmnopqrstuvwxyz_ABCDEFG"),
    ("token", "eyJhbGciOiJub25lIn0.e30."),
    ("token", "hf_FAKEabcdefghi01234"),
    ("token", "sk_live_FAKE0123456"),
    ("token", "sk-test-FAKE01\n23456789abcdef"),
    ("token", "sk-test-\\\n   FAKE0123456789"),
    ("token", "sk-te\u2060st-FAKE0123\u00ad456789"),
    ("long key", "0123456789abcdef0123456789abcdef"),
    ("long key", "the commit 35c12f3a35c12f3a35c12f3a35c12f3a35c12f3a"),
    ("long key", "AbCdEfGhIjKlMnOpQrStUvWxYz123456"),
    ("long key", "0123456789abcdef\n0123456789abcdef"),
    ("card number", "4111111111111111"),
    ("card number", "Ana pays with 4111 1111 1111 1111."),
    ("card number", "4111-1111-1111-1111"),
    ("card number", "4111–1111–1111–1111"),
    ("card number", "4111\xa01111\xa01111\xa01111"),
    ("card number", "4111 1111 1111 1111 123"),
    ("card number", "card 4111 1111 1111 1111 12 2027"),
    ("card number", "on 2026-10-12 4111 1111 1111 1111"),
    ("card number", "378282246310005"),
    ("card number", "4111 1111 1111 1111.50"),
    ("card number", "paid 12.4111 1111 1111 1111"),
    ("card number", "4111111111111111.0"),
    ("card number", "1,4111111111111111"),
    ("card number", "No.4111111111111111"),
    ("card number", "4222222222222"),
    ("card number", "6304000000000000000"),
    ("card number", "٤١١١ ١١١١ ١١١١ ١١١١"),
    ("URL with a password", "postgres://ana:hunter2@db.example/team"),
    ("URL with a password", "https://ana:p@ss@example.org"),
    ("URL with a password", "redis://:hunter2@cache.example"),
]


@pytest.mark.parametrize(("rule", "text"), SECRETS)
def test_a_secret_is_named_by_its_rule(rule: str, text: str) -> None:
    assert secret_in(text) == rule


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ana works in research.",
        "The launch is on Friday 16 October.",
        "Ana uses 1Password.",
        "The login is passwordless.",
        "Bruno desenha mapas e desenhados antigos.",
        "Ana moved the desk to the key account team.",
        "The key decision was to keep the API stable.",
        "Ana, OpenAPI keynote speaker, is in Recife.",
        "The team counted 5,210 tokens.",
        "Ana hands out a token of thanks.",
        "The secret of the recipe is lemon.",
        "密码学 is what Ana studies.",
        "Der Pass ist gültig.",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "From 2026-10-12 - 2026-10-20 and 2027-01-02.",
        "12-10-2026 12-11-2026 12-12-2026",
        "2026-10-12T09:31:04Z 2026-10-13T09:31:04Z",
        "Ana's number is +55 81 99999-8888.",
        "Call +5581999998888 or +4930123456789012.",
        "4111 1111 1111 1112",
        "sk-short",
        "task-management-system-for-teams",
        "npm_config_registry is set",
        "Donaudampfschifffahrtsgesellschaftskapitän",
        "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz",
        "2026年10月12日アナは研究部門で働いていますそして毎日2時間3分4秒走ります",
        "http://127.0.0.1:11434",
        "https://example.org:8443/@ana",
        "ssh://git@example.org/team.git",
        "Write to ana@example.org: she answers.",
        "The pin is made of steel, 12 cm long.",
        "ana/team/notes/2026/10/12/stand-up/minutes",
        "Пётр работает в отделе исследований.",
        "डेटा टीम का नेतृत्व आना करती है।",
    ],
)
def test_an_ordinary_sentence_is_no_secret(text: str) -> None:
    assert secret_in(text) is None


def test_subject_attribute_and_fact_are_read_together() -> None:
    assert secret_in("Bruno", "API", "key is abc") == "API key"
    assert secret_in("sk-test-", "FAKE01234567", "89abcdef") == "token"
    assert secret_in("Ana", "4111 1111", "1111 1111") == "card number"
    assert secret_in("Ana", "role", "Ana works in research.") is None
    assert secret_in() is None


def test_a_terminal_s_escape_sequences_do_not_hide_a_secret() -> None:
    assert secret_in("pass\x1b[31mword hunter2") == "password"
    assert secret_in("sk-te\x1b]8;;link\x07st-FAKE0123456789") == "token"


@pytest.mark.parametrize(
    "text",
    ["The score is 0.{}.", "It is -12.{}e-05", "x=7.{}", "Es sind 0,{}"],
)
def test_the_fraction_of_a_decimal_number_is_no_card_number(text: str) -> None:
    for fraction in ("4111111111111111", "378282246310005", "762280082457942"):
        assert secret_in(text.format(fraction)) is None


@given(st.sampled_from(SECRETS), st.data())
def test_invisible_characters_do_not_hide_a_secret(
    secret: tuple[str, str], data: st.DataObject
) -> None:
    rule, text = secret
    hidden = data.draw(st.sampled_from("\u200b\u200d\u2060\u202e\u00ad\ufe0f\U000e0041\x00\x1b"))
    place = data.draw(st.integers(0, len(text)))
    assert secret_in(text[:place] + hidden + text[place:]) == rule


@given(
    st.sampled_from(["sk-test-FAKE0123456789abcdef", "0123456789abcdef0123456789abcdef"]),
    st.integers(1, 23),
    st.sampled_from(["\n", "\r\n", " \n  ", "\\\n", "\u2028", "\v"]),
)
def test_a_key_broken_over_two_lines_is_found(key: str, place: int, gap: str) -> None:
    assert secret_in(f"Note {key[:place]}{gap}{key[place:]} down.") in ("token", "long key")


@given(st.sampled_from(SECRETS), st.text(max_size=40), st.text(max_size=40))
def test_what_stands_around_a_secret_does_not_hide_it(
    secret: tuple[str, str], before: str, after: str
) -> None:
    assert secret_in(f"{before} . {secret[1]} . {after}") is not None


@pytest.mark.parametrize(
    "pattern", [each for _, words in _WORDS for each in words if "bearer" not in each]
)
@given(data=st.data())
def test_no_text_is_passed_over_that_has_a_word_of_a_rule(
    pattern: str, data: st.DataObject
) -> None:
    assert _may_tell(data.draw(st.from_regex(_plain(pattern).casefold())))


@given(st.integers(10**11, 10**18 - 1))
def test_every_number_with_a_check_digit_is_a_card_number(stem: int) -> None:
    doubled = [
        int(each) * (2 if place % 2 == 0 else 1) for place, each in enumerate(str(stem)[::-1])
    ]
    check = -sum(value - 9 if value > 9 else value for value in doubled) % 10
    assert secret_in(f"{stem}{check}") == "card number"
    assert secret_in(f"{stem}{(check + 1) % 10}") is None


@given(st.text())
def test_any_text_gets_an_answer(text: str) -> None:
    assert secret_in(text, text) == secret_in(text, text)


LONG = 300_000


@pytest.mark.parametrize(
    "part",
    [
        "a", "1", "1 ", "1 - ", " ", "-", "\n", " \n", "-\n", "api", "api ", "api_-", "pin",
        "pin  ", "://", "://a:", ":", "@", "sk-", "gh", "a-", "A1", "\u0301", "\u0301\u0323", "é",
        "\u200b", "token ", "bearer ", "secret-", "2026-10-12", "2026-10-", "ﷺ", "각", "\ud800",
        "hf_a",
    ],
)  # fmt: skip
def test_a_long_text_of_the_same_is_answered_in_passing(part: str) -> None:
    """A search that is not linear would be at these for minutes."""
    secret_in(part * (LONG // len(normalize("NFKD", part))))


@pytest.mark.parametrize("part", ["subject", "attribute", "fact"])
def test_a_key_broken_over_two_lines_is_refused_as_it_came(part: str) -> None:
    draft = replace(Draft("Ana", "tool", "x"), **{part: "sk-FAKEabc\n123456DEFGH78"})  # type: ignore[arg-type]
    with pytest.raises(MemtuiError) as refused:
        checked(draft, date(2026, 10, 12))
    assert refused.value.code is Code.FACT_SENSITIVE
