"""What a run adds up to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pantin.batch import Row
from pantin.cli.check_run import Checked, CheckRun
from pantin.cli.exit import Exit
from pantin.report import Finding, Report
from pantin.report.baseline import Baseline
from pantin.report.selection import Selection

ERROR = Finding("A-1", "error", "e", "/x")
WARNING = Finding("A-2", "warning", "w", "/x")


FAULT = Row("b", outcome="failed", reason="b: KeyError", traceback="…")


def report(*findings):
    return Row("a.glb", format="glb", findings=findings)


def unreadable(reason):
    return Row("b.glb", outcome="unreadable", reason=reason)


def refined_reports(run, rows):
    refined = map(run.refine_row, rows)
    return list(
        run.reports(Checked(row.report, Exit(row.code), row.reason, row.traceback) for row in refined)
    )


@pytest.mark.parametrize(
    ("outcomes", "strict", "code"),
    [
        ([report()], False, Exit.CLEAN),
        ([report(WARNING)], False, Exit.CLEAN),
        ([report(WARNING)], True, Exit.FINDINGS),
        ([report(ERROR), report()], False, Exit.FINDINGS),
        ([unreadable("b: gone"), report(ERROR)], False, Exit.UNREADABLE),
        (
            [Row("b", outcome="failed", reason="b: KeyError", traceback="…"), unreadable("c: gone")],
            False,
            Exit.FAULT,
        ),
    ],
)
def test_the_worst_outcome_gives_the_code(outcomes, strict, code):
    run = CheckRun(Selection(), strict, None)
    refined_reports(run, outcomes)
    assert run.code is code


def test_what_is_ignored_or_accepted_counts_for_nothing():
    accepted = Baseline(Path(), Counter({("a.glb", "A-1", "/x"): 1}))
    run = CheckRun(Selection(ignore=("A-2",)), True, accepted)
    assert refined_reports(run, [report(ERROR, WARNING)]) == [Report("a.glb", "glb")]
    assert (run.code, str(run.tally)) == (Exit.CLEAN, "1 file, no findings")
