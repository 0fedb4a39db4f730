"""Meshes merged, in every skeleton that uses both."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from pantin.base.records import replace

sys.path.insert(0, str(Path(__file__).parent))

from g4mf_rig import mesh, posed, rig

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.operations.edit.merging import merge_meshes
from pantin.operations.edit.rig_parts import RigParts
from pantin.rig import BlendShape, Deltas

BODY = [[(0, 1.0)], [(1, 0.5), (0, 0.5)], [(2, 1.0)]]
HAIR = [[(0, 1.0)], [(1, 1.0)], [(1, 0.75), (0, 0.25)]]


def test_names_are_unique_and_every_skeleton_moves_as_before():
    """G4MF-SKIN-022: "Arm" is one bone in both meshes; "Hips" of the second is another bone."""
    uses = [(1, 0, [2, 3, 4]), (1, 1, [3, 4]), (5, 0, [6, 7, 8]), (5, 1, [7, 8])]
    model = rig([mesh(("Hips", "Arm", "Hand"), BODY), mesh(("Arm", "Hips"), HAIR, start=5.0)], uses)
    result = merge_meshes(model, 0, 1)
    assert result.meshes[0].group_names == ("Hips", "Arm", "Hand", "Hips_2")
    assert [skin.joints.tolist() for skin in result.skins[-2:]] == [[2, 3, 4, 4, -1], [6, 7, 8, 8, -1]]
    before, after = posed(model), posed(result)
    for first, second in (("Mesh0", "Mesh1"), ("Mesh2", "Mesh3")):
        wanted = np.concatenate([before[first], before[second]])
        assert np.abs(after[first] - wanted).max() < 1e-12


@pytest.mark.parametrize("names", [None, ("Left", "Right"), ("Hips", "Right")])
def test_groups_are_in_the_order_of_the_joints_of_all_skeletons(names):
    """Skeleton, Joints: joints ascend, so that one merged mesh serves both skeletons of a file."""
    uses = [(1, 0, [2, 3, 4]), (1, 1, [2, 3]), (5, 0, [6, 7, 8]), (5, 1, [6, 7])]
    model = rig([mesh(None, BODY), mesh(names, HAIR, start=5.0)], uses)
    result = merge_meshes(model, 0, 1)
    before, after = posed(model), posed(result)
    for first, second in (("Mesh0", "Mesh1"), ("Mesh2", "Mesh3")):
        assert np.abs(after[first] - np.concatenate([before[first], before[second]])).max() < 1e-12
    for skin in result.skins:
        joints = skin.joints[:-1].tolist()
        assert joints == sorted(joints)
    lowered = lower(result)
    assert len(lowered.document.tree["meshes"]) == 1
    saved = lift(read(to_bytes(lowered.document))).rig
    shown = {name: np.unique(points.round(6), axis=0) for name, points in posed(saved).items()}
    for name, points in after.items():
        assert np.abs(shown[name] - np.unique(points.round(6), axis=0)).max() < 1e-5


def test_a_slot_at_rest_without_a_name_is_no_group():
    rest = [[(0, 1.0)], [(2, 1.0)], [(1, 1.0)]]
    uses = [(1, 0, [2, 3, -1]), (1, 1, [2, 3, -1])]
    model = rig([mesh(("Hips", "Arm"), rest), mesh(("Hips", "Arm"), rest, start=5.0)], uses)
    result = merge_meshes(model, 0, 1)
    assert result.meshes[0].group_names == ("Hips", "Arm")
    before, after = posed(model), posed(result)
    assert np.abs(after["Mesh0"] - np.concatenate([before["Mesh0"], before["Mesh1"]])).max() < 1e-12


def test_a_group_without_a_name_has_that_of_the_other_mesh():
    """Group Names: names "MUST match the group names of other skinned meshes using the same skeleton"."""
    uses = [(1, 0, [2, 3, 4]), (1, 1, [2, 3, 4])]
    for first, second in ((("A", "B"), ("A", "B", "C")), (("A", "B", "C"), ("A", "B"))):
        model = rig([mesh(first, [*BODY[:2], BODY[0]]), mesh(second, BODY, start=5.0)], uses)
        result = merge_meshes(model, 0, 1)
        assert result.meshes[0].group_names == ("A", "B", "C")
        assert result.skins[0].joints.tolist() == [2, 3, 4, -1]


def test_a_mesh_that_stands_alone_elsewhere_is_kept():
    uses = [(1, 0, [2, 3, 4]), (1, 1, [3, 2]), (5, 0, [6, 7, 8])]
    model = rig([mesh(("Hips", "Arm", "Hand"), BODY), mesh(("Arm", "Hips"), HAIR)], uses)
    result = merge_meshes(model, 0, 1)
    assert len(result.meshes) == 2
    assert np.abs(posed(model)["Mesh2"] - posed(result)["Mesh2"]).max() < 1e-12


def shaped(one, names, amounts=None):
    """A mesh with blend shapes: the first moves all vertices by 1 along every axis, the second by 2."""
    targets = tuple(BlendShape(Deltas(np.full((3, 4), index + 1.0))) for index in range(len(names)))
    surfaces = (replace(one.surfaces[0], blend_shapes=targets),)
    return replace(one, surfaces=surfaces, blend_names=names, blend_weights=amounts)


def test_shapes_of_one_name_become_one():
    meshes = [
        shaped(mesh(("Hips", "Arm", "Hand"), BODY), ("Smile", "Blink")),
        shaped(mesh(("Arm", "Hips"), HAIR), ("Blink",)),
    ]
    result = merge_meshes(rig(meshes, [(1, 0, [2, 3, 4]), (1, 1, [3, 2])]), 0, 1)
    assert result.meshes[0].blend_names == ("Smile", "Blink")
    assert result.meshes[0].surfaces[1].blend_shapes[0].positions is None
    assert result.meshes[0].surfaces[1].blend_shapes[1].positions.values[0, 0] == pytest.approx(1)


def test_meshes_that_hang_nowhere_together_are_refused():
    model = rig([mesh(None, BODY), mesh(None, HAIR)], [(1, 0, [2, 3, 4]), (5, 1, [6, 7])])
    with pytest.raises(ValueError, match="no common skeleton or parent node"):
        merge_meshes(model, 0, 1)


@pytest.mark.parametrize(
    ("amounts", "names"),
    [
        (([0.5, 1.0], [1.0]), ("Smile", "Blink")),
        (([0.5, 1.0], [0.25]), ("Smile", "Blink", "Blink_2")),
        ((None, [0.25]), ("Smile", "Blink", "Blink_2")),
    ],
)
def test_amounts_of_instances_are_kept(amounts, names):
    """Shapes of one name at different amounts stay two; vertices are where they were."""
    meshes = [
        shaped(mesh(("Hips", "Arm", "Hand"), BODY), ("Smile", "Blink")),
        shaped(mesh(("Arm", "Hips"), HAIR), ("Blink",)),
    ]
    model = rig(meshes, [(1, 0, [2, 3, 4]), (1, 1, [3, 2])])
    instances = [
        replace(old, blend_weights=given) for old, given in zip(model.instances, amounts, strict=True)
    ]
    parts = RigParts.from_rig(model)
    parts.instances = instances
    model = parts.rig()
    result = merge_meshes(model, 0, 1)
    assert result.meshes[0].blend_names == names
    wanted = np.concatenate([posed(model)["Mesh0"], posed(model)["Mesh1"]])
    assert np.abs(posed(result)["Mesh0"] - wanted).max() < 1e-12


def test_shapes_without_names_stay_apart():
    meshes = [
        shaped(mesh(("Hips", "Arm", "Hand"), BODY), ("", ""), np.array([0.5, 1.0])),
        shaped(mesh(("Arm", "Hips"), HAIR), ("",), np.array([2.0])),
    ]
    model = rig(meshes, [(1, 0, [2, 3, 4]), (1, 1, [3, 2])])
    result = merge_meshes(model, 0, 1)
    assert result.meshes[0].blend_names == ("Shape0", "Shape1", "Shape0_2")
    wanted = np.concatenate([posed(model)["Mesh0"], posed(model)["Mesh1"]])
    assert np.abs(posed(result)["Mesh0"] - wanted).max() < 1e-12


def test_a_mesh_is_not_merged_with_itself():
    model = rig([mesh(("Hips",), [[(0, 1.0)]] * 3)], [(1, 0, [2]), (1, 0, [2])])
    with pytest.raises(ValueError, match="with itself"):
        merge_meshes(model, 0, 0)
