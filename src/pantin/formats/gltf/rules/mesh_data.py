"""Rules about the numbers of a mesh: indices, unit normals and tangents, colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.codes import FLOAT, INTEGER_RANGES
from pantin.formats.gltf.rules.attribute import formats_of
from pantin.formats.gltf.rules.extent import Extent, extent, numbers
from pantin.formats.gltf.rules.mesh import INDEX_FORMATS, TRIANGLES, mode_of
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.usage import Attribute, PlacedPrimitive, attributes, primitives, vertex_count
from pantin.report import Finding, rule
from pantin.report.wording import and_more

# Three components in steps of 1/127 are off by half a step each, a length by sqrt(3)/254 = 0.0068 at the very
# most; the Khronos validator's bound is just above the greatest error that occurs.
UNIT_LENGTH_TOLERANCE: Final = 0.00674
# Rows turned into float64 at a time: 2 MiB of three components, a processor's cache.
CHUNK_ROWS: Final = 1 << 16


def divisor(extent: Extent) -> float | None:
    """What stored integers are divided by, None where the accessor does not say so."""
    if not extent.accessor.normalized or extent.accessor.component_type == FLOAT:
        return None
    return float(INTEGER_RANGES[extent.accessor.component_type or 0][1])


def fractions(stored: NDArray[Any], whole: float | None) -> NDArray[np.float64]:
    """Stored numbers as float64, integers normalised where there is a divisor."""
    wide = stored.astype(np.float64)
    if whole is None:
        return wide
    wide /= whole
    return np.maximum(wide, -1.0, out=wide)


def index_lists(scope: Scope) -> list[tuple[PlacedPrimitive, NDArray[Any]]]:
    """The indices of the primitives that have readable ones in a valid format."""
    found = []
    for owner in scope.fact(primitives):
        indices = extent(scope, owner.primitive.indices)
        if indices is not None and indices.format in INDEX_FORMATS:
            array = numbers(scope, indices)
            if array is not None:
                found.append((owner, array[:, 0]))
    return found


@rule("GLTF-ACCESSOR_INDEX_OOB", "error", "index {position} is {value}, but the last vertex is {last}{more}")
def accessor_index_oob(scope: Scope) -> Iterator[Finding]:
    """Indices name vertices that exist.

    Why: others read past the end of the vertex buffer.
    Mend: correct the indices, or add the missing vertices.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, indices in scope.fact(index_lists):
        vertices = max(vertex_count(scope, owner), 0)
        if int(scope.measured(np.max, indices)) < vertices:
            continue
        wrong = np.flatnonzero(indices >= vertices)
        k = int(wrong[0])
        values: dict[str, Any] = {
            "position": k,
            "value": indices[k],
            "last": vertices - 1,
            "more": and_more(len(wrong)),
        }
        yield accessor_index_oob.at(owner.at("indices"), **values)


@rule(
    "GLTF-ACCESSOR_INDEX_PRIMITIVE_RESTART",
    "error",
    "index {position} is {value}, the value that restarts primitives{more}",
)
def accessor_index_primitive_restart(scope: Scope) -> Iterator[Finding]:
    """Indices do not hold the greatest value of their type.

    Why: graphics libraries take it as the start of a new primitive, some always.
    Mend: store the indices in a wider type.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, indices in scope.fact(index_lists):
        restart = np.iinfo(indices.dtype).max
        if int(scope.measured(np.max, indices)) == restart:
            wrong = np.flatnonzero(indices == restart)
            values: dict[str, Any] = {
                "position": int(wrong[0]),
                "value": restart,
                "more": and_more(len(wrong)),
            }
            yield accessor_index_primitive_restart.at(owner.at("indices"), **values)


@rule("GLTF-ACCESSOR_INDEX_TRIANGLE_DEGENERATE", "info", "{wrong} of {total} triangles use a vertex twice")
def accessor_index_triangle_degenerate(scope: Scope) -> Iterator[Finding]:
    """The three corners of a triangle are different vertices.

    Why: others have no area; they cost time and are never seen.
    Mend: remove these triangles.
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, indices in scope.fact(index_lists):
        if mode_of(scope, owner) not in (TRIANGLES, None):
            continue
        wrong = scope.measured(_degenerate, indices)
        if wrong:
            total = len(indices) // 3
            yield accessor_index_triangle_degenerate.at(owner.at("indices"), wrong=wrong, total=total)


