"""Small documents with one of everything, and every member that the formats define, to plant into them.

The members of glTF are those of its specification (§5, and the extensions that rigs hold), those of G4MF are
read from its JSON schemas. None of them is read from Pantin.
"""

from __future__ import annotations

import copy
import json
import struct
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Json = dict[str, Any]
Place = tuple[str | int, ...]

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63f8"
    "0f0001010100b138f6140000000049454e44ae426082"
)
NEEDLE = "planted needle"
NUMBER = 0.328125
"""A number that nothing else has, and that float32 holds."""


@dataclass(frozen=True)
class Planted:
    """One member of a document: where it is, and its value."""

    place: Place
    value: Any

    @property
    def pointer(self) -> str:
        return "".join(f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in self.place)

    def into(self, document: Json) -> Json:
        changed = copy.deepcopy(document)
        owner: Any = changed
        for token in self.place[:-1]:
            owner = owner[token] if isinstance(token, int) else owner.setdefault(token, {})
        owner[self.place[-1]] = self.value
        return changed


def at(document: Any, place: Place) -> Any:
    """The value at a place; raises `LookupError`."""
    for token in place:
        document = document[token]
    return document


# glTF

ANY = {"name": NEEDLE}
TEXTURE_INFO = {"texCoord": 1}
GLTF_MEMBERS: dict[str, Json] = {
    "asset": {"copyright": NEEDLE},
    "scenes/*": ANY,
    "nodes/*": ANY | {"translation": [NUMBER, 0, 0], "rotation": [0, 0.6, 0, 0.8], "scale": [1, NUMBER, 1]},
    "meshes/*": ANY | {"weights": [NUMBER]},
    "meshes/*/primitives/*": {"mode": 0},
    "materials/*": ANY
    | {
        "emissiveFactor": [NUMBER, 0, 0],
        "alphaMode": "MASK",
        "alphaCutoff": NUMBER,
        "doubleSided": True,
    },
    "materials/*/pbrMetallicRoughness": {
        "baseColorFactor": [NUMBER, 1, 1, 1],
        "metallicFactor": NUMBER,
        "roughnessFactor": NUMBER,
    },
    "materials/*/pbrMetallicRoughness/baseColorTexture": TEXTURE_INFO,
    "materials/*/pbrMetallicRoughness/metallicRoughnessTexture": TEXTURE_INFO,
    "materials/*/normalTexture": TEXTURE_INFO | {"scale": NUMBER},
    "materials/*/occlusionTexture": TEXTURE_INFO | {"strength": NUMBER},
    "materials/*/emissiveTexture": TEXTURE_INFO,
    "textures/*": ANY,
    "samplers/*": ANY | {"magFilter": 9728, "minFilter": 9984, "wrapS": 33071, "wrapT": 33648},
    "images/*": ANY,
    "cameras/*": ANY,
    "cameras/0/perspective": {"aspectRatio": NUMBER, "yfov": NUMBER, "zfar": 9.328125, "znear": NUMBER},
    "cameras/1/orthographic": {"xmag": NUMBER, "ymag": NUMBER, "zfar": 9.328125, "znear": NUMBER},
    "skins/*": ANY | {"skeleton": 0},
    "animations/*": ANY,
    "animations/*/channels/*": {},
    "animations/*/channels/*/target": {},
    "animations/*/samplers/*": {"interpolation": "STEP"},
    "accessors/*": ANY,
    "bufferViews/*": ANY,
    "buffers/*": ANY,
    "extensions/KHR_lights_punctual/lights/*": ANY
    | {"color": [NUMBER, 1, 1], "intensity": NUMBER, "range": NUMBER},
    "extensions/KHR_lights_punctual/lights/2/spot": {"innerConeAngle": NUMBER, "outerConeAngle": 1.328125},
}
"""By object, the members that glTF 2.0 defines for it (§5.1 to §5.30) that do not say how its numbers
are stored. All of them have `extras` and `extensions` too."""

GLTF_WHOLE: dict[str, list[Json]] = {
    "nodes": [{"name": NEEDLE}, {"name": NEEDLE, "camera": 0}, {"name": NEEDLE, "mesh": 0}],
    "scenes": [{"name": NEEDLE, "nodes": [0]}],
    "materials": [{"name": NEEDLE}],
    "cameras": [{"type": "perspective", "name": NEEDLE, "perspective": {"yfov": 1, "znear": 1}}],
    "samplers": [{"name": NEEDLE}],
    "images": [{"name": NEEDLE, "mimeType": "image/png", "uri": "data:image/png;base64,iVBORw0KGgo="}],
    "textures": [{"name": NEEDLE, "source": 0}],
}
"""Objects to append to the collections of a document."""

