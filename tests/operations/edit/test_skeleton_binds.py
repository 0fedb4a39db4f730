"""The inverse bind matrices of a derived skeleton: all in one space, whatever the spaces of its skins."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.operations.edit.skeleton_binds import Binds, bind_spaces, combine_binds, is_same_space
from pantin.operations.edit.skeletons import plan_skeletons, with_skeletons
from pantin.rig import Node, Skeleton, Skin, build


def random_transform(random):
    """A rotation by QR with a scale and a translation, as a 4 × 4 matrix."""
    matrix = np.eye(4)
    rotation = np.linalg.qr(random.normal(size=(3, 3)))[0]
    matrix[:3, :3] = rotation * np.sign(np.linalg.det(rotation)) * random.uniform(0.5, 2)
    matrix[:3, 3] = random.normal(size=3)
    return matrix


def random_tree(random, count=9):
    """Nodes below a transformed node 0; their parents, local and world matrices."""
    parents = [-1, *(int(random.integers(0 if index < 2 else 1, index)) for index in range(1, count))]
    local = [random_transform(random) for _ in parents]
    world = []
    for parent, matrix in zip(parents, local, strict=True):
        world.append(matrix if parent < 0 else world[parent] @ matrix)
    return parents, np.array(local), np.array(world)


def skin_at_rest(random, joints, world, space):
    """A skin that is bound in the rest pose, in a space; as glTF says, inverse(G(joint)) · G(space)."""
    order = random.permutation(joints)
    return Skin(order, (np.linalg.inv(world[order]) @ space)[:, :3])


def derive(parents, local, skins):
    nodes = [Node(parent=parent, matrix=matrix[:3]) for parent, matrix in zip(parents, local, strict=True)]
    rig = build(nodes=nodes, skins=skins)
    return with_skeletons(rig, plan_skeletons(rig))


@pytest.mark.parametrize("seed", range(20))
def test_the_bind_pose_below_a_moved_node_is_the_rest_pose(seed):
    """Joints that no skin lists are bound in the space of the skin, here the world."""
    random = np.random.default_rng(seed)
    parents, local, world = random_tree(random)
    skin = skin_at_rest(random, random.choice(np.arange(1, 9), 4, replace=False), world, np.eye(4))
    for skeleton in derive(parents, local, [skin]).skeletons:
        inside = skeleton.parents >= 0
        np.testing.assert_allclose(skeleton.bind_pose()[inside], skeleton.rest[inside], atol=1e-9)
        np.testing.assert_allclose(
            skeleton.inverse_binds, np.linalg.inv(world[skeleton.joints])[:, :3], atol=1e-9
        )


@pytest.mark.parametrize("seed", range(20))
def test_skins_in_different_spaces_give_one_bind_pose(seed):
    random = np.random.default_rng(seed)
    parents, local, world = random_tree(random)
    first, second = (random_transform(random) for _ in range(2))
    skins = [
        skin_at_rest(random, [1, 2, 3, 4], world, first),
        skin_at_rest(random, [4, 5, 6, 7, 8], world, second),
    ]
    [skeleton] = derive(parents, local, skins).skeletons
    expected = np.linalg.inv(world[skeleton.joints]) @ first
    np.testing.assert_allclose(skeleton.inverse_binds, expected[:, :3], atol=1e-9)


CHAIN = Skeleton(np.arange(3), 0, parents=np.array([-1, 0, 1]), rest=np.tile(np.eye(3, 4), (3, 1, 1)))


def shift(*amounts):
    matrices = np.tile(np.eye(3, 4), (len(amounts), 1, 1))
    matrices[:, 0, 3] = amounts
    return matrices


def binds(joints, *amounts):
    return Binds(np.array(joints), shift(*amounts))


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ([], [0, 0, 0]),
        ([binds([1], 5)], [5, 5, 5]),
        ([binds([0, 2], 5, 7)], [5, 5, 7]),
        ([binds([0, 1], 5, 7), binds([2], 1)], [5, 7, 1]),
        ([binds([0, 1], 5, 5), binds([1, 2], 1, 1)], [5, 5, 5]),
        ([binds([0, 1], 5, 5), binds([1, 2], 1, 2)], [5, 5, 2]),
        ([binds([0, 0, 1], 5, 6, 5)], [5, 5, 5]),
    ],
)
def test_each_joint_has_the_first_matrix_or_that_of_its_rest_pose(sources, expected):
    """A source that is bound in another pose keeps its numbers: its space cannot be told from its pose."""
    assert combine_binds(CHAIN, sources)[:, 0, 3].tolist() == expected


def test_equal_spaces_keep_the_bits():
    rounded = np.nextafter(np.float32(5), 6)
    combined = combine_binds(CHAIN, [binds([0, 1], 5, 5), binds([2], rounded)])
    assert combined[2, 0, 3] == rounded


def test_no_matrices_where_one_is_singular():
    assert combine_binds(CHAIN, [Binds(np.array([0]), np.zeros((1, 3, 4)))]) is None
    flat = Skeleton(CHAIN.joints, 0, parents=CHAIN.parents, rest=np.zeros((3, 3, 4)))
    assert combine_binds(flat, [binds([0], 1)]) is None


def test_the_space_of_a_bind():
    spaces, rounding = bind_spaces(shift(3, 3), shift(-1, -3))
    assert spaces[:, 0, 3].tolist() == [2, 0]
    assert is_same_space(spaces, np.eye(3, 4), rounding).tolist() == [False, True]
