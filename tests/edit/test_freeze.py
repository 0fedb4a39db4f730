"""A frozen rig looks as the pose did, and nothing in it can move any more."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.edit import freeze
from pantin.rig import Instance, Mesh, Node, Skin, Surface, build

ROUNDING = 1e-12
"""float64 throughout: the plain surfaces go through one map of the same numbers."""


@pytest.mark.parametrize("scene", [0, 1])
def test_every_scene_looks_as_in_the_pose(rig, pose, scene):
    before = deform(rig, pose, scene=scene)
    frozen = freeze(rig, pose)
    after = deform(frozen, frozen.rest_pose(), scene=scene)
    for attribute in ("positions", "normals"):
        one, other = (np.concatenate([getattr(each, attribute) for each in side]) for side in (before, after))
        assert np.allclose(np.sort(one, axis=0), np.sort(other, axis=0), rtol=0, atol=ROUNDING * 100)


def test_nothing_is_left_to_move(rig, pose):
    frozen = freeze(rig, pose)
    assert (frozen.skins, frozen.clips, frozen.skeletons) == ((), (), ())
    surfaces = [one for mesh in frozen.meshes for one in mesh.surfaces]
    assert all(one.influences is None and one.targets == () for one in surfaces)


def test_names_materials_and_texture_coordinates_stay(rig, pose):
    frozen = freeze(rig, pose)
    assert frozen.nodes.names[:7] == rig.nodes.names
    assert frozen.nodes.names[7:] == ("held.posed", "bearer.posed")
    assert frozen.materials == rig.materials
    assert [mesh.name for mesh in frozen.meshes] == ["body", "face", None, "body", "body"]
    assert frozen.meshes[3].surfaces[0].material == 0
    assert np.array_equal(frozen.meshes[0].surfaces[0].texcoords[0], rig.meshes[0].surfaces[0].texcoords[0])
    base = rig.meshes[1].surfaces[0]
    moved = base.texcoords[0] + 2 * base.targets[0].texcoords[0].values
    assert np.allclose(frozen.meshes[1].surfaces[0].texcoords[0], moved)


def test_a_mirroring_pose_winds_the_triangles_the_other_way():
    from pantin.rig import Influences

    influences = Influences(np.arange(5), np.zeros(4, np.int64), np.ones(4))
    surface = Surface(
        np.random.default_rng(1).normal(size=(4, 3)), mode="triangle_strip", influences=influences
    )
    rig = build(
        nodes=[Node(scale=[-1, 1, 1]), Node()],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.array([0]))],
        instances=[Instance(1, 0, 0)],
    )
    frozen = freeze(rig, rig.rest_pose()).meshes[0].surfaces[0]
    assert frozen.mode == "triangles"
    assert frozen.triangles.tolist() == surface.triangles[:, ::-1].tolist()