GLTF_EXTENSIONS: dict[str, Json] = {
    "nodes/2": {"KHR_node_visibility": {"visible": False}},
    "materials/0": {
        "KHR_materials_unlit": {},
        "KHR_materials_sheen": {"sheenRoughnessFactor": NUMBER, "sheenColorTexture": {"index": 0}},
        "KHR_materials_emissive_strength": {"emissiveStrength": 2.328125},
    },
    "materials/0/pbrMetallicRoughness/baseColorTexture": {
        "KHR_texture_transform": {"offset": [NUMBER, 0], "rotation": NUMBER, "scale": [2, NUMBER]}
    },
    "textures/0": {"EXT_texture_webp": {"source": 0}},
    "meshes/0/primitives/0": {"KHR_materials_variants": {"mappings": [{"material": 0, "variants": [0]}]}},
}
"""By object, extensions that belong to it."""


def gltf() -> Json:
    """A rig of two joints with everything that glTF 2.0 has, as JSON with its data inside."""
    data, views, accessors = b"", [], []

    def store(array: np.ndarray, kind: str, target: int | None = None, bounds: bool = False) -> int:
        nonlocal data
        stored = np.ascontiguousarray(array)
        view = {"buffer": 0, "byteOffset": len(data), "byteLength": stored.nbytes}
        views.append(view | ({"target": target} if target else {}))
        data += stored.tobytes() + bytes(-stored.nbytes % 4)
        code = {"f4": 5126, "u1": 5121, "u2": 5123}[stored.dtype.str[1:]]
        made = {"bufferView": len(views) - 1, "componentType": code, "count": len(stored), "type": kind}
        if bounds:
            flat = stored.reshape(len(stored), -1)
            made |= {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
        accessors.append(made)
        return len(accessors) - 1

    floats = np.float32
    positions = store(np.eye(3, dtype=floats) + floats(1), "VEC3", 34962, bounds=True)
    attributes = {
        "POSITION": positions,
        "NORMAL": store(np.tile(floats([0, 0, 1]), (3, 1)), "VEC3", 34962),
        "TANGENT": store(np.tile(floats([1, 0, 0, 1]), (3, 1)), "VEC4", 34962),
        "TEXCOORD_0": store(floats([[0, 0], [1, 0], [0, 1]]), "VEC2", 34962),
        "TEXCOORD_1": store(floats([[0, 0], [0.5, 0], [0, 0.5]]), "VEC2", 34962),
        "JOINTS_0": store(np.tile(np.uint8([0, 1, 0, 0]), (3, 1)), "VEC4", 34962),
        "WEIGHTS_0": store(np.tile(floats([0.5, 0.5, 0, 0]), (3, 1)), "VEC4", 34962),
    }
    target = {"POSITION": store(np.full((3, 3), 0.25, floats), "VEC3", None, bounds=True)}
    binds = np.tile(np.eye(4, dtype=floats).reshape(16), (2, 1))
    binds[1, 13] = -1
    times = store(floats([0, 1]), "SCALAR", None, bounds=True)
    turns = store(floats([[0, 0, 0, 1], [0, 0, 0.6, 0.8]]), "VEC4")
    indices = store(np.array([0, 1, 2], np.uint16), "SCALAR", 34963)
    use = {"index": 0}
    tree: Json = {
        "asset": {"version": "2.0", "generator": "a test"},
        "extensionsUsed": ["KHR_lights_punctual", "VRMC_springBone"],
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"children": [1, 3, 4, 5]},
            {"children": [2]},
            {"translation": [0, 1, 0]},
            {"mesh": 0, "skin": 0},
            {"camera": 0, "extensions": {"KHR_lights_punctual": {"light": 0}}},
            {"camera": 1, "mesh": 1, "extensions": {"KHR_lights_punctual": {"light": 2}}},
        ],
        "meshes": [
            {
                "primitives": [
                    {"attributes": attributes, "indices": indices, "material": 0, "targets": [target]}
                ]
            },
            {"primitives": [{"attributes": {"POSITION": positions}}]},
        ],
        "materials": [
            {
                "pbrMetallicRoughness": {
                    "baseColorTexture": dict(use),
                    "metallicRoughnessTexture": dict(use),
                },
                "normalTexture": dict(use),
                "occlusionTexture": dict(use),
                "emissiveTexture": dict(use),
                "emissiveFactor": [1, 1, 1],
            }
        ],
        "textures": [{"source": 0, "sampler": 0}],
        "samplers": [{}],
        "images": [{"uri": "data:image/png;base64," + b64encode(PNG).decode()}],
        "cameras": [
            {"type": "perspective", "perspective": {"yfov": 1, "znear": 0.5}},
            {"type": "orthographic", "orthographic": {"xmag": 2, "ymag": 2, "zfar": 9, "znear": 0.5}},
        ],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": store(binds, "MAT4")}],
        "animations": [
            {
                "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}],
                "samplers": [{"input": times, "output": turns}],
            }
        ],
        "accessors": accessors,
        "bufferViews": views,
        "extensions": {
            "KHR_lights_punctual": {
                "lights": [{"type": "directional"}, {"type": "point"}, {"type": "spot", "spot": {}}]
            },
            "VRMC_springBone": {
                "specVersion": "1.0",
                "springs": [{"joints": [{"node": 1}, {"node": 2}]}],
            },
        },
    }
    uri = "data:application/octet-stream;base64," + b64encode(data).decode()
    tree["buffers"] = [{"byteLength": len(data), "uri": uri}]
    return tree


