"""Rules about the accessors of vertex attributes and morph targets: formats, alignment, counts, bounds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from pantin.formats.gltf.codes import (
    FLOAT,
    SIGNED,
    UNSIGNED,
    UNSIGNED_INT,
    Format,
    Formats,
    normalized_formats,
    plain,
)
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.extent import Extent, format_words, formats_words
from pantin.formats.gltf.rules.usage import (
    Attribute,
    attributes,
    attributes_by_primitive,
)
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import counted

_COLOUR = plain("VEC3", FLOAT) | plain("VEC4", FLOAT)
_COLOUR_FRACTIONS = normalized_formats("VEC3", *UNSIGNED) | normalized_formats("VEC4", *UNSIGNED)
# glTF 2.0 §3.7.2.1 (the tables of attribute formats) and §3.7.2.2 (of morph targets).
VERTEX_FORMATS: Final[Formats] = {
    "POSITION": plain("VEC3", FLOAT),
    "NORMAL": plain("VEC3", FLOAT),
    "TANGENT": plain("VEC4", FLOAT),
    "TEXCOORD": plain("VEC2", FLOAT) | normalized_formats("VEC2", *UNSIGNED),
    "COLOR": _COLOUR | _COLOUR_FRACTIONS,
    "JOINTS": plain("VEC4", *UNSIGNED),
    "WEIGHTS": plain("VEC4", FLOAT) | normalized_formats("VEC4", *UNSIGNED),
}
MORPH_FORMATS: Final[Formats] = {
    "POSITION": plain("VEC3", FLOAT),
    "NORMAL": plain("VEC3", FLOAT),
    "TANGENT": plain("VEC3", FLOAT),
    "TEXCOORD": plain("VEC2", FLOAT) | normalized_formats("VEC2", *UNSIGNED, *SIGNED),
    "COLOR": _COLOUR
    | _COLOUR_FRACTIONS
    | normalized_formats("VEC3", *SIGNED)
    | normalized_formats("VEC4", *SIGNED),
}


@cache
def allowed_formats(
    semantic: str, morph: bool, format_extensions: tuple[Extension, ...] = ()
) -> frozenset[Format] | None:
    """The formats of an attribute, with additions by extensions; None if any format is allowed."""
    name = semantic.split("_")[0]
    table = MORPH_FORMATS if morph else VERTEX_FORMATS
    if name not in table:
        return None
    added = [
        extension.attribute_formats[morph]
        for extension in format_extensions
        if extension.attribute_formats is not None
    ]
    return table[name].union(*(formats.get(name, ()) for formats in added))


def format_extensions(scope: Scope) -> tuple[Extension, ...]:
    """The extensions in use that add formats."""
    adding = [extension for extension in every() if extension.attribute_formats is not None]
    return tuple(extension for extension in adding if not scope.used_extensions.isdisjoint(extension.names))


def formats_of(scope: Scope, attribute: Attribute) -> frozenset[Format] | None:
    return allowed_formats(attribute.semantic, attribute.target is not None, scope.fact(format_extensions))


@rule(
    "GLTF-MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
    "error",
    "{attribute} is {format}, expected {allowed}",
)
def attributes_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Vertex attribute has an invalid format.

    What: The accessor of a vertex attribute or morph target must have one of the formats that its semantic
    allows.
    Why: Readers prepare shaders for these formats only.
    Fix: Convert the data. KHR_mesh_quantization allows more formats where it is declared.
    Source: glTF 2.0 §3.7.2.1 and §3.7.2.2.
    """
    for attribute in scope.fact(attributes):
        allowed = formats_of(scope, attribute)
        if allowed is not None and attribute.extent.format not in allowed:
            words = {"format": format_words(attribute.extent.format), "allowed": formats_words(allowed)}
            name = attribute.describe(scope)
            yield attributes_accessor_invalid_format.at(attribute.pointer, attribute=name, **words)


