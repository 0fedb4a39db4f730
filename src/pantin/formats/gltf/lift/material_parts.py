"""Optional parts of materials, from the objects of their extensions."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any, TypeVar

import msgspec

from pantin.formats.gltf.extension_names import TEXTURE_TRANSFORM
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.lift.source import Source
from pantin.formats.gltf.material_extensions import GROUPS, OUTLINE_MODES, Group, group_members, is_texture
from pantin.formats.gltf.schema import Property, TextureInfo
from pantin.formats.gltf.tolerant_decode import decode_object
from pantin.formats.members.description import members
from pantin.report.pointer import JsonPath
from pantin.rig import Json, TextureTransform, TextureUse
from pantin.rig.material_parts import PARTS

T = TypeVar("T", bound=Property)


def material_parts(source: Source, extensions: Json, path: JsonPath, what: str) -> dict[str, Any]:
    """The material fields that extensions store; `path` is that of `extensions`."""
    fields: dict[str, Any] = {}
    for group in GROUPS:
        if group.extension in extensions:
            payload = extensions[group.extension]
            fields |= group_fields(source, group, payload, (*path, group.extension), what)
    return fields


def group_fields(source: Source, group: Group, payload: Any, path: JsonPath, what: str) -> dict[str, Any]:
    """The material fields in the object of one extension."""
    name = f"{group.extension} of {what}"
    decoded = decode_part(source, payload, group.struct, path, name)
    if decoded is None:
        return {}
    values: dict[str, Any] = {}
    for member, field in group_members(group.extension):
        value = getattr(decoded, member.attribute)
        if value is None:
            continue
        at, label = (*path, member.name), f'"{member.name}" of {name}'
        if is_texture(member):
            values[field] = texture_use(source, value, at, label)
            scale = getattr(value, "scale", None)
            if member.attribute in group.scaled and scale is not None:
                values[group.scaled[member.attribute]] = scale
        elif isinstance(value, str) and value not in OUTLINE_MODES:
            source.skip(at, label, f"it is not one of {', '.join(OUTLINE_MODES)}")
        elif not _is_finite(value):
            source.skip(at, label, "it is not finite")
        else:
            values[field] = OUTLINE_MODES[value] if isinstance(value, str) else value
    return {group.part: PARTS[group.part](**values)} if group.part else values


def texture_use(source: Source, info: TextureInfo, path: JsonPath, what: str) -> TextureUse | None:
    """A texture of a material; None if it does not exist."""
    count = len(source.model.textures)
    if info.index is None or info.index >= count:
        source.skip((*path, "index"), what, f"it is not one of the {count} textures")
        return None
    extras = info.extras
    if extras is not None and not isinstance(extras, dict):
        source.skip((*path, "extras"), f"extras of {what}", "it is not an object")
        extras = None
    moved = (info.extensions or {}).get(TEXTURE_TRANSFORM)
    at = (*path, "extensions", TEXTURE_TRANSFORM)
    transform = None if moved is None else texture_transform(source, moved, at, what)
    return TextureUse(info.index, info.tex_coord or 0, transform, extras)


def texture_transform(source: Source, payload: Any, path: JsonPath, what: str) -> TextureTransform | None:
    """The transform of texture coordinates; None for the identity."""
    record = find(TEXTURE_TRANSFORM)
    assert record is not None
    assert record.schema is not None
    struct: Any = record.schema.get()[TextureInfo]
    decoded: Any = decode_part(source, payload, struct, path, f"{TEXTURE_TRANSFORM} of {what}")
    if decoded is None:
        return None
    values = {
        "offset": decoded.offset,
        "rotation": decoded.rotation,
        "scale": decoded.scale,
        "texcoord": decoded.tex_coord,
    }
    stated: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    for name in [name for name, value in stated.items() if not _is_finite(value)]:
        source.skip((*path, name), f"{name} of {what}", "it is not finite")
        del stated[name]
    transform = TextureTransform(**stated)
    return None if transform == TextureTransform() else transform


def decode_part(source: Source, payload: Any, struct: type[T], path: JsonPath, what: str) -> T | None:
    """The object of an extension without its broken members, which are reported."""
    try:
        # The structs allow None for any member, which is a fault in a file.
        if isinstance(payload, dict) and None not in payload.values():
            return msgspec.convert(payload, struct)
    except (msgspec.ValidationError, OverflowError, RecursionError):
        pass
    decoded, _ = decode_object(path, payload, struct, ())
    if not isinstance(decoded, struct):
        source.skip(path, what, "it is not an object")
        return None
    _report_broken(source, payload, decoded, path, what)
    return decoded


def _report_broken(source: Source, payload: Json, decoded: Property, path: JsonPath, what: str) -> None:
    """Report members of the file that the decoded object lacks."""
    for member in members(type(decoded)):
        if member.name in payload:
            value, at = getattr(decoded, member.attribute), (*path, member.name)
            label = f'"{member.name}" of {what}'
            if value is None:
                source.skip(at, label, "it is not valid")
            elif isinstance(value, Property):
                _report_broken(source, payload[member.name], value, at, label)


def _is_finite(value: Any) -> bool:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or isfinite(value)
