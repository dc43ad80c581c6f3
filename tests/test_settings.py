"""Settings from a document: what is refused, and how it is told."""

from pathlib import Path

import pytest

from memtui.errors import Code, MemtuiError
from memtui.settings import Writes, path_of, settings_from


def test_a_time_is_a_number_of_seconds_that_can_be() -> None:
    for seconds in (1, 30, 86_400):
        assert settings_from({"extractor": {"timeout": seconds}})[0].extractor.timeout == seconds
    for value in (0, -5, 0.0001, 86_401, 1e300, float("inf"), float("nan"), True, "30"):
        with pytest.raises(MemtuiError) as refused:
            settings_from({"extractor": {"timeout": value}})
        assert refused.value.code is Code.SETTINGS_UNREADABLE
        expected = "`extractor.timeout` should be a number of seconds from 1 to 86,400"
        assert expected in refused.value.message


def test_a_word_of_a_few_is_one_of_them() -> None:
    assert settings_from({"serve": {"writes": "direct"}})[0].serve.writes is Writes.DIRECT
    odd: list[object] = ["Direct", "", True, 1, ["direct"], {}]
    for value in odd:
        with pytest.raises(MemtuiError) as refused:
            settings_from({"serve": {"writes": value}})
        assert "`serve.writes` should be `propose` or `direct`" in refused.value.message


@pytest.mark.parametrize("name", ["watch.folders", "serve.clients", "me.names"])
def test_a_list_of_texts_has_no_empty_ones(name: str) -> None:
    section, _, key = name.partition(".")
    assert settings_from({section: {key: []}})
    for value, why in (
        ([""], f"one of the texts of `{name}` is empty"),
        (["x", " "], f"one of the texts of `{name}` is empty"),
        ("x", f'`{name}` should be a list of texts, not "x"'),
        (["x", 5], f"`{name}` should be a list of texts"),
    ):
        with pytest.raises(MemtuiError) as refused:
            settings_from({section: {key: value}})
        assert refused.value.code is Code.SETTINGS_UNREADABLE
        assert why in refused.value.message


@pytest.mark.parametrize("value", [0, -1, 0.5, "60", True, float("inf")])
def test_how_long_a_watched_file_rests_is_a_number_of_seconds(value: object) -> None:
    with pytest.raises(MemtuiError, match=r"`watch.quiet` should be a number of seconds"):
        settings_from({"watch": {"quiet": value}})


def test_paths_begin_in_a_home_folder_unless_nobody_is_called_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert path_of("~/ca.pem") == tmp_path / "ca.pem"
    assert path_of("~nobody-here/ca.pem") == Path("~nobody-here/ca.pem")
