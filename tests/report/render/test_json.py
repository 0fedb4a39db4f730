"""The JSON document has the shape the architecture promises, and nothing else."""

from __future__ import annotations

import json

from pantin.report import Finding, Report
from pantin.report.render.json import render

FULL = Finding("R-1", "error", "no \x1b", "/a", 12, 13, "mend it")
BARE = Finding("R-2", "warning", "hm")


def test_the_shape():
    reports = [Report("a.gltf", "gltf", (FULL, BARE)), Report("b.glb", "glb")]
    assert json.loads("".join(render(reports))) == {
        "files": [
            {
                "path": "a.gltf",
                "format": "gltf",
                "findings": [
                    {
                        "rule": "R-1",
                        "severity": "error",
                        "message": "no \x1b",
                        "pointer": "/a",
                        "line": 12,
                        "column": 13,
                        "fix": "mend it",
                    },
                    {"rule": "R-2", "severity": "warning", "message": "hm"},
                ],
            },
            {"path": "b.glb", "format": "glb", "findings": []},
        ],
        "summary": {"errors": 1, "warnings": 1, "infos": 0},
    }


def test_no_file_is_a_document_too():
    assert json.loads("".join(render([]))) == {
        "files": [],
        "summary": {"errors": 0, "warnings": 0, "infos": 0},
    }


def test_the_text_is_ascii_whatever_the_names():
    assert "".join(render([Report("腕\udcff.glb", "glb", (FULL,))])).isascii()


def test_files_are_rendered_as_they_come():
    chunks = render(Report(f"{n}.glb", "glb") for n in range(3))
    assert [next(chunks), '"0.glb"' in next(chunks), '"1.glb"' in next(chunks)] == ['{"files": [', True, True]
