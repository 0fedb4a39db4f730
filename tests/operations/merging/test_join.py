"""Joined meshes do what the meshes did: the same vertices in every pose, expression and clip."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.operations.merging.join import join_meshes
from pantin.operations.merging.surfaces import with_flat_normals
from pantin.rig import Surface

AVATAR = "examples/vrm/avatar.vrm"


def posed_points(rig, pose):
    """Every corner of every triangle, in an order that does not depend on how meshes are divided."""
    corners = [
        np.asarray(mesh.positions, np.float64)[
            rig.meshes[mesh.mesh].surfaces[mesh.surface].triangles
        ].reshape(-1, 3)
        for mesh in pantin.deform(rig, pose)
    ]
    points = np.concatenate(corners)
    return points[np.lexsort(np.round(points, 5).T)]


def random_pose(rig, names, seed):
    random = np.random.default_rng(seed)
    pose = rig.rest_pose()
    for name in names:
        axis = random.normal(size=3)
        turn = quaternion.from_axis_angle(axis / np.linalg.norm(axis), random.uniform(-0.4, 0.4))
        index = rig.nodes.names.index(name)
        pose = pose.with_local(index, rotation=quaternion.product(rig.nodes.rotations[index], turn))
    return pose


@pytest.mark.parametrize("seed", range(4))
def test_joined_meshes_have_the_same_vertices_in_every_pose(seed):
    rig = pantin.load(AVATAR).rig
    joined = join_meshes(rig)
    assert len(joined.instances) == 1
    bones = [rig.nodes.names[node] for node in rig.character.humanoid.values()]
    before = posed_points(rig, random_pose(rig, bones, seed))
    after = posed_points(joined, random_pose(joined, bones, seed))
    assert np.abs(before - after).max() < 1e-6


@pytest.mark.parametrize("name", ["happy", "blink", "aa"])
def test_expressions_move_the_same_vertices(name):
    rig = pantin.load(AVATAR).rig
    joined = join_meshes(rig)
    before = posed_points(rig, rig.rest_pose().with_expression(name, 0.7))
    after = posed_points(joined, joined.rest_pose().with_expression(name, 0.7))
    assert np.abs(before - after).max() < 1e-6


def test_a_surface_without_normals_is_shaded_flat():
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1.0]])
    flat = with_flat_normals(Surface(corners, indices=np.array([0, 1, 2, 1, 3, 2])))
    assert len(flat.positions) == 6
    np.testing.assert_allclose(flat.normals[:3], np.tile([0, 0, 1.0], (3, 1)))
    edge = np.cross(corners[3] - corners[1], corners[2] - corners[1])
    np.testing.assert_allclose(flat.normals[3], edge / np.linalg.norm(edge))
