"""Sample files from elsewhere are found through `PANTIN_CORPUS`, and in no other way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# As a part of a path: "shared" in quotes, or with a slash beside it.
FOLDER = re.compile(r"""(["'/])shared(["'/])""")
CODE = (".py", ".sh", ".mjs", ".ts", ".toml", ".yaml", "")


@pytest.mark.parametrize("folder", ["tests", "benchmarks", "scripts", "fuzz", "soak"])
def test_no_code_looks_for_sample_files_beside_the_project(folder):
    files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix in CODE]
    assert files
    result = [path for path in files if FOLDER.search(path.read_text(encoding="utf-8", errors="replace"))]
    assert [path.relative_to(ROOT).as_posix() for path in result if path != Path(__file__)] == []


def test_the_pattern_finds_the_folder_and_no_word():
    assert FOLDER.search('ROOT.parent / "shared" / "corpus"')
    assert FOLDER.search("../shared/corpus")
    assert not FOLDER.search("vertices that are shared, and shared.png")


def test_ci_names_the_folder_beside_the_project_where_there_is_one():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'export PANTIN_CORPUS="$PWD/../shared/corpus"' in script
    assert '[ -z "${PANTIN_CORPUS:-}" ] && [ -d "$PWD/../shared/corpus" ]' in script
