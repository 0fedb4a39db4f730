"""G4MF files held in a pose."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.deformation import deform
from pantin.deformation.element_attributes import deform_elements
from pantin.verbs.pose import pose

EXAMPLES = Path(__file__).parents[3] / "examples" / "g4mf"


def turned(rig):
    """A pose that bends the last bone and moves the whole."""
    size = rig.dimension
    bone = int(rig.skeletons[0].joints[-1])
    local = rig.nodes.local[bone].copy()
    local[:2, :2] = [[0.6, -0.8], [0.8, 0.6]]
    shift = np.eye(size, size + 1)
    shift[0, -1] = 5.0
    return rig.rest_pose().with_local(bone, matrix=local).with_local(int(rig.skeletons[0].root), matrix=shift)


@pytest.mark.parametrize("keep_rig", [False, True])
@pytest.mark.parametrize("name", ["creature.g4b", "arm.g4tf", "toy.g4b"])
def test_at_rest_the_file_looks_as_the_pose(tmp_path, name, keep_rig):
    asset = pantin.load(EXAMPLES / name)
    bent = turned(asset.rig)
    pantin.save(pose(asset, bent, keep_rig=keep_rig), tmp_path / name)
    after = pantin.load(tmp_path / name)
    assert after.report.ok, after.report.findings
    want, got = deform(asset.rig, bent), deform(after.rig, after.rig.rest_pose())
    assert len(want) == len(got)
    for before, now in zip(want, got, strict=True):
        assert np.abs(before.positions - now.positions).max() < 1e-6
    values = deform_elements(asset.rig, bent), deform_elements(after.rig, after.rig.rest_pose())
    for before, now in zip(*values, strict=True):
        for normal, other in zip(before.normals, now.normals, strict=True):
            assert np.abs(normal - other).max() < 1e-6
    assert bool(after.rig.skins) == keep_rig
    assert asset.document.edited is False


@pytest.mark.parametrize("name", ["face.g4tf", "face-2026-01.g4tf"])
def test_blend_shapes_become_geometry_or_weights(tmp_path, name):
    asset = pantin.load(EXAMPLES / name)
    node = asset.rig.instances[0].node
    blended = asset.rig.rest_pose().with_blend(node, [0.25, -1.0])
    want = deform(asset.rig, blended)
    for keep_rig, shapes in ((False, 0), (True, 2)):
        pantin.save(pose(asset, blended, keep_rig=keep_rig), tmp_path / name)
        after = pantin.load(tmp_path / name)
        assert after.report.ok, after.report.findings
        assert {mesh.blend_shape_count for mesh in after.rig.meshes} == {shapes}
        for before, now in zip(want, deform(after.rig, after.rig.rest_pose()), strict=True):
            assert np.abs(before.positions - now.positions).max() < 1e-6


def test_a_mesh_that_hangs_from_no_root_is_held_too(tmp_path):
    """Found by replacing members at random: nothing shows the mesh, but its skeleton has a pose."""
    asset = pantin.load(EXAMPLES / "arm.g4tf")
    asset.document.set("/nodes/0/children", [])
    assert not any(asset.rig.shown()[instance.node] for instance in asset.rig.instances)
    pantin.save(pose(asset), tmp_path / "loose.g4tf")
    assert not pantin.load(tmp_path / "loose.g4tf").rig.skins


def test_only_linear_blending_is_held(tmp_path):
    """The format does not say how to blend; its bound normals follow linear maps."""
    asset = pantin.load(EXAMPLES / "arm.g4tf")
    with pytest.raises(pantin.Unsupported, match="blended linearly"):
        pantin.save(pose(asset, solver="dqs"), tmp_path / "a.g4tf")
    assert not (tmp_path / "a.g4tf").exists()
    pantin.save(pose(asset, solver="linear"), tmp_path / "a.g4tf")


def test_geometry_alone_may_be_bent_otherwise(tmp_path):
    pantin.save(pose(pantin.load(EXAMPLES / "arm.g4tf"), solver="dqs"), tmp_path / "a.obj")
    assert (tmp_path / "a.obj").stat().st_size > 0


def rig_of_shapes(rigs, seed, dimension):
    """A random skinned mesh with two blend shapes that move positions and texture coordinates."""
    kit = rigs.random_rig(seed, dimension)
    for shape in kit.tree["meshes"][0]["blend"]["shapes"]:
        for part in shape["surfaces"]:
            del part["normal"]
    return pantin.load(kit.text(), name="a.g4tf")


@pytest.mark.parametrize("dimension", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_blend_shapes_of_a_skinned_mesh_are_bound_in_the_pose(tmp_path, rigs, seed, dimension):
    """Shapes come before the skin: any weights give in the new rest pose what they gave in the pose."""
    asset = rig_of_shapes(rigs, seed, dimension)
    bent = turned(asset.rig).with_blend(6, [0.5, -0.25])
    pantin.save(pose(asset, bent, keep_rig=True), tmp_path / "a.g4tf")
    after = pantin.load(tmp_path / "a.g4tf")
    assert {instance.skin is None for instance in after.rig.instances} == {True, False}
    for weights in (None, [0.0, 0.0], [1.0, 0.0], [-0.5, 2.0]):
        want, rest = bent, after.rig.rest_pose()
        if weights is not None:
            want, rest = want.with_blend(6, weights), rest.with_blend(6, weights)
        for before, now in zip(deform(asset.rig, want), deform(after.rig, rest), strict=True):
            if before.node == 6:
                assert np.abs(before.positions - now.positions).max() < 1e-9


def test_shapes_that_move_normals_of_a_skinned_mesh_are_refused_with_the_reason(tmp_path, rigs):
    asset = pantin.load(rigs.random_rig(1, 3).text(), name="a.g4tf")
    with pytest.raises(pantin.Unsupported, match="the length of a normal is lost"):
        pantin.save(pose(asset, turned(asset.rig), keep_rig=True), tmp_path / "a.g4tf")
