"""The tolerant decoder: objects from any JSON tree, with a fault for each member that is not as described.

`decode_strictly` makes an object without faults in one step, by msgspec, which takes a hundredth of the time.
The decoder follows the annotations, so its recursion is as deep as they are, not as deep as the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from pantin.base.tuples import NamedTuple
from pantin.formats.members.description import (
    Described,
    FaultKind,
    Member,
    members,
    members_by_name,
    without_none,
)
from pantin.formats.members.faults import Fault, finite, in_range, is_a, is_index, json_kind
from pantin.report.pointer import JsonPath

T = TypeVar("T", bound=Described)

MoreWords = Callable[[str], Sequence[str | int]]
"""The words that a file adds to an enumeration, by the name of its list (`words` of an annotation)."""


class Decoded(NamedTuple):
    """An object without broken members (None if it is not an object, or not `whole`), and their faults."""

    value: Any
    faults: list[Fault]


def decode(tree: object, cls: type[Described], path: JsonPath = (), *, trusted: bool = False) -> Decoded:
    """An object from JSON. `trusted`: the tree has neither null nor numbers that are not finite, which the
    strict decoder would take, so that an object without faults can be decoded in one step."""
    if trusted:
        value = decode_strictly(tree, cls)
        if value is not None:
            return Decoded(value, [])
    decoder = Decoder()
    return Decoded(decoder.start(path, tree, cls), decoder.faults)


def decode_strictly(tree: object, cls: type[T]) -> T | None:
    """An object of a trusted tree, if it has no faults; None if it has any, or might have."""
    if not _strict_enough(cls):
        return None
    try:
        value = msgspec.convert(tree, cls)
    except (msgspec.ValidationError, OverflowError, RecursionError):
        return None
    return value if has_choices(value) else None


_NOT_IN_TYPES = ("reads", "needs", "none", "aliases", "known")
"""Annotations that msgspec does not know, and that restrict or change what a value may be."""


@cache
def _strict_enough(cls: type[Described]) -> bool:
    """Whether types alone fully describe the members of a struct and of its contents."""
    waiting, seen = [cls], set[type]()
    while waiting:
        owner = waiting.pop()
        seen.add(owner)
        for member in members(owner):
            if not member.extra.keys().isdisjoint(_NOT_IN_TYPES):
                return False
            waiting += [inner for inner in structs_in(member.type) if inner not in seen]
    return True


def structs_in(annotated: inspect.Type) -> list[type[Described]]:
    """The struct of the objects that a type has: itself, in a list, or in a map; at most one."""
    inner, _ = without_none(annotated)
    if isinstance(inner, inspect.VarTupleType):
        return structs_in(inner.item_type)
    if isinstance(inner, inspect.DictType):
        return structs_in(inner.value_type)
    return [inner.cls] if isinstance(inner, inspect.StructType) else []  # type: ignore[list-item]


@cache
def _holders(cls: type[Described]) -> tuple[str, ...]:
    """The attributes of a struct that may hold objects with choices, at any depth."""
    return tuple(
        member.attribute
        for member in members(cls)
        if any(inner.choices or _holders(inner) for inner in structs_in(member.type))
    )


def has_choices(value: Described) -> bool:
    """Whether an object, and all in it, have the members that their `type` asks for."""
    if value.choices and not has_choice(value):
        return False
    for attribute in _holders(type(value)):
        held = getattr(value, attribute)
        items = held.values() if isinstance(held, dict) else held if isinstance(held, tuple) else (held,)
        if not all(has_choices(item) for item in items if item is not None):
            return False
    return True


def has_choice(value: Described) -> bool:
    """Whether an object has the member that its `type` asks for."""
    kind = getattr(value, "type", None)
    return kind not in value.choices or getattr(value, kind) is not None


class Decoder:
    """Decodes objects, and collects faults in the order in which it meets them."""

    def __init__(self, more_words: MoreWords = lambda words: ()) -> None:
        self.faults: list[Fault] = []
        self.more_words = more_words
        self.owner: JsonPath = ()
        """The path of the object whose member is being read."""

    def start(self, path: JsonPath, tree: object, cls: type[T]) -> T | None:
        """The object at the root of a tree."""
        if isinstance(tree, dict) or cls.style.empty_if_broken:
            return self.struct(path, tree if isinstance(tree, dict) else {}, cls)
        expected, _ = without_none(inspect.type_info(cls))
        self.faults.append(Fault("type", path, path, tree, expected, _Root(cls)))
        return None

    def struct(self, path: JsonPath, tree: Mapping[str, Any], cls: type[T]) -> T | None:
        return self.read_object(path, tree, cls)

    def read_object(self, path: JsonPath, tree: Mapping[str, Any], cls: type[T]) -> T | None:
        """An object, member by member."""
        if cls.style.names_unknown:
            self.unknown(path, tree, cls)
        decoded = {member.attribute: member.default for member in members(cls)}
        if cls.style.in_file_order:
            complete = self._in_file_order(path, tree, cls, decoded)
        else:
            complete = self._in_order(path, tree, cls, decoded)
        return cls(**decoded) if complete or not cls.whole else None

    def unknown(self, path: JsonPath, tree: Mapping[str, Any], cls: type[Described]) -> None:
        known = members_by_name(cls)
        for name in tree:
            if name not in known:
                expected = inspect.StructType(cls, ())
                self.faults.append(Fault("unknown", (*path, name), path, tree[name], expected, _Root(cls)))

    def _in_order(
        self, path: JsonPath, tree: Mapping[str, Any], cls: type[Described], decoded: dict[str, Any]
    ) -> bool:
        complete = True
        for member in members(cls):
            attribute = member.attribute
            chosen = attribute in cls.choices and decoded["type"] == attribute
            if attribute in cls.choices and not chosen:
                continue
            self.member(path, tree, member, decoded)
            if chosen or member.required:
                self.require(path, tree, member)
                complete = complete and decoded[attribute] is not None
        return complete

    def _in_file_order(
        self, path: JsonPath, tree: Mapping[str, Any], cls: type[Described], decoded: dict[str, Any]
    ) -> bool:
        required = [member for member in members(cls) if member.required]
        for member in required:
            self.require(path, tree, member)
        known = members_by_name(cls)
        for name in tree:
            member_or_none = known.get(name)
            if member_or_none is not None:
                self.member(path, tree, member_or_none, decoded)
        return all(decoded[member.attribute] is not None for member in required)

    def require(self, path: JsonPath, tree: Mapping[str, Any], member: Member) -> None:
        """A fault if a required member is missing."""
        there = next((name for name in member.names if name in tree), None)
        if there is None or (member.style.takes_null and tree[there] is None):
            self.faults.append(Fault("missing", (*path, member.name), path, None, member.type, member))

    def member(
        self, object_path: JsonPath, tree: Mapping[str, Any], member: Member, decoded: dict[str, Any]
    ) -> None:
        """Decode one member of `tree` into `decoded`, which has those before it."""
        name = next((name for name in member.names if name in tree), None)
        if name is None or decoded.get(member.extra.get("needs", ""), 0) is None:
            return
        path, value, above = (*object_path, name), tree[name], self.owner
        if "none" in member.extra and value == member.extra["none"]:
            return
        self.owner = object_path
        if member.attribute in ("extensions", "extras") and not member.style.checks_shared:
            read = _read_shared(value, member)
        elif "reads" in member.extra:
            read = member.extra["reads"](self, path, value, member, decoded)
        elif "words" in member.extra and value in self.more_words(member.extra["words"]):
            read = value
        else:
            read = self.value(path, value, member.type, member, member.extra)
        self.owner = above
        if read is not None:
            decoded[member.attribute] = read

    def fault(
        self,
        kind: FaultKind,
        path: JsonPath,
        value: Any,
        expected: inspect.Type,
        member: Member,
        known: Any = (),
    ) -> None:
        self.faults.append(Fault(kind, path, self.owner, value, expected, member, known))

    def fits(self, path: JsonPath, value: Any, expected: inspect.Type, member: Member) -> bool:
        """Whether a value has the JSON type that is expected."""
        if is_a(value, json_kind(expected)):
            return True
        self.fault("type", path, value, expected, member)
        return False

    def value(
        self, path: JsonPath, value: Any, expected: inspect.Type, member: Member, extra: Mapping[str, Any]
    ) -> Any:
        if isinstance(expected, inspect.AnyType):
            return value
        if isinstance(expected, inspect.StructType) and not isinstance(value, dict):
            value = {} if expected.cls.style.empty_if_broken else value  # type: ignore[attr-defined]
        if not self.fits(path, value, expected, member):
            return None
        match expected:
            case inspect.StructType():
                assert issubclass(expected.cls, Described)
                return self.struct(path, value, expected.cls)
            case inspect.StrType():
                return self.text(path, value, expected, member, extra)
            case inspect.BoolType():
                return value
            case inspect.LiteralType():
                return self.word(path, value, expected, member)
            case inspect.IntType():
                return self.integer(path, value, expected, member, extra)
            case inspect.FloatType():
                return self.number(path, value, expected, member, extra)
            case inspect.VarTupleType():
                return self.array(path, value, expected, member)
            case inspect.DictType():
                return self.mapping(path, value, expected, member, extra)
        raise TypeError(f"a struct uses {expected}, which the decoder does not support")

    def text(
        self, path: JsonPath, value: str, expected: inspect.StrType, member: Member, extra: Mapping[str, Any]
    ) -> str | None:
        if "known" in extra:
            known = [*extra["known"], *self.more_words(extra["words"])]
            if value not in known:
                self.fault("word", path, value, expected, member, known)
        if expected.min_length and not value:
            self.fault("empty", path, value, expected, member)
            return None
        if expected.pattern is None or _matches(expected.pattern, value):
            return str(value)
        self.fault("pattern", path, value, expected, member, extra.get("form", expected.pattern))
        return None

    def word(
        self, path: JsonPath, value: Any, expected: inspect.LiteralType, member: Member
    ) -> str | int | None:
        """A value of an enumeration. An unknown string is kept unless items are read one by one: an extension
        may have added it."""
        words = isinstance(expected.values[0], str)
        value = value if words else int(value)
        if value in expected.values:
            return value  # type: ignore[no-any-return]
        self.fault("word", path, value, expected, member, expected.values)
        return value if words and not member.style.by_item else None

    def integer(
        self, path: JsonPath, value: Any, expected: inspect.IntType, member: Member, extra: Mapping[str, Any]
    ) -> int | None:
        if "refers" in extra and expected.ge is not None:
            return self.index(path, value, expected, member)
        whole = int(value)
        if in_range(whole, expected):
            return whole
        self.fault("range", path, whole, expected, member)
        return whole if member.style.keeps_integer and finite(whole) else None

    def number(
        self,
        path: JsonPath,
        value: Any,
        expected: inspect.FloatType,
        member: Member,
        extra: Mapping[str, Any],
    ) -> float | None:
        """A number in a range; `or` in the annotation is a value outside of it that is allowed too."""
        if ("or" in extra and value == extra["or"]) or in_range(value, expected):
            return float(value)
        self.fault("range", path, value, expected, member)
        return float(value) if member.style.keeps_range and finite(value) else None

    def array(
        self, path: JsonPath, values: list[Any], expected: inspect.VarTupleType, member: Member
    ) -> tuple[Any, ...] | None:
        if member.style.by_item:
            return self._items(path, values, expected, member)
        if expected.min_length and not values:
            self.fault("empty", path, values, expected, member)
            return None
        item, extra = without_none(expected.item_type)
        match item:
            case inspect.FloatType():
                return self.numbers(path, values, item, expected.max_length, member)
            case inspect.StrType():
                wrong = [index for index, text in enumerate(values) if not isinstance(text, str)]
                for index in wrong:
                    self.fault("item", (*path, index), [values[index]], item, member)
                return None if wrong else tuple(values)
            case inspect.IntType():
                return tuple(self.index((*path, i), value, item, member) for i, value in enumerate(values))
            case inspect.DictType():
                return self._maps(path, values, item, member)
        if isinstance(expected.item_type, inspect.UnionType):
            return tuple(self.value((*path, i), each, item, member, extra) for i, each in enumerate(values))
        if not self.items_fit(path, values, item, member):
            return None
        return tuple(self.value((*path, i), each, item, member, extra) for i, each in enumerate(values))

    def _items(
        self, path: JsonPath, values: list[Any], expected: inspect.VarTupleType, member: Member
    ) -> tuple[Any, ...] | None:
        """The items of a list, each read alone; a hole, or no list, where one is broken."""
        length, least = len(values), expected.min_length or 0
        fits = length >= least and (expected.max_length is None or length <= expected.max_length)
        if not fits:
            self.fault("length", path, values, expected, member)
        item, extra = without_none(expected.item_type)
        owner = member.item(extra)
        read = tuple(self.value((*path, i), each, item, owner, extra) for i, each in enumerate(values))
        holes = isinstance(expected.item_type, inspect.UnionType)
        return read if fits and (holes or None not in read) else None

    def items_fit(self, path: JsonPath, values: list[Any], item: inspect.Type, member: Member) -> bool:
        """Whether all items of a list have the JSON type that is expected."""
        kind = json_kind(item)
        if all(is_a(value, kind) for value in values):
            return True
        self.fault("item", path, values, item, member)
        return False

    def index(self, path: JsonPath, value: Any, expected: inspect.Type, member: Member) -> int | None:
        if is_index(value):
            return int(value)
        self.fault("index", path, value, expected, member)
        return int(value) if member.style.keeps_integer and is_a(value, "integer") else None

    def numbers(
        self, path: JsonPath, values: list[Any], item: inspect.FloatType, length: int | None, member: Member
    ) -> tuple[float, ...] | None:
        """Numbers that are one value, as of a vector: broken if one of them is."""
        if length is not None and len(values) != length:
            expected = inspect.VarTupleType(item, max_length=length)
            self.fault("length", path, values, expected, member)
            return None
        fits = self.items_fit(path, values, item, member)
        for i, value in enumerate(values):
            if is_a(value, "number") and not in_range(value, item):
                self.fault("range", (*path, i), value, item, member)
                fits = fits and member.style.keeps_range and finite(value)
        return tuple(map(float, values)) if fits else None

    def mapping(
        self, path: JsonPath, tree: dict[str, Any], expected: inspect.DictType, member: Member, extra: Any
    ) -> dict[str, Any] | None:
        inner, inner_extra = without_none(expected.value_type)
        match inner:
            case inspect.AnyType():
                return dict(tree)
            case inspect.DictType():
                fits = {name: self.fits((*path, name), value, inner, member) for name, value in tree.items()}
                if isinstance(without_none(inner.value_type)[0], inspect.AnyType):
                    return {name: value if fits[name] else {} for name, value in tree.items()}
                fitting = {name: value for name, value in tree.items() if fits[name]}
                return {
                    name: self.mapping((*path, name), value, inner, member, inner_extra) or {}
                    for name, value in fitting.items()
                }
            case inspect.StructType():
                return self._map_of_objects(path, tree, expected, member, extra)
        if expected.min_length and not tree:
            self.fault("empty", path, tree, expected, member)
            return None
        if isinstance(inner, inspect.IntType) and not member.style.by_item:
            return {name: self.index((*path, name), value, inner, member) for name, value in tree.items()}
        read = {
            name: self.value((*path, name), value, inner, member, inner_extra) for name, value in tree.items()
        }
        return {name: value for name, value in read.items() if value is not None}

    def _map_of_objects(
        self, path: JsonPath, tree: dict[str, Any], expected: inspect.DictType, member: Member, extra: Any
    ) -> dict[str, Any]:
        """Objects by their names, with a hole where one is broken, if the annotation has `| None`. Of names
        that are not among its `keys`, if it has any, faults are not collected: another rule reports such a
        name."""
        read: dict[str, Any] = {}
        holes = isinstance(expected.value_type, inspect.UnionType)
        for name, value in tree.items():
            count = len(self.faults)
            entry = self.value((*path, name), value, without_none(expected.value_type)[0], member, {})
            if "keys" in extra and name not in extra["keys"]:
                del self.faults[count:]
            if entry is not None or holes:
                read[name] = entry
        return read

    def _maps(
        self, path: JsonPath, values: list[Any], item: inspect.DictType, member: Member
    ) -> tuple[dict[str, Any], ...] | None:
        fits, sets = self.items_fit(path, values, item, member), []
        for i, value in enumerate(values):
            if isinstance(value, dict):
                read = self.mapping((*path, i), value, item, member, {})
                fits = fits and read is not None
                sets.append(read or {})
        return tuple(sets) if fits else None


class _Root(Member):
    """The owner of faults about a whole object: it has the rules of the struct."""

    __slots__ = ()

    def __init__(self, cls: type[Described]) -> None:
        self.attribute = self.name = ""
        self.names = ()
        self.rules, self.at_owner, self.style = cls.rules, (), cls.style
        self.required, self.default, self.carried = False, None, cls.carried
        self.type, self.extra = inspect.AnyType(), {}


def _read_shared(value: Any, member: Member) -> Any:
    """`extensions` or `extras` that are not checked here: extensions that are objects, any extras."""
    if member.attribute == "extras":
        return value
    if not isinstance(value, dict):
        return None
    if member.style.empty_if_broken:
        return {name: payload if isinstance(payload, dict) else {} for name, payload in value.items()}
    return {name: payload for name, payload in value.items() if isinstance(payload, dict)}


@cache
def _pattern(pattern: str) -> Any:
    import re

    return re.compile(pattern)


def _matches(pattern: str, value: str) -> bool:
    return _pattern(pattern).search(value) is not None
