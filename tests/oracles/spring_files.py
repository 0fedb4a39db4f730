"""Small glTF trees with springs for tests, as Python objects and as documents."""

from __future__ import annotations

import json

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

NAME = "VRMC_springBone"
ODD = [None, True, "x", 7.5, [], {}, [None], [[]], {"x": 1}, -1]
"""Values that no member of the extension is meant to have."""

JOINT = {"hitRadius": 0.02, "stiffness": 1.0, "gravityPower": 0.2, "gravityDir": [0, -1, 0], "dragForce": 0.4}


def strand(count=3, **block):
    """A chain of `count` + 1 nodes below node 0, all joints of one spring, with a collider at the root."""
    nodes = [{"children": [1]}]
    nodes += [{"children": [index + 1], "translation": [0, -0.1, 0]} for index in range(1, count + 1)]
    nodes.append({"translation": [0, -0.1, 0]})
    joints = [{"node": index, **JOINT} for index in range(1, count + 1)] + [{"node": count + 1}]
    result = {
        "specVersion": "1.0",
        "colliders": [{"node": 0, "shape": {"sphere": {"offset": [0.1, 0, 0], "radius": 0.05}}}],
        "colliderGroups": [{"name": "body", "colliders": [0]}],
        "springs": [{"name": "hair", "joints": joints, "colliderGroups": [0]}],
    }
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": [NAME],
        "extensions": {NAME: result | block},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes,
    }


def block(tree):
    return tree["extensions"][NAME]


def document(tree):
    """The tree as a document; "INF" stands for a number that JSON reads as infinite."""
    return read(json.dumps(tree).replace('"INF"', "1e999").encode(), name="x.gltf")


def found(tree, prefix="VRM"):
    """The rules a tree breaks, each with its pointers."""
    places = {}
    for finding in check(document(tree)):
        if finding.rule.startswith(prefix):
            places.setdefault(finding.rule, []).append(finding.pointer)
    return places


def put(tree, path, value):
    """The tree with a value at a place of the extension, such as springs/0/joints."""
    *above, last = (int(word) if word.isdigit() else word for word in path.split("/"))
    place = block(tree)
    for word in above:
        place = place[word]
    place[last] = value
    return tree
