"""VRM 0.x springs: every descendant a joint, the first child the tail, 7 cm beyond a leaf, axes of Unity."""

import numpy as np
import pytest
from spring_files import document

from pantin.formats.gltf.ext.vrm0.lift import strip
from pantin.formats.gltf.lift import lift
from pantin.springs import SpringSimulation

GROUP = {"stiffiness": 2, "gravityPower": 0.5, "gravityDir": {"x": 0, "y": 0, "z": 1}, "dragForce": 0.3}


def tree(group=(), colliders=(), nodes=None):
    """0 - 1 - 2 - 3 with a branch 4 - 5 at 1."""
    nodes = nodes or [
        {"children": [1]},
        {"children": [2, 4], "translation": [0, -1, 0]},
        {"children": [3], "translation": [0, -1, 0]},
        {"translation": [0, -1, 0]},
        {"children": [5], "translation": [1, 0, 0]},
        {"translation": [0, 0, 2]},
    ]
    block = {"boneGroups": [{"bones": [1], **GROUP, **dict(group)}], "colliderGroups": list(colliders)}
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["VRM"],
        "extensions": {"VRM": {"secondaryAnimation": block}},
        "nodes": nodes,
    }


def springs(*args, **more):
    lifted = lift(document(tree(*args, **more)))
    return lifted.rig.springs, lifted


def test_chains_follow_first_children_and_others_start_their_own():
    settings, _ = springs()
    assert [[joint.node for joint in one.joints] for one in settings.springs] == [[1, 2, 3], [4, 5]]


def test_a_camera_in_the_file_costs_no_spring():
    written = tree()
    written["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}}]
    written["nodes"][0]["camera"] = 0
    assert len(lift(document(written)).rig.springs.springs) == 2


def test_a_leaf_ends_seven_centimetres_on():
    settings, _ = springs()
    assert np.allclose(settings.springs[0].end, (0, -0.07, 0))
    assert np.allclose(settings.springs[1].end, (0, 0, 0.07))


def test_every_node_below_the_root_moves():
    _, lifted = springs()
    assert sorted(SpringSimulation(lifted.rig).joints.tolist()) == [1, 2, 3, 4, 5]


def test_parameters_and_axes():
    joint = springs()[0].springs[0].joints[0]
    assert (joint.stiffness, joint.gravity_power, joint.drag, joint.hit_radius) == (2.0, 0.5, 0.3, 0.0)
    assert np.array_equal(joint.gravity_dir, (0, 0, -1))


def test_drag_is_0_4_where_it_is_not_given():
    made = tree()
    del made["extensions"]["VRM"]["secondaryAnimation"]["boneGroups"][0]["dragForce"]
    assert lift(document(made)).rig.springs.springs[0].joints[0].drag == 0.4


def test_colliders_are_spheres_with_z_negated():
    given = [{"node": 2, "colliders": [{"offset": {"x": 1, "y": 2, "z": 3}, "radius": 0.5}]}]
    settings, _ = springs({"colliderGroups": [0]}, given)
    assert np.array_equal(settings.colliders[0].offset, (1, 2, -3))
    assert settings.springs[0].groups == (0,)


def test_a_center_of_minus_one_is_the_world():
    assert springs({"center": -1})[0].springs[0].center is None
    assert springs({"center": 0})[0].springs[0].center == 0


@pytest.mark.parametrize(
    "group", [{"center": 50}, {"colliderGroups": [2]}, {"dragForce": "3"}, {"gravityDir": "down"}], ids=repr
)
def test_a_broken_group_is_at_fault(group):
    settings, lifted = springs(group)
    assert settings.springs[0].fault
    assert not len(SpringSimulation(lifted.rig, strict=False).joints)


@pytest.mark.parametrize("center", [0, 1, 3, 5], ids=["above", "its own", "below", "of a side branch"])
def test_any_node_may_be_the_center(center):
    """The schema of VRM 0.x asks only for a node: VRM 1.0 was the first to bind it to the chain."""
    _, lifted = springs({"center": center})
    simulation = SpringSimulation(lifted.rig)
    assert len(simulation.joints) == 5
    turned = lifted.rig.rest_pose().with_local(0, rotation=(0, 0, 0.6, 0.8))
    assert np.isfinite([simulation.step(1 / 60, turned).rotations for _ in range(20)]).all()


def test_a_negative_gravity_power_lifts():
    """Its schema gives no range."""
    joint = springs({"gravityPower": -0.5})[0].springs[0].joints[0]
    assert joint.gravity_power == 0.5
    assert np.array_equal(joint.gravity_dir, (0, 0, 1))


def test_what_is_only_warned_of_is_read_as_the_nearest_that_has_a_meaning():
    joint = springs({"dragForce": 3, "hitRadius": -1})[0].springs[0].joints[0]
    assert (joint.drag, joint.hit_radius) == (1.0, 0.0)


def test_a_root_below_another_is_left_out():
    settings, lifted = springs({"bones": [1, 2, 77]})
    assert len(settings.springs) == 2
    assert len(lifted.findings) == 2


def test_a_joint_above_the_root_of_an_earlier_group_ends_there():
    """Its first child is its tail, whoever moves that: 1 - 2 end in 3, which the first group has."""
    made = tree()
    groups = made["extensions"]["VRM"]["secondaryAnimation"]["boneGroups"]
    groups.insert(0, {**groups[0], "bones": [3]})
    rig = lift(document(made)).rig
    assert [[joint.node for joint in one.joints] for one in rig.springs.springs] == [[3], [1, 2], [4, 5]]
    assert np.array_equal(rig.springs.springs[1].end, (0, -1, 0))
    assert sorted(SpringSimulation(rig).joints.tolist()) == [1, 2, 3, 4, 5]


def test_a_real_avatar(corpus):
    """Godette: 16 joints and 4 colliders, as three-vrm counts them."""
    from pantin.formats.gltf.document import read

    rig = lift(read(corpus / "vrm" / "Godette_vrm_v4.vrm")).rig
    assert len(SpringSimulation(rig).joints) == 16
    assert len(rig.springs.colliders) == 4


def test_only_the_springs_go():
    vrm = {
        "meta": {"title": "x"},
        "secondaryAnimation": {"boneGroups": [{"bones": [0]}], "colliderGroups": []},
    }
    made = document({"asset": {"version": "2.0"}, "extensions": {"VRM": vrm}, "nodes": [{}]})
    rig = lift(made).rig
    assert strip(made, rig)
    assert made.tree["extensions"]["VRM"] == {
        "meta": {"title": "x"},
        "secondaryAnimation": {"boneGroups": [], "colliderGroups": []},
    }
    assert not strip(made, rig)
