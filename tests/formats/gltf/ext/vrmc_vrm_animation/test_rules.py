"""Rules about VRM animations: which bones may share nodes, and what of them may move."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

NAME = "VRMC_vrm_animation"


def findings(rule, bones, path="rotation", node=0):
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": [NAME],
        "extensions": {
            NAME: {
                "specVersion": "1.0",
                "humanoid": {"humanBones": {bone: {"node": index} for bone, index in bones.items()}},
            }
        },
        "nodes": [{}, {}, {}],
        "animations": [
            {"channels": [{"sampler": 0, "target": {"node": node, "path": path}}], "samplers": [{}]}
        ],
    }
    found = check(read(json.dumps(tree).encode(), name="a.gltf"))
    return [(finding.pointer, finding.severity) for finding in found if finding.rule == rule]


def test_each_bone_has_its_own_node():
    bones = f"/extensions/{NAME}/humanoid/humanBones"
    assert findings("VRM-VA007", {"hips": 0, "spine": 1, "chest": 2}) == []
    shared = {"hips": 0, "spine": 1, "chest": 1, "neck": 1}
    assert findings("VRM-VA007", shared) == [(f"{bones}/{bone}/node", "error") for bone in ("chest", "neck")]


def test_another_bone_on_the_node_of_the_hips_is_one_finding():
    assert findings("VRM-VA005", {"hips": 0, "spine": 0}, "translation", 0) == []


@pytest.mark.parametrize(
    ("node", "path", "is_wrong"),
    [
        (0, "rotation", False),
        (0, "translation", False),
        (0, "scale", True),
        (1, "rotation", False),
        (1, "translation", True),
        (1, "scale", True),
        (2, "translation", False),  # no bone
    ],
)
def test_bones_rotate_and_only_the_hips_are_moved(node, path, is_wrong):
    expected = [("/animations/0/channels/0", "error")] if is_wrong else []
    assert findings("VRM-VA005", {"hips": 0, "spine": 1}, path, node) == expected
