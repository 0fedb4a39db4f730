"""Rules about versions: what the cases do not cover."""

from __future__ import annotations

import pytest

from pantin.rigy import check_text


def test_a_quaternion_before_0_12_compiles_with_a_warning():
    """The 0.3 language has quaternions among its transforms; chapter 10.9 asks for 0.12."""
    turn = "transform: {rotation_quat: [0, 0, 0, 1]}"
    box = f"{{id: b, type: box, dimensions: {{x: 1, y: 1, z: 1}}, {turn}}}"
    report = check_text(f'{{version: "0.3", meshes: [{{id: m, primitives: [{box}]}}]}}')
    assert [(one.rule, one.severity) for one in report.findings] == [("RIGY-V77", "warning")]


@pytest.mark.parametrize(("version", "rule"), [("", "RIGY-V34"), ("version: 0.12, ", "RIGY-P10")])
def test_a_version_that_cannot_be_read_is_one_finding(version, rule):
    """Not one for each part of the language that the missing version would have had to have."""
    box = '{id: b, type: box, dimensions: {x: "=1 + 1", y: 1, z: 1}, material: red}'
    mesh = (
        f"{{id: m, material: blue, primitives: [{box}, {box.replace('red', 'blue').replace('b,', 'c,', 1)}]}}"
    )
    colours = "materials: {red: {base_color: [1, 0, 0, 1]}, blue: {base_color: [0, 0, 1, 1]}}"
    report = check_text(f"{{{version}{colours}, meshes: [{mesh}]}}")
    assert [one.rule for one in report.findings] == [rule]


def test_a_version_without_quotes_has_a_message_with_quotes():
    """YAML reads 0.12 as a number; it is the first slip of most people who write a document."""
    report = check_text("{version: 0.12, meshes: []}")
    assert report.findings[0].message == "'version' must be a string: write \"0.12\""


def test_uv_sets_and_tags_of_an_older_document_compile_with_a_warning():
    """Chapter 9.2: valid from 0.8 on; chapter 10.6: introduced in 0.11."""
    box = "{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}, tags: [a]}"
    sets = "uv_sets: {uv0: {generator: planar_xy@1}}"
    report = check_text(f'{{version: "0.7", meshes: [{{id: m, primitives: [{box}], {sets}}}]}}')
    assert [(one.rule, one.severity) for one in report.findings] == [("RIGY-P22", "warning")] * 2
