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
    normalized,
    plain,
)
from pantin.formats.gltf.ext import every
from pantin.formats.gltf.ext.extension import Extension
from pantin.formats.gltf.rules.extent import Extent, format_words, formats_words
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.usage import (
    Attribute,
    attributes,
    attributes_by_primitive,
)
from pantin.report import Finding, rule

_COLOUR = plain("VEC3", FLOAT) | plain("VEC4", FLOAT)
_COLOUR_FRACTIONS = normalized("VEC3", *UNSIGNED) | normalized("VEC4", *UNSIGNED)
# glTF 2.0 §3.7.2.1 (the tables of attribute formats) and §3.7.2.2 (of morph targets).
VERTEX_FORMATS: Final[Formats] = {
    "POSITION": plain("VEC3", FLOAT),
    "NORMAL": plain("VEC3", FLOAT),
    "TANGENT": plain("VEC4", FLOAT),
    "TEXCOORD": plain("VEC2", FLOAT) | normalized("VEC2", *UNSIGNED),
    "COLOR": _COLOUR | _COLOUR_FRACTIONS,
    "JOINTS": plain("VEC4", *UNSIGNED),
    "WEIGHTS": plain("VEC4", FLOAT) | normalized("VEC4", *UNSIGNED),
}
MORPH_FORMATS: Final[Formats] = {
    "POSITION": plain("VEC3", FLOAT),
    "NORMAL": plain("VEC3", FLOAT),
    "TANGENT": plain("VEC3", FLOAT),
    "TEXCOORD": plain("VEC2", FLOAT) | normalized("VEC2", *UNSIGNED, *SIGNED),
    "COLOR": _COLOUR | _COLOUR_FRACTIONS | normalized("VEC3", *SIGNED) | normalized("VEC4", *SIGNED),
}


@cache
def allowed_formats(
    semantic: str, morph: bool, widening: tuple[Extension, ...] = ()
) -> frozenset[Format] | None:
    """The formats of an attribute, with those that extensions add; None where the specification leaves them
    open.
    """
    name = semantic.split("_")[0]
    table = MORPH_FORMATS if morph else VERTEX_FORMATS
    if name not in table:
        return None
    added = [one.attribute_formats[morph] for one in widening if one.attribute_formats is not None]
    return table[name].union(*(formats.get(name, ()) for formats in added))


def widening(scope: Scope) -> tuple[Extension, ...]:
    """The extensions in use that add formats."""
    adding = [extension for extension in every() if extension.attribute_formats is not None]
    return tuple(one for one in adding if not scope.used_extensions.isdisjoint(one.names))


def formats_of(scope: Scope, attribute: Attribute) -> frozenset[Format] | None:
    return allowed_formats(attribute.semantic, attribute.target is not None, scope.fact(widening))


@rule(
    "GLTF-MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
    "error",
    "{semantic} is {format}; it must be {allowed}",
)
def attributes_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """The accessor of an attribute has one of the formats that its semantic allows.

    Why: readers prepare shaders for these formats and no others.
    Mend: convert the data; KHR_mesh_quantization allows more formats where it is declared.
    Source: glTF 2.0 §3.7.2.1 and §3.7.2.2.
    """
    for attribute in scope.fact(attributes):
        allowed = formats_of(scope, attribute)
        if allowed is not None and attribute.extent.format not in allowed:
            words = {"format": format_words(attribute.extent.format), "allowed": formats_words(allowed)}
            yield attributes_accessor_invalid_format.at(attribute.place, semantic=attribute.semantic, **words)


