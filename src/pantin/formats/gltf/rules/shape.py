"""Rules about the shape of the JSON: types, ranges, words, lengths, required and unknown members.

The walk in `shape.py` applies each to one value of the file; the severities are the Khronos validator's.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

from pantin.formats.gltf.codes import INTEGER_RANGES
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import and_more

Kind = Literal["object", "array", "string", "number", "integer", "boolean"]
Place = tuple[str | int, ...]

WHOLE = "/"
"""How the Khronos validator writes the place of the root object."""

SHOWN_LENGTH = 40

LARGEST = sys.float_info.max
"""The largest number there is: JSON can write larger ones, but no reader has a double for them."""


def where(place: Place | None) -> str:
    """The pointer of a place; None is the text as a whole, whatever it holds."""
    return "" if place is None else pointer(*place) or WHOLE


def shown(value: object) -> str:
    """A value as a message quotes it: as JSON writes it, and short."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "an array"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= SHOWN_LENGTH else text[:SHOWN_LENGTH] + "…"


def is_a(value: object, kind: Kind) -> bool:
    """Whether a JSON value is of a kind. `2.0` is an integer: JSON has one kind of number."""
    if isinstance(value, bool):
        return kind == "boolean"
    if isinstance(value, int | float):
        return kind == "number" or (kind == "integer" and (isinstance(value, int) or value.is_integer()))
    if isinstance(value, str):
        return kind == "string"
    return kind == ("object" if isinstance(value, dict) else "array" if isinstance(value, list) else None)


@rule("GLTF-TYPE_MISMATCH", "error", "expected {article} {kind}, found {value}")
def type_mismatch(place: Place | None, value: object, kind: Kind) -> Iterator[Finding]:
    """A member must have the JSON type that the specification gives it.

    Why: readers take the member as that type; another one makes them fail, or ignore it.
    Mend: write the value as the type named in the message. `null` is never allowed: leave the member out.
    Source: glTF 2.0 §3.2 and the property tables of §5.
    """
    if not is_a(value, kind):
        article = "an" if kind[0] in "aio" else "a"
        yield type_mismatch.at(where(place), article=article, kind=kind, value=shown(value))


@rule("GLTF-ARRAY_TYPE_MISMATCH", "error", "expected elements of type {kind}, found {value} at {index}{more}")
def array_type_mismatch(place: Place, values: Sequence[object], kind: Kind) -> Iterator[Finding]:
    """Every element of an array must have the JSON type that the specification gives it.

    Why: one element of another type makes the whole array unusable.
    Mend: write the element as the type named in the message.
    Source: the property tables of glTF 2.0 §5.
    """
    wrong = [index for index, value in enumerate(values) if not is_a(value, kind)]
    if wrong:
        first = wrong[0]
        more = and_more(len(wrong))
        yield array_type_mismatch.at(
            where(place), kind=kind, value=shown(values[first]), index=first, more=more
        )


@rule("GLTF-ARRAY_LENGTH_NOT_IN_LIST", "error", "expected {expected} elements, found {found}")
def array_length_not_in_list(place: Place, values: Sequence[object], expected: int) -> Iterator[Finding]:
    """An array of fixed length must have that length.

    Why: a number has its meaning by its place: three of a vector, four of a quaternion, sixteen of a matrix.
    Mend: give as many elements as the message names; for `min` and `max`, one per component of the type.
    Source: glTF 2.0 §3.6.2.5 and the property tables of §5.
    """
    if len(values) != expected:
        yield array_length_not_in_list.at(where(place), expected=expected, found=len(values))


@rule("GLTF-EMPTY_ENTITY", "error", "it is empty, and may not be")
def empty_entity(place: Place, values: Collection[object]) -> Iterator[Finding]:
    """An array or object that is there must hold something.

    Why: the schema asks for at least one element, and an empty list says no more than an absent one.
    Mend: leave the member out.
    Source: the property tables of glTF 2.0 §5 (each array `[1-*]`).
    """
    if not values:
        yield empty_entity.at(where(place))