def plants_in_gltf(tree: Json) -> Iterator[Planted]:
    """Every member of `GLTF_MEMBERS` in every object it fits, with extras and an unknown extension."""
    for path, members in GLTF_MEMBERS.items():
        for place in places(tree, path.split("/")):
            for name, value in members.items():
                yield Planted((*place, name), value)
            yield Planted((*place, "extras"), {"note": NEEDLE})
            yield Planted((*place, "extensions", "VENDOR_planted"), {"note": NEEDLE})
    yield Planted(("extras",), {"note": NEEDLE})
    yield Planted(("extensions", "VENDOR_planted"), {"note": NEEDLE})
    yield Planted((NEEDLE,), 1)
    for path, extensions in GLTF_EXTENSIONS.items():
        (place,) = places(tree, path.split("/"))
        for name, payload in extensions.items():
            yield Planted((*place, "extensions", name), payload)
    for collection, objects in GLTF_WHOLE.items():
        for value in objects:
            yield Planted((collection,), [*tree[collection], value])
    lens = {"xmag": NUMBER, "ymag": 1, "zfar": 2, "znear": 1}
    yield Planted(("cameras", 0, "orthographic"), lens)
    primitive: Place = ("meshes", 1, "primitives", 0, "attributes")
    attributes = tree["meshes"][0]["primitives"][0]["attributes"]
    for name in ("NORMAL", "TEXCOORD_0", "TEXCOORD_1"):
        yield Planted((*primitive, name), attributes[name])
    # Tangents without normals are ignored (§3.7.2.1).
    both = {name: attributes[name] for name in ("NORMAL", "TANGENT")}
    yield Planted(primitive, tree["meshes"][1]["primitives"][0]["attributes"] | both)
    for name, source in (("COLOR_0", "TANGENT"), ("COLOR_1", "TANGENT"), ("_HEAT", "NORMAL")):
        yield Planted((*primitive, name), attributes[source])
    yield Planted((*primitive[:-1], "targets"), [{"POSITION": attributes["POSITION"]}])
    for name in ("NORMAL", "TANGENT", "_HEAT"):
        yield Planted(("meshes", 0, "primitives", 0, "targets", 0, name), attributes["NORMAL"])
    for name in ("TEXCOORD_0", "TEXCOORD_1"):
        yield Planted(("meshes", 0, "primitives", 0, "targets", 0, name), attributes["TEXCOORD_0"])


# G4MF


def g4mf(folder: Path) -> Json:
    """The glTF document as G4MF, with its data inside, and with shapes and physics, which glTF has not."""
    import pantin

    pantin.convert(to_bytes(gltf()), folder / "base.g4tf", name="base.gltf")
    tree: Json = json.loads((folder / "base.g4tf").read_text(encoding="utf-8"))
    for buffer in tree["buffers"]:
        if not buffer.get("uri", "data:").startswith("data:"):
            data = (folder / buffer["uri"]).read_bytes()
            buffer["uri"] = "data:application/octet-stream;base64," + b64encode(data).decode()
    tree["shapes"] = [{"size": [1.0, 1.0, 1.0]}]
    tree["nodes"].append({"physics": {"motion": {"type": "dynamic"}, "collider": {"shape": 0}}})
    tree["nodes"][0]["children"].append(len(tree["nodes"]) - 1)
    return tree


STORAGE = {"g4mf.accessor", "g4mf.bufferView", "g4mf.buffer", "g4mf_file_ref"}
"""Objects that say how numbers and files are stored: of those, only what every object has is planted."""

OF_THE_FILE = {
    "g4mf.asset": {
        *("dimension", "generator", "version", "specification"),
        *("extensionsUsed", "extensionsRequired", "extensionDependencies"),
    }
}
"""Members that a new file has of its own. The dimension is that of everything else."""


def plants_in_g4mf(schemas: Path, tree: Json) -> Iterator[Planted]:
    """Every member that the schemas define, in every object of the document that does not have it."""
    yield from _plants(schemas, schemas / "g4mf.schema.json", tree, tree, ())