@rule(
    "GLTF-MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT",
    "error",
    "{attribute} has component type UNSIGNED_INT, which vertex attributes do not support",
)
def attributes_accessor_unsigned_int(scope: Scope) -> Iterator[Finding]:
    """Vertex attribute of 32-bit integers.

    What: Custom vertex attributes must not have the component type UNSIGNED_INT.
    Why: OpenGL ES 2 and WebGL 1 have no such attributes.
    Fix: Store the numbers as floats, or split them into shorts.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute in scope.fact(attributes):
        open_format = attribute.target is None and formats_of(scope, attribute) is None
        if open_format and attribute.extent.accessor.component_type == UNSIGNED_INT:
            name = attribute.describe(scope)
            yield attributes_accessor_unsigned_int.at(attribute.pointer, attribute=name)


@rule(
    "GLTF-MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS",
    "error",
    "{attribute} has no min and max ({accessor})",
)
def position_accessor_without_bounds(scope: Scope) -> Iterator[Finding]:
    """Positions have no bounds.

    What: The accessors of POSITION must have `min` and `max`, in morph targets too.
    Why: Readers use them as bounding boxes without reading the data.
    Fix: Add `min` and `max` to the accessor.
    Source: glTF 2.0 §3.7.2.1 and §3.7.2.2.
    """
    for attribute in scope.fact(attributes):
        accessor = attribute.extent.accessor
        if attribute.semantic == "POSITION" and (accessor.min is None or accessor.max is None):
            yield position_accessor_without_bounds.at(
                attribute.pointer,
                attribute=attribute.describe(scope),
                accessor=scope.named("accessor", attribute.extent.index),
            )


@rule(
    "GLTF-MESH_PRIMITIVE_ACCESSOR_UNALIGNED",
    "error",
    "{attribute} is not aligned to 4 bytes (byteOffset {offset}, {size} per element)",
)
def accessor_unaligned(scope: Scope) -> Iterator[Finding]:
    """Vertex attribute is not aligned.

    What: Every element of a vertex attribute must start at a multiple of 4 bytes.
    Why: Graphics hardware fetches vertices in words of 4 bytes.
    Fix: Pad each element to a multiple of 4 bytes, and set `byteStride` of the buffer view.
    Source: glTF 2.0 §3.6.2.4.
    """
    for attribute in scope.fact(attributes):
        extent = attribute.extent
        if (extent.offset or 0) % 4 or (extent.size % 4 and _is_tight(extent)):
            values: dict[str, Any] = {
                "attribute": attribute.describe(scope),
                "offset": extent.offset or 0,
                "size": counted(extent.size, "byte"),
            }
            yield accessor_unaligned.at(attribute.pointer, **values)


def _is_tight(extent: Extent) -> bool:
    return extent.view is not None and extent.view.byte_stride is None


@rule(
    "GLTF-MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE",
    "error",
    "{view} is shared by several vertex attributes, so it needs a byteStride",
)
def accessor_without_bytestride(scope: Scope) -> Iterator[Finding]:
    """Shared buffer view has no stride.

    What: A buffer view that two or more vertex attributes share must have `byteStride`.
    Why: Readers cannot tell from one accessor how the vertices are spaced.
    Fix: Add `byteStride` to the buffer view, or give each attribute its own view.
    Source: glTF 2.0 §3.6.2.4.
    """
    sharing: dict[int, set[int]] = {}
    for attribute in scope.fact(attributes):
        extent, view = attribute.extent, attribute.extent.accessor.buffer_view
        if view is None or not _is_tight(extent) or extent.index in sharing.setdefault(view, set()):
            continue
        sharing[view].add(extent.index)
        if len(sharing[view]) > 1:
            yield accessor_without_bytestride.at(attribute.pointer, view=scope.named("buffer view", view))


@rule(
    "GLTF-MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT",
    "error",
    "{attribute} has {count}, expected {vertices}, as the other attributes have",
)
def unequal_accessor_count(scope: Scope) -> Iterator[Finding]:
    """Vertex attributes have different lengths.

    What: The accessors of all attributes of a primitive must have the same `count`.
    Why: Element i of each attribute belongs to vertex i.
    Fix: Make the counts equal.
    Source: glTF 2.0 §3.7.2.1.
    """
    first: dict[tuple[int, int], int] = {}
    for attribute in scope.fact(attributes):
        if attribute.target is not None:
            continue
        owner, count = (attribute.owner.mesh, attribute.owner.number), attribute.extent.count
        if count != -1:
            first.setdefault(owner, count)
        # A broken count before any other is compared with none.
        vertices = first.get(owner, count)
        if vertices != count:
            values = {"attribute": attribute.describe(scope), "count": counted(max(count, 0), "element")}
            yield unequal_accessor_count.at(attribute.pointer, **values, vertices=vertices)


@rule(
    "GLTF-MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR",
    "error",
    "{attribute} changes an attribute that the primitive does not have",
    only_with=("targets",),
)
def morph_target_no_base_accessor(scope: Scope) -> Iterator[Finding]:
    """Morph target changes a missing attribute.

    What: A morph target may have only the attributes that its primitive has.
    Why: Its displacements are added to the values of the primitive.
    Fix: Add the attribute to the primitive, or remove it from the morph target.
    Source: glTF 2.0 §3.7.2.2.
    """
    for attribute, base in _morphs(scope):
        if base is None:
            yield morph_target_no_base_accessor.at(attribute.pointer, attribute=attribute.describe(scope))


@rule(
    "GLTF-MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT",
    "error",
    "{attribute} has {count}, but the primitive has {vertices}",
    only_with=("targets",),
)
def morph_target_invalid_attribute_count(scope: Scope) -> Iterator[Finding]:
    """Morph target has the wrong number of elements.

    What: An attribute of a morph target must have the `count` of the same attribute of its primitive.
    Why: Displacement i is added to vertex i.
    Fix: Make the counts equal. A sparse accessor can omit most of them.
    Source: glTF 2.0 §3.7.2.2.
    """
    for attribute, base in _morphs(scope):
        if base is not None and base.count != attribute.extent.count:
            count = counted(max(attribute.extent.count, 0), "element")
            values: dict[str, Any] = {"count": count, "vertices": max(base.count, 0)}
            yield morph_target_invalid_attribute_count.at(
                attribute.pointer, attribute=attribute.describe(scope), **values
            )


def _morphs(scope: Scope) -> Iterator[tuple[Attribute, Extent | None]]:
    by_primitive = scope.fact(attributes_by_primitive)
    for attribute in scope.fact(attributes):
        if attribute.target is not None:
            yield (
                attribute,
                by_primitive[attribute.owner.mesh, attribute.owner.number].get(attribute.semantic),
            )


RULES = (
    position_accessor_without_bounds,
    attributes_accessor_invalid_format,
    attributes_accessor_unsigned_int,
    accessor_unaligned,
    unequal_accessor_count,
    accessor_without_bytestride,
    morph_target_no_base_accessor,
    morph_target_invalid_attribute_count,
)
