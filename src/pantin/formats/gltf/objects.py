"""Every object of a model, and every index in one that refers to an object of a root collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from pantin.formats.gltf.model import get
from pantin.formats.gltf.schema import Accessor, Animation, Gltf, Property
from pantin.formats.hierarchy import Hierarchy
from pantin.formats.members.description import members
from pantin.formats.members.references import (
    Reference,
    object_members,
    objects,
    references_of,
    referring_members,
)
from pantin.report.pointer import JsonPath

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

__all__ = ["Census", "Reference", "objects", "references", "references_of"]


class Census:
    """All objects of a model by struct, without paths. It takes a few calls per kind instead of a few per
    object, and a file may have a hundred thousand objects.
    """

    def __init__(self, model: Gltf) -> None:
        self.model = model
        self.by_kind: dict[type[Property], list[Property]] = {}
        self._with: dict[str, list[tuple[JsonPath, Property]]] = {}
        level: dict[type[Property], list[Property]] = {Gltf: [model]}
        while level:
            below: dict[type[Property], list[Property]] = {}
            for cls, objects_of_kind in level.items():
                self.by_kind.setdefault(cls, []).extend(objects_of_kind)
                for value_of, kind, is_list in _object_getters(cls):
                    held: Iterable[Any] = filter(None, map(value_of, objects_of_kind))
                    if is_list:
                        held = filter(None, chain.from_iterable(held))
                    inside = list(held)
                    if inside:
                        below.setdefault(kind, []).extend(inside)
            level = below

    def objects_with(self, attribute: str) -> list[tuple[JsonPath, Property]]:
        """The objects with a member that any object may have, with their paths, in the order of `objects`."""
        known = self._with.get(attribute)
        if known is None:
            value_of = attrgetter(attribute)
            lacking = {
                kind: list(map(value_of, objects_of_kind)).count(None)
                for kind, objects_of_kind in self.by_kind.items()
            }
            kinds = {kind for kind, count in lacking.items() if count < len(self.by_kind[kind])}
            known = [pair for pair in self.objects_of(kinds) if value_of(pair[1]) is not None]
            self._with[attribute] = known
        return known

    def objects_of(self, kinds: Set[type[Property]]) -> Iterator[tuple[JsonPath, Property]]:
        """The objects of these kinds with their paths, in the order of `objects`."""
        there = kinds & self.by_kind.keys()
        if not there:
            return iter(())
        entered = {kind for kind in self.by_kind if not there.isdisjoint(_kinds_inside(kind))}
        return (pair for pair in objects(self.model, kinds=entered) if type(pair[1]) in there)

    def indices(self) -> dict[str, set[int]]:
        """The indices into each root collection in members of objects, without those of extensions."""
        by_collection: dict[str, set[Any]] = {}
        for cls, listed in self.by_kind.items():
            for value_of, collection, is_single in _index_getters(cls):
                held = map(value_of, listed)
                by_collection.setdefault(collection, set()).update(held if is_single else _flatten(held))
        for indices in by_collection.values():
            indices.discard(None)
        return by_collection


@cache
def _object_getters(cls: type[Property]) -> list[tuple[attrgetter[Any], type[Property], bool]]:
    """For each member of a struct that contains objects: its getter, their struct, and whether it is a
    list."""
    return [
        (attrgetter(member.attribute), member.cls, member.is_list)  # type: ignore[misc]
        for member in object_members(cls)
    ]


@cache
def _index_getters(cls: type[Property]) -> list[tuple[attrgetter[Any], str, bool]]:
    """For each member of a struct that contains indices: its getter, the collection, and whether it is a
    single index."""
    single = {member.name for member in members(cls) if isinstance(member.type, inspect.IntType)}
    return [
        (attrgetter(member.attribute), member.collection, member.name in single)
        for member in referring_members(cls)
    ]


def _flatten(values: Iterable[Any]) -> Iterable[Any]:
    """The indices in members that are all lists, or maps, or None, and in lists of maps; maybe with None."""
    inside = list(
        chain.from_iterable(
            value.values() if isinstance(value, dict) else value for value in filter(None, values)
        )
    )
    return _flatten(inside) if any(isinstance(value, dict) for value in inside[:1]) else inside


@cache
def _kinds_inside(cls: type[Property]) -> frozenset[type[Property]]:
    """A struct, and all structs that its objects may contain."""
    return frozenset({cls}).union(*(_kinds_inside(member.cls) for member in object_members(cls)))


def references(
    model: Gltf, extended: Iterable[tuple[JsonPath, Property]] = (), *, uncounted: bool = False
) -> Iterator[Reference]:
    """All references of a file, except those of animation channels to their samplers. `extended` are the
    extension objects with a schema; `uncounted` adds references that no rule counts.
    """
    for path, value in chain(objects(model, enter=_is_linked), extended):
        yield from references_of(path, value, uncounted=uncounted)


def _is_linked(value: Property) -> bool:
    """Whether the references of an object count: as in the Khronos validator, not if the rest is broken."""
    if isinstance(value, Accessor):
        return None not in (value.component_type, value.count, value.type)
    if isinstance(value, Animation):
        return value.channels is not None and value.samplers is not None
    return True


def node_hierarchy(document: Document) -> Hierarchy:
    """The node hierarchy of a document, using only children that exist."""
    nodes = document.model.nodes
    listed = [(node.children or ()) if node else () for node in nodes]
    return Hierarchy([[i if get(nodes, i) else None for i in children] for children in listed])
