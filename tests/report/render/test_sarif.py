"""SARIF 2.1.0 logs: they follow the schema, and say what the findings say."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from pantin.report import Finding, Report, Rule
from pantin.report.render.sarif import render, uri

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
DOC = "It is broken.\n\nWhat: it holds.\nWhy: so.\nFix: do.\nSource: §1."
RULES = {"R-1": Rule("R-1", "error", "m", DOC, lambda: iter(()))}
REPORTS = [
    Report(
        "a b.gltf",
        "gltf",
        (
            Finding("R-1", "error", "no", "/nodes/0", 3, 4, "mend"),
            Finding("R-2", "warning", "hm"),
            Finding("R-1", "info", "again", "", 5),
        ),
    ),
    Report("b.glb", "glb", (Finding("R-2", "warning", "hm", "/skins/0"),)),
]


def log(reports):
    return json.loads("".join(render(reports, RULES, "1.2.3")))


@pytest.mark.parametrize("reports", [[], REPORTS])
def test_the_log_follows_the_schema(reports):
    jsonschema.validate(log(reports), SCHEMA, cls=jsonschema.Draft7Validator)


def test_a_result_points_to_its_rule_region_and_pointer():
    (run,) = log(REPORTS)["runs"]
    assert run["results"][0] == {
        "ruleId": "R-1",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "no"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "a%20b.gltf"},
                    "region": {"startLine": 3, "startColumn": 4},
                },
                "logicalLocations": [{"fullyQualifiedName": "/nodes/0"}],
            }
        ],
        "properties": {"fix": "mend"},
    }
    assert [(result["ruleIndex"], result["level"]) for result in run["results"]] == [
        (0, "error"),
        (1, "warning"),
        (0, "note"),
        (1, "warning"),
    ]


def test_rules_carry_their_help():
    (run,) = log(REPORTS)["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("pantin", "1.2.3")
    assert [rule["id"] for rule in driver["rules"]] == ["R-1", "R-2"]
    assert driver["rules"][0]["shortDescription"] == {"text": "It is broken"}
    assert "Fix: do." in driver["rules"][0]["help"]["text"]


def test_paths_become_uri_references(tmp_path):
    assert uri("dir/a:b#c.glb") == "dir/a%3Ab%23c.glb"
    assert uri(str(tmp_path / "a b")) == (tmp_path / "a b").as_uri()
