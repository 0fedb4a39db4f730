"""The rules of KHR_animation_pointer: what a pointer may lead to."""

from __future__ import annotations

import base64
import json
import re
import struct

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.recognised.object_model import MUTABLE, READ_ONLY


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
        ("/nodes/0/translation/0", ["UNDEFINED"]),
        ("/materials/0/nonsense", ["UNDEFINED"]),
        ("/nodes/0/extensions/VENDOR_frost/depth", ["UNDEFINED"]),
        ("/nodes/0/weights", ["UNDEFINED"]),
        ("/nodes/0/mesh", ["FIXED"]),
        ("/scene", ["FIXED"]),
        (f"/nodes/{'9' * 5000}/scale", ["UNDEFINED"]),
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
    assert animated("/nodes/0/scale", "/nodes/0/scale/1") == ["UNDEFINED", "DUPLICATE_TARGETS"]


TEXTURE = {"index": 0, "extensions": {"KHR_texture_transform": {}}}
SCALED = {**TEXTURE, "scale": 1}


def whole_asset() -> dict:
    """A file with an object for every pointer of the object model, its optional members left out."""
    textures = {
        "anisotropy": ["anisotropyTexture"],
        "clearcoat": ["clearcoatTexture", "clearcoatRoughnessTexture", "clearcoatNormalTexture"],
        "dispersion": [],
        "emissive_strength": [],
        "ior": [],
        "iridescence": ["iridescenceTexture", "iridescenceThicknessTexture"],
        "sheen": ["sheenColorTexture", "sheenRoughnessTexture"],
        "specular": ["specularTexture", "specularColorTexture"],
        "transmission": ["transmissionTexture"],
        "volume": ["thicknessTexture"],
    }
    extensions = {
        f"KHR_materials_{name}": dict.fromkeys(listed, TEXTURE) for name, listed in textures.items()
    }
    light = {"type": "spot", "spot": {}, "range": 2}
    pbr = {"baseColorTexture": TEXTURE, "metallicRoughnessTexture": TEXTURE}
    others = ("KHR_animation_pointer", "KHR_node_visibility", "KHR_lights_punctual", "KHR_texture_transform")
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": [*others, *extensions],
        "extensions": {"KHR_lights_punctual": {"lights": [light]}},
        "images": [{"uri": "a.png"}],
        "textures": [{"source": 0}],
        "cameras": [
            {"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1, "zfar": 2, "znear": 0}},
            {"type": "perspective", "perspective": {"yfov": 1, "znear": 1, "zfar": 3, "aspectRatio": 1}},
        ],
        "materials": [
            {
                "pbrMetallicRoughness": pbr,
                "normalTexture": TEXTURE,
                "occlusionTexture": TEXTURE,
                "emissiveTexture": TEXTURE,
                "extensions": extensions,
            }
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 2}, "targets": [{"POSITION": 2}]}]}],
        "nodes": [
            {"mesh": 0, "extensions": {"KHR_node_visibility": {}, "KHR_lights_punctual": {"light": 0}}},
            {"camera": 0},
            {"camera": 1},
        ],
    }


def pointers_of_the_model() -> list[tuple[str, str]]:
    """The pointers into that file, with the types of their outputs."""
    types = {"float2": "VEC2", "float3": "VEC3", "float4": "VEC4", "bool": "bool"}
    found = []
    for template, type in MUTABLE.items():
        if any(word in template for word in ("ADOBE", "EXT_lights", "selectab", "hoverab", "skeleton_bone")):
            continue  # extensions that Pantin does not read, and one whose rules test it
        index = "1" if "perspective" in template else "0"
        found.append((template.replace("{}", index), types.get(type, "SCALAR")))
    asset = whole_asset()
    for place in texture_places(asset["materials"][0], "/materials/0"):
        start = f"{place}/extensions/KHR_texture_transform"
        found += [(f"{start}/offset", "VEC2"), (f"{start}/rotation", "SCALAR"), (f"{start}/scale", "VEC2")]
    return found


def texture_places(value: dict, place: str) -> list[str]:
    if "index" in value:
        return [place]
    inner = [(member, f"{place}/{name}") for name, member in value.items() if isinstance(member, dict)]
    return [found for member, at in inner for found in texture_places(member, at)]


