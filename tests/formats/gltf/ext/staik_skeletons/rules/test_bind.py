"""STAIK-014, 015, 021, 022 and 030: the matrices of skeletons, and how skins stand to them."""

from __future__ import annotations

import base64

import numpy as np
import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons
from pantin.motion.transforms import world_transforms

PLACE = "/extensions/STAIK_skeletons/skeletons/0/inverseBindMatrices"


def store(arm, view, change):
    """Change the two matrices of a view in place, as M @ v has them."""
    uri = arm.tree["buffers"][0]["uri"]
    data = bytearray(base64.b64decode(uri.partition(",")[2]))
    start = arm.tree["bufferViews"][view]["byteOffset"]
    change(np.frombuffer(data, "<f4", 32, start).reshape(2, 4, 4).transpose(0, 2, 1))
    arm.tree["buffers"][0]["uri"] = uri.partition(",")[0] + "," + base64.b64encode(data).decode()


def put(*index, value):
    def change(matrices):
        matrices[index] = value

    return change


@pytest.mark.parametrize("accessor", [None, "1", -1, 9, 1.5, [], 2, 3])
def test_014_the_accessor_is_one_of_matrices(arm, accessor):
    arm.skeletons[0]["inverseBindMatrices"] = accessor
    assert arm.places("014") == [(PLACE, "error")]


@pytest.mark.parametrize(
    "members",
    [{"count": 1}, {"normalized": True}, {"componentType": 5121}, {"type": "MAT3"}, {"byteOffset": 4096}],
)
def test_014_it_has_a_float_matrix_for_each_joint(arm, members):
    arm.tree["accessors"][1] |= members
    assert arm.places("014") == [(PLACE, "error")]


def test_014_more_matrices_than_joints_are_legal(arm):
    arm.skeletons[0]["joints"] = [1]
    assert arm.places("014") == []


def test_014_no_stride(arm):
    arm.tree["bufferViews"][1]["byteStride"] = 64
    assert arm.places("014") == [(PLACE, "error")]


@pytest.mark.parametrize("change", [put(1, 3, 0, value=1), put(0, 3, 3, value=0), put(0, 0, 0, value=np.inf)])
def test_014_matrices_are_affine_and_finite(arm, change):
    store(arm, 1, change)
    assert arm.places("014") == [(PLACE, "error")]


@pytest.mark.parametrize("change", [put(1, 0, 0, value=0), put(0, 0, 1, value=0.5)])
def test_015_a_bind_that_is_flat_or_sheared_is_no_pose(arm, change):
    store(arm, 1, change)
    assert arm.places("015") == [(PLACE, "warning")]


def test_015_the_inverse_of_a_turned_uneven_scale_gives_a_pose(arm):
    """Its columns are not at right angles, those of the bind are, and the bind is the pose."""
    turn = np.array([[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1]])
    inverse = np.linalg.inv(turn @ np.diag([1, 2, 3]))

    def change(matrices):
        matrices[1, :3, :3] = inverse

    store(arm, 1, change)
    assert arm.places("015") == []


def test_015_each_skeleton_is_told_of_its_own_joints(arm):
    tip = arm.node(2)
    arm.skeletons.append({"root": tip, "joints": [tip], "inverseBindMatrices": 0})
    store(arm, 0, put(0, 0, 1, value=0.5))
    assert arm.places("015") == [(PLACE.replace("/0/", "/1/"), "warning")]


def test_021_a_skin_without_matrices_is_read_in_two_ways(arm):
    del arm.skin["inverseBindMatrices"]
    assert arm.places("021") == [("/skins/0", "warning")]


def test_021_unless_the_scene_binds_at_the_identity(arm):
    del arm.skin["inverseBindMatrices"], arm.nodes[2]["translation"]
    arm.nodes[0]["translation"] = [1, 2, 3]
    assert arm.places("021") == []


def test_022_a_skin_may_override_the_skeleton(arm):
    store(arm, 0, put(1, 1, 3, value=-1.5))
    assert arm.places("022") == [("/skins/0/inverseBindMatrices", "info")]


def test_022_matrices_are_compared_joint_by_joint_whatever_the_order(arm):
    """Matrix k of a skin belongs to its joint k, matrix k of a skeleton to that one's."""
    arm.skeletons[0]["joints"] = [2, 1]
    assert arm.places("022") == [("/skins/0/inverseBindMatrices", "info")]

    def swap(matrices):
        matrices[:] = matrices[::-1].copy()

    store(arm, 1, swap)
    assert arm.places("022") == []


def test_022_rounding_is_no_override(arm):
    store(arm, 0, put(1, 1, 3, value=-1.000001))
    assert arm.places("022") == []


def matrix(*translation):
    moved = np.eye(4)
    moved[:3, 3] = translation
    return moved


def full(affine):
    return np.vstack([affine, (0, 0, 0, 1)])


def put_pair(*pair):
    return put(slice(None), value=np.array(pair))


@pytest.mark.parametrize(
    ("pair", "severity"),
    [
        ([matrix(0, 0, -2), matrix(0, -1, -2)], None),  # the world
        ([matrix(0, 0, 0), matrix(0, -1, 0)], None),  # the parent of the root
        ([matrix(7, 8, 9), matrix(7, 7, 9)], None),  # any other space, as of a mesh
        ([matrix(0, 0, -2), matrix(0, -1, 0)], "warning"),  # both
        ([matrix(0, 0, 0), matrix(0, -1, -2)], "warning"),
        ([matrix(0, 0, 0), matrix(0, -1.5, 0)], "info"),  # another pose
    ],
)
def test_030_the_bind_pose_is_the_rest_pose_in_one_space(arm, pair, severity):
    """ "They are used to compute the default bind pose": relative to each other, joints are bound as they
    rest."""
    arm.nodes[0]["translation"] = [0, 0, 2]
    store(arm, 1, put_pair(*pair))
    assert arm.places("030") == ([] if severity is None else [(PLACE, severity)])


def test_030_without_matrices_the_nodes_are_the_bind_pose(arm):
    arm.nodes[2]["translation"] = [0, 5, 0]
    assert arm.places("030") == [(PLACE, "info")]
    del arm.skeletons[0]["inverseBindMatrices"]
    assert arm.places("030") == []


@pytest.mark.parametrize("seed", range(5))
def test_030_derived_skeletons_below_a_moved_node_are_bound_in_one_space(arm, seed):
    random = np.random.default_rng(seed)
    turn = random.normal(size=4)
    placement = {"translation": random.normal(size=3).tolist(), "scale": random.uniform(0.5, 2, 3).tolist()}
    arm.plain().nodes[0] |= placement | {"rotation": (turn / np.linalg.norm(turn)).tolist()}
    arm.nodes[1]["translation"] = random.normal(size=3).tolist()
    tip = arm.node(2, translation=random.normal(size=3).tolist())
    arm.skin["joints"] = [1, tip]
    document = arm.document()
    world = world_transforms(lift(document).rig)
    store(arm, 0, put_pair(*(np.linalg.inv(full(world[joint])) for joint in arm.skin["joints"])))
    document = arm.document()
    assert derive_skeletons(document, "overlap", False, "staik").refused == ()
    assert not [finding for finding in check(document) if finding.rule == "STAIK-030"]
    [skeleton] = lift(document).rig.skeletons
    expected = [np.linalg.inv(full(world[joint]))[:3] for joint in skeleton.joints]
    np.testing.assert_allclose(skeleton.inverse_binds, expected, atol=1e-5)
