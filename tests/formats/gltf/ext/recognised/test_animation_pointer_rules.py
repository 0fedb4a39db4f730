"""The rules of KHR_animation_pointer: what a pointer may lead to."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read


def animated(*pointers: str, output: dict | None = None) -> list[str]:
    """The errors of a file whose channels have these pointers, all with one output of VEC3."""
    targets = [{"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": p}}} for p in pointers]
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_animation_pointer", "KHR_node_visibility"],
        "nodes": [{"extensions": {"KHR_node_visibility": {}}}],
        "materials": [{"pbrMetallicRoughness": {}}],
        "accessors": [
            {"componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
            output or {"componentType": 5126, "count": 1, "type": "VEC3"},
        ],
        "animations": [
            {
                "channels": [{"sampler": 0, "target": target} for target in targets],
                "samplers": [{"input": 0, "output": 1, "interpolation": "STEP"}],
            }
        ],
    }
    found = check(read(json.dumps(tree).encode(), name="a.gltf"))
    return [
        each.rule.removeprefix("GLTF-KHR_ANIMATION_POINTER_") for each in found if each.severity == "error"
    ]


@pytest.mark.parametrize(
    ("pointer", "errors"),
    [
        ("/nodes/0/translation", []),
        ("/materials/0/emissiveFactor", []),
        ("/nodes/1/translation", ["UNDEFINED"]),
        ("/materials/0/normalTexture/scale", ["UNDEFINED"]),
        ("/nodes/0/rotation", ["OUTPUT"]),
        ("/materials/0/pbrMetallicRoughness/metallicFactor", ["OUTPUT"]),
        ("/nodes/0/extensions/KHR_node_visibility/visible", ["OUTPUT"]),
        ("/materials/0/alphaMode", ["FIXED"]),
        ("/materials/0/doubleSided", ["FIXED"]),
        ("/nodes/0/matrix", ["FIXED"]),
        ("/nodes/0/extras/mood", ["UNDEFINED"]),
        ("/nodes/0/translation/0", ["OUTPUT"]),
    ],
)
def test_what_a_pointer_may_animate(pointer, errors):
    """KHR_animation_pointer, "Operation": properties that the object model lists, whose object is there."""
    assert animated(pointer) == errors


def test_a_boolean_is_animated_by_bytes():
    """KHR_animation_pointer, "Output Accessor Component Types"."""
    byte = {"componentType": 5121, "count": 1, "type": "SCALAR"}
    assert animated("/nodes/0/extensions/KHR_node_visibility/visible", output=byte) == []


def test_a_property_and_its_element_are_not_animated_both():
    scalar = {"componentType": 5126, "count": 1, "type": "SCALAR"}
    pointers = ("/materials/0/alphaCutoff", "/materials/0/alphaCutoff")
    assert animated(*pointers, output=scalar) == ["DUPLICATE_TARGETS"]
    assert animated("/nodes/0/scale", "/nodes/0/scale/1") == ["OUTPUT", "DUPLICATE_TARGETS"]
