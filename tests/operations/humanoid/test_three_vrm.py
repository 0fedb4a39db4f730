"""VRM animations on random avatars, against three-vrm-animation 3.5.5; needs Node."""

from __future__ import annotations

import json

import numpy as np
import pytest
from avatars import BONES, avatar, avatar0, index_of
from three_vrm import ask
from vrm_text import angle

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import append_clip
from pantin.formats.gltf.repack import to_glb
from pantin.formats.gltf.save import to_bytes
from pantin.motion import sample
from pantin.rig import Channel, Clip

SAME = 3e-6
"""Radians, and parts of a metre: keys are stored in float32, and three.js rotates through matrices."""

TIMES = np.array([0.0, 0.4, 1.0])
BODY = [bone for bone in BONES if "Eye" not in bone]
COUNT = 8


def glb(document):
    return bytes(to_bytes(to_glb(document).document))


def rotation(random):
    values = random.normal(size=4)
    return (values / np.linalg.norm(values)).tolist()


def motion(random):
    """A .vrma with other proportions and other rotations at rest, all bones and the hips in motion."""
    height = float(random.uniform(0.5, 2.0))
    nodes = [
        {"name": name, "translation": (np.array(place) * height).tolist(), "rotation": rotation(random)}
        for name, (_, place) in BONES.items()
    ]
    for index, (parent, _) in enumerate(BONES.values()):
        if parent is not None:
            nodes[index_of(parent)].setdefault("children", []).append(index)
    human = {bone: {"node": index_of(bone)} for bone in BODY}
    tree = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes,
        "extensionsUsed": ["VRMC_vrm_animation"],
        "extensions": {"VRMC_vrm_animation": {"specVersion": "1.0", "humanoid": {"humanBones": human}}},
    }
    document = read(json.dumps(tree).encode(), name="m.gltf")
    times = TIMES.astype(np.float32)
    channels = [
        Channel(index_of(bone), "rotation", times, np.array([rotation(random) for _ in TIMES], np.float32))
        for bone in BODY
    ]
    channels.append(Channel(0, "translation", times, random.normal(size=(3, 3)).astype(np.float32)))
    append_clip(document, Clip(tuple(channels), "move"))
    return glb(document)


def rotated(tree, random, nodes):
    for node in nodes:
        tree["nodes"][node]["rotation"] = rotation(random)
    return glb(read(json.dumps(tree).encode(), name="a.gltf"))


@pytest.mark.parametrize("old", [False, True])
def test_bones_and_hips_move_alike(old):
    random = np.random.default_rng(7)
    make = avatar0 if old else avatar
    # VRM 0.x has no rotations at rest.
    avatars = [rotated(make(), random, [] if old else range(len(BONES))) for _ in range(COUNT)]
    motions = [motion(random) for _ in range(COUNT)]
    requests = [
        {"glb": each, "motion": moving, "times": TIMES.tolist()}
        for each, moving in zip(avatars, motions, strict=True)
    ]
    for request, answer in zip(requests, ask(requests), strict=True):
        target = pantin.load(request["glb"], name="avatar.vrm")
        done = pantin.retarget(pantin.load(request["motion"], name="m.vrma"), target)
        poses = sample(target.rig, done.clip, TIMES)
        bones = target.rig.character.humanoid
        for frame, theirs in enumerate(answer["frames"]):
            for bone in BODY:
                node = bones[bone]
                assert angle(poses.rotations[frame, node], theirs["rotations"][node]) < SAME, bone
            assert np.allclose(poses.translations[frame, bones["hips"]], theirs["hips"], atol=SAME * 10)
