"""Fuzz spring bones: any JSON in the place of their objects is findings, finite motion or a refusal."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np

from pantin.base.errors import PantinError
from pantin.base.limits import Limits
from pantin.formats.gltf import extensions
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.springs import SpringSimulation

SPRINGS, COLLIDER, LIMIT = (
    "VRMC_springBone",
    "VRMC_springBone_extended_collider",
    "VRMC_springBone_limit",
)
CHAIN: list[dict[str, Any]] = [
    {"children": [1]},
    *({"children": [index + 1], "translation": [0, -0.1, 0]} for index in range(1, 4)),
    {"translation": [0, -0.1, 0]},
]
GOOD: dict[str, Any] = {
    "asset": {"version": "2.0"},
    "extensionsUsed": [SPRINGS, COLLIDER, LIMIT, "VRM"],
    "extensions": {
        SPRINGS: {
            "specVersion": "1.0",
            "colliders": [
                {"node": 0, "shape": {"capsule": {"offset": [0.1, 0, 0], "tail": [0, 1, 0], "radius": 0.05}}},
                {
                    "node": 0,
                    "shape": {"sphere": {}},
                    "extensions": {
                        COLLIDER: {"specVersion": "1.0", "shape": {"plane": {"normal": [0, 1, 0]}}}
                    },
                },
            ],
            "colliderGroups": [{"colliders": [0, 1]}],
            "springs": [
                {
                    "joints": [
                        {
                            "node": 1,
                            "gravityPower": 1,
                            "extensions": {
                                LIMIT: {"specVersion": "1.0-draft", "limit": {"cone": {"angle": 0.5}}}
                            },
                        },
                        {"node": 3},
                        {"node": 4},
                    ],
                    "colliderGroups": [0],
                    "center": 0,
                }
            ],
        },
        "VRM": {
            "secondaryAnimation": {
                "boneGroups": [{"bones": [1], "colliderGroups": [0]}],
                "colliderGroups": [],
            }
        },
    },
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": CHAIN,
}
BLOCK = ("extensions", SPRINGS)
OLD = ("extensions", "VRM", "secondaryAnimation")
PLACES: tuple[tuple[str | int, ...], ...] = (
    BLOCK,
    (*BLOCK, "colliders"),
    (*BLOCK, "colliders", 0),
    (*BLOCK, "colliders", 0, "shape"),
    (*BLOCK, "colliders", 1, "extensions", COLLIDER),
    (*BLOCK, "colliders", 1, "extensions", COLLIDER, "shape"),
    (*BLOCK, "colliderGroups"),
    (*BLOCK, "springs"),
    (*BLOCK, "springs", 0),
    (*BLOCK, "springs", 0, "joints"),
    (*BLOCK, "springs", 0, "joints", 0),
    (*BLOCK, "springs", 0, "joints", 0, "extensions", LIMIT),
    (*BLOCK, "springs", 0, "joints", 0, "extensions", LIMIT, "limit"),
    (*BLOCK, "springs", 0, "joints", 0, "gravityDir"),
    (*BLOCK, "springs", 0, "center"),
    OLD,
    (*OLD, "boneGroups"),
    (*OLD, "boneGroups", 0),
    (*OLD, "boneGroups", 0, "bones"),
    (*OLD, "colliderGroups"),
    ("extensions", "VRM"),
    ("nodes",),
    ("nodes", 1),
    ("nodes", 2, "scale"),
    ("extensionsUsed",),
)
LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 12, chunks=256)
STEPS = 3


def changed(data: bytes) -> bytes:
    """The good file with the JSON of `data` in a place that its first byte chooses; else `data` itself.

    Springs of VRM 0.x are only read where there are none of 1.0.
    """
    if not data or data[0] >= len(PLACES):
        return data
    try:
        value = json.loads(data[1:])
    except (ValueError, RecursionError):
        return data
    tree: Any = copy.deepcopy(GOOD)
    here = tree
    *way, last = PLACES[data[0]]
    for token in way:
        here = here[token]
    here[last] = value
    if "VRM" in way or last == "VRM":
        del tree["extensions"][SPRINGS]
    return json.dumps(tree).encode()


def target(data: bytes) -> None:
    data = changed(data)
    try:
        document = read(data, name="x.vrm" if data[:4] == b"glTF" else "x.gltf", limits=LIMITS)
        if len(data) % 2 or not isinstance(document.root, dict):
            check(document)
            return
        rig = lift(document).rig
        simulation = SpringSimulation(rig, strict=False)
        for _ in range(STEPS):
            assert np.isfinite(simulation.step(1 / 60).rotations[simulation.joints]).all()
        extensions.strip(document, rig, "springs")
    except PantinError:
        return