def _plants(schemas: Path, file: Path, value: Json, tree: Json, place: Place) -> Iterator[Planted]:
    kind = file.name.removesuffix(".schema.json")
    own = json.loads(file.read_text(encoding="utf-8")).get("properties", {})
    shared = json.loads((schemas / "g4mf_item.schema.json").read_text(encoding="utf-8"))["properties"]
    if kind == "g4mf.node":
        transform = json.loads((schemas / "g4mf_transform.schema.json").read_text(encoding="utf-8"))
        own = transform["properties"] | own
    for name, schema in (shared | own).items():
        if name in value:
            yield from _plants_inside(schemas, file, schema, value[name], tree, (*place, name))
        elif name in shared:
            yield Planted((*place, name), SHARED[name])
        elif kind not in STORAGE and name not in OF_THE_FILE.get(kind, ()):
            made = _example(file, name, schema, tree)
            if made is not None:
                yield Planted((*place, name), made)


SHARED: Json = {
    "comment": NEEDLE,
    "name": NEEDLE,
    "extras": {"note": NEEDLE},
    "extensions": {"VENDOR_planted": {"note": NEEDLE}},
}


def _plants_inside(
    schemas: Path, file: Path, schema: Json, value: Any, tree: Json, place: Place
) -> Iterator[Planted]:
    reference = schema.get("$ref") or schema.get("items", {}).get("$ref")
    reference = reference or next((part["$ref"] for part in schema.get("allOf", ())), None)
    if reference is None or "g4mf_index" in reference:
        return
    inner = (file.parent / reference).resolve()
    items = enumerate(value) if isinstance(value, list) else [(None, value)]
    for index, item in items:
        if isinstance(item, dict):
            yield from _plants(schemas, inner, item, tree, place if index is None else (*place, index))


def _example(file: Path, name: str, schema: Json, tree: Json) -> Any:
    """A valid value that is not the default; None where the base document has nothing to refer to."""
    key = f"{file.name.removesuffix('.schema.json')}.{name}"
    if key in EXAMPLES:
        return EXAMPLES[key]
    references = [schema.get("$ref"), *(part.get("$ref") for part in schema.get("allOf", ()))]
    reference = next((one for one in references if one), None)
    if reference is not None:
        if "g4mf_index" in reference:
            return 0
        inner = (file.parent / reference).resolve()
        properties = json.loads(inner.read_text(encoding="utf-8"))["properties"]
        members = {member: _example(inner, member, part, tree) for member, part in properties.items()}
        return {member: value for member, value in members.items() if value is not None}
    if "anyOf" in schema or "enum" in schema:
        words = schema.get("enum") or [option["const"] for option in schema["anyOf"] if "const" in option]
        return next((word for word in words if word != schema.get("default")), None)
    kind = schema.get("type")
    if kind == "array":
        item = _example(file, f"{name}[]", schema.get("items", {"type": "number"}), tree)
        return [item] * max(schema.get("minItems", 1), 1)
    values = {"string": NEEDLE, "boolean": not schema.get("default", False), "integer": 2, "number": NUMBER}
    return values.get(kind, {"note": {"note": NEEDLE}} if kind == "object" else None)


EXAMPLES: Json = {
    "g4mf_transform.position": [NUMBER, 0.0, 0.0],
    "g4mf.node.position": [NUMBER, 0.0, 0.0],
    "g4mf.node.scale": [1.0, NUMBER, 1.0],
    "g4mf.node.rotor": [0.8, 0.6, 0.0, 0.0],
    "g4mf.node.basis": [1.0, 0.0, 0.0, 0.0, NUMBER, 0.0, 0.0, 0.0, 1.0],
    "g4mf.node.children": None,
    "g4mf.node.camera.clipFar": 9.328125,
}
"""Values that must fit the rest of the document."""


def places(tree: Any, path: list[str], start: Place = ()) -> Iterator[Place]:
    """The places that a path leads to; `*` stands for every index."""
    if not path:
        yield start
        return
    first, *rest = path
    if first == "*":
        for index, item in enumerate(tree):
            yield from places(item, rest, (*start, index))
    elif isinstance(tree, list):
        yield from places(tree[int(first)], rest, (*start, int(first)))
    elif isinstance(tree, dict) and first in tree:
        yield from places(tree[first], rest, (*start, first))


def to_bytes(tree: Json) -> bytes:
    return json.dumps(tree).encode()


def glb_json(data: bytes) -> Json:
    """The JSON of a GLB."""
    length = struct.unpack_from("<I", data, 12)[0]
    parsed: Json = json.loads(data[20 : 20 + length])
    return parsed
