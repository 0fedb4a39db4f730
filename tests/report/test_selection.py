"""Which findings a selection keeps."""

from __future__ import annotations

import pytest

from pantin.report import Finding, Report
from pantin.report.selection import Selection, UnknownRule, matches, parse_names

IDS = ("GLTF-NODE_LOOP", "GLTF-NODE_EMPTY", "VRM-003")


@pytest.mark.parametrize(
    ("select", "ignore", "kept"),
    [
        ((), (), IDS),
        (("GLTF",), (), IDS[:2]),
        (("GLTF-NODE_LOOP",), (), IDS[:1]),
        ((), ("GLTF-NODE",), IDS[2:]),
        ((), ("VRM-003",), IDS[:2]),
        (("GLTF",), ("GLTF-NODE_EMPTY",), IDS[:1]),
        (("GLTF-NODE_LOOP",), ("GLTF",), IDS[:1]),
        (("GLTF", "VRM"), ("VRM",), IDS[:2]),
    ],
)
def test_the_longer_name_wins_and_ignore_between_equals(select, ignore, kept):
    findings = [Finding(id, "error", "m") for id in IDS]
    assert tuple(finding.rule for finding in filter(Selection(select, ignore).keeps, findings)) == kept


@pytest.mark.parametrize(
    ("select", "ignore", "kept"),
    [
        ((), ("INFO",), ["A-1", "A-2"]),
        ((), ("INFO", "WARNING"), ["A-1"]),
        (("ERROR",), (), ["A-1"]),
        (("ERROR", "A-3"), (), ["A-1", "A-3"]),
        (("A",), ("INFO",), ["A-1", "A-2", "A-3"]),
        (("INFO",), ("INFO",), []),
    ],
)
def test_a_severity_is_the_shortest_of_names(select, ignore, kept):
    findings = [Finding("A-1", "error", "m"), Finding("A-2", "warning", "m"), Finding("A-3", "info", "m")]
    selection = Selection(select, ignore)
    selection.verify(["A-1", "A-2", "A-3"])
    assert [finding.rule for finding in filter(selection.keeps, findings)] == kept


def test_applied_to_a_report_it_keeps_the_rest_of_the_report():
    findings = tuple(Finding(id, "error", "m") for id in IDS)
    report = Selection(ignore=("GLTF",)).apply(Report("a.glb", "glb", findings))
    assert report == Report("a.glb", "glb", findings[2:])


def test_names_may_be_listed_with_commas_and_in_any_case():
    assert parse_names(["gltf-node_loop, VRM", "", "X,"]) == ("GLTF-NODE_LOOP", "VRM", "X")


def test_a_name_that_selects_nothing_is_an_error_with_a_suggestion():
    with pytest.raises(UnknownRule, match="Did you mean GLTF-NODE_LOOP"):
        Selection(ignore=("GLTF-NODE_LOP",)).verify(IDS)


def test_prefixes_and_ids_are_known():
    Selection(("GLTF", "VRM-003"), ("GLTF-NODE_",)).verify(IDS)


def test_an_id_of_the_last_release_still_selects_its_rule():
    assert matches("LOSS-UNSUPPORTED", "LOSS-UNLIFTED")
    Selection(ignore=("LOSS-UNLIFTED",)).verify(["LOSS-UNSUPPORTED"])
