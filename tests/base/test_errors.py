"""The exceptions: one root, and messages that stand alone."""

from __future__ import annotations

import pickle

import pytest

from pantin.base.errors import BadFile, LimitExceeded, PantinError, Unsupported
from pantin.report import Finding, Report


@pytest.mark.parametrize("kind", [BadFile, LimitExceeded, Unsupported])
def test_all_have_one_root(kind):
    assert issubclass(kind, PantinError)


def test_a_bad_file_says_its_first_error_and_keeps_the_report():
    findings = (
        Finding("A", "warning", "odd"),
        Finding("B", "error", "broken"),
        Finding("C", "error", "lost"),
    )
    error = BadFile(Report("a.glb", "glb", findings))
    assert str(error) == "a.glb: broken"
    assert error.report.findings == findings


def test_a_bad_file_without_an_error_still_has_a_sentence():
    assert str(BadFile(Report("a.txt", ""))) == "a.txt: not a file that Pantin reads"


def test_a_limit_is_named_in_the_message_and_beside_it():
    error = LimitExceeded("file_bytes", "a.glb is too long")
    assert (error.limit, str(error)) == ("file_bytes", "a.glb is too long (limit file_bytes)")


@pytest.mark.parametrize(
    "error",
    [
        BadFile(Report("a.glb", "glb", (Finding("B", "error", "broken"),))),
        LimitExceeded("file_bytes", "a.glb is too long"),
        Unsupported("USD files need usd-core"),
    ],
)
def test_errors_survive_on_their_way_between_processes(error):
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))
