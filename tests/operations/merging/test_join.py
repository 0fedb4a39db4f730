"""Joined meshes do what the meshes did: the same vertices in every pose, expression and clip."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.operations.merging.join import join_meshes
from pantin.operations.merging.surfaces import with_flat_normals
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface

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


def test_parts_without_a_common_bone_still_fit_a_third_one():
    """Jacket, shoes and trousers, each with an origin of its own: the skins list the same bones, the jacket
    and the shoes use different ones, the trousers use those of both."""
    binds = np.array([np.eye(3, 4), np.eye(3, 4)])
    binds[1, 1, 3] = -1.0
    used = {"jacket": ([0], 0.0), "shoes": ([1], 0.25), "trousers": ([0, 1], 0.5)}
    nodes = [Node("hip"), Node("foot", 0, translation=(0, 1, 0))]
    meshes, skins, instances = [], [], []
    for index, (name, (joints, away)) in enumerate(used.items()):
        points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32) + np.float32([away, 0, 0])
        influences = Influences(
            np.arange(4) * len(joints),
            np.tile(joints, 3),
            np.full(3 * len(joints), 1 / len(joints), np.float32),
        )
        meshes.append(Mesh((Surface(points, indices=np.arange(3), influences=influences),), name))
        shifted = binds.copy()
        shifted[:, 0, 3] -= away
        skins.append(Skin(np.arange(2), shifted))
        nodes.append(Node(name))
        instances.append(Instance(2 + index, index, index))
    rig = pantin.build(nodes=nodes, meshes=meshes, skins=skins, instances=instances)
    joined = join_meshes(rig)
    assert len(joined.instances) == 1
    turned = rig.rest_pose().with_local(1, rotation=(0, 0, 0.6, 0.8))
    again = joined.rest_pose().with_local(1, rotation=(0, 0, 0.6, 0.8))
    np.testing.assert_allclose(posed_points(joined, again), posed_points(rig, turned), atol=1e-6)


def reposed(rig, names, seed):
    """The rig with another pose at rest: its vertices are elsewhere, its inverse binds are the same."""
    pose = random_pose(rig, names, seed)
    nodes = [
        replace(node, rotation=pose.rotations[index]) if name in names else node
        for index, (node, name) in enumerate(zip(rig.node_list(), rig.nodes.names, strict=True))
    ]
    return rig.replace(nodes=nodes)


@pytest.mark.parametrize("seed", range(3))
def test_a_part_with_another_rest_pose_is_joined_too(seed):
    """Its bones are bound in other ways than those of the body, and glTF lists each joint once (2.0 §5.28.2):
    a child without a transform is the second joint."""
    body = pantin.load(AVATAR).rig
    bones = [body.nodes.names[node] for node in body.character.humanoid.values()]
    merged = pantin.merge(body, [reposed(pantin.load(AVATAR).rig, bones, seed)]).rig
    joined = join_meshes(merged)
    assert len(joined.instances) == 1
    joints = joined.skins[0].joints.tolist()
    assert len(set(joints)) == len(joints)
    assert len(set(joined.nodes.names)) == len(joined.nodes)
    before = posed_points(merged, random_pose(merged, bones, seed + 9))
    after = posed_points(joined, random_pose(joined, bones, seed + 9))
    assert np.abs(before - after).max() < 2e-6


def test_no_bone_of_a_spring_of_vrm_0_gets_a_child():
    """In VRM 0.x every node below the bones of a spring swings with it: a second joint would be one more."""
    body = pantin.load("examples/vrm/older.vrm").rig
    bones = [body.nodes.names[joint.node] for spring in body.springs.springs for joint in spring.joints]
    merged = pantin.merge(body, [reposed(pantin.load("examples/vrm/older.vrm").rig, bones, 1)]).rig
    joined = join_meshes(merged)
    named = {name: index for index, name in enumerate(joined.nodes.names)}
    children = [(body.nodes.parents == body.nodes.names.index(bone)).sum() for bone in bones]
    assert [(joined.nodes.parents == named[bone]).sum() for bone in bones] == children


def test_a_joined_skin_has_the_bones_between_its_joints():
    """Two rigid meshes on hip and foot; the knee between them has none."""
    triangle = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    skinned = Surface(
        triangle,
        indices=np.arange(3),
        influences=Influences(np.arange(4), np.zeros(3, np.int64), np.ones(3, np.float32)),
    )
    nodes = [
        Node("hip"),
        Node("knee", 0, translation=(0, -1, 0)),
        Node("foot", 1, translation=(0, -1, 0)),
        Node("coat"),
    ]
    rig = pantin.build(
        nodes=nodes,
        meshes=[Mesh((skinned,)), Mesh((Surface(triangle, indices=np.arange(3)),))],
        skins=[Skin(np.array([0]), np.eye(3, 4)[None]), Skin(np.array([2]), np.eye(3, 4)[None])],
        instances=[Instance(3, 0, 0), Instance(2, 1)],
    )
    joined = join_meshes(rig)
    (skin,) = joined.skins
    assert {joined.nodes.names[joint] for joint in skin.joints.tolist()} == {"hip", "knee", "foot"}
    knee = skin.joints.tolist().index(1)
    np.testing.assert_allclose(skin.inverse_binds[knee][:, 3], (0, 1, 0))  # bound where it is at rest
    turned = rig.rest_pose().with_local(1, rotation=(0, 0, 0.6, 0.8))
    again = joined.rest_pose().with_local(1, rotation=(0, 0, 0.6, 0.8))
    np.testing.assert_allclose(posed_points(joined, again), posed_points(rig, turned), atol=1e-6)
