"""Fuzz cameras, lights, materials and their extensions: any JSON in place of their objects is findings."""

from __future__ import annotations

import copy
import json
from typing import Any

from pantin.base.errors import PantinError
from pantin.base.limits import Limits
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

LIGHTS, VARIANTS, POINTER = "KHR_lights_punctual", "KHR_materials_variants", "KHR_animation_pointer"
INSTANCES, TRANSFORM = "EXT_mesh_gpu_instancing", "KHR_texture_transform"
MATERIAL: dict[str, dict[str, Any]] = {
    "KHR_materials_anisotropy": {"anisotropyTexture": {"index": 0}},
    "KHR_materials_clearcoat": {"clearcoatNormalTexture": {"index": 0, "extensions": {TRANSFORM: {}}}},
    "KHR_materials_dispersion": {"dispersion": 1},
    "KHR_materials_emissive_strength": {"emissiveStrength": 2},
    "KHR_materials_ior": {"ior": 0},
    "KHR_materials_iridescence": {"iridescenceThicknessTexture": {"index": 0}},
    "KHR_materials_specular": {"specularColorFactor": [1, 1, 1]},
    "KHR_materials_unlit": {},
    "KHR_materials_volume": {"thicknessFactor": 1},
}
PRIMITIVE = {
    "attributes": {"POSITION": 0},
    "material": 0,
    "extensions": {VARIANTS: {"mappings": [{"material": 0, "variants": [0]}]}},
}
TARGET = {"path": "pointer", "extensions": {POINTER: {"pointer": "/nodes/0/scale"}}}
GOOD: dict[str, Any] = {
    "asset": {"version": "2.0"},
    "extensionsUsed": [LIGHTS, VARIANTS, POINTER, INSTANCES, TRANSFORM, "EXT_texture_webp", *MATERIAL],
    "extensions": {
        LIGHTS: {"lights": [{"type": "spot", "spot": {}}]},
        VARIANTS: {"variants": [{"name": "red"}]},
    },
    "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"}],
    "animations": [{"channels": [{"sampler": 0, "target": TARGET}], "samplers": [{"input": 0, "output": 0}]}],
    "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}],
    "images": [{"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="}],
    "materials": [{"normalTexture": {"index": 0}, "pbrMetallicRoughness": {}, "extensions": MATERIAL}],
    "meshes": [{"primitives": [PRIMITIVE]}],
    "nodes": [{"mesh": 0, "extensions": {LIGHTS: {"light": 0}, INSTANCES: {"attributes": {"SCALE": 0}}}}],
    "samplers": [{"magFilter": 9728}],
    "textures": [{"sampler": 0, "source": 0, "extensions": {"EXT_texture_webp": {"source": 0}}}],
}
LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 12, chunks=256)


def _places(value: Any, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of all members and elements of a JSON tree."""
    inner: Any = (
        value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    )
    return [place for key, item in inner for place in ((*way, key), *_places(item, (*way, key)))]


PLACES = _places(GOOD)


def changed(data: bytes) -> bytes:
    """The good file with the JSON of `data` in the place that its first byte chooses; else `data` itself."""
    try:
        value = json.loads(data[1:])
    except (ValueError, RecursionError):
        return data
    here: Any = copy.deepcopy(GOOD)
    tree = here
    *way, last = PLACES[data[0] % len(PLACES)]
    for token in way:
        here = here[token]
    here[last] = value
    return json.dumps(tree).encode()


def target(data: bytes) -> None:
    try:
        check(read(changed(data), name="x.gltf", limits=LIMITS))
    except PantinError:
        return