@rule("GLTF-INVALID_INDEX", "error", "expected an index (0, 1, 2, …), found {value}")
def invalid_index(place: Place, value: object) -> Iterator[Finding]:
    """An index must be a whole number, 0 or more.

    Why: it counts objects of an array from 0.
    Mend: give the position of the object meant, or leave the member out.
    Source: glTF 2.0 §3.2.
    """
    if not (is_a(value, "integer") and isinstance(value, int | float) and value >= 0):
        yield invalid_index.at(where(place), value=shown(value))


@rule("GLTF-VALUE_NOT_IN_RANGE", "error", "{value} is out of range, expected {range}")
def value_not_in_range(
    place: Place, value: float, least: float | None, most: float | None
) -> Iterator[Finding]:
    """A number must lie in the range that the specification gives it.

    Why: outside that range it has no meaning: a stride of 2 bytes, a count of 0, a quaternion component of 3.
    Mend: give a number within the range named in the message.
    Source: the property tables of glTF 2.0 §5.
    """
    too_small = least is not None and value < least
    if too_small or (most is not None and value > most) or not -LARGEST <= value <= LARGEST:
        low = "a finite number" if least is None else f"{least} or more"
        span = low if most is None else f"{least} to {most}"
        yield value_not_in_range.at(where(place), value=shown(value), range=span)


@rule("GLTF-VALUE_NOT_IN_LIST", "warning", "{value} is none of {known}")
def value_not_in_list(place: Place, value: object, known: Sequence[object]) -> Iterator[Finding]:
    """A member with a list of known values should have one of them.

    Why: readers do not know what another value means, unless an extension gives it a meaning.
    Mend: use one of the values named in the message; they are written in the case shown.
    Source: the property tables of glTF 2.0 §5.
    """
    if value not in known:
        yield value_not_in_list.at(where(place), value=shown(value), known=", ".join(map(str, known)))


@rule("GLTF-PATTERN_MISMATCH", "error", "{value} is not of the form {pattern}")
def pattern_mismatch(place: Place, value: str, pattern: str) -> Iterator[Finding]:
    """A text with a prescribed form must have it.

    Why: readers take it apart: a version is two whole numbers with a point between them.
    Mend: write the version as `"2.0"`.
    Source: glTF 2.0 §5.4 (asset).
    """
    if not re.search(pattern, value):
        yield pattern_mismatch.at(where(place), value=shown(value), pattern="<major>.<minor>")


@rule("GLTF-UNDEFINED_PROPERTY", "error", 'the member "{name}" is missing')
def undefined_property(place: Place, members: Mapping[str, Any], name: str) -> Iterator[Finding]:
    """A required member must be there.

    Why: the object means nothing without it, and readers may refuse the file.
    Mend: add the member.
    Source: the property tables of glTF 2.0 §5 (marked as required).
    """
    if members.get(name) is None:
        yield undefined_property.at(where(place), name=name)


@rule("GLTF-UNEXPECTED_PROPERTY", "warning", "glTF 2.0 knows no such member here")
def unexpected_property(place: Place, name: str, known: Collection[str]) -> Iterator[Finding]:
    """An object should have no members but those of the specification.

    Why: readers ignore others, so a misspelt member is lost without a word.
    Mend: correct the spelling (names are in camelCase), or move what is your own under `extras`.
    Source: glTF 2.0 §3.2 and §3.12.
    """
    if name not in known:
        yield unexpected_property.at(where((*place, name)))


@rule("GLTF-INVALID_GL_VALUE", "error", "{value} does not fit the component type {component_type}")
def invalid_gl_value(place: Place, values: Sequence[float], component_type: int) -> Iterator[Finding]:
    """The bounds of an accessor of integers must be values of its component type.

    Why: no element can have such a value, so the bound cannot be met.
    Mend: compute `min` and `max` from the stored values, before any normalisation.
    Source: glTF 2.0 §3.6.2.5.
    """
    least, most = INTEGER_RANGES[component_type]
    for value in values:
        if not least <= value <= most:
            yield invalid_gl_value.at(where(place), value=shown(value), component_type=component_type)
            return
