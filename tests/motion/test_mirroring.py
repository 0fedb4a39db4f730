"""Left and right exchanged. The oracle reflects world positions."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.motion import approximations, joint_positions, mirror
from pantin.motion.mirroring import exchange, find_mirror
from pantin.rig import Channel, Clip, Node

CORPUS = Path(os.environ.get("PANTIN_CORPUS", "nowhere"))


def body(seed: int, names=True):
    """A symmetric skeleton whose joints have any axes at rest: sides are reflections of each other in
    position only."""
    rng = np.random.default_rng(seed)
    places = {
        "hips": (0, 1, 0),
        "spine": (0, 1.4, 0.05),
        "arm.L": (0.2, 1.5, 0),
        "hand.L": (0.7, 1.45, 0.02),
        "leg.L": (0.1, 0.9, 0),
        "foot.L": (0.12, 0.1, 0.03),
    }
    places |= {name[:-1] + "R": (-x, y, z) for name, (x, y, z) in places.items() if name.endswith("L")}
    above = {"spine": "hips", "arm": "spine", "hand": "arm", "leg": "hips", "foot": "leg"}
    order = sorted(places, key=lambda name: (len(chain_of(name, above)), rng.random()))
    world = {name: quaternion.normalize(rng.normal(size=4)) for name in order}
    nodes = []
    for name in order:
        parent = parent_of(name, above)
        rotation, place = world[name], np.array(places[name], float)
        if parent is not None:
            back = quaternion.conjugate(world[parent])
            place = quaternion.rotate(back, place - places[parent])
            rotation = quaternion.product(back, rotation)
        label = name if names else f"joint{len(nodes)}"
        index = -1 if parent is None else order.index(parent)
        nodes.append(Node(label, index, translation=place, rotation=rotation))
    return pantin.build(nodes=nodes), order


@pytest.mark.parametrize(
    ("name", "other"),
    [("LHipJoint", "RHipJoint"), ("RThumb", "LThumb"), ("LOD", "LOD"), ("Rig", "Rig"), ("Lower", "Lower")],
)
def test_a_capital_before_a_capitalised_word_is_a_side(name, other):
    """Joints of the motions of CMU, whose legs and thumbs are named so."""
    assert exchange(name) == other


def parent_of(name, above):
    stem, dot, side = name.partition(".")
    parent = above.get(stem)
    return None if parent is None else parent + dot + side if parent in ("arm", "leg") else parent


def chain_of(name, above):
    chain = []
    while (name := parent_of(name, above)) is not None:
        chain.append(name)
    return chain


def random_motion(rig, seed, interpolation="LINEAR"):
    rng = np.random.default_rng(seed)
    rest = rig.rest_pose()
    channels = []
    for node in range(len(rig.nodes)):
        keys = quaternion.without_flips(
            quaternion.normalize(quaternion.normalize(rest.rotations[node]) + rng.normal(size=(4, 4)) * 0.4)
        )
        if interpolation == "CUBICSPLINE":
            keys = np.stack([rng.normal(size=keys.shape) * 0.3, keys, rng.normal(size=keys.shape) * 0.3], 1)
        channels.append(Channel(node, "rotation", np.sort(rng.uniform(0, 2, 4)), keys, interpolation))
    way = rest.translations[0] + rng.normal(size=(4, 3))
    channels.append(Channel(0, "translation", np.arange(4.0), way))
    return Clip(tuple(channels), "any")


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE", "STEP"])
@pytest.mark.parametrize("seed", range(3))
def test_the_mirrored_clip_is_the_reflection_at_every_time(seed, interpolation, names):
    rig, order = body(seed, names)
    clip = random_motion(rig, seed, interpolation)
    made = mirror(rig, clip)
    assert approximations(made) == ()
    times = np.random.default_rng(9).uniform(0, 3, 40)
    before = joint_positions(rig, pantin.sample(rig, clip, times))
    after = joint_positions(rig, pantin.sample(rig, made, times))
    swap = [order.index(exchange(name)) for name in order]
    assert np.abs(after - before[:, swap] * (-1, 1, 1)).max() < 1e-9


def test_a_mirrored_pose_is_the_clip_at_that_time_and_twice_is_none():
    rig, _ = body(4)
    clip = random_motion(rig, 4)
    pose = pantin.sample(rig, clip, 0.8)
    made = mirror(rig, pose)
    assert np.abs(made.local - pantin.sample(rig, mirror(rig, clip), 0.8).local).max() < 1e-12
    assert np.abs(mirror(rig, made).local - pose.local).max() < 1e-12
    assert np.array_equal(mirror(rig, rig.rest_pose()).local, rig.rest_pose().local)
    twice = mirror(rig, mirror(rig, clip))
    for one, other in zip(clip.channels, twice.channels, strict=True):
        assert (one.node, one.property) == (other.node, other.property)
        assert np.abs(one.values - other.values).max() < 1e-12


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Hand_L", "Hand_R"),
        ("hand.l", "hand.r"),
        ("mixamorig:LeftHand", "mixamorig:RightHand"),
        ("Bip01 L Thigh", "Bip01 R Thigh"),
        ("rightUpperArm", "leftUpperArm"),
        ("RIGHT_EYE", "LEFT_EYE"),
        ("blinkLeft", "blinkRight"),
        ("thighL", "thighR"),
        ("spine", "spine"),
        ("collar", "collar"),
        ("Pelvis", "Pelvis"),
        ("lShldr", "rShldr"),
    ],
)
def test_names_of_the_other_side(name, other):
    assert exchange(name) == other
    assert exchange(other) == name


def test_blend_shapes_of_left_and_right_are_exchanged():
    asset = pantin.load("examples/face.gltf")
    rig = asset.rig
    mesh = rig.meshes[0]
    names = ("wink_L", "wink_R")[: mesh.blend_shape_count]
    rig = rig.replace(meshes=[mesh.replace(blend_names=names), *rig.meshes[1:]])
    node = rig.instances[0].node
    clip = Clip((Channel(node, "weights", np.array([0.0, 1.0]), np.array([[0.0, 0.0], [1.0, 0.25]])),))
    made = mirror(rig, clip)
    assert made.channels[0].values.tolist() == [[0.0, 0.0], [0.25, 1.0]]


def test_a_node_without_a_counterpart_is_reported():
    rig, order = body(5)
    rig = rig.replace(
        nodes=[*rig.node_list(), Node("sword", order.index("hand.L"), translation=(0.3, 0.1, 0))]
    )
    clip = random_motion(rig, 5)
    made = mirror(rig, clip)
    assert any("'sword'" in note and "no counterpart" in note for note in approximations(made))
    own = next(channel for channel in made.channels if channel.node == len(order))
    assert np.array_equal(own.values, next(c for c in clip.channels if c.node == len(order)).values)


def test_a_rig_without_sides_is_refused():
    rig = pantin.build(nodes=[Node("a"), Node("b", 0, translation=(1, 2, 3))])
    with pytest.raises(ValueError, match="cannot tell left from right"):
        mirror(rig, rig.rest_pose())


def test_bones_of_a_vrm_say_which_side_is_which():
    rig = pantin.load("examples/vrm/avatar.vrm").rig
    found = find_mirror(rig)
    bones = rig.character.humanoid
    assert found.by == "humanoid bones"
    for bone, node in bones.items():
        assert found.partners[node] == bones.get(exchange(bone), node)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="needs the corpus")
def test_a_public_walk_in_the_mirror():
    """CesiumMan is symmetric to some centimetres: joints of the mirrored walk are near the reflected ones."""
    path = next(CORPUS.glob("**/CesiumMan*.gl*"), None)
    if path is None:
        pytest.skip("no CesiumMan")
    rig = pantin.load(path).rig
    made = mirror(rig, rig.clips[0])
    assert approximations(made) == ()
    assert {c.node for c in made.channels} == {c.node for c in rig.clips[0].channels}
