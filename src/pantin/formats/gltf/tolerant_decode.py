"""The tolerant decoder: makes the model from any JSON tree, with findings for violations of the schema.

It follows the annotations of `schema.py`, so its recursion is as deep as they are, not as deep as the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from pantin.formats.gltf.codes import COMPONENTS, FLOAT, INTEGER_RANGES
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.rules import shape as rules
from pantin.formats.gltf.rules.shape import Place
from pantin.formats.gltf.schema import (
    Accessor,
    Animation,
    AnimationSampler,
    BufferView,
    Channel,
    Gltf,
    Material,
    Mesh,
    Node,
    Primitive,
    Property,
    Sampler,
    Scene,
    Skin,
    Texture,
)
from pantin.report import Finding

# A double holds every integer up to here; the tolerant decoder makes doubles of larger ones, if in range.
LARGEST_EXACT = 1 << 53

SIMPLE: frozenset[type[Property]] = frozenset(
    (
        *(Animation, AnimationSampler, BufferView, Channel, Material, Mesh, Node),
        *(Primitive, Sampler, Scene, Skin, Texture),
    )
)
"""The objects of which files have many and whose annotations say everything. What the members of accessors,
cameras and images may be depends on each other, and on extensions.
"""


class Member:
    """One member of an object, as its annotation describes it."""

    def __init__(self, field: inspect.Field) -> None:
        self.attribute = field.name
        self.name = field.encode_name
        self.default = None if field.required else field.default
        self.required = field.required
        self.type, self.extra = without_none(field.type)


def without_none(annotated: inspect.Type) -> tuple[inspect.Type, dict[str, Any]]:
    """The type of a member that is present, and the `extra` of its `Meta`."""
    if isinstance(annotated, inspect.UnionType):
        others = [option for option in annotated.types if not isinstance(option, inspect.NoneType)]
        annotated = others[0] if len(others) == 1 else annotated
    if isinstance(annotated, inspect.Metadata):
        return annotated.type, annotated.extra or {}
    return annotated, {}


def members(cls: type[Property]) -> tuple[Member, ...]:
    """The members of a struct of the schema, or of an object of an extension, in its order."""
    known = _schema()
    if cls not in known:
        _collect(inspect.type_info(cls), known)
    return known[cls]


@cache
def _schema() -> dict[type, tuple[Member, ...]]:
    """The members of every struct of the schema, from one call of msgspec; `members` adds extensions."""
    by_struct: dict[type, tuple[Member, ...]] = {}
    _collect(inspect.type_info(Gltf), by_struct)
    return by_struct


def _collect(root: inspect.Type, by_struct: dict[type, tuple[Member, ...]]) -> None:
    waiting = [root]
    while waiting:
        info = waiting.pop()
        if isinstance(info, inspect.VarTupleType):
            waiting.append(without_none(info.item_type)[0])
        elif isinstance(info, inspect.StructType) and info.cls not in by_struct:
            # msgspec puts those that every object may have first in some structs and last in others.
            fields = sorted(info.fields, key=lambda field: field.name in Property.__struct_fields__)
            by_struct[info.cls] = tuple(map(Member, fields))
            waiting += [member.type for member in by_struct[info.cls]]


def decode_tolerantly(tree: object) -> tuple[Gltf, list[Finding]]:
    """The model of `tree` without broken members, and a finding for each of them."""
    decoder = _Decoder(trusted=_has_no_null(tree))
    if not decoder.passes(rules.type_mismatch(None, tree, "object")):
        return Gltf(asset=None), decoder.findings
    assert isinstance(tree, dict)
    return decoder.root(tree), decoder.findings


def decode_object(
    place: Place, tree: object, cls: type[Property], used: tuple[str, ...]
) -> tuple[Property | None, list[Finding]]:
    """An object of an extension, without broken members, and a finding for each of them; None if it is not an
    object."""
    decoder = _Decoder(used)
    if not isinstance(tree, dict):
        return None, []
    return decoder.struct(place, tree, cls), decoder.findings


def _has_no_null(tree: object) -> bool:
    try:
        return b"null" not in msgspec.json.encode(tree)
    except (OverflowError, RecursionError, UnicodeError):
        return False


class _Decoder:
    """Objects of a tree that is `trusted`, because it has no null, which the structs allow for any member,
    are decoded in one step if they have no faults."""

    def __init__(self, used: tuple[str, ...] = (), *, trusted: bool = False) -> None:
        self.findings: list[Finding] = []
        self.used = used
        self.trusted = trusted

    def passes(self, findings: Iterator[Finding]) -> bool:
        """Keep the findings of a rule; return whether there are none."""
        new = list(findings)
        self.findings += new
        return not new

    def root(self, tree: Mapping[str, Any]) -> Gltf:
        """The root, as far as its version allows: members of another version are not decoded."""
        self.unknown((), tree, Gltf)
        by_name = {member.name: member for member in members(Gltf)}
        decoded: dict[str, Any] = {}
        for name in ("extensionsUsed", "extensionsRequired", "asset"):
            self.member((), tree, by_name[name], decoded)
        self.used = decoded["extensions_used"] or ()
        self.passes(rules.undefined_property((), tree, "asset"))
        asset = decoded["asset"]
        if asset is None or asset.version is None or asset.version.split(".")[0].lstrip("0") != "2":
            return Gltf(**decoded)
        for member in members(Gltf):
            if member.attribute not in decoded:
                self.member((), tree, member, decoded)
        return Gltf(**decoded)

    def unknown(self, place: Place, tree: Mapping[str, Any], cls: type[Property]) -> None:
        known = {member.name for member in members(cls)}
        for name in tree:
            self.passes(rules.unexpected_property(place, name, known))

    def member(self, place: Place, tree: Mapping[str, Any], member: Member, decoded: dict[str, Any]) -> None:
        """Decode one member of `tree` into `decoded`."""
        decoded[member.attribute] = member.default
        if member.name not in tree or decoded.get(member.extra.get("needs", ""), 0) is None:
            return
        path, value = (*place, member.name), tree[member.name]
        if "bounds" in member.extra:
            read = self.bounds(path, value, decoded["type"], decoded["component_type"])
        elif "words" in member.extra and value in self.extension_words(member.extra["words"]):
            read = value
        else:
            read = self.value(path, value, member.type, member.extra)
        decoded[member.attribute] = member.default if read is None else read

    def extension_words(self, words: str) -> list[str]:
        """The values that the extensions in use add to an enumeration."""
        used = (find(name) for name in self.used)
        return [word for extension in used if extension for word in extension.words.get(words, ())]

    def faultless(self, tree: object, cls: type[Property]) -> Property | None:
        """The object, if it has no faults; None if it has any, or might have."""
        if not self.trusted or not (cls in SIMPLE or cls is Accessor):
            return None
        try:
            made = msgspec.convert(tree, cls)
        except (msgspec.ValidationError, OverflowError, RecursionError):
            return None
        return made if not isinstance(made, Accessor) or bounds_fit(made) else None

    def struct(self, place: Place, tree: Mapping[str, Any], cls: type[Property]) -> Property | None:
        faultless = self.faultless(tree, cls)
        if faultless is not None:
            return faultless
        self.unknown(place, tree, cls)
        decoded: dict[str, Any] = {}
        complete = True
        for member in members(cls):
            attribute = member.attribute
            chosen = attribute in cls.choices and decoded["type"] == attribute
            if attribute in cls.choices and not chosen:
                continue
            self.member(place, tree, member, decoded)
            if chosen or member.required:
                self.passes(rules.undefined_property(place, tree, member.name))
                complete = complete and decoded[attribute] is not None
        return cls(**decoded) if complete or not cls.whole else None

    def value(self, place: Place, value: Any, expected: inspect.Type, extra: Mapping[str, Any]) -> Any:
        match expected:
            case inspect.AnyType():
                return value
            case inspect.StructType():
                assert issubclass(expected.cls, Property)
                return self.struct(place, value, expected.cls) if self.is_a(place, value, "object") else None
            case inspect.StrType():
                return self.text(place, value, expected, extra)
            case inspect.BoolType():
                return value if self.is_a(place, value, "boolean") else None
            case inspect.LiteralType():
                return self.word(place, value, expected)
            case inspect.IntType():
                return self.integer(place, value, expected, "refers" in extra)
            case inspect.FloatType():
                return self.number(place, value, expected, extra)
            case inspect.VarTupleType():
                return self.array(place, value, expected)
            case inspect.DictType():
                return self.mapping(place, value, expected)
        raise TypeError(f"the schema uses {expected}, which the decoder does not support")

    def is_a(self, place: Place, value: object, kind: rules.Kind) -> bool:
        return self.passes(rules.type_mismatch(place, value, kind))

    def text(
        self, place: Place, value: Any, expected: inspect.StrType, extra: Mapping[str, Any]
    ) -> str | None:
        if not self.is_a(place, value, "string"):
            return None
        if "known" in extra:
            known = [*extra["known"], *self.extension_words(extra["words"])]
            self.passes(rules.value_not_in_list(place, value, known))
        if expected.pattern is None:
            return str(value)
        fits = self.passes(rules.pattern_mismatch(place, value, expected.pattern, extra["form"]))
        return value if fits else None

    def word(self, place: Place, value: Any, expected: inspect.LiteralType) -> str | int | None:
        """A value of an enumeration. An unknown string is kept: an extension may have added it."""
        words = isinstance(expected.values[0], str)
        if not self.is_a(place, value, "string" if words else "integer"):
            return None
        value = value if words else int(value)
        known = self.passes(rules.value_not_in_list(place, value, expected.values))
        return value if words or known else None

    def integer(self, place: Place, value: Any, expected: inspect.IntType, index: bool) -> int | None:
        if not self.is_a(place, value, "integer"):
            return None
        if index:
            return int(value) if self.passes(rules.invalid_index(place, value)) else None
        fits = self.passes(rules.value_not_in_range(place, int(value), expected.ge, expected.le))
        return int(value) if fits else None

    def number(
        self, place: Place, value: Any, expected: inspect.FloatType, extra: Mapping[str, Any]
    ) -> float | None:
        """A number in a range; `or` in the annotation is a value outside of it that is allowed too."""
        if not self.is_a(place, value, "number"):
            return None
        if "or" in extra and value == extra["or"]:
            return float(value)
        return float(value) if self.fits(place, value, expected) else None

    def fits(self, place: Place, value: float, expected: inspect.FloatType) -> bool:
        limits = {"above": expected.gt, "below": expected.lt}
        return self.passes(rules.value_not_in_range(place, value, expected.ge, expected.le, **limits))

    def array(self, place: Place, value: Any, expected: inspect.VarTupleType) -> tuple[Any, ...] | None:
        if not (self.is_a(place, value, "array") and self.passes(rules.empty_entity(place, value))):
            return None
        item, extra = without_none(expected.item_type)
        match item:
            case inspect.FloatType():
                return self.numbers(place, value, item, expected.max_length)
            case inspect.StrType():
                return tuple(value) if self.all_texts(place, value) else None
            case inspect.IntType():
                return tuple(self.index((*place, i), element) for i, element in enumerate(value))
            case inspect.DictType():
                return self.attribute_sets(place, value)
        assert isinstance(item, inspect.StructType)
        assert issubclass(item.cls, Property)
        if isinstance(expected.item_type, inspect.UnionType):
            return tuple(self.value((*place, i), element, item, extra) for i, element in enumerate(value))
        if not self.passes(rules.array_type_mismatch(place, value, "object")):
            return None
        return tuple(self.struct((*place, i), element, item.cls) for i, element in enumerate(value))

    def index(self, place: Place, value: Any) -> int | None:
        return int(value) if self.passes(rules.invalid_index(place, value)) else None

    def all_texts(self, place: Place, values: list[Any]) -> bool:
        fits = True
        for i, value in enumerate(values):
            fits = self.passes(rules.array_type_mismatch((*place, i), [value], "string")) and fits
        return fits

    def numbers(
        self, place: Place, values: list[Any], item: inspect.FloatType, length: int | None
    ) -> tuple[float, ...] | None:
        if length is not None and not self.passes(rules.array_length_not_in_list(place, values, length)):
            return None
        fits = self.passes(rules.array_type_mismatch(place, values, "number"))
        for i, value in enumerate(values):
            if rules.is_a(value, "number"):
                fits = self.fits((*place, i), value, item) and fits
        return tuple(map(float, values)) if fits else None

    def mapping(self, place: Place, value: Any, expected: inspect.DictType) -> dict[str, Any] | None:
        if not self.is_a(place, value, "object"):
            return None
        match expected.value_type:
            case inspect.AnyType():
                return dict(value)
            case inspect.DictType():
                return {name: self.extension((*place, name), member) for name, member in value.items()}
        return self.attributes(place, value) if self.passes(rules.empty_entity(place, value)) else None

    def extension(self, place: Place, value: Any) -> dict[str, Any]:
        return value if self.is_a(place, value, "object") else {}

    def attributes(self, place: Place, value: Mapping[str, Any]) -> dict[str, int | None]:
        return {name: self.index((*place, name), index) for name, index in value.items()}

    def attribute_sets(self, place: Place, values: list[Any]) -> tuple[dict[str, int | None], ...] | None:
        fits = self.passes(rules.array_type_mismatch(place, values, "object"))
        sets = []
        for i, value in enumerate(values):
            if isinstance(value, dict):
                fits = self.passes(rules.empty_entity((*place, i), value)) and fits
                sets.append(self.attributes((*place, i), value))
        return tuple(sets) if fits else None

    def bounds(
        self, place: Place, value: Any, element: str | None, component_type: int | None
    ) -> tuple[float, ...] | None:
        """`min` or `max` of an accessor, which can be checked only if both of its types are known."""
        length = COMPONENTS.get(element or "")
        if length is None or component_type is None or not self.is_a(place, value, "array"):
            return None
        if component_type == FLOAT:
            if not self.passes(rules.empty_entity(place, value)):
                return None
            return self.numbers(place, value, inspect.FloatType(), length)
        if not self.passes(rules.array_length_not_in_list(place, value, length)):
            return None
        fits = self.passes(rules.array_type_mismatch(place, value, "integer"))
        whole = [element for element in value if rules.is_a(element, "integer")]
        fits = self.passes(rules.invalid_gl_value(place, whole, component_type)) and fits
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
        if accessor.component_type == FLOAT:
            # Two built-in calls first: there are thousands of bounds, and no file has such integers.
            is_small = min(bound) >= -LARGEST_EXACT and max(bound) <= LARGEST_EXACT
            if not is_small and any(type(v) is int and abs(v) > LARGEST_EXACT for v in bound):
                return False
        else:
            least, most = INTEGER_RANGES[accessor.component_type]  # type: ignore[index]
            if not (least <= min(bound) and max(bound) <= most and all(type(v) is int for v in bound)):
                return False
    return True