def errors_of(pointer: str, type: str, component: int = 5126, interpolation: str = "STEP") -> list[str]:
    tree = whole_asset()
    accessors = [
        {"componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
        {"componentType": component, "count": 1, "type": type},
        {"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]},
    ]
    target = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}
    sampler = {"input": 0, "output": 1, "interpolation": interpolation}
    channels = [{"sampler": 0, "target": target}]
    tree |= {"accessors": accessors, "animations": [{"channels": channels, "samplers": [sampler]}]}
    found = check(read(json.dumps(tree).encode(), name="a.gltf"))
    return [f.rule.split("POINTER_")[1] for f in found if f.rule.startswith("GLTF-KHR_ANIMATION_POINTER")]


def test_every_pointer_of_the_object_model():
    """Each is accepted with an output of its type, and refused with any other, and past its collection."""
    listed = pointers_of_the_model()
    assert len(listed) == 46 + 3 * 17  # three of each texture
    for pointer, type in listed:
        component = 5121 if type == "bool" else 5126
        right = "SCALAR" if type == "bool" else type
        assert errors_of(pointer, right, component) in ([], ["VALUE"]), pointer
        for other in {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"} - {right}:
            assert errors_of(pointer, other, component) == ["OUTPUT"], pointer
        assert errors_of(re.sub(r"\d+", "7", pointer, count=1), right, component) == ["UNDEFINED"], pointer
        if type == "bool":
            assert errors_of(pointer, right, component, "LINEAR") == ["OUTPUT"]
            assert errors_of(pointer, right, 5126) == ["OUTPUT"]
        elif type != "SCALAR":
            assert errors_of(f"{pointer}/0", "SCALAR") == ["UNDEFINED"], pointer


@pytest.mark.parametrize("pointer", [text.replace("{}", "0") for text in READ_ONLY if "EXT_" not in text])
def test_what_is_read_only_cannot_be_animated(pointer):
    found = errors_of(pointer, "SCALAR")
    # What the small file does not have is not there to be changed.
    assert found in (["FIXED"], ["UNDEFINED"])
    assert found == ["FIXED"] or pointer.startswith(("/skins/", "/scenes/")) or "/children/" in pointer


@pytest.mark.parametrize("member", ["zfar", "aspectRatio"])
def test_a_property_without_a_default_must_be_stated(member):
    """KHR_animation_pointer, "Operation", names zfar as the example."""
    pointer = f"/cameras/1/perspective/{member}"
    assert errors_of(pointer, "SCALAR") in ([], ["VALUE"])
    tree = {"cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}]}
    assert errors_in(tree, "/cameras/0/perspective/yfov") == []
    assert errors_in(tree, f"/cameras/0/perspective/{member}") == ["UNDEFINED"]


@pytest.mark.parametrize(("member", "errors"), [("translation", []), ("scale", ["UNDEFINED"])])
def test_a_matrix_has_a_translation_only(member, errors):
    """Object model, "Core Pointers": a matrix can be split in several ways."""
    matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert errors_in({"nodes": [{"matrix": matrix}]}, f"/nodes/0/{member}", "VEC3") == errors


def errors_in(part: dict, pointer: str, type: str = "SCALAR") -> list[str]:
    target = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_animation_pointer"],
        "accessors": [
            {"componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
            {"componentType": 5126, "count": 1, "type": type},
        ],
        "animations": [
            {"channels": [{"sampler": 0, "target": target}], "samplers": [{"input": 0, "output": 1}]}
        ],
        **part,
    }
    found = check(read(json.dumps(tree).encode(), name="a.gltf"))
    short = [each.rule.split("POINTER_")[-1] for each in found if each.severity == "error"]
    return [rule for rule in short if rule != "VALUE"]  # accessors without data are zeros


@pytest.mark.parametrize(
    ("values", "bad"), [((1.0, 2.4), 0), ((0.0, 1.5), 0), ((1.0, 0.5), 1), ((float("nan"), 1.0), 1)]
)
def test_an_index_of_refraction_is_zero_or_at_least_one(values, bad):
    data = base64.b64encode(struct.pack("<4f", 0, 1, *values)).decode()
    tree = {
        "extensionsUsed": ["KHR_animation_pointer", "KHR_materials_ior"],
        "materials": [{"extensions": {"KHR_materials_ior": {}}}],
        "buffers": [{"byteLength": 16, "uri": f"data:application/octet-stream;base64,{data}"}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 8}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR"},
        ],
    }
    target = {
        "extensions": {"KHR_animation_pointer": {"pointer": "/materials/0/extensions/KHR_materials_ior/ior"}}
    }
    target["path"] = "pointer"
    animation = {"channels": [{"sampler": 0, "target": target}], "samplers": [{"input": 0, "output": 1}]}
    tree |= {"asset": {"version": "2.0"}, "animations": [animation]}
    found = check(read(json.dumps(tree).encode(), name="a.gltf"))
    assert sum(each.rule == "GLTF-KHR_ANIMATION_POINTER_VALUE" for each in found) == bad
