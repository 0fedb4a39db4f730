"""What the README and the pages in docs/ show is what the commands print, and the Python in them runs.

A block marked `console` is a session: each line `$ pantin …` is run in a folder with a copy of `examples/`,
and what follows must be its output. `scripts/transcripts` writes the output of the day into the pages.
"""

import io
import re
import shlex
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from pantin.cli.run import run

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SESSION = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def replay(session: str) -> str:
    """The session as it goes today."""
    lines = []
    for command in (line for line in session.splitlines() if line.startswith("$ ")):
        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output):
            run(shlex.split(command)[2:])
        lines += [command, *(line.rstrip() for line in output.getvalue().rstrip("\n").splitlines())]
    return "\n".join(lines) + "\n"


def blocks(pattern):
    for page in PAGES:
        for number, match in enumerate(pattern.finditer(page.read_text(encoding="utf-8"))):
            yield pytest.param(match[1], id=f"{page.name}-{number}")


@pytest.mark.parametrize("session", list(blocks(SESSION)))
def test_a_session_shows_what_the_commands_print(session, workplace):
    assert replay(session) == session, "run scripts/transcripts and look at what changed"


@pytest.mark.parametrize("code", list(blocks(PYTHON)))
def test_python_in_the_pages_runs(code, workplace):
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(code, "page", "exec"), {})
    promised = re.findall(r"print\(.*\)\s+# (.*)$", code, re.MULTILINE)
    printed = output.getvalue().splitlines()
    assert [line for line in promised if line not in printed] == []
