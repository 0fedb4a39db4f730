"""Sheared nodes as chains of nodes that rotate and scale."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.motion import sample, world_transforms
from pantin.operations.edit.rig_parts import rest_world_transforms
from pantin.operations.edit.shear import split_shear
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Scene, Skeleton, Skin, Surface, build
from pantin.rig.transform import has_shear

SHEAR = np.array([[1.0, 0.7, 0, 1], [0, 2, 0.3, 2], [0.1, 0, 1, 3]])
MIRROR = SHEAR * [[-1.0], [1], [1]]
TURN = [0.0, 0.0, 0.5**0.5, 0.5**0.5]


def sheared(**parts):
    nodes = [
        Node("root", matrix=SHEAR),
        Node("bone", 0, matrix=MIRROR),
        Node("tip", 1, translation=[0.0, 1, 0], rotation=TURN),
        Node("body", 0),
    ]
    positions = np.arange(12.0).reshape(4, 3)
    weights = Influences(np.arange(5), np.array([0, 1, 2, 1]), np.ones(4))
    skin = Skin(np.array([0, 1, 2]), np.tile(np.eye(3, 4) * 2, (3, 1, 1)), root=0, skeleton=0)
    given = {
        "nodes": nodes,
        "meshes": [Mesh((Surface(positions, influences=weights),))],
        "skins": [skin],
        "skeletons": [Skeleton(np.array([0, 1, 2]), 0)],
        "instances": [Instance(3, 0, 0)],
        "scenes": [Scene((0,))],
    }
    return build(**(given | parts))


def test_world_transforms_and_posed_vertices_stay():
    rig = sheared()
    split = split_shear(rig)
    before, after = rest_world_transforms(rig), rest_world_transforms(split)[:4]
    assert np.abs(before - after).max() < 1e-14 * np.abs(before).max()
    for one, other in zip(deform(rig, rig.rest_pose()), deform(split, split.rest_pose()), strict=True):
        assert np.abs(one.positions - other.positions).max() < 1e-13 * np.abs(one.positions).max()


def test_no_node_has_shear_and_new_ones_are_at_the_end():
    split = split_shear(sheared())
    assert not split.nodes.general.any()
    assert not any(has_shear(local) for local in split.nodes.local)
    assert split.nodes.names == ("root", "bone", "tip", "body", None, None)
    assert split.nodes.parents.tolist() == [4, 5, 1, 0, -1, 0]
    assert split.scenes[0].roots == (4,)
    assert split.skins[0].joints.tolist() == [0, 1, 2]


def test_the_bind_pose_of_a_skeleton_stays():
    """Its inverse bind matrices lead from the same world into the same joints."""
    bound = np.stack([np.eye(3, 4), np.eye(3, 4) * 0.5, np.eye(3, 4) * 3])
    rig = sheared(skeletons=[Skeleton(np.array([0, 1, 2]), 0, bound)])
    split = split_shear(rig)
    skeleton, world = split.skeletons[0], rest_world_transforms(split)
    assert skeleton.joints.tolist() == [0, 1, 2, 5]
    point = np.array([1.0, 2, 3, 1])
    # The root had no parent: its space was the world, and is now that of node 4.
    inside = np.linalg.solve(world[4][:, :3], point[:3] - world[4][:, 3])
    for slot in range(3):
        assert skeleton.inverse_binds[slot] @ [*inside, 1] == pytest.approx(bound[slot] @ point)
    bones = skeleton.bind_pose()
    assert not np.isnan(bones).any()


KEYS = {
    "translation": np.array([[0.0, 1, 0], [3, 1, 2]]),
    "rotation": np.array([[0.0, 0, 0, 1], TURN]),
    "scale": np.array([[1.0, 2, 1], [0.5, 1, 3]]),
}


@pytest.mark.parametrize(
    "names", [["translation"], ["rotation"], ["scale", "translation"], ["rotation", "scale"], list(KEYS)]
)
def test_clips_pose_split_nodes_as_before(names):
    """The root and the bone are sheared; the tip is not."""
    times = np.array([0.25, 2.0])
    channels = [Channel(node, name, times, KEYS[name]) for node in (1, 2) for name in names]
    rig = sheared(clips=[Clip(tuple(channels), "move")])
    split = split_shear(rig)
    assert not split.nodes.general.any()
    assert split.clips[0].duration == 2.0
    for time in (0.0, 0.6, 1.9):
        before, after = (world_transforms(one, sample(one, 0, time)) for one in (rig, split))
        assert np.abs(before - after[:4]).max() < 1e-13 * np.abs(before).max()


def test_what_has_no_shear_is_left_alone():
    plain = build(nodes=[Node(matrix=np.eye(3, 4) * 2)])
    assert split_shear(plain) is plain
    flat = build(dimension=2, nodes=[Node(matrix=[[1.0, 1, 0], [0, 1, 0]])])
    assert split_shear(flat) is flat
