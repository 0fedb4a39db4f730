"""The departures from chapter 13 that docs/rigy-conformance.md lists are those of the standard profile."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

import pantin

ROOT = Path(__file__).parents[3]

MODEL = b"""
version: "0.13"
materials: {a: {base_color: [0.1, 1, 0.3333333333, 1]}, b: {base_color: [1, 1, 1, 0.5]}}
meshes:
  - id: m
    material: a
    primitives:
      - {id: ball, type: sphere, dimensions: {radius: 1}, tags: [x, y]}
      - {id: crate, type: box, dimensions: {x: 1, y: 1, z: 1}, material: b}
    uv_sets: {uv0: {generator: planar_xy@1}, uv1: {generator: planar_xy@1}}
  - id: hollow
    material: a
    primitives:
      - {id: c, type: box, dimensions: {x: 1, y: 1, z: 1}}
      - id: nothing
        type: implicit_surface
        iso: 9
        domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 3, ny: 3, nz: 3}}
        ops: [{op: add, field: metaball_sphere@1, strength: 1, radius: 1}]
armatures: [{id: r, bones: [{id: h, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: r}]
"""

UINT8, UINT16, UINT32, FLOAT = 5121, 5123, 5125, 5126


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The JSON text and the tree of each profile."""
    made = {}
    for profile in ("standard", "reference"):
        path = tmp_path_factory.mktemp(profile) / "m.glb"
        pantin.save(pantin.compile(MODEL, profile=profile), path)
        data = path.read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        made[profile] = data[20 : 20 + length].decode(), json.loads(data[20 : 20 + length])
    return made


def primitive(tree):
    return tree["meshes"][0]["primitives"][0]


def component(tree, accessor):
    return tree["accessors"][accessor]["componentType"]


def joint_type(text, tree):
    return component(tree, primitive(tree)["attributes"]["JOINTS_0"]) == UINT8


def index_type(text, tree):
    return component(tree, primitive(tree)["indices"]) == UINT16


def buffer_order(text, tree):
    attributes = primitive(tree)["attributes"]
    return primitive(tree)["indices"] > attributes["WEIGHTS_0"] > attributes["JOINTS_0"]


def attribute_order(text, tree):
    names = list(primitive(tree)["attributes"])
    assert names[:3] == ["POSITION", "NORMAL", "TEXCOORD_0"]
    return names[3:] == ["JOINTS_0", "TEXCOORD_1", "WEIGHTS_0"]


def number_spelling(text, tree):
    return "0.3333333333," in text and "[0.1,1.0," in text.replace(" ", "")


def omitted_defaults(text, tree):
    material = tree["materials"][0]
    assert material["pbrMetallicRoughness"]["metallicFactor"] == 0.0
    inside = material["pbrMetallicRoughness"].keys() | material.keys()
    return not inside & {"roughnessFactor", "alphaMode", "doubleSided"}


def empty_surface(text, tree):
    return len(tree["meshes"][1]["primitives"]) == 1


def sphere_longitude(text, tree):
    """Ring 1, segment 0 of the sphere is at +X."""
    surface = pantin.compile(MODEL).rig.meshes[0].surfaces[0]
    x, _, z = surface.positions[33]
    return x > 0.1 and z == pytest.approx(0)


CHECKS = {
    "joint type": joint_type,
    "index type": index_type,
    "buffer order": buffer_order,
    "attribute order": attribute_order,
    "number spelling": number_spelling,
    "omitted defaults": omitted_defaults,
    "empty surface": empty_surface,
    "sphere longitude": sphere_longitude,
}


def listed():
    page = (ROOT / "docs" / "rigy-conformance.md").read_text(encoding="utf-8")
    section = page.split("## Where standard departs from chapter 13\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in section.splitlines() if line.startswith("|")]
    return {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows[2:]}


def test_the_page_lists_each_departure_with_a_reason():
    assert listed().keys() == CHECKS.keys()
    assert all(len(cells) == 3 and all(cells) for cells in listed().values())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_the_standard_profile_departs_as_listed(written, name):
    assert CHECKS[name](*written["standard"])


@pytest.mark.parametrize("name", ["joint type", "index type", "number spelling", "omitted defaults"])
def test_the_reference_profile_is_as_the_chapter_says(written, name):
    assert not CHECKS[name](*written["reference"])


def test_what_is_not_listed_is_as_the_chapter_says(written):
    """13.1 float32 and column-major matrices, 13.2 an accessor each and shared matrices, 13.5, 13.7, 13.8."""
    _, tree = written["standard"]
    primitives = tree["meshes"][0]["primitives"]
    accessors = [index for one in primitives for index in (*one["attributes"].values(), one["indices"])]
    assert sorted(accessors) == list(range(len(accessors)))
    for one in primitives:
        for name, accessor in one["attributes"].items():
            assert component(tree, accessor) == (UINT8 if name == "JOINTS_0" else FLOAT)
        assert [one["attributes"][name] for name in ("POSITION", "NORMAL", "TEXCOORD_0")] == sorted(
            one["attributes"][name] for name in ("POSITION", "NORMAL", "TEXCOORD_0")
        )
    assert [one["extras"] for one in primitives] == [
        {"rigy_id": "ball", "rigy_tags": ["x", "y"]},
        {"rigy_id": "crate"},
    ]
    binds = tree["accessors"][tree["skins"][0]["inverseBindMatrices"]]
    assert (binds["componentType"], binds["type"]) == (FLOAT, "MAT4")
    assert tree["materials"][1]["alphaMode"] == "BLEND"
    assert "alphaCutoff" not in json.dumps(tree["materials"])


def test_many_vertices_and_joints_have_the_wider_types():
    """Joint 255 fits into a byte, joint 256 does not; 65,535 is not an index of 16 bits (glTF §3.7.2.1)."""
    bones = [
        f"{{id: b{n}, parent: {'none' if n == 0 else 'b0'}, head: [0, {n}, 0], tail: [0, {n + 1}, 0]}}"
        for n in range(257)
    ]
    spheres = "".join(
        f"      - {{id: s{n}, type: sphere, dimensions: {{radius: 1}}}}\n" for n in range(117)
    )  # 117 * 561 = 65,637 vertices in one primitive below 0.12
    text = f"""version: "0.3"
meshes:
  - id: m
    primitives:
{spheres}
armatures: [{{id: r, bones: [{", ".join(bones)}]}}]
bindings:
  - mesh_id: m
    armature_id: r
    weights: [{{primitive_id: s0, bones: [{{bone_id: b256, weight: 1}}]}}]
"""
    tree = pantin.compile(text.encode()).document.tree
    assert index_type("", tree) is False
    assert joint_type("", tree) is False
    assert component(tree, primitive(tree)["indices"]) == UINT32
