"""Findings in binary files have the names of the objects that they are in."""

from __future__ import annotations

import json
import struct

import pantin


def glb(tree):
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text), len(text), b"JSON") + text


TREE = {
    "asset": {"version": "2.0"},
    "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "max": [1, 1], "min": [0, 0, 0]}],
    "meshes": [{"name": "Body", "primitives": [{"attributes": {"POSITION": 0}}]}],
    "nodes": [{"name": "hips", "mesh": 0, "rotation": [0, 0, 0, 2]}],
}


def names(source, name):
    report = pantin.check(source, name=name)
    return {finding.pointer: finding.names for finding in report if finding.severity == "error"}


def test_objects_and_the_users_of_accessors_are_named():
    found = names(glb(TREE), "a.glb")
    assert found["/nodes/0/rotation/3"] == 'node "hips" (0)'
    assert (
        next(name for place, name in found.items() if place.startswith("/accessors/0")) == 'mesh "Body" (0)'
    )


def test_text_files_have_lines_instead():
    assert set(names(json.dumps(TREE).encode(), "a.gltf").values()) == {None}


def test_a_name_that_the_message_has_is_not_repeated():
    tree = TREE | {"nodes": [{"name": "hips", "children": [0]}]}
    report = pantin.check(glb(tree), name="a.glb")
    (loop,) = [finding for finding in report if finding.rule == "GLTF-NODE_LOOP"]
    assert (loop.names, '"hips"' in loop.message) == (None, True)
