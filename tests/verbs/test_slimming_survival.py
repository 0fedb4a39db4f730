"""What must survive `slim`: humanoids, springs, constraints, expressions, pointers and Draco streams."""

import base64
import json

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.edits import append_accessor, set_extension
from pantin.formats.gltf.save import to_bytes

MODELS = [
    "examples/vrm/avatar.vrm",
    "examples/vrm/older.vrm",
    "examples/springs/skirt.glb",
    "examples/springs/strand.glb",
    "examples/skeletons/explicit.gltf",
    "examples/retarget/mannequin.glb",
    "examples/face.gltf",
]


@pytest.mark.parametrize("options", [{}, {"quantize": True, "influences": 4}], ids=["default", "smaller"])
@pytest.mark.parametrize("path", MODELS)
def test_a_slimmed_model_is_the_same_for_diff(path, options):
    """`diff` compares characters, springs, constraints, skeletons and motion; it shares no code with slim."""
    asset = pantin.load(path)
    slimmed = pantin.slim(asset, skin_error=1e-4, **options)
    again = pantin.load(to_bytes(slimmed.document), name="slim.glb")
    assert {finding.rule for finding in again.report.findings if finding.severity == "error"} <= {
        finding.rule for finding in asset.report.findings if finding.severity == "error"
    }
    mine, theirs = (_named(each.rig) for each in (asset, again))
    assert mine == theirs
    assert pantin.diff(asset, again, tolerance=2e-4).max_error <= 1e-4 + 1e-6


def _named(rig):
    """What refers to nodes, by their names."""
    names, character = rig.nodes.names, rig.character
    springs = [[names[joint.node] for joint in spring.joints] for spring in rig.springs.springs]
    colliders = [names[collider.node] for collider in rig.springs.colliders]
    constraints = [(type(each).__name__, names[each.node], names[each.source]) for each in rig.constraints]
    found = [springs, colliders, constraints, [clip.name for clip in rig.clips]]
    if character is not None:
        found.append({bone: names[node] for bone, node in character.humanoid.items()})
        found.append([expression.name for expression in character.expressions])
        found.append({names[node]: flag for node, flag in character.first_person.items()})
    return found


def test_pointers_mean_the_same_material_afterwards():
    asset = pantin.load("examples/arm.glb")
    document = asset.document
    for name in ("unused", "glowing"):
        document.append("/materials", {"name": name, "emissiveFactor": [0, 0, 0]})
    glowing = len(document.tree["materials"]) - 1
    document.set("/meshes/0/primitives/0/material", glowing)
    times = append_accessor(document, np.array([0, 1], np.float32), min_max=True)
    colors = append_accessor(document, np.array([[0, 0, 0], [1, 1, 1]], np.float32))
    target = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": ""}}}
    pointed = f"/materials/{glowing}/emissiveFactor"
    target["extensions"]["KHR_animation_pointer"]["pointer"] = pointed
    document.append("/animations/0/samplers", {"input": times, "output": colors})
    number = len(document.tree["animations"][0]["samplers"]) - 1
    document.append("/animations/0/channels", {"sampler": number, "target": target})
    document.set("/extensionsUsed", ["KHR_animation_pointer"])
    slimmed = pantin.slim(pantin.load(to_bytes(document), name="glow.glb"), skin_error=0.01)
    tree = slimmed.document.tree
    (channel,) = (c for c in tree["animations"][0]["channels"] if c["target"]["path"] == "pointer")
    words = channel["target"]["extensions"]["KHR_animation_pointer"]["pointer"].split("/")
    assert tree["materials"][int(words[2])]["name"] == "glowing"
    assert all(material.get("name") != "unused" for material in tree["materials"])


def test_an_unknown_extension_of_a_node_keeps_what_it_may_mean():
    asset = pantin.load("examples/arm.glb")
    document = asset.document
    for name in ("first", "second"):
        document.append("/nodes", {"name": name})
    number = len(document.tree["nodes"]) - 2
    set_extension(document, "/nodes/0", "ACME_grip", {"holds": [{"node": number}]})
    slimmed = pantin.slim(pantin.load(to_bytes(document), name="grip.glb"))
    nodes = slimmed.document.tree["nodes"]
    assert nodes[nodes[0]["extensions"]["ACME_grip"]["holds"][0]["node"]]["name"] == "first"
    assert slimmed.frozen == ("ACME_grip",)


@pytest.mark.parametrize("quantize", [False, True])
def test_a_draco_stream_is_kept_or_unpacked(quantize):
    draco = pytest.importorskip("DracoPy", reason="the extra pantin[draco] is not installed")
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
    stream = draco.encode(points, np.array([[0, 1, 2], [0, 2, 3]], np.uint32), preserve_order=True)
    uri = "data:application/octet-stream;base64," + base64.b64encode(stream).decode()
    extension = {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}}
    primitive = {"attributes": {"POSITION": 0}, "indices": 1, "extensions": extension}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "extensionsRequired": ["KHR_draco_mesh_compression"],
        "scene": 0,
        "scenes": [{"nodes": [1]}],
        "nodes": [{"name": "unused"}, {"mesh": 0}],
        "buffers": [{"byteLength": len(stream), "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": len(stream)}],
        "accessors": [
            {"componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"componentType": 5125, "count": 6, "type": "SCALAR"},
        ],
        "meshes": [{"primitives": [primitive]}],
    }
    asset = pantin.load(json.dumps(tree).encode(), name="square.gltf")
    slimmed = pantin.slim(asset, quantize=quantize)
    again = pantin.load(to_bytes(slimmed.document), name="square.glb")
    assert again.report.ok, again.report.findings
    (before,), (after,) = (pantin.deform(each.rig, each.rig.rest_pose()) for each in (asset, again))
    np.testing.assert_allclose(after.positions, before.positions, atol=slimmed.bound)
