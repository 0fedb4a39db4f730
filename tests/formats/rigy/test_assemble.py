"""From documents to rigs: nodes, shared geometry, skins (Rigy chapter 13; reference layout §6.1)."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.rigy import assemble
from pantin.formats.rigy.bind import Binder
from pantin.formats.rigy.compile import compile_file, compile_text

ARM = """
version: "0.3"
meshes:
  - {id: empty, primitives: []}
  - {id: upper, name: Upper, primitives: [{id: u, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
  - {id: lower, primitives: [{id: l, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
  - id: rig
    bones:
      - {id: elbow, parent: shoulder, head: [0, 0.5, 0], tail: [0, 0, 0]}
      - {id: shoulder, parent: none, head: [0, 1, 0], tail: [0, 0.5, 0]}
bindings: [{mesh_id: upper, armature_id: rig}, {mesh_id: lower, armature_id: rig}]
"""


def test_a_mesh_is_followed_by_the_bones_of_its_armature_in_the_order_of_the_text():
    rig = compile_text(ARM).rig
    assert rig.nodes.names == ("Upper", "elbow", "shoulder", "lower")
    assert rig.nodes.parents.tolist() == [-1, 2, -1, -1]
    assert rig.scenes[0].roots == (0, 2, 3)
    assert rig.nodes.translations[1].tolist() == [0.0, -0.5, 0.0]


def test_an_armature_of_two_meshes_stands_once_and_twice_in_the_reference():
    assert len(compile_text(ARM).rig.skins) == 1
    reference = compile_text(ARM, profile="reference").rig
    assert reference.nodes.names == ("Upper", "elbow", "shoulder", "lower", "elbow", "shoulder")


def test_a_skin_has_its_root_and_binds_that_undo_the_heads():
    skin = compile_text(ARM).rig.skins[0]
    assert skin.root == 2
    assert skin.inverse_binds[:, :, 3].tolist() == [[0.0, -0.5, 0.0], [0.0, -1.0, 0.0]]


def test_vertices_without_weights_follow_the_root():
    influences = compile_text(ARM).rig.meshes[0].surfaces[0].influences
    assert set(influences.joints.tolist()) == {1}


def test_instances_share_the_geometry_of_their_import_and_have_skeletons_of_their_own(project, whole, part):
    rig = compile_file(project(whole=whole, parts__part=part)).rig
    assert rig.nodes.names == ("body", "one", "one.Part", "one.hub", "two", "two.Part", "two.hub")
    assert [one.mesh for one in rig.instances] == [0, 1, 1]
    assert [one.skin for one in rig.instances] == [None, 0, 1]
    assert rig.nodes.parents.tolist() == [-1, -1, -1, 1, -1, -1, 4]  # skinned meshes hang on nothing


def test_the_reference_copies_geometry_for_each_instance(project, whole, part):
    rig = compile_file(project(whole=whole, parts__part=part), profile="reference").rig
    assert [mesh.name for mesh in rig.meshes] == ["body", "one.Part", "two.Part"]


def test_imports_are_mirrored_too(project, whole, part):
    rig = compile_file(project(whole=whole, parts__part=part)).rig
    assert len(rig.meshes[1].surfaces[0].positions) == 2 * 561


def test_an_instance_stands_where_its_anchors_meet(project, whole, part):
    rig = compile_file(project(whole=whole, parts__part=part)).rig
    assert rig.nodes.local[1].tolist() == [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0]]
    assert rig.nodes.local[4].tolist() == [[-1, 0, 0, 6], [0, 1, 0, 0], [0, 0, -1, 0]]


SHEARED = """
version: "0.2"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [1, 1, 0]}
  - {id: c, translation: [0, 1, 0]}
  - {id: d, translation: [5, 0, 0]}
  - {id: e, translation: [5, 3, 0]}
  - {id: f, translation: [6, 0, 0]}
instances:
  - {id: leaning, mesh_id: m, attach3: {from: [a, b, c], to: [d, e, f], mode: affine}}
  - {id: still, mesh_id: m}
"""


def test_no_node_shears_except_in_the_reference():
    """glTF 2.0 §3.5.3: a node's matrix is a translation, a rotation and a scale."""
    assert compile_text(SHEARED).rig.nodes.names == ("m", "leaning", "leaning.frame", "still")
    assert compile_text(SHEARED, profile="reference").rig.nodes.names == ("m", "leaning", "still")


def test_an_instance_that_moves_nothing_has_a_matrix_in_the_reference_alone():
    assert compile_text(SHEARED).rig.nodes.general.tolist() == [False, True, True, False]
    assert compile_text(SHEARED, profile="reference").rig.nodes.general.tolist() == [False, True, True]


def test_instances_inside_imports_are_placed(project, whole, part):
    outer = (
        whole.replace("parts/part", "whole").replace("part.", "whole.").replace("whole.rigy", "whole.rigy")
    )
    outer = outer.replace("imports: {part:", "imports: {whole:").replace("import: part", "import: whole")
    outer = outer.replace("whole.a, whole.b, c", "p, q, r").replace("[a, b, c]", "[p, q, r]")
    path = project(outer=outer, whole=whole, parts__part=part)
    names = compile_file(path).rig.nodes.names
    assert "one.two.Part" in names
    assert "one.two.Part" not in compile_file(path, profile="reference").rig.nodes.names


def test_a_local_instance_of_a_bound_mesh_has_its_own_skeleton():
    rig = compile_text(ARM + "instances: [{id: copy, mesh_id: upper}]").rig
    assert rig.nodes.names[-4:] == ("copy", "copy.Upper", "copy.elbow", "copy.shoulder")
    assert rig.instances[-1].skin == 1


def test_materials_come_in_the_order_of_use_and_imports_keep_their_colours(project, whole, part):
    red, blue = "{red: {base_color: [1, 0, 0, 1]}}", "{red: {base_color: [0, 0, 1, 1]}}"
    outer = whole.replace("type: box,", "type: box, material: red,") + f"materials: {red}\n"
    inner = part.replace("type: sphere,", "type: sphere, material: red,") + f"materials: {blue}\n"
    path = project(whole=outer, parts__part=inner)
    assert [one.base_color for one in compile_file(path).rig.materials] == [(1, 0, 0, 1), (0, 0, 1, 1)]
    assert len(compile_file(path, profile="reference").rig.materials) == 1


def test_tags_become_extras():
    text = ARM.replace("{id: u,", "{id: u, tags: [skin, cloth, skin],")
    assert compile_text(text).rig.meshes[0].surfaces[0].extras == {"rigy_tags": ["skin", "cloth"]}


def test_positions_are_kept_in_double_precision():
    assert compile_text(ARM).rig.meshes[0].surfaces[0].positions.dtype == np.float64


def test_the_bones_of_an_armature_are_ranked_once_for_all_its_meshes(monkeypatch):
    """Ranked for each mesh, six thousand meshes and bones took a minute."""
    made = []
    monkeypatch.setattr(assemble, "Binder", lambda *given: made.append(given) or Binder(*given))
    meshes = "".join(
        f"  - {{id: m{at}, primitives: [{{id: p, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}]}}\n"
        for at in range(3)
    )
    bones = "[{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]"
    weights = "[{primitive_id: p, bones: [{bone_id: b, weight: 1}]}]"
    bound = "".join(f"  - {{mesh_id: m{at}, armature_id: a, weights: {weights}}}\n" for at in range(3))
    text = f'version: "0.13"\nmeshes:\n{meshes}armatures: [{{id: a, bones: {bones}}}]\nbindings:\n{bound}'
    assert len(compile_text(text).rig.skins) == 1
    assert len(made) == 1


THIN = """
version: "0.3"
meshes: [{{id: m, primitives: [{{id: p, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}]}}]
armatures:
  - id: rig
    bones:
      - {{id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}
      - {{id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0]}}
bindings:
  - mesh_id: m
    armature_id: rig
    weights: [{{primitive_id: p, bones: [{{bone_id: a, weight: 1}}, {{bone_id: b, weight: {weight}}}]}}]
"""


@pytest.mark.parametrize(
    ("weight", "kept"),
    [("1e-60", False), ("1e-46", False), ("7e-46", False), ("1.5e-45", True), ("1e-9", True)],
)
def test_a_weight_that_a_float32_cannot_hold_leaves_no_joint(weight, kept):
    """glTF 2.0 §3.7.3.3: joint 0 where the weight is 0. The smallest float32 is 2⁻¹⁴⁹ = 1.4e-45."""
    influences = compile_text(THIN.format(weight=weight)).rig.meshes[0].surfaces[0].influences
    assert (1 in influences.joints.tolist()) is kept
