"""Avatars as glTF trees, made by hand: a T-pose with every required bone, and a face with blend shapes."""

from __future__ import annotations

import base64
import struct
from copy import deepcopy
from typing import Any

Tree = dict[str, Any]

BONES: dict[str, tuple[str | None, tuple[float, float, float]]] = {
    "hips": (None, (0.0, 1.0, 0.0)),
    "spine": ("hips", (0.0, 0.1, 0.0)),
    "chest": ("spine", (0.0, 0.15, 0.0)),
    "neck": ("chest", (0.0, 0.2, 0.0)),
    "head": ("neck", (0.0, 0.1, 0.0)),
    "leftEye": ("head", (0.03, 0.06, 0.08)),
    "rightEye": ("head", (-0.03, 0.06, 0.08)),
    "leftUpperLeg": ("hips", (0.1, -0.05, 0.0)),
    "leftLowerLeg": ("leftUpperLeg", (0.0, -0.45, 0.0)),
    "leftFoot": ("leftLowerLeg", (0.0, -0.45, 0.0)),
    "rightUpperLeg": ("hips", (-0.1, -0.05, 0.0)),
    "rightLowerLeg": ("rightUpperLeg", (0.0, -0.45, 0.0)),
    "rightFoot": ("rightLowerLeg", (0.0, -0.45, 0.0)),
    "leftUpperArm": ("chest", (0.15, 0.15, 0.0)),
    "leftLowerArm": ("leftUpperArm", (0.3, 0.0, 0.0)),
    "leftHand": ("leftLowerArm", (0.25, 0.0, 0.0)),
    "rightUpperArm": ("chest", (-0.15, 0.15, 0.0)),
    "rightLowerArm": ("rightUpperArm", (-0.3, 0.0, 0.0)),
    "rightHand": ("rightLowerArm", (-0.25, 0.0, 0.0)),
}
"""Each bone with its parent and its translation; a model that faces +Z."""

FACE = len(BONES)
"""The node of the face, a child of the head."""

SHAPES = 4

META = {"name": "Ada", "authors": ["Grace"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}


def index_of(bone: str) -> int:
    return list(BONES).index(bone)


def _nodes(turn: float) -> list[Tree]:
    nodes: list[Tree] = []
    for name, (_, (x, y, z)) in BONES.items():
        nodes.append({"name": name.capitalize(), "translation": [turn * x, y, turn * z]})
    for name, (parent, _) in BONES.items():
        if parent is not None:
            nodes[index_of(parent)].setdefault("children", []).append(index_of(name))
    nodes[index_of("head")].setdefault("children", []).append(FACE)
    nodes.append({"name": "Face", "mesh": 0})
    return nodes


def _mesh(shapes: int) -> tuple[Tree, list[Tree], list[Tree], bytes]:
    """A triangle, and blend shapes that move it along x by 1, 2, 3 …"""
    corners = [(0.0, 0.0, 0.1), (0.05, 0.0, 0.1), (0.0, 0.05, 0.1)]
    arrays = [corners, *([(float(shape + 1), 0.0, 0.0)] * 3 for shape in range(shapes))]
    data = b"".join(struct.pack("<3f", *row) for rows in arrays for row in rows)
    views = [{"buffer": 0, "byteOffset": 36 * index, "byteLength": 36} for index in range(len(arrays))]
    accessors = [
        {
            "bufferView": index,
            "componentType": 5126,
            "count": 3,
            "type": "VEC3",
            "min": [
                min(struct.unpack("<f", struct.pack("<f", row[axis]))[0] for row in rows) for axis in range(3)
            ],
            "max": [
                max(struct.unpack("<f", struct.pack("<f", row[axis]))[0] for row in rows) for axis in range(3)
            ],
        }
        for index, rows in enumerate(arrays)
    ]
    targets = [{"POSITION": shape + 1} for shape in range(shapes)]
    primitive = {"attributes": {"POSITION": 0}, "targets": targets, "material": 0}
    return {"name": "Face", "primitives": [primitive]}, accessors, views, data


def body(*, turn: float = 1.0, shapes: int = SHAPES) -> Tree:
    """A glTF with the nodes, a face and two materials, and no extension. `turn` −1: it faces −Z."""
    mesh, accessors, views, data = _mesh(shapes)
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": _nodes(turn),
        "meshes": [mesh],
        "materials": [{"name": "Skin"}, {"name": "Eyes"}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(data), "uri": uri}],
        "extensionsUsed": [],
        "extensions": {},
    }


def avatar(**members: Any) -> Tree:
    """A valid VRM 1.0; `members` are added to the block of the extension, or replace what is in it."""
    tree = body()
    tree["extensionsUsed"].append("VRMC_vrm")
    humanoid = {"humanBones": {name: {"node": index} for index, name in enumerate(BONES)}}
    tree["extensions"]["VRMC_vrm"] = (
        deepcopy({"specVersion": "1.0", "meta": META, "humanoid": humanoid}) | members
    )
    return tree


def avatar0(**members: Any) -> Tree:
    """A valid VRM 0.x, which faces −Z."""
    tree = body(turn=-1.0)
    tree["extensionsUsed"].append("VRM")
    bones = [{"bone": name, "node": index, "useDefaultValues": True} for index, name in enumerate(BONES)]
    block = {
        "specVersion": "0.0",
        "meta": {
            "title": "Ada",
            "version": "1",
            "author": "Grace",
            "allowedUserName": "Everyone",
            "violentUssageName": "Disallow",
            "sexualUssageName": "Disallow",
            "commercialUssageName": "Allow",
            "licenseName": "CC_BY",
        },
        "humanoid": {"humanBones": bones},
        "firstPerson": {"firstPersonBone": index_of("head"), "lookAtTypeName": "Bone"},
        "blendShapeMaster": {"blendShapeGroups": []},
        "secondaryAnimation": {"boneGroups": [], "colliderGroups": []},
        "materialProperties": [
            {"name": name, "shader": "VRM_USE_GLTFSHADER", "renderQueue": 2000} for name in ("Skin", "Eyes")
        ],
    }
    tree["extensions"]["VRM"] = deepcopy(block) | members
    return tree
