"""mirror_x: what is named gets a copy, renamed exactly where something has the new name (Rigy 0.3,
Symmetry)."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.implicit import terms_of
from pantin.formats.rigy.profile import REFERENCE, STANDARD
from pantin.formats.rigy.schema.document import MirrorX
from pantin.formats.rigy.schema.keys import DOCUMENT
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import compose
from pantin.formats.rigy.symmetry import Renaming, mirror
from pantin.kernels.implicit import field_at

ARMS = """
version: "0.4"
meshes:
  - id: body
    primitives:
      - {id: torso, type: box, dimensions: {x: 1, y: 2, z: 1}}
      - id: arm_L
        type: capsule
        dimensions: {radius: 0.1, height: 1}
        tags: [limb]
        transform: {translation: [1, 0.5, 0], rotation_degrees: [10, 20, 30]}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: shoulder_L, parent: root, head: [0.5, 1, 0], tail: [1, 1, 0]}
      - {id: hand_L, parent: shoulder_L, head: [1, 1, 0], tail: [1.5, 1, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: arm_L, bones: [{bone_id: shoulder_L, weight: 0.5}, {bone_id: root, weight: 0.5}]}
    weight_maps:
      - primitive_id: arm_L
        gradients:
          - axis: x
            range: [0.5, 1.5]
            from: {bone_id: shoulder_L, weight: 1}
            to: {bone_id: hand_L, weight: 1}
          - axis: y
            range: [0, 2]
            from: {bone_id: root, weight: 1}
            to: {bone_id: hand_L, weight: 1}
anchors:
  - {id: grip_L, translation: [1.5, 1, 0]}
symmetry:
  mirror_x: {suffix_from: _L, suffix_to: _R}
"""


def mirrored(text=ARMS, profile=STANDARD):
    return mirror(DOCUMENT.read(compose(text).root, (), Faults()), profile)


def test_prefix_and_suffix_rules():
    rule = Renaming(MirrorX((), "L_", "R_", ".l", ".r"))
    assert [rule.mirrored_name(name) for name in ("L_arm", "arm.l", "arm", "xL_arm")] == [
        "R_arm",
        "arm.r",
        None,
        None,
    ]
    assert rule.within("L_arm", {"R_arm"}) == "R_arm"
    assert rule.within("L_arm", {"L_arm"}) == "L_arm"


def test_copies_follow_the_originals_in_their_order():
    document = mirrored()
    assert [one.id for one in document.meshes[0].primitives] == ["torso", "arm_L", "arm_R"]
    assert [one.id for one in document.armatures[0].bones] == [
        "root",
        "shoulder_L",
        "hand_L",
        "shoulder_R",
        "hand_R",
    ]
    assert [(one.id, one.translation) for one in document.anchors][1] == ("grip_R", (-1.5, 1.0, 0.0))


def test_bones_cross_the_plane_with_parents_on_their_side():
    bone = mirrored().armatures[0].bones[4]
    assert (bone.parent, bone.head, bone.tail) == ("shoulder_R", (-1.0, 1.0, 0.0), (-1.5, 1.0, 0.0))


def test_a_bone_the_author_wrote_is_kept():
    own = "      - {id: hand_R, parent: root, head: [-9, 1, 0], tail: [-9, 2, 0]}\nbindings:"
    bones = mirrored(ARMS.replace("bindings:", own)).armatures[0].bones
    assert [bone.id for bone in bones] == ["root", "shoulder_L", "hand_L", "hand_R", "shoulder_R"]
    assert bones[3].head == (-9.0, 1.0, 0.0)


def test_a_bone_that_has_no_other_side_stays():
    """The rule speaks of primitives and bones alike, but `root` is not named by it."""
    weights = mirrored().bindings[0].weights[1]
    assert [one.bone_id for one in weights.bones] == ["shoulder_R", "root"]


def test_a_gradient_along_x_turns_round_and_others_stay():
    along_x, along_y = mirrored().bindings[0].weight_maps[1].gradients
    assert along_x.range == (-1.5, -0.5)
    assert along_x.start[0].bone_id == "hand_R"
    assert along_x.end[0].bone_id == "shoulder_R"
    assert along_y.range == (0.0, 2.0)
    assert along_y.start[0].bone_id == "root"


def test_tags_are_kept_and_dropped_in_the_reference():
    assert mirrored().meshes[0].primitives[2].tags == ("limb",)
    assert mirrored(profile=REFERENCE).meshes[0].primitives[2].tags == ()


def test_the_reference_turns_euler_angles_its_own_way():
    transform = mirrored(profile=REFERENCE).meshes[0].primitives[2].transform
    assert transform.translation == (-1.0, 0.5, 0.0)
    assert transform.rotation_degrees == (-10.0, 20.0, 30.0)


def test_the_compiled_half_is_the_mirror_of_the_other_in_place_and_in_weight():
    surface = compile_text(ARMS).rig.meshes[0].surfaces[0]
    left, right = surface.positions[24:882], surface.positions[882:]
    assert np.array_equal(right, left * [-1.0, 1.0, 1.0])
    offsets, weights = surface.influences.offsets, surface.influences.weights
    joints = surface.influences.joints
    renamed = {0: 0, 1: 3, 2: 4}
    for vertex in range(858):
        a = slice(offsets[24 + vertex], offsets[25 + vertex])
        b = slice(offsets[882 + vertex], offsets[883 + vertex])
        assert [renamed[joint] for joint in joints[a].tolist()] == joints[b].tolist()
        assert weights[a].tolist() == pytest.approx(weights[b].tolist(), abs=1e-15)


def test_without_symmetry_nothing_changes():
    text = ARMS[: ARMS.index("symmetry:")]
    document = DOCUMENT.read(compose(text).root, (), Faults())
    assert mirror(document, STANDARD) is document


BLOB = """
version: "0.13"
meshes:
  - id: m
    primitives:
      - id: L_arm
        type: implicit_surface
        domain: {aabb: {min: [-0.25, -1, -1], max: [1.5, 1, 1]}, grid: {nx: 16, ny: 9, nz: 8}}
        iso: 0.25
        ops:
          - op: add
            field: metaball_sphere@1
            strength: 1
            radius: 0.7
            transform: {translation: [0.6, 0.1, 0]}
          - op: add
            field: metaball_capsule@1
            strength: 1
            radius: 0.4
            height: 0.8
            transform: {translation: [0.3, 0, 0.1], rotation_axis_angle: {axis: [1, 2, 3], degrees: 50}}
armatures: [{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings:
  - {mesh_id: m, armature_id: rig, weights: [{primitive_id: L_arm, bones: [{bone_id: root, weight: 1}]}]}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""


ABOUT = "rotation_axis_angle: {axis: [1, 2, 3], degrees: 50}"


def test_a_field_takes_its_mirror_image_in():
    """Rigy chapter 11.6: one surface, its operators and their images, in the union of the two domains."""
    (one,) = mirrored(BLOB).meshes[0].primitives
    domain = one.implicit.domain
    assert (one.id, domain.low, domain.high) == ("L_arm", (-1.5, -1, -1), (1.5, 1, 1))
    assert [each.transform.translation[0] for each in one.implicit.ops] == [0.6, 0.3, -0.6, -0.3]
    assert [each.primitive_id for each in mirrored(BLOB).bindings[0].weights] == ["L_arm"]


@pytest.mark.parametrize("turn", [ABOUT, "rotation_euler: [1, 2, 3]", "rotation_degrees: [10, 20, 30]"])
@pytest.mark.parametrize("profile", ["standard", "reference"])
def test_a_field_with_its_image_is_the_same_on_both_sides(turn, profile):
    text = BLOB.replace(ABOUT, turn)
    (one,) = mirrored(text).meshes[0].primitives
    x, y, z = np.random.default_rng(1).uniform(-1, 1, (3, 200))
    here, there = (field_at(terms_of(one.implicit, (np.zeros(2),) * 3), side, y, z) for side in (x, -x))
    assert here == pytest.approx(there, abs=1e-12)
    positions = compile_text(text, profile=profile).rig.meshes[0].surfaces[0].positions
    assert positions[:, 0].min() == pytest.approx(-positions[:, 0].max(), abs=1e-6)


def test_a_field_that_is_moved_as_a_whole_has_a_copy():
    """Its image is not in its own space; on the plane it is."""
    for place, count in (("[1, 0, 0]", 2), ("[0, 2, 0]", 1)):
        moved = BLOB.replace("iso: 0.25", f"iso: 0.25\n        transform: {{translation: {place}}}")
        assert len(mirrored(moved).meshes[0].primitives) == count


WINGS = """
version: "0.9"
materials: {feather: {base_color: [1, 1, 1, 1]}}
meshes:
  - id: trunk
    primitives:
      - {id: L_lamp, type: sphere, dimensions: {radius: 0.1}, transform: {translation: [2, 1, 0]}}
  - id: L_wing
    name: L_Wing
    primitives:
      - id: L_arm
        type: wedge
        dimensions: {x: 1, y: 2, z: 0.3}
        transform: {translation: [1, 0.5, 0.1], rotation_degrees: [10, 20, 30]}
        material: feather
      - {id: tip, type: capsule, dimensions: {radius: 0.1, height: 1}, material: feather}
    uv_sets: {uv0: {generator: planar_xy@1}}
    uv_roles: {albedo: {set: uv0}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: L_shoulder, parent: root, head: [0.5, 1, 0], tail: [1, 1, 0]}
bindings:
  - mesh_id: L_wing
    armature_id: rig
    weights:
      - {primitive_id: L_arm, bones: [{bone_id: L_shoulder, weight: 0.25}, {bone_id: root, weight: 0.75}]}
    weight_maps:
      - primitive_id: tip
        gradients:
          - axis: x
            range: [-0.05, 0.1]
            from: {bone_id: root, weight: 1}
            to: {bone_id: L_shoulder, weight: 1}
        overrides: [{vertices: [3, 4], bones: [{bone_id: L_shoulder, weight: 1}]}]
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""


def test_a_mesh_is_mirrored_as_a_whole():
    """Rigy 0.3, Symmetry Interaction: deep-copy all primitives under the mirrored mesh, rename them by the
    rules, originals first; chapters 11.2 to 11.4: materials, UV sets and roles are copied verbatim."""
    document = mirrored(WINGS)
    assert [mesh.id for mesh in document.meshes] == ["trunk", "L_wing", "R_wing"]
    names = [[primitive.id for primitive in mesh.primitives] for mesh in document.meshes]
    assert names == [["L_lamp", "R_lamp"], ["L_arm", "tip"], ["R_arm", "tip"]]
    original, copy = document.meshes[1:]
    assert (copy.name, copy.uv_sets, copy.uv_roles) == ("R_Wing", original.uv_sets, original.uv_roles)
    assert [primitive.material for primitive in copy.primitives] == ["feather", "feather"]
    assert document.materials.keys() == {"feather"}


def test_the_binding_of_a_mirrored_mesh_names_the_bones_of_the_other_side():
    """Rigy 0.3, Weight Maps Under Symmetry."""
    original, copy = mirrored(WINGS).bindings
    assert (copy.mesh_id, copy.armature_id) == ("R_wing", "rig")
    assert [weights.primitive_id for weights in original.weights] == ["L_arm"]
    assert [weights.primitive_id for weights in copy.weights] == ["R_arm"]
    assert [bone.bone_id for bone in copy.weights[0].bones] == ["R_shoulder", "root"]
    (weight_map,) = copy.weight_maps
    assert (weight_map.primitive_id, weight_map.gradients[0].range) == ("tip", (-0.1, 0.05))
    assert [bone.bone_id for bone in weight_map.gradients[0].start] == ["R_shoulder"]
    assert [bone.bone_id for bone in weight_map.overrides[0].bones] == ["R_shoulder"]


def test_the_compiled_mirrored_mesh_is_the_mirror_image_vertex_by_vertex():
    """Rigy 0.3: vertex i corresponds to vertex i with x negated; outward faces stay outward."""
    rig = compile_text(WINGS).rig
    (left,), (right,) = rig.meshes[1].surfaces, rig.meshes[2].surfaces
    assert rig.meshes[2].name == "R_Wing"
    np.testing.assert_array_equal(right.positions, left.positions * [-1, 1, 1])
    np.testing.assert_array_equal(right.normals, left.normals * [-1, 1, 1])
    for surface in (left, right):
        a, b, c = (surface.positions[surface.indices[corner::3]] for corner in range(3))
        outward = np.einsum("ij,ij->i", np.cross(b - a, c - a), surface.normals[surface.indices[::3]])
        assert (outward > -1e-12).all()
    bones = rig.nodes.names
    other = {joint: joint for joint in range(3)} | {1: 2, 2: 1}
    joints = rig.skins[0].joints
    assert [bones[joint] for joint in joints] == ["root", "L_shoulder", "R_shoulder"]
    left_rows, right_rows = left.influences, right.influences
    np.testing.assert_allclose(left_rows.weights, right_rows.weights, atol=1e-15)
    np.testing.assert_array_equal([other[joint] for joint in left_rows.joints], right_rows.joints)


def test_a_mesh_that_the_author_wrote_for_the_other_side_is_kept():
    box = "{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}"
    text = f"""version: "0.3"
meshes: [{{id: L_m, primitives: [{box}]}}, {{id: R_m, primitives: [{box}]}}]
anchors: [{{id: L_a, translation: [1, 0, 0]}}]
symmetry: {{mirror_x: {{prefix_from: L_, prefix_to: R_}}}}"""
    assert [mesh.id for mesh in mirrored(text).meshes] == ["L_m", "R_m"]
    assert compile_text(text).report.findings == ()


def test_the_reference_copies_primitives_only():
    document = mirrored(WINGS, REFERENCE)
    assert [mesh.id for mesh in document.meshes] == ["trunk", "L_wing"]
    assert [primitive.id for primitive in document.meshes[1].primitives] == ["L_arm", "tip", "R_arm"]


def test_an_instance_of_a_mirrored_mesh_is_the_mirror_image_of_the_first():
    """Its anchors are mirrored on both sides of attach3: T' = M T M with M = diag(-1, 1, 1)."""
    text = """
version: "0.3"
meshes:
  - id: L_m
    primitives:
      - {id: w, type: capsule, dimensions: {radius: 0.2, height: 1}, transform: {translation: [1, 2, 3]}}
anchors:
  - {id: L_a, translation: [1, 0, 0]}
  - {id: L_b, translation: [2, 0, 1]}
  - {id: L_c, translation: [1, 1, 0]}
  - {id: L_d, translation: [5, 1, 1]}
  - {id: L_e, translation: [5, 2, 1]}
  - {id: L_f, translation: [5, 1, 3]}
instances: [{id: L_i, mesh_id: L_m, attach3: {from: [L_a, L_b, L_c], to: [L_d, L_e, L_f], mode: rigid}}]
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""
    from pantin.motion import world_transforms

    rig = compile_text(text).rig
    worlds = dict(zip(rig.nodes.names, world_transforms(rig), strict=True))
    placed = {}
    for instance in rig.instances:
        name = rig.nodes.names[instance.node]
        points = rig.meshes[instance.mesh].surfaces[0].positions
        placed[name] = points @ worlds[name][:3, :3].T + worlds[name][:3, 3]
    np.testing.assert_allclose(placed["R_i"], placed["L_i"] * [-1, 1, 1], atol=1e-12)


@pytest.mark.parametrize("extension", ["prefix_from: L_", "prefix_to: R_", "prefix_from: L_, prefix_to: L_"])
def test_an_invalid_rule_is_one_finding_and_copies_nothing(extension):
    text = WINGS.replace("prefix_from: L_, prefix_to: R_", extension)
    report = check_text(text)
    assert [finding.rule for finding in report.findings] == ["RIGY-P57"]


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("prefix_from: left_, prefix_to: right_", [36]),
        ("suffix_from: _l, suffix_to: _r", [36]),
        ("prefix_from: L_, prefix_to: R_, suffix_from: _l, suffix_to: _r", [68]),
    ],
)
def test_a_rule_that_matches_nothing_is_a_warning(rule, columns):
    report = check_text(WINGS.replace("prefix_from: L_, prefix_to: R_", rule))
    found = [finding for finding in report.findings if finding.rule == "RIGY-P58"]
    assert [(finding.severity, finding.column) for finding in found] == [("warning", c) for c in columns]


@pytest.mark.parametrize(
    "part",
    [
        "meshes: [{id: L_m, primitives: [{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]",
        "meshes: [{id: m, primitives: [{id: L_b, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]",
        "anchors: [{id: L_a, translation: [1, 0, 0]}]",
        "armatures: [{id: r, bones: [{id: L_x, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]",
    ],
)
def test_a_rule_that_matches_anything_has_no_warning(part):
    report = check_text(f'version: "0.3"\n{part}\nsymmetry: {{mirror_x: {{prefix_from: L_, prefix_to: R_}}}}')
    assert "RIGY-P58" not in {finding.rule for finding in report.findings}