def _degenerate(indices: NDArray[Any]) -> int:
    """How many triangles have a corner twice."""
    a, b, c = indices[: len(indices) // 3 * 3].reshape(-1, 3).T
    return int(np.count_nonzero((a == b) | (b == c) | (c == a)))


def _valid(scope: Scope, *semantics: str) -> Iterator[tuple[Attribute, NDArray[Any]]]:
    """The readable base attributes of these semantics that have one of their formats."""
    for attribute in scope.fact(attributes):
        if attribute.target is not None or attribute.semantic not in semantics:
            continue
        if attribute.extent.format in (formats_of(scope, attribute) or ()):
            array = numbers(scope, attribute.extent)
            if array is not None:
                yield attribute, array


@dataclass(frozen=True, slots=True)
class OffUnit:
    """The first of `count` rows that are not of unit length."""

    row: int
    length: float
    count: int


def off_unit(stored: NDArray[Any], whole: float | None, components: int, tolerance: float) -> OffUnit | None:
    """The rows whose first `components` are off unit length, in double precision, some rows at a time."""
    first, count = None, 0
    for start in range(0, len(stored), CHUNK_ROWS):
        wide = fractions(stored[start : start + CHUNK_ROWS, :components], whole)
        squares = wide[:, 0] * wide[:, 0]
        for c in range(1, components):
            squares += wide[:, c] * wide[:, c]
        lengths = np.sqrt(squares)
        wrong = np.flatnonzero(np.abs(lengths - 1.0) > tolerance)
        count += len(wrong)
        if first is None and len(wrong):
            first = start + int(wrong[0]), float(lengths[wrong[0]])
    return OffUnit(*first, count) if first is not None else None


@rule("GLTF-ACCESSOR_VECTOR3_NON_UNIT", "error", "{semantic} {element} has length {length:.6g}, not 1{more}")
def accessor_vector3_non_unit(scope: Scope) -> Iterator[Finding]:
    """Normals, and tangents without their sign, are of length 1.

    Why: shaders use them as directions without normalising them first.
    Mend: normalise them; where one is zero, recompute it from the triangles around it.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute, array in _valid(scope, "NORMAL", "TANGENT"):
        found = scope.measured(off_unit, array, divisor(attribute.extent), 3, UNIT_LENGTH_TOLERANCE)
        if found is not None:
            values: dict[str, Any] = {"semantic": attribute.semantic, "element": found.row}
            values |= {"length": found.length, "more": and_more(found.count)}
            yield accessor_vector3_non_unit.at(attribute.place, **values)


@rule("GLTF-ACCESSOR_INVALID_SIGN", "error", "w of TANGENT {element} is {value}; it must be 1 or -1{more}")
def accessor_invalid_sign(scope: Scope) -> Iterator[Finding]:
    """The fourth component of a tangent is 1 or -1.

    Why: it is the handedness of the tangent space, and flips the bitangent.
    Mend: write 1 where the texture is not mirrored, -1 where it is.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute, array in _valid(scope, "TANGENT"):
        found = scope.measured(_no_sign, array, divisor(attribute.extent))
        if found is not None:
            element, value, count = found
            yield accessor_invalid_sign.at(
                attribute.place, element=element, value=value, more=and_more(count)
            )


def _no_sign(tangents: NDArray[Any], whole: float | None) -> tuple[int, Any, int] | None:
    """The first tangent whose fourth component is no sign, that component, and how many there are."""
    signs = fractions(tangents[:, 3], whole)
    wrong = np.flatnonzero((signs != 1.0) & (signs != -1.0))
    return (int(wrong[0]), signs[wrong[0]], len(wrong)) if len(wrong) else None


@rule("GLTF-ACCESSOR_NON_CLAMPED", "error", "COLOR_0 {element} has a component {value} outside 0 to 1{more}")
def accessor_non_clamped(scope: Scope) -> Iterator[Finding]:
    """The components of COLOR_0 are within 0 and 1.

    Why: colours are fractions of full light; others give unlike results in unlike readers.
    Mend: clamp the colours.
    Source: glTF 2.0 §3.7.2.1.
    """
    for attribute, array in _valid(scope, "COLOR_0"):
        if attribute.extent.accessor.component_type != FLOAT:
            continue
        wrong = np.argwhere((array > 1.0) | (array < 0.0))
        if len(wrong):
            element, component = (int(k) for k in wrong[0])
            values: dict[str, Any] = {
                "element": element,
                "value": array[element, component],
                "more": and_more(len(wrong)),
            }
            yield accessor_non_clamped.at(attribute.place, **values)


RULES = (
    accessor_index_oob,
    accessor_index_primitive_restart,
    accessor_index_triangle_degenerate,
    accessor_vector3_non_unit,
    accessor_invalid_sign,
    accessor_non_clamped,
)
