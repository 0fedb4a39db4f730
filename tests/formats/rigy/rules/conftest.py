"""The cases of a rule: its smallest bad file and the good one beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.formats.rigy.compile import check_file

CASES = Path(__file__).parents[3] / "cases"


@pytest.fixture
def separates():
    """Whether a rule speaks of its bad files, with a place in them, and is silent about the good ones."""

    def judge(rule: str) -> bool:
        folder = CASES / rule
        bad = [check_file(path).findings for path in sorted(folder.glob("bad*.yaml"))]
        good = [check_file(path) for path in sorted(folder.glob("good*.yaml"))]
        assert bad
        assert good
        for findings in bad:
            own = [one for one in findings if one.rule == rule]
            assert len(own) == 1
            assert own[0].line is not None
            assert own[0].column is not None
        return all(report.ok and rule not in {one.rule for one in report.findings} for report in good)

    return judge
