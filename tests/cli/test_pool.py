"""Outcomes come in the order of the files, from one process or several, and none is lost."""

from __future__ import annotations

import pytest

from pantin.cli.pool import Fault, Unreadable, examine, examine_all
from pantin.report import Report


@pytest.mark.parametrize("jobs", [1, 2])
def test_outcomes_are_in_file_order(models, jobs):
    paths = ["broken.gltf", "missing.glb", *["arm.glb"] * 12, "face.gltf"]
    outcomes = list(examine_all(paths, jobs))
    assert [o.path for o in outcomes if isinstance(o, Report)] == [paths[0], *paths[2:]]
    assert outcomes[1] == Unreadable("missing.glb: no such file or directory")


def test_what_breaks_on_one_file_is_told_of_that_file(models, monkeypatch):
    def broken(path, **options):
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("pantin.check", broken)
    outcome = examine("arm.glb")
    assert isinstance(outcome, Fault)
    assert (outcome.path, outcome.message) == ("arm.glb", "ZeroDivisionError: by nought")
    assert "Traceback" in outcome.traceback


def test_work_is_not_taken_far_ahead_of_what_is_asked_for(models):
    """Memory stays flat: no more than a few files per process wait with their reports."""
    taken = []

    def paths():
        for index in range(100):
            taken.append(index)
            yield "arm.glb"

    outcomes = examine_all(paths(), 2)
    next(outcomes)
    assert len(taken) <= 9
    outcomes.close()
