"""The statements of Rigy 0.3 (rc2), chapter Symmetry Interaction."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tests.oracles.rigy_bindings import BONES, document, rows, stored, text

from pantin.formats.rigy.compile import check_file, compile_file, compile_text

ALONG = {
    "axis": "y",
    "range": [-0.5, 0.5],
    "from": {"bone_id": "zed", "weight": 1},
    "to": {"bone_id": "arm", "weight": 1},
}
SIDE = [{"id": "fin_L", "type": "box", "dimensions": {"x": 1, "y": 2, "z": 3}, "translation": [3, 1, 0]}]
MIRROR = {"mirror_x": {"suffix_from": "_L", "suffix_to": "_R"}}
BOTH = [*BONES, "leg_R"]
ONE_SIDE = [{"bone_id": "leg_L", "weight": 3}, {"bone_id": "hip", "weight": 1}]


def sided(binding, *, version="0.3", bones=None, **more):
    return document(binding, version=version, primitives=SIDE, bones=bones, symmetry=MIRROR, **more)


@pytest.mark.parametrize("kind", ["weights", "gradients", "overrides", "source"])
@pytest.mark.parametrize("bones", [BONES, BOTH], ids=["left alone", "both sides"])
def test_bones_are_renamed_if_and_only_if_the_author_wrote_them(tmp_path, kind, bones):
    """§Weight Maps Under Symmetry: "mirroring does not implicitly create bones"."""
    gradient = {**ALONG, "from": ONE_SIDE, "to": ONE_SIDE}
    entries = {
        "weights": {"weights": [{"primitive_id": "fin_L", "bones": ONE_SIDE}]},
        "gradients": {"weight_maps": [{"primitive_id": "fin_L", "gradients": [gradient]}]},
        "overrides": {
            "weight_maps": [
                {"primitive_id": "fin_L", "overrides": [{"vertices": [*range(24)], "bones": ONE_SIDE}]}
            ]
        },
        "source": {"weight_maps": [{"primitive_id": "fin_L", "source": "w.json"}]},
    }
    influences = [{"vertex": vertex, "bones": ONE_SIDE} for vertex in range(24)]
    content = {"primitive_id": "fin_L", "vertex_count": 24, "influences": influences}
    (tmp_path / "w.json").write_text(json.dumps(content))
    path = tmp_path / "d.rigy.yaml"
    path.write_text(text(sided(entries[kind], bones=bones)))
    compiled = compile_file(path)
    assert [compiled.rig.nodes.names[joint] for joint in compiled.rig.skins[0].joints] == bones
    made = stored(compiled.rig)
    assert made[:24] == [[("leg_L", 0.75), ("hip", 0.25)]] * 24
    assert made[24:] == [[("leg_R" if bones is BOTH else "leg_L", 0.75), ("hip", 0.25)]] * 24
    warned = "RIGY-P59" in {finding.rule for finding in compiled.report.findings}
    assert warned == (bones is BONES)


@pytest.mark.parametrize(
    ("version", "profile", "created"),
    [("0.1", "standard", 0), ("0.3", "standard", 0), ("0.4", "standard", 1), ("0.13", "standard", 1),
     ("0.3", "reference", 1)],
)  # fmt: skip
def test_from_0_4_on_bones_are_mirrored_too(version, profile, created):
    """Chapter 11.1 deep-copies bones; the reference compiler does so in every version."""
    rig = compile_text(text(sided({}, version=version)), profile=profile).rig
    assert len(rig.skins[0].joints) == len(BONES) + created


def test_mirrored_vertices_keep_their_index_and_face_outward():
    """§Geometry Orientation, §Vertex Addressing Under Symmetry."""
    override = {"vertices": [5], "bones": [{"bone_id": "leg_L", "weight": 1}]}
    rig = compile_text(text(sided({"weight_maps": [{"primitive_id": "fin_L", "overrides": [override]}]}))).rig
    (surface,) = rig.meshes[0].surfaces
    original, copy = surface.positions[:24], surface.positions[24:]
    assert (copy == original * [-1, 1, 1]).all()
    triangles = surface.indices.reshape(-1, 3)
    corners = surface.positions[triangles]
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("ij,ij->i", facing, surface.normals[triangles[:, 0]]) > 0).all()
    made = stored(rig)
    assert made[5] == made[29] == [("leg_L", 1.0)]


def test_a_gradient_along_x_is_the_mirror_image():
    """`axis: x` inverts its range, and from and to change places: mirrored vertices have equal weights."""
    gradient = {
        "axis": "x",
        "range": [2.6, 3.4],
        "from": {"bone_id": "hip", "weight": 1},
        "to": {"bone_id": "leg_L", "weight": 1},
    }
    made = rows(sided({"weight_maps": [{"primitive_id": "fin_L", "gradients": [gradient]}]}, bones=BOTH))
    swap = {"leg_L": "leg_R", "hip": "hip"}
    assert made[24:] == [[(swap[bone], weight) for bone, weight in row] for row in made[:24]]
    assert made[:24] != [made[0]] * 24


def test_the_authors_entry_for_a_mirrored_primitive_wins():
    own = [{"primitive_id": "fin_R", "bones": [{"bone_id": "zed", "weight": 1}]}]
    left = [{"primitive_id": "fin_L", "bones": ONE_SIDE}]
    by_map = [{"primitive_id": "fin_L", "gradients": [{**ALONG, "from": ONE_SIDE, "to": ONE_SIDE}]}]
    for binding in (
        {"weights": own + left},
        {"weights": left + own},
        {"weights": own, "weight_maps": by_map},
        {"weights": left, "weight_maps": [{"primitive_id": "fin_R", "overrides": [
            {"vertices": [*range(24)], "bones": own[0]["bones"]}]}]},
    ):  # fmt: skip
        made = rows(sided(binding, bones=BOTH))
        assert made[24:] == [[("zed", 1.0)]] * 24
        assert made[0] == [("leg_L", 0.75), ("hip", 0.25)]


@pytest.mark.parametrize("kind", ["weights", "gradients", "overrides", "source"])
@pytest.mark.parametrize("profile", ["standard", "reference"])
def test_a_list_with_both_sides_has_one_bone_in_the_copy(tmp_path, kind, profile):
    """The rule renames leg_L to leg_R alone; no vertex has leg_R twice."""
    both = [
        {"bone_id": "leg_L", "weight": 5},
        {"bone_id": "leg_R", "weight": 2},
        {"bone_id": "hip", "weight": 1},
    ]
    path = _two_sided(tmp_path, kind, both)
    compiled = compile_file(path, profile=profile)
    named = {finding.rule for finding in compiled.report.findings}
    assert ("RIGY-P87" in named) == (profile == "standard")
    if profile == "standard":
        assert "RIGY-P41" not in named
        made = stored(compiled.rig)
        assert made[:24] == [[("leg_L", 0.625), ("leg_R", 0.25), ("hip", 0.125)]] * 24
        assert made[24:] == [[("leg_R", 0.875), ("hip", 0.125)]] * 24


@pytest.mark.parametrize("kind", ["weights", "gradients", "overrides", "source"])
def test_a_bone_that_the_author_listed_twice_is_another_fault(tmp_path, kind):
    twice = [{"bone_id": "leg_L", "weight": 1}, {"bone_id": "leg_L", "weight": 1}]
    found = {finding.rule for finding in check_file(_two_sided(tmp_path, kind, twice)).findings}
    assert "RIGY-P41" in found
    assert "RIGY-P87" not in found


def _two_sided(folder, kind, bones):
    """A document in a folder whose only primitive and its copy have these bones at every vertex."""
    gradient = {**ALONG, "from": bones, "to": bones}
    entry = {
        "weights": {},
        "gradients": {"gradients": [gradient]},
        "overrides": {"overrides": [{"vertices": [*range(24)], "bones": bones}]},
        "source": {"source": "w.json"},
    }[kind]
    binding = {"weight_maps": [{"primitive_id": "fin_L", **entry}]}
    if kind == "weights":
        binding = {"weights": [{"primitive_id": "fin_L", "bones": bones}]}
    influences = [{"vertex": vertex, "bones": bones} for vertex in range(24)]
    content = {"primitive_id": "fin_L", "vertex_count": 24, "influences": influences}
    (folder / "w.json").write_text(json.dumps(content))
    (folder / "d.rigy.yaml").write_text(text(sided(binding, bones=BOTH)))
    return folder / "d.rigy.yaml"


def test_both_sides_read_the_same_weight_file(tmp_path):
    """§Vertex Addressing Under Symmetry: "External weight file paths are not mirrored"."""
    influences = [{"vertex": 2, "bones": [{"bone_id": "leg_L", "weight": 1}]}]
    content = {"primitive_id": "fin_L", "vertex_count": 24, "influences": influences}
    (tmp_path / "fin_L.json").write_text(json.dumps(content))
    path = tmp_path / "d.rigy.yaml"
    path.write_text(
        text(sided({"weight_maps": [{"primitive_id": "fin_L", "source": "fin_L.json"}]}, bones=BOTH))
    )
    made = stored(compile_file(path).rig)
    assert (made[2], made[26]) == ([("leg_L", 1.0)], [("leg_R", 1.0)])


def test_originals_come_first_and_copies_in_their_order():
    """§Symmetry Interaction: "original items, then mirrored items in the same relative order"."""
    boxes = [
        {"id": name, "type": "box", "dimensions": {"x": 1, "y": 1, "z": 1}, "translation": [n + 1, 0, 0]}
        for n, name in enumerate(("a_L", "mid", "b_L"))
    ]
    tree = document({}, primitives=boxes, symmetry=MIRROR, version="0.12", materials={})
    rig = compile_text(text(tree)).rig
    ids = [surface.extras["rigy_id"] for surface in rig.meshes[0].surfaces]
    assert ids == ["a_L", "mid", "b_L", "a_R", "b_R"]
