"""mirror_x: what is named gets a copy, renamed exactly where something has the new name (Rigy 0.3,
Symmetry)."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigy import compile_text
from pantin.rigy.implicit import field_at
from pantin.rigy.profile import REFERENCE, STANDARD
from pantin.rigy.schema.document import MirrorX
from pantin.rigy.schema.keys import DOCUMENT
from pantin.rigy.schema.kinds import Faults
from pantin.rigy.source import compose
from pantin.rigy.symmetry import Renaming, mirror

ARMS = """
version: "0.3"
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
    assert [rule.of(name) for name in ("L_arm", "arm.l", "arm", "xL_arm")] == ["R_arm", "arm.r", None, None]
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
    here, there = (field_at(one.implicit.ops, side, y, z) for side in (x, -x))
    assert here == pytest.approx(there, abs=1e-12)
    positions = compile_text(text, profile=profile).rig.meshes[0].surfaces[0].positions
    assert positions[:, 0].min() == pytest.approx(-positions[:, 0].max(), abs=1e-6)


def test_a_field_that_is_moved_as_a_whole_has_a_copy():
    """Its image is not in its own space; on the plane it is."""
    for place, count in (("[1, 0, 0]", 2), ("[0, 2, 0]", 1)):
        moved = BLOB.replace("iso: 0.25", f"iso: 0.25\n        transform: {{translation: {place}}}")
        assert len(mirrored(moved).meshes[0].primitives) == count
