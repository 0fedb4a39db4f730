"""What holding a pose takes: which surfaces, in which space, and which nodes have to give way."""

from __future__ import annotations

import numpy as np

from pantin.deformation import deform
from pantin.edit import held


def test_only_what_a_skin_or_a_blend_shape_moves_is_shaped(rig, pose):
    assert [one.node for one in held(rig, pose).surfaces] == [2, 3, 4, 5]


def test_skinned_surfaces_are_in_world_space_and_blended_ones_in_that_of_their_node(rig, pose):
    world = {one.node: one for one in deform(rig, pose)}
    shaped = {one.node: one for one in held(rig, pose).surfaces}
    assert np.array_equal(shaped[2].positions, world[2].positions)
    base = rig.meshes[1].surfaces[0]
    assert np.allclose(shaped[5].positions, base.positions + 2 * base.targets[0].positions.values)


def test_a_node_at_the_identity_keeps_its_mesh_and_the_others_give_it_up(rig, pose):
    state = held(rig, pose)
    assert state.loose == {3, 4}, "one hangs from a joint, the other carries a node"
    assert np.array_equal(state.pose.local[2], np.eye(3, 4))
    assert np.array_equal(state.pose.local[4], pose.local[4])


def test_a_node_that_carries_something_else_stays(rig, pose):
    state = held(rig, pose, keep={2})
    assert state.loose == {2, 3, 4}
    assert np.array_equal(state.pose.local[2], pose.local[2])


def test_nodes_that_no_scene_shows_are_held_too(rig, pose):
    from dataclasses import replace

    hidden = replace(rig, scenes=rig.scenes[1:], default_scene=0)
    pose = replace(pose, rig=hidden)
    assert [one.node for one in held(hidden, pose).surfaces] == [2, 3, 4, 5]
