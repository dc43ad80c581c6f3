"""The project itself: its layers, its README, and what must not stand in its files."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.errors import Code

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ERRORS = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
PAGES = ["README.md", "CHANGELOG.md", *(f"docs/{each.name}" for each in ROOT.glob("docs/*.md"))]
FOLDERS = (".ci", "benchmarks", "docs", "memtui", "sample_conversations", "screenshots", "tests")
# In two parts, or this file would be found itself.
REGISTRIES = [
    name + ".org" for name in ("pypi", "pythonhosted", "npmjs", "anaconda", "conda-forge")
] + ["crates" + ".io", "huggingface" + ".co", "index" + "-url"]


def section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def commands(text: str) -> list[str]:
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def files() -> Iterator[Path]:
    """What is in a checkout, without asking git, which a tester may not have."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                yield path
    yield from (path for path in ROOT.iterdir() if path.is_file())


def test_the_layers_hold() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_quick_start_is_two_commands() -> None:
    demo, tests = commands(section("Quick start"))
    setup = "python3 -m venv .venv && .venv/bin/pip install -q "
    assert demo == setup + ". && .venv/bin/memtui demo"
    assert tests == setup + "-e '.[dev]' && .venv/bin/python -m pytest"


def test_the_checks_run_the_command_that_the_readme_gives() -> None:
    """`.ci/run` takes the one line of the README's code that runs pytest."""
    assert [line for line in commands(README) if " -m pytest" in line] == [
        commands(section("Quick start"))[1]
    ]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "inside && / -m pytest/' README.md" in script
    for check in ('ruff" check', 'ruff" format --check', '/mypy"', '/lint-imports"', '"$tests"'):
        assert check in script


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http://", "https://")):
            path, _, heading = target.partition("#")
            linked = (ROOT / page).parent / path if path else ROOT / page
            assert linked.exists(), target
            assert not heading or heading in anchors(linked), target


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("code", Code)
def test_every_error_code_has_a_line_on_what_to_do(code: Code) -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| .+ \| .+ \|$", ERRORS, re.MULTILINE)
    assert rows.count(code) == 1


def test_the_page_of_errors_knows_no_other_codes() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` ", ERRORS, re.MULTILINE)
    assert set(rows) == set(Code)


def test_no_file_names_a_package_registry() -> None:
    for path in files():
        text = path.read_bytes().decode(errors="replace").casefold()
        assert not [name for name in REGISTRIES if name in text], path
