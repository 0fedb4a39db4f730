"""What is inside a file, counted; and how far a damaged file can be counted."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.summarise import summarise

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"


def summary_of(tree):
    return summarise(read(json.dumps({"asset": {"version": "2.0"}} | tree).encode(), name="a.gltf"))


def test_the_arm():
    summary = summarise(read(EXAMPLES / "arm.glb"))
    assert (summary.format, summary.version, summary.faults, summary.readable) == ("glb", "2.0", (), True)
    assert summary.bytes == (EXAMPLES / "arm.glb").stat().st_size
    assert [node.name for node in summary.nodes] == ["shoulder", "elbow", "wrist", "arm"]
    assert [node.parent for node in summary.nodes] == [None, 0, 1, None]
    (skin,) = summary.skins
    assert (skin.joints, skin.most_influences, skin.nodes) == (3, 2, (3,))
    (clip,) = summary.animations
    assert (clip.duration, clip.channels, clip.keys) == (2.0, 2, 3)
    assert (clip.paths, clip.interpolations) == (("rotation",), ("LINEAR",))
    assert [buffer.storage for buffer in summary.buffers] == ["chunk"]


def test_morph_targets_are_named_by_the_extras_of_the_mesh():
    (mesh,) = summarise(read(EXAMPLES / "face.gltf")).meshes
    assert mesh.morph_targets == ("smile", "frown")
    assert (mesh.vertices, mesh.primitives[0].indices, mesh.primitives[0].mode) == (4, 6, "triangles")


def triangles_of(mode, vertices, indices=None):
    accessors = [{"componentType": 5126, "type": "VEC3", "count": vertices}]
    primitive = {"attributes": {"POSITION": 0}, "mode": mode}
    if indices is not None:
        accessors.append({"componentType": 5123, "type": "SCALAR", "count": indices})
        primitive["indices"] = 1
    summary = summary_of({"accessors": accessors, "meshes": [{"primitives": [primitive, primitive]}]})
    (mesh,) = summary.meshes
    assert mesh.triangles == summary.triangles
    return mesh.triangles


def test_triangles_are_counted_by_the_mode_of_the_primitive():
    assert (triangles_of(4, 8), triangles_of(4, 8, 12)) == (2 * 2, 2 * 4)
    assert (triangles_of(5, 8), triangles_of(6, 8, 5), triangles_of(5, 1)) == (2 * 6, 2 * 3, 0)
    assert (triangles_of(0, 9), triangles_of(3, 9, 9)) == (0, 0)


def test_materials_have_their_textures_those_of_extensions_too():
    plain, other, word, broken = summary_of(
        {
            "materials": [
                {},
                {
                    "name": "skin",
                    "alphaMode": "BLEND",
                    "doubleSided": True,
                    "pbrMetallicRoughness": {"baseColorTexture": {"index": 3}},
                    "extensions": {"KHR_materials_sheen": {"sheenColorTexture": {"index": 1}}},
                },
                {"alphaMode": ["MASK"], "doubleSided": 1, "extensions": {"KHR_materials_sheen": 7}},
                3,
            ]
        }
    ).material_list
    assert (plain.name, plain.alpha_mode, plain.double_sided, plain.textures) == (None, "OPAQUE", False, {})
    assert (other.name, other.alpha_mode, other.double_sided) == ("skin", "BLEND", True)
    assert other.textures == {"baseColorTexture": 3, "sheenColorTexture": 1}
    assert (word.alpha_mode, word.double_sided, word.textures) == (None, False, {})
    assert broken == plain


def test_the_facts_of_a_vrm_1():
    meta = {"name": "Alicia", "authors": ["Ada", 3, "", "Bo"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}
    bones = {"head": {"node": 1}, "hips": {"node": 5}, "spine": None}
    block = {"meta": meta, "humanoid": {"humanBones": bones}}
    vrm = summary_of({"nodes": [{}, {}], "extensions": {"VRMC_vrm": block}}).vrm
    assert (vrm.version, vrm.title, vrm.authors) == ("1.0", "Alicia", ("Ada", "Bo"))
    assert (vrm.license, vrm.bones) == ("https://vrm.dev/licenses/1.0/", {"head": 1})


@pytest.mark.parametrize(
    ("meta", "license"),
    [
        ({"licenseName": "CC0"}, "CC0"),
        ({"licenseName": "Other", "otherLicenseUrl": "https://a.example"}, "https://a.example"),
        ({"licenseName": "Other", "otherLicenseUrl": ""}, "Other"),
        ({"licenseName": 4}, None),
    ],
)
def test_the_facts_of_a_vrm_0(meta, license):
    block = {"meta": {"title": "Alicia", "author": "Ada", **meta}}
    vrm = summary_of({"extensions": {"VRM": block}}).vrm
    assert (vrm.version, vrm.title, vrm.authors, vrm.license) == ("0.x", "Alicia", ("Ada",), license)


@pytest.mark.parametrize("extensions", [None, 3, {"VRMC_vrm": 3}, {"VRM": None}, {"KHR_lights_punctual": {}}])
def test_other_files_are_not_vrm(extensions):
    assert summary_of({"extensions": extensions}).vrm is None


@pytest.mark.parametrize("meta", [None, 3, [], {"authors": {}, "name": []}])
def test_a_vrm_that_says_nothing_of_itself(meta):
    vrm = summary_of({"extensions": {"VRMC_vrm": {"meta": meta, "humanoid": 1}}}).vrm
    assert (vrm.version, vrm.title, vrm.authors, vrm.license, vrm.bones) == ("1.0", None, (), None, {})


PNG = b"\x89PNG\r\n\x1a\n" + bytes([0, 0, 0, 13]) + b"IHDR" + bytes([0, 0, 1, 0, 0, 0, 0, 7, 8, 2, 0, 0, 0])


@pytest.mark.parametrize(
    ("view", "size"),
    [
        ({"byteLength": len(PNG)}, (256, 7)),
        ({"byteLength": 9}, (None, None)),
        ({"byteLength": len(PNG), "byteOffset": 1 << 80}, (None, None)),
        ({"byteLength": len(PNG), "buffer": 4}, (None, None)),
    ],
)
def test_the_size_of_an_image_in_a_buffer_view(view, size):
    uri = f"data:application/octet-stream;base64,{base64.b64encode(PNG).decode()}"
    (image,) = summary_of(
        {
            "buffers": [{"byteLength": len(PNG), "uri": uri}],
            "bufferViews": [{"buffer": 0, **view}],
            "images": [{"bufferView": 0, "mimeType": "image/png"}],
        }
    ).images
    assert (image.width, image.height) == size


def test_the_size_of_an_image_in_a_uri_and_of_one_that_is_missing():
    uri = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    there, missing, nothing = summary_of({"images": [{"uri": uri}, {"uri": "no.png"}, 3]}).images
    assert (there.width, there.height) == (256, 7)
    assert (missing.width, nothing.height) == (None, None)


@pytest.mark.parametrize("names", [None, "smile", ["smile"], [1, None, "x", "y"]])
def test_names_that_are_missing_or_no_text_are_none(names):
    tree = json.loads((EXAMPLES / "face.gltf").read_text())
    tree["meshes"][0]["extras"] = {"targetNames": names}
    (mesh,) = summary_of(tree).meshes
    expected = ["smile"] if names == ["smile"] else []
    assert [name for name in mesh.morph_targets if name] == expected
    assert len(mesh.morph_targets) == 2


def test_names_in_the_extras_of_a_primitive_are_those_of_its_mesh():
    """As exporters of VRM 0.x write them."""
    tree = json.loads((EXAMPLES / "face.gltf").read_text())
    del tree["meshes"][0]["extras"]
    tree["meshes"][0]["primitives"][0]["extras"] = {"targetNames": ["a", "b"]}
    assert summary_of(tree).meshes[0].morph_targets == ("a", "b")


def test_bytes_that_are_not_there_are_told_and_the_rest_is_counted():
    tree = {
        "buffers": [{"uri": "missing.bin", "byteLength": 4}],
        "bufferViews": [{"buffer": 0, "byteLength": 4}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 1}],
        "animations": [{"name": "a", "channels": [], "samplers": [{"input": 0, "output": 0}]}],
        "images": [{"uri": "../secret.png"}],
    }
    summary = summary_of(tree)
    assert len(summary.faults) == 3
    assert (summary.buffers[0].bytes, summary.images[0].bytes) == (None, None)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"{}"])
def test_a_file_without_an_object_is_empty_and_says_so(text):
    summary = summarise(read(text, name="a.gltf"))
    assert not summary.readable
    assert len(summary.faults) == 1
    assert summary.nodes == ()


def test_a_billion_weights_over_no_bytes_take_no_memory():
    """Zeros without a buffer view are one row repeated (glTF 2.0 §3.6.2.3)."""
    count = 1_000_000_000
    accessor = {"componentType": 5126, "type": "VEC4", "count": count}
    tree = {
        "accessors": [accessor],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "WEIGHTS_0": 0}}]}],
        "nodes": [{"mesh": 0, "skin": 0}],
        "skins": [{"joints": [0]}],
    }
    summary = summary_of(tree)
    assert (summary.skins[0].most_influences, summary.meshes[0].vertices) == (0, count)


def test_weights_that_are_matrices_are_counted_like_any_numbers():
    """A broken file is summed up as far as it goes; every third byte is 1, so two of any four at most."""
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 40, "uri": f"data:application/octet-stream;base64,{'AAAB' * 13}AA=="}],
        "bufferViews": [{"buffer": 0, "byteLength": 40}],
        "accessors": [
            {"bufferView": 0, "componentType": 5121, "count": 5, "type": type} for type in ("VEC4", "MAT2")
        ],
        "meshes": [{"primitives": [{"attributes": {"WEIGHTS_0": 0, "WEIGHTS_1": 1}}]}],
        "nodes": [{"mesh": 0, "skin": 0}],
        "skins": [{"joints": [0]}],
    }
    assert summary_of(tree).skins[0].most_influences == 4


def test_a_fox_has_three_clips(corpus):
    """The model's own description: Survey, Walk and Run (glTF-Sample-Assets, Fox)."""
    summary = summarise(read(corpus / "gltf-sample-assets" / "Fox.glb"))
    assert [clip.name for clip in summary.animations] == ["Survey", "Walk", "Run"]
    assert summary.skins[0].joints == 24
    assert summary.skins[0].most_influences == 4
