"""The pictures in the README show the app as it is."""

from pathlib import Path

import pytest

from memtui.tui.screenshots import FOLDER, PICTURES, Picture, drawn


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: str(picture.name))
async def test_the_picture_is_fresh(picture: Picture, tmp_path: Path) -> None:
    now = await drawn(picture, tmp_path)
    shown = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert now == shown, "run `python -m memtui.tui.screenshots` and look at what changed"


def test_no_other_pictures_lie_about() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{each.name}.svg" for each in PICTURES}
