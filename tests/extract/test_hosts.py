"""Addresses as people write them."""

import pytest

from memtui.errors import Code, MemtuiError
from memtui.extract.extractor import make_extractor
from memtui.extract.hosts import address_of
from memtui.settings import ExtractorSettings


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("box", "http://box:11434"),
        ("box:1234", "http://box:1234"),
        (":8080", "http://127.0.0.1:8080"),
        ("http://box", "http://box:80"),
        ("https://box", "https://box:443"),
        ("https://box/", "https://box:443"),
        ("http://box:1/x/y/", "http://box:1/x/y"),
        ("box/x", "http://box:11434/x"),
        (' "box:1" ', "http://box:1"),
        ("'box'", "http://box:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:1", "http://127.0.0.1:1"),
        ("::", "http://[::1]:11434"),
        ("::1", "http://[::1]:11434"),
        ("[::1]:5", "http://[::1]:5"),
        ("HTTP://box", "http://box:80"),
        ("http://me:pw@box:1", "http://me:pw@box:1"),
    ],
)
def test_addresses_are_read_as_ollama_reads_them(text: str, url: str) -> None:
    assert address_of(text).url == url


def test_a_login_is_not_shown() -> None:
    assert address_of("http://me:pw@box:1").shown == "box:1"


@pytest.mark.parametrize(
    "text", ["ftp://box", "http://box:port", "box:99999", "a b", "http://[::1"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(MemtuiError) as caught:
        address_of(text)
    assert caught.value.code is Code.NO_EXTRACTOR


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("127.0.0.1", True), ("::1", True), ("localhost", True), ("box", True),
        ("box.local", True), ("192.168.1.5", True), ("10.0.0.1", True), ("fe80::1", True),
        ("ollama.example.com", False), ("8.8.8.8", False),
    ],
)  # fmt: skip
def test_near_is_this_machine_or_a_private_network(text: str, near: bool) -> None:
    assert address_of(text).near is near


@pytest.mark.parametrize(
    "settings",
    [
        ExtractorSettings(kind="magic"),
        ExtractorSettings(model=" "),
        ExtractorSettings(url="ftp://x"),
        ExtractorSettings(headers={"Authorization": "UNSET"}),
        ExtractorSettings(headers={"Authorization": "BAD"}),
    ],
)
def test_settings_that_cannot_work_are_refused(settings: ExtractorSettings) -> None:
    with pytest.raises(MemtuiError) as caught:
        make_extractor(settings, environ={"BAD": "line\nbreak s3cret"})
    assert caught.value.code is Code.NO_EXTRACTOR
    assert caught.value.hint
    assert "s3cret" not in str(caught.value)


def test_the_plain_reader_needs_nothing() -> None:
    made = make_extractor(ExtractorSettings(url="ftp://x"), kind="plain", environ={})
    assert "not a model" in made.name
