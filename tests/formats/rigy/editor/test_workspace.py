"""Names across texts, open and on disk, and their partners by symmetry."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.editor.outline import outline
from pantin.formats.rigy.editor.workspace import RenameError, Workspace

PART = """version: "0.13"
anchors:
  - {id: "pin.a", translation: [0, 0, 0]}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
"""
WHOLE = """version: "0.13"
imports: {part: {source: part.rigy.yaml}}
armatures:
  - {id: one, bones: [{id: hip, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
  - {id: two, bones: [{id: hip, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
anchors:
  - {repeat: {count: 3, as: i, body: {id: "p${i}", translation: ["${i}", "=${i}*${i}", 0]}}}
instances: [{id: x, import: part, attach3: {from: [part.pin.a, b, part.c], to: [p0, p1, p2], mode: rigid}}]
poses: [{id: still, bones: {hip: {}}}]
"""


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "part.rigy.yaml").write_text(PART)
    (tmp_path / "whole.rigy.yaml").write_text(WHOLE)
    made = Workspace()
    made.open(tmp_path / "whole.rigy.yaml", WHOLE)
    made.root = tmp_path / "whole.rigy.yaml"
    return made


def name_at(workspace, needle, offset=0):
    index = WHOLE.index(needle) + offset
    return workspace.at(workspace.root, WHOLE.count("\n", 0, index) + 1, index - WHOLE.rfind("\n", 0, index))


def test_a_bone_of_a_pose_is_the_bone_of_every_armature(workspace):
    name = name_at(workspace, "{hip:", 1)
    assert len(workspace.definitions(name)) == 2
    assert len(workspace.references(name)) == 3


def test_a_bone_of_an_armature_is_that_one_and_those_of_poses(workspace):
    assert len(workspace.references(name_at(workspace, "{id: hip", 6))) == 2


def test_anchors_with_dots_and_in_quotes_are_found_in_the_file_that_has_them(workspace):
    name = name_at(workspace, "part.pin.a", 6)
    (definition,) = workspace.definitions(name)
    assert definition.file.name == "part.rigy.yaml"
    assert {edit.file.name for edit in workspace.rename(name, "peg")} == {"part.rigy.yaml", "whole.rigy.yaml"}


def test_what_a_repeat_makes_is_not_renamed(workspace):
    with pytest.raises(RenameError, match="repeat"):
        workspace.rename(name_at(workspace, 'id: "p${i}"', 6), "q")
    with pytest.raises(RenameError, match="not defined"):
        workspace.rename(name_at(workspace, "[p0", 1), "q")


def test_the_findings_are_those_of_the_text_in_the_editor(workspace):
    def errors(**options):
        found = workspace.findings(workspace.root, **options)
        return [finding.rule for finding in found if finding.severity == "error"]

    assert errors() == []
    part = workspace.root.with_name("part.rigy.yaml")
    workspace.open(part, PART.replace("id: b,", "id: bb,"))
    assert errors(whole=True) == ["RIGY-V29"]
    workspace.close(part)
    assert errors() == []


def test_a_text_that_cannot_be_read_keeps_its_last_document(workspace):
    workspace.document(workspace.root)
    workspace.open(workspace.root, WHOLE + "meshes: [")
    document = workspace.document(workspace.root)
    assert [armature.id for armature in document.armatures] == ["one", "two"]


def test_the_outline_has_lines_and_parts(workspace):
    parts = outline(workspace, workspace.root)
    assert [(part.name, part.kind) for part in parts] == [
        ("imports", "import"),
        ("one", "armature"),
        ("two", "armature"),
        ("p${i}", "anchor"),
        ("x", "instance"),
        ("still", "pose"),
    ]
    assert [part.name for part in parts[1].parts] == ["hip"]
