"""Accepted findings are not reported again; those beyond the accepted count are."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from pantin.report import Finding, Report
from pantin.report.baseline import BadBaseline, Baseline, parse

LOOP = Finding("GLTF-NODE_LOOP", "error", "a loop", "/nodes/0", line=3, column=7)
EMPTY = Finding("GLTF-NODE_EMPTY", "info", "empty", None)


def report(folder, *findings, name="models/a.glb"):
    return Report(str(folder / name), "glb", findings)


def test_a_baseline_read_back_accepts_what_was_written(tmp_path):
    result = Baseline(tmp_path)
    result.accept(report(tmp_path, LOOP, EMPTY))
    read = parse(result.text(), tmp_path)
    assert read == result
    assert read.apply(report(tmp_path, LOOP, EMPTY)).findings == ()


def test_a_finding_is_known_by_file_rule_and_pointer_whatever_line_or_message(tmp_path):
    result = Baseline(tmp_path)
    result.accept(report(tmp_path, LOOP))
    moved = Finding("GLTF-NODE_LOOP", "error", "other words", "/nodes/0", line=30)
    elsewhere = Finding("GLTF-NODE_LOOP", "error", "a loop", "/nodes/1")
    assert result.apply(report(tmp_path, moved, elsewhere)).findings == (elsewhere,)
    assert result.apply(report(tmp_path, LOOP, name="b.glb")).findings == (LOOP,)


def test_findings_beyond_the_count_are_reported(tmp_path):
    result = Baseline(tmp_path)
    result.accept(report(tmp_path, LOOP, LOOP))
    assert result.apply(report(tmp_path, LOOP, LOOP, LOOP)).findings == (LOOP,)


def test_paths_are_relative_to_the_baseline_with_forward_slashes(tmp_path):
    result = Baseline(tmp_path / "config")
    result.accept(report(tmp_path, LOOP))
    assert json.loads(result.text()) == {
        "version": 1,
        "accepted": [{"path": "../models/a.glb", "rule": "GLTF-NODE_LOOP", "pointer": "/nodes/0"}],
    }


def test_the_text_is_sorted_with_one_finding_a_line(tmp_path):
    result = Baseline(tmp_path)
    result.accept(report(tmp_path, LOOP, EMPTY, name="b.glb"))
    result.accept(report(tmp_path, LOOP, LOOP, name="a.glb"))
    assert [line.strip(" ,") for line in result.text().splitlines()[3:-2]] == [
        '{"path": "a.glb", "rule": "GLTF-NODE_LOOP", "pointer": "/nodes/0", "count": 2}',
        '{"path": "b.glb", "rule": "GLTF-NODE_EMPTY"}',
        '{"path": "b.glb", "rule": "GLTF-NODE_LOOP", "pointer": "/nodes/0"}',
    ]


def test_an_empty_baseline_is_a_file_too(tmp_path):
    assert parse(Baseline(tmp_path).text(), tmp_path).accepted == Counter()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"version": 2, "accepted": []}',
        '{"version": 1, "accepted": {}}',
        '{"version": 1, "accepted": [1]}',
        '{"version": 1, "accepted": [{"path": "a"}]}',
        '{"version": 1, "accepted": [{"path": "a", "rule": "X", "count": 0}]}',
        '{"version": 1, "accepted": [{"path": "a", "rule": "X", "pointer": 1}]}',
        b"\xff",
        "[" * 100_000,
    ],
)
def test_a_file_of_another_shape_is_refused(text, tmp_path):
    with pytest.raises(BadBaseline):
        parse(text, tmp_path)
