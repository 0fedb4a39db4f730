"""KHR_animation_pointer pointers to properties of a rig: materials, lights, cameras, and visibility of nodes.
One table serves `lift` and the writers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.edits import DOUBLED, list_as_used
from pantin.formats.gltf.extension_names import ANIMATION_POINTER, LIGHTS, TEXTURE_TRANSFORM, VISIBILITY
from pantin.formats.gltf.material_extensions import GROUPS, group_members, is_texture
from pantin.report.pointer import pointer, tokens
from pantin.rig import AnimatedProperty, Clip, Orthographic, Rig
from pantin.rig.clip import VISIBLE, AnimatedPart, Value

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

MATERIAL = {
    "alphaCutoff": "alpha_cutoff",
    "emissiveFactor": "emissive",
    "normalTexture/scale": "normal_scale",
    "occlusionTexture/strength": "occlusion_strength",
    "pbrMetallicRoughness/baseColorFactor": "base_color",
    "pbrMetallicRoughness/metallicFactor": "metallic",
    "pbrMetallicRoughness/roughnessFactor": "roughness",
}
TEXTURES = {
    "pbrMetallicRoughness/baseColorTexture": "base_color_texture",
    "pbrMetallicRoughness/metallicRoughnessTexture": "metallic_roughness_texture",
    "normalTexture": "normal_texture",
    "occlusionTexture": "occlusion_texture",
    "emissiveTexture": "emissive_texture",
}
LIGHT = {
    "color": "color",
    "intensity": "intensity",
    "range": "range",
    "spot/innerConeAngle": "inner_cone",
    "spot/outerConeAngle": "outer_cone",
}
PERSPECTIVE = {"aspectRatio": "aspect", "yfov": "fov", "zfar": "far", "znear": "near"}
ORTHOGRAPHIC = {"xmag": "width", "ymag": "height", "zfar": "far", "znear": "near"}


class Place(NamedTuple):
    """The path of a field in files: `prefix`, an index, and `path`."""

    part: AnimatedPart
    field: str
    prefix: str
    path: str


def _material_places() -> Iterator[tuple[str, str]]:
    """The paths of numbers in a material, with their fields."""
    yield from MATERIAL.items()
    textures = dict(TEXTURES)
    for group in GROUPS:
        before = f"{group.part}." if group.part else ""
        for member, field in group_members(group.extension):
            path = f"extensions/{group.extension}/{member.name}"
            if is_texture(member):
                textures[path] = before + field
                if member.attribute in group.scaled:
                    yield f"{path}/scale", before + group.scaled[member.attribute]
            else:
                yield path, before + field
    for path, field in textures.items():
        for name in ("offset", "rotation", "scale"):
            yield f"{path}/extensions/{TEXTURE_TRANSFORM}/{name}", f"{field}.transform.{name}"


@cache
def _places() -> tuple[Place, ...]:
    places = [Place("materials", field, "/materials", path) for path, field in _material_places()]
    places += [Place("lights", field, f"/extensions/{LIGHTS}/lights", path) for path, field in LIGHT.items()]
    places += [
        Place("cameras", field, "/cameras", f"{kind}/{path}")
        for kind, fields in (("perspective", PERSPECTIVE), ("orthographic", ORTHOGRAPHIC))
        for path, field in fields.items()
    ]
    places.append(Place("nodes", VISIBLE, "/nodes", f"extensions/{VISIBILITY}/visible"))
    return tuple(places)


@cache
def _by_path() -> dict[tuple[str, str], Place]:
    return {(place.prefix, place.path): place for place in _places()}


@cache
def _by_field() -> dict[tuple[str, str, str], Place]:
    """Places by part, kind of camera, and field."""
    return {
        (place.part, place.path.partition("/")[0] if place.part == "cameras" else "", place.field): place
        for place in _places()
    }


def place_of(text: str) -> tuple[Place, int] | None:
    """The place and the index in a pointer; None if a rig has no such field."""
    path = tokens(text)
    start = 4 if path[:1] == ("extensions",) else 2
    if len(path) <= start or not path[start - 1].isdecimal() or len(path[start - 1]) > LONGEST_INDEX:
        return None
    place = _by_path().get((pointer(*path[: start - 1]), "/".join(path[start:])))
    return None if place is None else (place, int(path[start - 1]))


def property_of(text: str, rig: Rig) -> AnimatedProperty | None:
    """The rig property at a pointer; None if the rig lacks it."""
    located = place_of(text)
    if located is None:
        return None
    place, index = located
    if place.part == "cameras" and index < len(rig.cameras) and place.path.split("/")[0] != _lens(rig, index):
        return None
    return AnimatedProperty(place.part, index, place.field)


LONGEST_INDEX = 18
"""The most digits of an index: no file has 10^18 materials, and Python refuses to parse thousands of
digits."""


def _lens(rig: Rig, camera: int) -> str:
    return "orthographic" if isinstance(rig.cameras[camera].projection, Orthographic) else "perspective"


def pointer_of(target: AnimatedProperty, rig: Rig) -> str | None:
    """The pointer to a property of a rig; None if glTF lacks the property."""
    lens = _lens(rig, target.index) if target.part == "cameras" else ""
    place = _by_field().get((target.part, lens, target.field))
    return None if place is None else f"{place.prefix}/{target.index}/{place.path}"


def lifted_values(target: AnimatedProperty, stored: NDArray[Any]) -> NDArray[Any]:
    """Convert the values of an accessor to values of a property."""
    if target.part == "nodes":
        return np.asarray((stored != 0).astype(np.float64))
    return np.asarray(stored * 2) if target.part == "cameras" and target.field in DOUBLED else stored


def state_property(document: Document, target: AnimatedProperty, value: Value, rig: Rig) -> None:
    """Set a property of a document, adding missing objects on the way to it."""
    text = pointer_of(target, rig)
    if text is None:
        return
    if target.part == "cameras" and target.field in DOUBLED and isinstance(value, float):
        value /= 2
    state_parents_in(document, text)
    document.set(text, list(value) if isinstance(value, tuple) else value)


def with_stated_properties(document: Document, rig: Rig, clip: Clip) -> tuple[Clip, list[str]]:
    """The clip with only the properties that glTF has, and their pointers. Objects that the document lacks
    for them are added."""
    named = [(each, pointer_of(each.target, rig)) for each in clip.properties]
    kept = [(each, text) for each, text in named if text is not None]
    for _, text in kept:
        state_parents_in(document, text)
    if kept:
        list_as_used(document, ANIMATION_POINTER)
    return clip.replace(properties=tuple(each for each, _ in kept)), [text for _, text in kept]


def state_parents_in(document: Document, text: str) -> None:
    """Like `state_parents`, for a document under edit."""
    path = tokens(text)[:-1]
    for number, token in enumerate(path):
        holder: Any = document.tree  # from the root: an edit replaces what it is in
        for outer in path[:number]:
            holder = holder[int(outer) if isinstance(holder, list) else outer]
        if isinstance(holder, dict) and token not in holder:
            document.set(pointer(*path[: number + 1]), {})
            if number and path[number - 1] == "extensions":
                list_as_used(document, token)


def state_parents(tree: Any, text: str) -> list[str]:
    """Add missing objects on the way to the property of a pointer in a new document, which omits objects with
    default values only; returns the extensions this uses."""
    added = []
    path = tokens(text)[:-1]
    for number, token in enumerate(path):
        if isinstance(tree, list):
            tree = tree[int(token)]
            continue
        if token not in tree:
            tree[token] = {}
            if number and path[number - 1] == "extensions":
                added.append(token)
        tree = tree[token]
    return added
