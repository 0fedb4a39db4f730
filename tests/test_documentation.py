"""What the README and the pages in docs/ show is what the commands print, and the Python in them runs.

A page is followed from its top as a reader would, in a folder with a copy of `examples/`:

- a block with a title (```yaml title="hand.rigy.yaml") is saved under that name;
- a block marked `console` is a session: each line `$ pantin …` is run, and what follows must be its output
  (`scripts/transcripts` writes the output of the day into the pages);
- a block marked `python` is run, and `print(…)  # words` must print those words.
"""

import ast
import io
import os
import re
import runpy
import shlex
import shutil
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from pantin.cli.run import run

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"\n]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
SETTINGS = {"NO_COLOR": "1", "COLUMNS": "120"}

PUBLIC = {
    *("pantin", "pantin.rig", "pantin.motion", "pantin.springs", "pantin.arrays", "pantin.torch"),
    *("pantin.shapes", "pantin.pytest"),
}
"""The modules that are public; every other one may change without notice."""


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def followed(page: Path, folder: Path) -> str:
    """The page as it would stand had its sessions been held today."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "out").mkdir()
    with chdir(folder), patch.dict(os.environ, SETTINGS):
        return BLOCK.sub(follow, page.read_text(encoding="utf-8"))


def follow(block: re.Match[str]) -> str:
    language, title, content = block.groups()
    if title:
        Path(title).parent.mkdir(parents=True, exist_ok=True)
        Path(title).write_text(content, encoding="utf-8")
    elif language == "console":
        return f"```console\n{replay(content)}```"
    elif language == "python":
        execute(content)
    return block[0]


def replay(session: str) -> str:
    """The session as it goes today."""
    lines = []
    for command in (line for line in session.splitlines() if line.startswith("$ ")):
        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output):
            run(shlex.split(command)[2:])
        lines += [command, *(line.rstrip() for line in output.getvalue().rstrip("\n").splitlines())]
    return "\n".join(lines) + "\n"


def execute(code: str) -> None:
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(code, "page", "exec"), {})
    promised = re.findall(r"print\(.*\)\s+# (.*)$", code, re.MULTILINE)
    printed = output.getvalue().splitlines()
    assert [line for line in promised if line not in printed] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "rules.md"], ids=name)
def test_a_page_can_be_followed(page, tmp_path):
    assert followed(page, tmp_path) == page.read_text(encoding="utf-8"), "see scripts/transcripts"


def python_of(file: Path) -> str:
    """The Python in a page, or an example itself."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return text
    return "\n".join(content for language, _, content in BLOCK.findall(text) if language == "python")


def modules_imported(code: str) -> set[str]:
    """The modules of Pantin that code imports, or takes a name from."""
    modules = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {
                submodule if (submodule := f"{node.module}.{alias.name}") in PUBLIC else node.module
                for alias in node.names
            }
    return {module for module in modules if module.partition(".")[0] == "pantin"}


@pytest.mark.parametrize("file", [*PAGES, *sorted((ROOT / "examples").rglob("*.py"))], ids=name)
def test_what_readers_copy_imports_public_modules_alone(file):
    assert modules_imported(python_of(file)) - PUBLIC == set()


def test_a_private_import_is_seen():
    code = "import pantin\nfrom pantin import rig\nfrom pantin.rig import Node\nimport pantin.edit.bones"
    assert modules_imported(code) == {"pantin", "pantin.rig", "pantin.edit.bones"}


def test_the_readme_quotes_the_newest_measurements():
    quote = runpy.run_path(str(ROOT / "benchmarks" / "quote.py"))
    assert quote["table"](quote["results"]()) in (ROOT / "README.md").read_text(encoding="utf-8")
