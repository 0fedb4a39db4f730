"""Case files of rules: `tests/cases/<id>/bad*` breaks the rule, `good*` does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read

CASES = Path(__file__).parents[3] / "cases"


@pytest.fixture
def assert_cases():
    """Every case of a rule, and that there are both kinds."""

    def run_check(rule):
        files = sorted((CASES / rule.id).glob("*.g4*"))
        kinds = {path.stem.split("-")[0] for path in files}
        assert kinds == {"bad", "good"}
        for path in files:
            broken = {finding.rule for finding in check(read(path))}
            assert (rule.id in broken) == path.stem.startswith("bad"), path

    return run_check
