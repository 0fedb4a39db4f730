"""Channels that are known without lifting a clip are those of the rig; of a file with anything special, none
are known."""

from __future__ import annotations

import json
import struct
from base64 import b64encode
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

from pantin.checks.channels import read_channels
from pantin.formats.gltf import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.lift.sound_clips import sound_channels

ROOT = Path(__file__).resolve().parents[4]
DATA = struct.pack("<2f6f8f", 0, 1, *range(6), 0, 0, 0, 1, 0, 0, 0, 1)
TURNING = {
    "asset": {"version": "2.0"},
    "nodes": [{"name": "hip"}, {"matrix": [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}],
    "animations": [
        {
            "channels": [
                {"sampler": 0, "target": {"node": 0, "path": "translation"}},
                {"sampler": 1, "target": {"node": 0, "path": "rotation"}},
            ],
            "samplers": [{"input": 0, "output": 1}, {"input": 0, "output": 2, "interpolation": "STEP"}],
        }
    ],
    "buffers": [
        {"byteLength": 64, "uri": f"data:application/octet-stream;base64,{b64encode(DATA).decode()}"}
    ],
    "bufferViews": [{"buffer": 0, "byteLength": 64}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
        {"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC3"},
        {"bufferView": 0, "byteOffset": 32, "componentType": 5126, "count": 2, "type": "VEC4"},
    ],
}


def known_channels(opened):
    return sound_channels(opened, list(check.findings(opened)))


def document(tree):
    return read(json.dumps(tree).encode(), name="model.gltf")


def test_plain_channels_are_known():
    known = known_channels(document(TURNING))
    assert known.properties == ["translation", "rotation"]
    assert known.interpolations == ["LINEAR", "STEP"]
    assert known.times[1].tolist() == [0, 1]


def test_channels_need_not_be_in_the_order_of_samplers():
    tree = deepcopy(TURNING)
    tree["animations"][0]["channels"].reverse()
    known = known_channels(document(tree))
    assert known.properties == ["rotation", "translation"]
    assert known.interpolations == ["STEP", "LINEAR"]
    assert [array.shape for array in known.values] == [(2, 4), (2, 3)]


@pytest.mark.parametrize(
    ("place", "member", "value"),
    [
        (("animations", 0), "extras", 1),
        (("animations", 0, "channels", 0), "target", {"path": "translation"}),
        (("animations", 0, "channels", 0, "target"), "node", 1),  # which has a matrix
        (("animations", 0, "channels", 0, "target"), "path", "scale"),
        (("animations", 0, "channels", 0, "target"), "node", 7),
        (("animations", 0, "channels", 0), "sampler", 1),
        (("animations", 0, "samplers", 0), "interpolation", "CUBICSPLINE"),
        (("animations", 0, "samplers", 0), "input", 1),
        (("accessors", 1), "count", 1),
        (("accessors", 1), "byteOffset", 9),
        (("accessors", 2), "componentType", 5122),
        (("buffers", 0), "byteLength", 640),
        (("buffers", 0), "uri", "lost.bin"),
    ],
)
def test_others_are_not_known_unless_the_rig_has_them(place, member, value):
    tree = deepcopy(TURNING)
    part = tree
    for step in place:
        part = part[step]
    part[member] = value
    opened = document(tree)
    known = known_channels(opened)
    assert known is None or lifted_alike(opened, known)


def lifted_alike(opened, known):
    """Whether lifting skips nothing of clips, and the rig has these channels."""
    lifted = lift(opened)
    expected = read_channels(lifted.rig)
    of_clips = [finding for finding in lifted.findings if finding.pointer.startswith("/animations")]
    arrays = zip((*known.times, *known.values), (*expected.times, *expected.values), strict=True)
    return (
        not of_clips
        and known[:5] == expected[:5]
        and known.ends == expected.ends
        and all(map(np.array_equal, *zip(*arrays, strict=True)))
    )


def test_what_is_known_of_the_examples_is_in_their_rigs():
    found = 0
    for path in sorted((ROOT / "examples").rglob("*.gl*")):
        opened = read(path)
        if path.suffix in (".glb", ".gltf") and opened.model.animations:
            known = known_channels(opened)
            if known is not None:
                found += 1
                assert lifted_alike(opened, known), path
    assert found > 3
