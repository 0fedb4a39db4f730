"""The objects inside an object, and the indices in them: for unresolved, unused and renumbered references."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct, inspect

from pantin.base.tuples import NamedTuple
from pantin.formats.members.decode import structs_in
from pantin.formats.members.description import Described, Member, members, without_none
from pantin.report.pointer import JsonPath

T = TypeVar("T", bound=Described)


class ObjectMember(NamedTuple):
    """A member that contains objects: attribute, name in the file, their struct, whether it is a list or a
    map."""

    attribute: str
    name: str
    cls: type[Described]
    is_list: bool
    is_map: bool = False


@cache
def object_members(cls: type[Described]) -> tuple[ObjectMember, ...]:
    """The members of a struct that contain objects."""
    return tuple(
        ObjectMember(
            member.attribute,
            member.name,
            inner,
            isinstance(member.type, inspect.VarTupleType),
            isinstance(member.type, inspect.DictType),
        )
        for member in members(cls)
        for inner in structs_in(member.type)
    )


def objects(
    value: T,
    path: JsonPath = (),
    enter: Callable[[T], bool] | None = None,
    kinds: Container[type[T]] | None = None,
) -> Iterator[tuple[JsonPath, T]]:
    """`value` and all objects in it, parents first, each with its path. An object for which `enter` is false,
    or that is not of one of the `kinds`, is skipped with everything in it.
    """
    if enter is not None and not enter(value):
        return
    yield path, value
    for attribute, name, cls, is_list, is_map in object_members(type(value)):
        member = getattr(value, attribute) if kinds is None or cls in kinds else None
        if not member:
            continue
        if is_map:
            for inside, item in _in_map((*path, name), member):
                yield from objects(item, inside, enter, kinds)
        elif not is_list:
            yield from objects(member, (*path, name), enter, kinds)
        elif object_members(cls):
            for i, item in enumerate(member):
                if item is not None:
                    yield from objects(item, (*path, name, i), enter, kinds)
        else:
            # Most objects of a file, such as nodes, contain no others, and need no generator of their own.
            leaves = [((*path, name, i), item) for i, item in enumerate(member) if item is not None]
            yield from leaves if enter is None else (leaf for leaf in leaves if enter(leaf[1]))


def _in_map(path: JsonPath, value: Any) -> Iterator[tuple[JsonPath, Any]]:
    """The objects in a map, also in lists and maps inside of it, with their paths."""
    if isinstance(value, Struct):
        yield path, value
    elif value is not None:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for token, item in items:
            yield from _in_map((*path, token), item)


class Reference(Struct, frozen=True, gc=False):
    """An index in the file. `collection` is the root member it refers to (as in the file: `bufferViews`).

    `checked` is false if a rule about this member reports an index of nothing; `counted` is false if the
    reference does not make its object used.
    """

    path: JsonPath
    collection: str
    index: int
    checked: bool = True
    counted: bool = True


class ReferringMember(NamedTuple):
    """A member that contains indices: attribute, name in the file, collection, see `Reference`."""

    attribute: str
    name: str
    collection: str
    checked: bool = True
    counted: bool = True


@cache
def referring_members(cls: type[Described]) -> tuple[ReferringMember, ...]:
    """The members of a struct that contain indices into root collections."""
    referring = []
    for member in members(cls):
        extra = _reference_annotation(member.type, member.extra)
        if extra is not None and "sibling" not in extra:
            checked, counted = extra.get("checked", True), extra.get("counted", True)
            referring.append(
                ReferringMember(member.attribute, member.name, extra["refers"], checked, counted)
            )
    return tuple(referring)


def _reference_annotation(annotated: inspect.Type, extra: dict[str, Any]) -> dict[str, Any] | None:
    """The annotation of the indices in a type, if any."""
    if "refers" in extra:
        return extra
    if isinstance(annotated, inspect.VarTupleType):
        return _reference_annotation(*without_none(annotated.item_type))
    if isinstance(annotated, inspect.DictType):
        return _reference_annotation(*without_none(annotated.value_type))
    return None


def references_of(object_path: JsonPath, value: Described, *, uncounted: bool = False) -> Iterator[Reference]:
    """The references of one object, without those of objects inside it; with `uncounted`, also those that do
    not make an object used."""
    for attribute, name, collection, checked, counted in referring_members(type(value)):
        member = getattr(value, attribute)
        if not (counted or uncounted):
            continue
        if isinstance(member, int):
            yield Reference((*object_path, name), collection, member, checked, counted)
        elif member:
            for path, index in indices_in((*object_path, name), member):
                yield Reference(path, collection, index, checked, counted)


def indices_in(path: JsonPath, member: Any) -> Iterator[tuple[JsonPath, int]]:
    """The indices in a list, a map, or a list of maps, with their paths."""
    items: Iterable[tuple[str | int, Any]] = member.items() if isinstance(member, dict) else enumerate(member)
    for token, item in items:
        if isinstance(item, int):
            yield (*path, token), item
        elif item is not None:
            yield from indices_in((*path, token), item)


def unresolved_references(
    path: JsonPath, value: Described, counts: Callable[[str], int | None]
) -> Iterator[tuple[Reference, Member]]:
    """The references of one object to nothing, with the members that have them. `counts` gives the length of
    a collection; None for one that is not known."""
    by_name = {member.name: member for member in members(type(value))}
    for reference in references_of(path, value, uncounted=True):
        count = counts(reference.collection)
        if count is not None and not 0 <= reference.index < count:
            yield reference, by_name[str(reference.path[len(path)])]