@rule(
    "GLTF-MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT",
    "error",
    "{semantic} uses unsigned integers of 32 bits, which vertex attributes cannot",
)
def attributes_accessor_unsigned_int(scope: Scope) -> Iterator[Finding]:
    """Attributes of one's own do not use unsigned integers of 32 bits.

    Why: OpenGL ES 2 and WebGL 1 have no such attributes.
    Mend: store the numbers as floats, or split them into shorts.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute in scope.fact(attributes):
        open_format = attribute.target is None and formats_of(scope, attribute) is None
        if open_format and attribute.extent.accessor.component_type == UNSIGNED_INT:
            yield attributes_accessor_unsigned_int.at(attribute.place, semantic=attribute.semantic)


@rule(
    "GLTF-MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS",
    "error",
    "the accessor of POSITION needs min and max",
)
def position_accessor_without_bounds(scope: Scope) -> Iterator[Finding]:
    """The accessor of POSITION states min and max, in morph targets too.

    Why: bounding boxes are taken from it without reading the data.
    Mend: add min and max to the accessor.
    Source: glTF 2.0 §3.7.2.1 and §3.7.2.2.
    """
    for attribute in scope.fact(attributes):
        accessor = attribute.extent.accessor
        if attribute.semantic == "POSITION" and (accessor.min is None or accessor.max is None):
            yield position_accessor_without_bounds.at(attribute.place)


@rule(
    "GLTF-MESH_PRIMITIVE_ACCESSOR_UNALIGNED",
    "error",
    "the data of {semantic} are not aligned to 4 bytes (byteOffset {offset}, {size} bytes per element)",
)
def accessor_unaligned(scope: Scope) -> Iterator[Finding]:
    """Every element of a vertex attribute starts on a 4-byte boundary.

    Why: graphics hardware fetches vertices in words of 4 bytes.
    Mend: pad each element to a multiple of 4 and state byteStride in the buffer view.
    Source: glTF 2.0 §3.6.2.4.
    """
    for attribute in scope.fact(attributes):
        extent = attribute.extent
        if (extent.offset or 0) % 4 or (extent.size % 4 and _is_tight(extent)):
            values: dict[str, Any] = {
                "semantic": attribute.semantic,
                "offset": extent.offset,
                "size": extent.size,
            }
            yield accessor_unaligned.at(attribute.place, **values)


def _is_tight(extent: Extent) -> bool:
    return extent.view is not None and extent.view.byte_stride is None


@rule(
    "GLTF-MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE",
    "error",
    "buffer view {view} serves several vertex attributes and has no byteStride",
)
def accessor_without_bytestride(scope: Scope) -> Iterator[Finding]:
    """A buffer view that two or more vertex attributes share states byteStride.

    Why: readers cannot tell from one accessor how the vertices of a shared view are spaced.
    Mend: add byteStride to the buffer view, or give each attribute a view of its own.
    Source: glTF 2.0 §3.6.2.4.
    """
    sharing: dict[int, set[int]] = {}
    for attribute in scope.fact(attributes):
        extent, view = attribute.extent, attribute.extent.accessor.buffer_view
        if view is None or not _is_tight(extent) or extent.index in sharing.setdefault(view, set()):
            continue
        sharing[view].add(extent.index)
        if len(sharing[view]) > 1:
            yield accessor_without_bytestride.at(attribute.place, view=view)


@rule(
    "GLTF-MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT",
    "error",
    "{semantic} has {count} elements where the primitive has {vertices} vertices",
)
def unequal_accessor_count(scope: Scope) -> Iterator[Finding]:
    """All attributes of a primitive have the same count.

    Why: element i of each belongs to vertex i.
    Mend: make the counts equal.
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
            values: dict[str, Any] = {"semantic": attribute.semantic, "count": count, "vertices": vertices}
            yield unequal_accessor_count.at(attribute.place, **values)


@rule(
    "GLTF-MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR",
    "error",
    "a morph target changes {semantic}, which the primitive does not have",
)
def morph_target_no_base_accessor(scope: Scope) -> Iterator[Finding]:
    """A morph target changes only attributes that the primitive has.

    Why: the displacements are added to the primitive's own values.
    Mend: add the attribute to the primitive, or remove it from the target.
    Source: glTF 2.0 §3.7.2.2.
    """
    for attribute, base in _morphs(scope):
        if base is None:
            yield morph_target_no_base_accessor.at(attribute.place, semantic=attribute.semantic)


@rule(
    "GLTF-MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT",
    "error",
    "the morph target has {count} elements of {semantic}, the primitive {vertices}",
)
def morph_target_invalid_attribute_count(scope: Scope) -> Iterator[Finding]:
    """A morph target has as many elements as the attribute that it changes.

    Why: displacement i is added to vertex i.
    Mend: make the counts equal; a sparse accessor can leave most of them out.
    Source: glTF 2.0 §3.7.2.2.
    """
    for attribute, base in _morphs(scope):
        if base is not None and base.count != attribute.extent.count:
            values: dict[str, Any] = {"count": attribute.extent.count, "vertices": base.count}
            yield morph_target_invalid_attribute_count.at(
                attribute.place, semantic=attribute.semantic, **values
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
