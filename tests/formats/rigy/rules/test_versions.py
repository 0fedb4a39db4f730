"""Rules about versions: what the cases do not cover."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import check_text


@pytest.mark.parametrize(("version", "rule"), [("", "RIGY-V34"), ("version: 0.12, ", "RIGY-P10")])
def test_a_version_that_cannot_be_read_is_one_finding(version, rule):
    """Not one for each part of the language that the missing version would have had to have."""
    box = '{id: b, type: box, dimensions: {x: "=1 + 1", y: 1, z: 1}, material: red}'
    mesh = (
        f"{{id: m, material: blue, primitives: [{box}, {box.replace('red', 'blue').replace('b,', 'c,', 1)}]}}"
    )
    colors = "materials: {red: {base_color: [1, 0, 0, 1]}, blue: {base_color: [0, 0, 1, 1]}}"
    report = check_text(f"{{{version}{colors}, meshes: [{mesh}]}}")
    assert [one.rule for one in report.findings] == [rule]


def test_a_version_without_quotes_has_a_message_with_quotes():
    """YAML reads 0.12 as a number; it is the first mistake of most people who write a document."""
    report = check_text("{version: 0.12, meshes: []}")
    assert report.findings[0].message == "'version' must be a string: write \"0.12\""
