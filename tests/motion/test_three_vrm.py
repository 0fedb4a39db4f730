"""Constraints, expressions and gaze against three-vrm 3.5.5, on random avatars; needs Node."""

from __future__ import annotations

import json

import numpy as np
from avatars import BONES, FACE, SHAPES, avatar, index_of
from three_vrm import ask
from vrm_text import angle

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.repack import to_glb
from pantin.formats.gltf.save import to_bytes
from pantin.motion import solve_constraints

SAME = 1e-6
"""Radians: three.js keeps matrices in float64, but rotates through them."""

COUNT = 40


def glb(tree):
    return bytes(to_bytes(to_glb(read(json.dumps(tree).encode(), name="a.gltf")).document))


def rig_of(tree):
    return pantin.load(json.dumps(tree).encode(), name="a.gltf").rig


def rotation(random):
    values = random.normal(size=4)
    return (values / np.linalg.norm(values)).tolist()


def constrained(random):
    """An avatar with nodes of its own below its bones, each constrained by a bone or by one before it."""
    tree = avatar()
    nodes = tree["nodes"]
    tree["extensionsUsed"].append("VRMC_node_constraint")
    for bone in range(len(BONES)):
        nodes[bone]["rotation"] = rotation(random)
        nodes[bone]["scale"] = [float(random.uniform(0.8, 1.2))] * 3
    for extra in range(6):
        index = len(nodes)
        kind = ["roll", "aim", "rotation"][extra % 3]
        source = int(random.integers(0, len(BONES))) if extra < 3 else int(random.integers(FACE + 1, index))
        body = {"source": source, "weight": float(random.choice([1.0, random.random()]))}
        if kind == "roll":
            body["rollAxis"] = "XYZ"[int(random.integers(0, 3))]
        if kind == "aim":
            body["aimAxis"] = ["Positive", "Negative"][extra % 2] + "XYZ"[int(random.integers(0, 3))]
        constraint = {"specVersion": "1.0", "constraint": {kind: body}}
        nodes.append(
            {
                "name": f"extra {extra}",
                "translation": random.normal(size=3).tolist(),
                "rotation": rotation(random),
                "extensions": {"VRMC_node_constraint": constraint},
            }
        )
        nodes[int(random.integers(0, len(BONES)))].setdefault("children", []).append(index)
    return tree


def test_constraints_agree():
    random = np.random.default_rng(1)
    trees = [constrained(random) for _ in range(COUNT)]
    poses = [{str(bone): rotation(random) for bone in range(len(BONES))} for _ in trees]
    requests = [
        {"glb": glb(tree), "pose": pose, "constraints": True} for tree, pose in zip(trees, poses, strict=True)
    ]
    for tree, given, answer in zip(trees, poses, ask(requests), strict=True):
        rig = rig_of(tree)
        pose = rig.rest_pose()
        for bone, turn in given.items():
            pose = pose.with_local(int(bone), rotation=turn)
        made = solve_constraints(rig, pose)
        for node, theirs in enumerate(answer["rotations"]):
            assert angle(made.rotations[node], theirs) < SAME, (node, tree["nodes"][node])


def test_expressions_agree():
    random = np.random.default_rng(2)
    names = ["happy", "sad", "blink", "blinkLeft", "aa", "lookUp", "neutral"]
    requests, ours = [], []
    for _ in range(COUNT):
        preset = {
            name: {
                "morphTargetBinds": [
                    {"node": FACE, "index": int(random.integers(0, SHAPES)), "weight": float(random.random())}
                ],
                "isBinary": bool(random.random() < 0.3),
                # three-vrm lets an expression override its own kind, which the text calls invalid.
                **{
                    f"override{kind}": ["none", "block", "blend"][int(random.integers(0, 3))]
                    for kind, own in (("Blink", "blink"), ("Mouth", "aa"), ("LookAt", "look"))
                    if not name.startswith(own)
                },
            }
            for name in names
        }
        weights = {name: float(random.choice([0.0, 1.0, random.random()])) for name in names}
        tree = avatar(expressions={"preset": preset})
        requests.append({"glb": glb(tree), "expressions": weights})
        pose = rig_of(tree).rest_pose()
        for name, weight in weights.items():
            pose = pose.with_expression(name, weight)
        ours.append(pose.blend[0])
    for made, answer in zip(ours, ask(requests), strict=True):
        assert np.abs(made - answer["influences"][str(FACE)]).max() < SAME


def test_gazes_agree():
    random = np.random.default_rng(3)
    requests, ours = [], []
    for _ in range(COUNT):
        maps = {
            f"rangeMap{name}": {
                "inputMaxValue": float(random.uniform(5, 180)),
                "outputScale": float(random.uniform(1, 40)),
            }
            for name in ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
        }
        offset = random.normal(size=3, scale=0.1).tolist()
        look_at = {"type": "bone", "offsetFromHeadBone": offset}
        tree = avatar(lookAt=look_at | maps)
        # three-vrm uses the map for up where the table of the text has the one for down, and the reverse.
        swapped = maps | {
            "rangeMapVerticalDown": maps["rangeMapVerticalUp"],
            "rangeMapVerticalUp": maps["rangeMapVerticalDown"],
        }
        # It has no gaze without expressions.
        theirs = avatar(lookAt=look_at | swapped, expressions={"preset": {"happy": {}}})
        for bone in ("neck", "head", "leftEye", "rightEye"):
            turn = rotation(random)
            for each in (tree, theirs):
                each["nodes"][index_of(bone)]["rotation"] = turn
        point = np.add(random.normal(size=3), (0, 1.5, 0)).tolist()
        requests.append({"glb": glb(theirs), "lookAt": point})
        ours.append(rig_of(tree).rest_pose().with_look_at(point))
    for pose, answer in zip(ours, ask(requests), strict=True):
        for eye in ("leftEye", "rightEye"):
            assert angle(pose.rotations[index_of(eye)], answer["rotations"][index_of(eye)]) < SAME
