"""`min` and `max` of an accessor: their length and range depend on its types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import inspect

from pantin.formats.gltf.codes import COMPONENTS, FLOATS, INTEGER_RANGES
from pantin.formats.members.faults import is_a

if TYPE_CHECKING:
    from pantin.formats.gltf.schema import Accessor
    from pantin.formats.members.decode import Decoder
    from pantin.formats.members.description import Member
    from pantin.report.pointer import JsonPath

# A double holds every integer up to here; the tolerant decoder makes doubles of larger ones, if in range.
LARGEST_EXACT = 1 << 53


def read_bounds(
    decoder: Decoder, path: JsonPath, value: Any, member: Member, decoded: dict[str, Any]
) -> tuple[float, ...] | None:
    """`min` or `max`, which can be checked only if both types of the accessor are known."""
    length, component_type = COMPONENTS.get(decoded["type"] or ""), decoded["component_type"]
    array = inspect.VarTupleType(inspect.FloatType(), max_length=length)
    if length is None or component_type is None or not decoder.fits(path, value, array, member):
        return None
    if component_type in FLOATS:
        if not value:
            decoder.fault("empty", path, value, array, member)
            return None
        return decoder.numbers(path, value, inspect.FloatType(), length, member)
    if len(value) != length:
        decoder.fault("length", path, value, array, member)
        return None
    fits = decoder.items_fit(path, value, inspect.IntType(), member)
    whole = [element for element in value if is_a(element, "integer")]
    least, most = INTEGER_RANGES[component_type]
    if not all(least <= element <= most for element in whole):
        decoder.fault("stored", path, whole, array, member, component_type)
        fits = False
    return tuple(map(int, value)) if fits else None


def bounds_fit(accessor: Accessor) -> bool:
    """Whether `min` and `max` fit the types, and an offset has a buffer view."""
    if accessor.byte_offset is not None and accessor.buffer_view is None:
        return False
    for bound in (accessor.min, accessor.max):
        if bound is None:
            continue
        if len(bound) != COMPONENTS[accessor.type]:  # type: ignore[index]
            return False
        if accessor.component_type in FLOATS:
            # Two built-in calls first: there are thousands of bounds, and no file has such integers.
            is_small = min(bound) >= -LARGEST_EXACT and max(bound) <= LARGEST_EXACT
            if not is_small and any(type(v) is int and abs(v) > LARGEST_EXACT for v in bound):
                return False
        else:
            least, most = INTEGER_RANGES[accessor.component_type]  # type: ignore[index]
            if not (least <= min(bound) and max(bound) <= most and all(type(v) is int for v in bound)):
                return False
    return True
