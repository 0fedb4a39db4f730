"""What holding a pose takes: which surfaces, in which space, and which nodes have to give way."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.edit import bake_pose, plan_baked_pose
from pantin.rig import Instance, Mesh, Node, Skin, Surface, build


def test_only_what_a_skin_or_a_blend_shape_moves_is_shaped(rig, pose):
    assert [surface.node for surface in plan_baked_pose(rig, pose).surfaces] == [2, 3, 4, 5]


def test_skinned_surfaces_are_in_world_space_and_blended_ones_in_that_of_their_node(rig, pose):
    world = {one.node: one for one in deform(rig, pose)}
    shaped = {surface.node: surface for surface in plan_baked_pose(rig, pose).surfaces}
    assert np.array_equal(shaped[2].positions, world[2].positions)
    base = rig.meshes[1].surfaces[0]
    assert np.allclose(shaped[5].positions, base.positions + 2 * base.blend_shapes[0].positions.values)


def test_a_node_at_the_identity_keeps_its_mesh_and_the_others_give_it_up(rig, pose):
    state = plan_baked_pose(rig, pose)
    assert state.detached == {3, 4}, "one hangs from a joint, the other carries a node"
    assert np.array_equal(state.pose.local[2], np.eye(3, 4))
    assert np.array_equal(state.pose.local[4], pose.local[4])


def test_a_node_that_carries_something_else_stays(rig, pose):
    state = plan_baked_pose(rig, pose, keep={2})
    assert state.detached == {2, 3, 4}
    assert np.array_equal(state.pose.local[2], pose.local[2])


def test_nodes_that_no_scene_shows_are_held_too(rig, pose):
    from pantin.base.records import replace

    hidden = replace(rig, scenes=rig.scenes[1:], default_scene=0)
    pose = replace(pose, rig=hidden)
    assert [surface.node for surface in plan_baked_pose(hidden, pose).surfaces] == [2, 3, 4, 5]


ROUNDING = 1e-12
"""float64 throughout: the plain surfaces go through one map of the same numbers."""


@pytest.mark.parametrize("scene", [0, 1])
def test_every_scene_looks_as_in_the_pose(rig, pose, scene):
    before = deform(rig, pose, scene=scene)
    baked = bake_pose(rig, pose)
    after = deform(baked, baked.rest_pose(), scene=scene)
    for attribute in ("positions", "normals"):
        one, other = (np.concatenate([getattr(each, attribute) for each in side]) for side in (before, after))
        assert np.allclose(np.sort(one, axis=0), np.sort(other, axis=0), rtol=0, atol=ROUNDING * 100)


def test_nothing_is_left_to_move(rig, pose):
    baked = bake_pose(rig, pose)
    assert (baked.skins, baked.clips, baked.skeletons) == ((), (), ())
    surfaces = [surface for mesh in baked.meshes for surface in mesh.surfaces]
    assert all(surface.influences is None and surface.blend_shapes == () for surface in surfaces)


def test_names_materials_and_texture_coordinates_stay(rig, pose):
    baked = bake_pose(rig, pose)
    assert baked.nodes.names[:7] == rig.nodes.names
    assert baked.nodes.names[7:] == ("held.posed", "bearer.posed")
    assert baked.materials == rig.materials
    assert [mesh.name for mesh in baked.meshes] == ["body", "face", None, "body", "body"]
    assert baked.meshes[3].surfaces[0].material == 0
    assert np.array_equal(baked.meshes[0].surfaces[0].texcoords[0], rig.meshes[0].surfaces[0].texcoords[0])
    base = rig.meshes[1].surfaces[0]
    moved = base.texcoords[0] + 2 * base.blend_shapes[0].texcoords[0].values
    assert np.allclose(baked.meshes[1].surfaces[0].texcoords[0], moved)


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
    baked = bake_pose(rig, rig.rest_pose()).meshes[0].surfaces[0]
    assert baked.mode == "triangles"
    assert baked.triangles.tolist() == surface.triangles[:, ::-1].tolist()
