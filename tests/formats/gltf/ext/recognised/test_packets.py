"""KHR_xmp_json_ld: packets, and indices of packets at the seven kinds of objects that its text names."""

from __future__ import annotations

import json

import pytest

import pantin
from pantin.formats.gltf.ext.khr_character.meta import carried_packets
from pantin.formats.gltf.not_carried import not_carried

NAME = "KHR_xmp_json_ld"
PACKET = {
    "@context": {
        "dc": "http://purl.org/dc/elements/1.1/",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    },
    "dc:creator": {"@list": ["A", "B"]},
    "dc:title": {"@type": "rdf:Alt", "rdf:_1": {"@language": "en-us", "@value": "My Model"}},
    "rated": [1.5, None, True],
}
"""Of the examples of the text, and a member that it does not have."""


def file_of(root: object, reference: object = None) -> dict:
    at = {"extensions": {NAME: {"packet": 0} if reference is None else reference}}
    return {
        "asset": {"version": "2.0", **at},
        "extensionsUsed": [NAME],
        "extensions": {NAME: root},
        "scene": 0,
        "scenes": [{"nodes": [0], **at}],
        "nodes": [{"mesh": 0, **at}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0, "mode": 0}], **at}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}, **at}],
        "textures": [{"source": 0}],
        "images": [{"uri": "a.png", **at}],
        "animations": [
            {
                "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                "samplers": [{"input": 1, "output": 0}],
                **at,
            }
        ],
        "accessors": [
            {"componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]},
            {"componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
        ],
    }


def about_packets(tree: dict) -> set[tuple[str, str]]:
    findings = pantin.check(json.dumps(tree).encode(), name="a.gltf").findings
    return {(each.rule, each.pointer) for each in findings if NAME in (each.pointer or "") + each.message}


def test_packets_at_every_object_that_may_have_one():
    assert about_packets(file_of({"packets": [PACKET]})) == set()


def test_no_other_object_may_have_one():
    tree = file_of({"packets": [PACKET]})
    tree["textures"][0]["extensions"] = {NAME: {"packet": 0}}
    assert about_packets(tree) == {("GLTF-UNEXPECTED_EXTENSION_OBJECT", f"/textures/0/extensions/{NAME}")}


@pytest.mark.parametrize(
    ("root", "rule", "below"),
    [
        ({}, "GLTF-UNDEFINED_PROPERTY", ""),
        ({"packets": []}, "GLTF-EMPTY_ENTITY", "/packets"),
        ({"packets": {}}, "GLTF-TYPE_MISMATCH", "/packets"),
        ({"packets": [PACKET, 3]}, "GLTF-ARRAY_TYPE_MISMATCH", "/packets"),
        ({"packets": [{"dc:title": "a"}]}, "GLTF-UNDEFINED_PROPERTY", "/packets/0"),
        ({"packets": [{"@context": "a"}]}, "GLTF-TYPE_MISMATCH", "/packets/0/@context"),
        ({"packets": [PACKET], "packet": 0}, "GLTF-UNEXPECTED_PROPERTY", "/packet"),
    ],
)
def test_packets_are_objects(root, rule, below):
    assert (rule, f"/extensions/{NAME}{below}") in about_packets(file_of(root))


@pytest.mark.parametrize(
    ("reference", "rule", "below"),
    [
        ({"packet": 1}, "GLTF-UNRESOLVED_REFERENCE", "/packet"),
        ({"packet": -1}, "GLTF-INVALID_INDEX", "/packet"),
        ({"packet": "0"}, "GLTF-TYPE_MISMATCH", "/packet"),
        ({}, "GLTF-UNDEFINED_PROPERTY", ""),
    ],
)
def test_an_index_is_of_a_packet(reference, rule, below):
    found = about_packets(file_of({"packets": [PACKET]}, reference))
    owners = ("asset", "scenes/0", "nodes/0", "meshes/0", "materials/0", "images/0", "animations/0")
    assert {(rule, f"/{owner}/extensions/{NAME}{below}") for owner in owners} <= found


def test_of_the_packet_of_a_character_the_meta_is_carried(tmp_path):
    avatar = tmp_path / "avatar.glb"
    pantin.convert("examples/vrm/avatar.vrm", avatar, character="khr")
    dropped = [each.pointer for each in pantin.convert(avatar, tmp_path / "a.g4b", draft=True).findings]
    assert not [where for where in dropped if NAME in (where or "")]
    dropped = [each.pointer for each in pantin.convert(avatar, tmp_path / "b.g4b").findings]
    assert f"/extensions/{NAME}" in dropped
    document = pantin.load(avatar).document
    document.set(f"/extensions/{NAME}/packets/0/dc:coverage", "Bay Area")
    document.append(f"/extensions/{NAME}/packets", PACKET)
    assert carried_packets(document) is False  # without drafts, nothing is read of it
    document = pantin.load(avatar, draft=True).document
    document.set(f"/extensions/{NAME}/packets/0/dc:coverage", "Bay Area")
    document.set("/nodes/0/extensions", {NAME: {"packet": 0}})
    document.set("/nodes/1/extensions", {NAME: {"packet": 1}})
    dropped = {where for _, _, where in not_carried(document) if NAME in where}
    assert dropped == {f"/extensions/{NAME}/packets/0/dc:coverage", f"/nodes/1/extensions/{NAME}/packet"}
    document.append(f"/extensions/{NAME}/packets", PACKET)
    assert f"/extensions/{NAME}/packets" in {where for _, _, where in not_carried(document)}
