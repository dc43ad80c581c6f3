from pathlib import Path

from memtui.desk.desk import Desk
from memtui.tui.app import MemtuiApp
from tests.tui.seen import said_last
from tests.tui.settling import press, settle, type_text


def app_with(desk: Desk, home: Path, folder: Path) -> MemtuiApp:
    return MemtuiApp(desk, home, watching=False, config=folder)


async def test_the_theme_is_remembered_and_the_rest_of_the_file_stays(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('# mine\ntheme = "ansi-dark" # for now\n')
    async with app_with(desk, home, tmp_path).run_test() as pilot:
        await settle(pilot)
        assert pilot.app.theme == "ansi-dark"
        await press(pilot, "f2")
        assert pilot.app.theme == "memtui-light"
    assert file.read_text() == '# mine\ntheme = "memtui-light" # for now\n'


async def test_without_a_file_memtui_is_dark_and_f2_makes_one(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    async with app_with(desk, home, folder).run_test() as pilot:
        await settle(pilot)
        assert pilot.app.theme == "memtui-dark"
        assert not folder.exists()
        await press(pilot, "f2")
    assert (folder / "config.toml").read_text() == 'theme = "memtui-light"\n'


async def test_what_cannot_be_read_is_told_and_never_overwritten(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "config.toml"
    file.write_text("theme = \n")
    app = app_with(desk, home, tmp_path)
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "config.toml cannot be read" in said_last(app)
        await press(pilot, "f2")
    assert file.read_text() == "theme = \n"


async def test_unknown_settings_and_themes_are_told(desk: Desk, home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('theme = "mauve"\nfont = "x"\n')
    app = app_with(desk, home, tmp_path)
    async with app.run_test() as pilot:
        await settle(pilot)
        assert said_last(app) == (
            "config.toml: `font` is not known; there is no theme called mauve."
        )


async def test_keys_of_ones_own_work_and_are_the_ones_shown(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text('[keys]\nmain.add = ["n", "insert"]\napp.theme = "Z"\n')
    app = app_with(desk, home, tmp_path)
    async with app.run_test(size=(80, 60)) as pilot:
        await settle(pilot)
        assert "n add" in str(app.screen.query_one("Hints").render())
        await press(pilot, "Z", "a")
        assert app.theme == "memtui-light"
        assert type(app.screen).__name__ == "MainScreen"
        await press(pilot, "?")
        text = "\n".join(str(each.render()) for each in app.screen.query("Static"))
        assert any(line.split()[:2] == ["n", "insert"] for line in text.splitlines())
        await press(pilot, "?", "n")
        assert type(app.screen).__name__ == "AddDialog"


async def test_keys_that_cannot_be_had_are_told_at_start_in_one_line(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text('[keys]\nmain.add = "d"\nmain.nothing = "n"\n')
    app = app_with(desk, home, tmp_path)
    async with app.run_test() as pilot:
        await settle(pilot)
        assert said_last(app) == (
            "config.toml: keys.main.nothing is no command; docs/keys.md lists all ids; "
            "keys.main.add: d is main.forget already; give one of the two another key."
        )
        await press(pilot, "a")
        assert type(app.screen).__name__ == "AddDialog"


async def test_of_much_that_cannot_be_had_some_is_said_and_all_is_in_the_help(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    wrong = "".join(f'main.wrong{n} = "n"\n' for n in range(9))
    (tmp_path / "config.toml").write_text(f"[keys]\n{wrong}")
    app = app_with(desk, home, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert said_last(app).endswith("; 6 more, F1 shows all.")
        await press(pilot, "f1")
        text = str(app.screen.query_one("#commands").render())
        assert all(f"main.wrong{n}" in text for n in range(9))
        await press(pilot, "slash")
        await type_text(pilot, "wrong3")
        text = str(app.screen.query_one("#commands").render())
        assert "main.wrong3" in text
        assert "main.wrong4" not in text


async def test_help_finds_commands_by_their_words(desk: Desk, home: Path, tmp_path: Path) -> None:
    app = app_with(desk, home, tmp_path)
    async with app.run_test(size=(80, 60)) as pilot:
        await settle(pilot)
        await press(pilot, "?", "/")
        await type_text(pilot, "fact ended")
        text = str(app.screen.query_one("#commands").render())
        assert "Let an ended fact hold again" in text
        assert "Add a fact" not in text
        await type_text(pilot, "zz")
        assert "No command" in str(app.screen.query_one("#commands").render())
        await press(pilot, "escape")
        assert "Add a fact" in str(app.screen.query_one("#commands").render())
        await press(pilot, "escape")
        assert type(app.screen).__name__ == "MainScreen"
