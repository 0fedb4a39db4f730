"""Rules about the schema of the JSON: types, ranges, known values, lengths, required and unknown members.

The tolerant decoder applies each to one value of the file; the severities are the Khronos validator's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pantin.formats.gltf.codes import COMPONENT_NAMES, INTEGER_RANGES
from pantin.formats.gltf.subject import others, subject
from pantin.formats.members.faults import LARGEST, Kind, is_a, is_index, shown
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import article, counted

WHOLE = "/"
"""The pointer of the root object in the Khronos validator."""


def where(path: JsonPath | None) -> str:
    """The pointer of a path; None means the whole document."""
    return "" if path is None else pointer(*path) or WHOLE


@rule("GLTF-TYPE_MISMATCH", "error", "{member} is {value}, expected {kind}")
def type_mismatch(path: JsonPath | None, value: object, kind: Kind) -> Iterator[Finding]:
    """Member has the wrong type.

    What: Every member must have the JSON type that the specification gives it. `null` is never allowed.
    Why: Readers fail, or ignore the member.
    Fix: Write the value as the type named in the message. Instead of `null`, omit the member.
    Source: glTF 2.0 §3.2 and the property tables of §5.
    """
    if not is_a(value, kind):
        yield type_mismatch.at(where(path), member=subject(path), kind=article(kind), value=shown(value))


@rule("GLTF-ARRAY_TYPE_MISMATCH", "error", "element {index} of {member} is {value}, expected {kind}{more}")
def array_type_mismatch(path: JsonPath, values: Sequence[object], kind: Kind) -> Iterator[Finding]:
    """Array element has the wrong type.

    What: Every element of an array must have the JSON type that the specification gives it.
    Why: One element of another type makes the whole array unusable.
    Fix: Write the element as the type named in the message.
    Source: the property tables of glTF 2.0 §5.
    """
    wrong = [index for index, value in enumerate(values) if not is_a(value, kind)]
    if wrong:
        first = wrong[0]
        texts = {"member": subject(path), "kind": article(kind), "value": shown(values[first])}
        yield array_type_mismatch.at(where(path), **texts, index=first, more=others(len(wrong), "element"))


@rule("GLTF-ARRAY_LENGTH_NOT_IN_LIST", "error", "{member} has {found}, expected {expected}")
def array_length_not_in_list(path: JsonPath, values: Sequence[object], expected: int) -> Iterator[Finding]:
    """Array has the wrong length.

    What: An array of fixed length must have exactly that many elements: 3 for a vector, 4 for a quaternion,
    16 for a matrix.
    Why: Each number has its meaning by its position, so readers cannot use the array.
    Fix: Give as many elements as the message names. For `min` and `max`, one per component of the type.
    Source: glTF 2.0 §3.6.2.5 and the property tables of §5.
    """
    if len(values) != expected:
        texts = {"member": subject(path), "found": counted(len(values), "element")}
        yield array_length_not_in_list.at(where(path), **texts, expected=expected)


@rule("GLTF-EMPTY_ENTITY", "error", "{member} is empty, expected at least one element")
def empty_entity(path: JsonPath, values: Collection[object]) -> Iterator[Finding]:
    """Empty array or object.

    What: An array or object of the specification must have at least one element or member.
    Why: The schema requires it, and strict readers refuse the file.
    Fix: Omit the member.
    Source: the property tables of glTF 2.0 §5 (each array `[1-*]`).
    """
    if not values:
        yield empty_entity.at(where(path), member=subject(path))


@rule("GLTF-INVALID_INDEX", "error", "{member} is {value}, expected an index (0, 1, 2, …)")
def invalid_index(path: JsonPath, value: object) -> Iterator[Finding]:
    """Invalid index.

    What: An index must be a whole number, 0 or greater.
    Why: It is a position in an array, so readers find no object.
    Fix: Give the position of the object in its list, or omit the member.
    Source: glTF 2.0 §3.2.
    """
    if not is_index(value):
        yield invalid_index.at(where(path), member=subject(path), value=shown(value))


@rule("GLTF-VALUE_NOT_IN_RANGE", "error", "{member} is {value}, expected {range}")
def value_not_in_range(
    path: JsonPath,
    value: float,
    least: float | None,
    most: float | None,
    *,
    above: float | None = None,
    below: float | None = None,
) -> Iterator[Finding]:
    """Number is out of range.

    What: A number must be in the range that the specification gives it.
    Why: Outside that range it has no meaning: a stride of 2 bytes, a count of 0, a quaternion component of 3,
    a negative roughness.
    Fix: Give a number within the range named in the message.
    Source: the property tables of glTF 2.0 §5, and the schemas of the extensions.
    """
    too_small = (least is not None and value < least) or (above is not None and value <= above)
    too_large = (most is not None and value > most) or (below is not None and value >= below)
    if too_small or too_large or not -LARGEST <= value <= LARGEST:
        span = _span(least, most, above, below)
        yield value_not_in_range.at(where(path), member=subject(path), value=shown(value), range=span)


def _span(least: float | None, most: float | None, above: float | None, below: float | None) -> str:
    """A range in words: `0 to 1`, `0 or more`, `more than 0 and less than 1.5`."""
    if least is not None and most is not None:
        return f"{least:g} to {most:g}"
    low = f"{least:g} or more" if least is not None else f"more than {above:g}" if above is not None else ""
    high = f"{most:g} or less" if most is not None else f"less than {below:g}" if below is not None else ""
    return " and ".join(part for part in (low, high) if part) or "a finite number"


@rule("GLTF-VALUE_NOT_IN_LIST", "warning", "{member} is {value}, expected one of {known}")
def value_not_in_list(path: JsonPath, value: object, known: Sequence[object]) -> Iterator[Finding]:
    """Unknown value.

    What: A member with a list of known values should have one of them.
    Why: Readers do not know what another value means, unless an extension defines it.
    Fix: Use one of the values named in the message, in the case shown.
    Source: the property tables of glTF 2.0 §5.
    """
    if value not in known:
        texts = {"member": subject(path), "value": shown(value), "known": ", ".join(map(str, known))}
        yield value_not_in_list.at(where(path), **texts)


@rule("GLTF-PATTERN_MISMATCH", "error", "{member} is {value}, expected {pattern}")
def pattern_mismatch(path: JsonPath, value: str, pattern: str, form: str) -> Iterator[Finding]:
    """String has the wrong form.

    What: A version must be two whole numbers with a dot between them; the target of an animation must be a
    JSON pointer.
    Why: Readers that parse it fail.
    Fix: Write a version as `"2.0"`. Start every token of a pointer with `/`, and write `~` as `~0`.
    Source: glTF 2.0 §5.4 (asset); KHR_animation_pointer; RFC 6901.
    """
    if not re.search(pattern, value):
        texts = {"member": subject(path), "value": shown(value), "pattern": form}
        yield pattern_mismatch.at(where(path), **texts)


@rule("GLTF-UNDEFINED_PROPERTY", "error", '{object} has no "{name}", which is required')
def undefined_property(path: JsonPath, members: Mapping[str, Any], name: str) -> Iterator[Finding]:
    """Required member is missing.

    What: Every member that the specification marks as required must be present.
    Why: The object has no meaning without it, and readers may refuse the file.
    Fix: Add the member.
    Source: the property tables of glTF 2.0 §5 (marked as required).
    """
    if members.get(name) is None:
        yield undefined_property.at(where(path), object=subject(path), name=name)


@rule("GLTF-UNEXPECTED_PROPERTY", "warning", '{object} has an unknown member "{name}"')
def unexpected_property(path: JsonPath, name: str, known: Collection[str]) -> Iterator[Finding]:
    """Unknown member.

    What: An object should have only the members of the specification, `extensions` and `extras`.
    Why: Readers ignore other members, so a misspelt one is lost without notice.
    Fix: Correct the spelling (names are in camelCase), or move your own data to `extras`.
    Source: glTF 2.0 §3.2 and §3.12.
    """
    if name not in known:
        yield unexpected_property.at(where((*path, name)), object=subject(path), name=name)


@rule(
    "GLTF-INVALID_GL_VALUE",
    "error",
    "{member} contains {value}, which {component_type} cannot store (range {least} to {most})",
)
def invalid_gl_value(path: JsonPath, values: Sequence[float], component_type: int) -> Iterator[Finding]:
    """Bound does not fit the component type.

    What: The `min` and `max` of an accessor of integers must be values of its component type.
    Why: No element can have such a value, so the bound is wrong.
    Fix: Compute `min` and `max` from the stored values, before any normalisation.
    Source: glTF 2.0 §3.6.2.5.
    """
    least, most = INTEGER_RANGES[component_type]
    for value in values:
        if not least <= value <= most:
            texts = {"member": subject(path), "value": shown(value)}
            type_name = COMPONENT_NAMES[component_type]
            yield invalid_gl_value.at(where(path), **texts, component_type=type_name, least=least, most=most)
            return
