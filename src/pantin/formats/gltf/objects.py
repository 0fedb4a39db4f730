"""Every object of a model, and every index in one that refers to an object of a root collection."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Set
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Struct, inspect

from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.schema import Accessor, Animation, Gltf, Property
from pantin.formats.gltf.tolerant_decode import members, without_none

Place = tuple[str | int, ...]


def objects(
    value: Property,
    place: Place = (),
    enter: Callable[[Property], bool] | None = None,
    kinds: Container[type[Property]] | None = None,
) -> Iterator[tuple[Place, Property]]:
    """`value` and all objects in it, parents first, each with its path. An object for which `enter` is false,
    or that is not of one of the `kinds`, is skipped with everything in it.
    """
    if enter is not None and not enter(value):
        return
    yield place, value
    for attribute, name, cls, _ in object_members(type(value)):
        member = getattr(value, attribute) if kinds is None or cls in kinds else None
        if not member:
            continue
        if isinstance(member, Property):
            yield from objects(member, (*place, name), enter, kinds)
        elif object_members(cls):
            for i, item in enumerate(member):
                if item is not None:
                    yield from objects(item, (*place, name, i), enter, kinds)
        else:
            # Most objects of a file, such as nodes, contain no others, and need no generator of their own.
            leaves = [((*place, name, i), item) for i, item in enumerate(member) if item is not None]
            yield from leaves if enter is None else (leaf for leaf in leaves if enter(leaf[1]))


class ObjectMember(NamedTuple):
    """A member that contains objects: attribute, name in the file, their struct, whether it is a list."""

    attribute: str
    name: str
    cls: type[Property]
    is_list: bool


@cache
def object_members(cls: type[Property]) -> tuple[ObjectMember, ...]:
    """The members of a struct that contain objects."""
    pairs = [(member, _object_type(member.type)) for member in members(cls)]
    return tuple(
        ObjectMember(member.attribute, member.name, type, isinstance(member.type, inspect.VarTupleType))
        for member, type in pairs
        if type
    )


def _object_type(annotated: inspect.Type) -> type[Property] | None:
    """The struct of the objects in a member; None if it contains none."""
    if isinstance(annotated, inspect.VarTupleType):
        annotated, _ = without_none(annotated.item_type)
    if not isinstance(annotated, inspect.StructType):
        return None
    assert issubclass(annotated.cls, Property)
    return annotated.cls


class Census:
    """All objects of a model by their structs, without paths. A few calls for each kind answer what would
    take some for each object, of which a file may have a hundred thousand.
    """

    def __init__(self, model: Gltf) -> None:
        self.model = model
        self.by_kind: dict[type[Property], list[Property]] = {}
        self._with: dict[str, list[tuple[Place, Property]]] = {}
        level: dict[type[Property], list[Property]] = {Gltf: [model]}
        while level:
            below: dict[type[Property], list[Property]] = {}
            for cls, found in level.items():
                self.by_kind.setdefault(cls, []).extend(found)
                for attribute, _, kind, is_list in object_members(cls):
                    held: Iterable[Any] = filter(None, map(attrgetter(attribute), found))
                    if is_list:
                        held = filter(None, chain.from_iterable(held))
                    inside = list(held)
                    if inside:
                        below.setdefault(kind, []).extend(inside)
            level = below

    def objects_with(self, attribute: str) -> list[tuple[Place, Property]]:
        """The objects with a member that any object may have, with their paths, in the order of `objects`."""
        known = self._with.get(attribute)
        if known is None:
            value_of = attrgetter(attribute)
            lacking = {kind: list(map(value_of, found)).count(None) for kind, found in self.by_kind.items()}
            kinds = {kind for kind, count in lacking.items() if count < len(self.by_kind[kind])}
            known = [pair for pair in self.objects_of(kinds) if value_of(pair[1]) is not None]
            self._with[attribute] = known
        return known

    def objects_of(self, kinds: Set[type[Property]]) -> Iterator[tuple[Place, Property]]:
        """The objects of these kinds with their paths, in the order of `objects`."""
        there = kinds & self.by_kind.keys()
        if not there:
            return iter(())
        entered = {kind for kind in self.by_kind if not there.isdisjoint(_kinds_inside(kind))}
        return (pair for pair in objects(self.model, kinds=entered) if type(pair[1]) in there)

    def indices(self) -> dict[str, set[int]]:
        """The indices into each root collection that members of the objects have; those of extensions are not
        among them.
        """
        found: dict[str, set[Any]] = {}
        for cls, listed in self.by_kind.items():
            for attribute, _, collection in index_members(cls):
                found.setdefault(collection, set()).update(_flatten(map(attrgetter(attribute), listed)))
        for indices in found.values():
            indices.discard(None)
        return found


def _flatten(values: Iterable[Any]) -> Iterable[Any]:
    """The indices in members that are all indices, lists, or maps, or None, and in lists of maps; with None
    for the members that objects do not have."""
    held = list(values)
    if isinstance(next((value for value in held if value is not None), 0), int):
        return held
    there = filter(None, held)
    return _flatten(
        chain.from_iterable(value.values() if isinstance(value, dict) else value for value in there)
    )


@cache
def _kinds_inside(cls: type[Property]) -> frozenset[type[Property]]:
    """A struct, and all that its objects may contain."""
    return frozenset({cls}).union(*(_kinds_inside(member.cls) for member in object_members(cls)))


class Reference(Struct, frozen=True, gc=False):
    """An index in the file. `collection` is the root member it refers to (as in the file: `bufferViews`).

    `checked` is false if the index is in an object of an extension that has a rule of its own for it.
    """

    place: Place
    collection: str
    index: int
    checked: bool = True


def references(
    model: Gltf, extended: Iterable[tuple[Place, Property]] = (), *, uncounted: bool = False
) -> Iterator[Reference]:
    """All references of a file, except those of animation channels to their samplers. `extended` are the
    objects of extensions that have a schema; with `uncounted`, also those that no rule counts.
    """
    for place, value in chain(objects(model, enter=_is_linked), extended):
        yield from references_of(place, value, uncounted=uncounted)


def references_of(place: Place, value: Property, *, uncounted: bool = False) -> Iterator[Reference]:
    """The references of one object, without those of objects inside it, and those of its extensions."""
    for attribute, name, collection in index_members(type(value)):
        member = getattr(value, attribute)
        if isinstance(member, int):
            yield Reference((*place, name), collection, member)
        elif member:
            yield from _references_in((*place, name), member, collection)
    if value.extensions:
        yield from extension_references(place, value, uncounted=uncounted)


def _is_linked(value: Property) -> bool:
    """Whether the references of an object count: as in the Khronos validator, not if the rest is broken."""
    if isinstance(value, Accessor):
        return None not in (value.component_type, value.count, value.type)
    if isinstance(value, Animation):
        return value.channels is not None and value.samplers is not None
    return True


def _references_in(place: Place, member: Any, collection: str) -> Iterator[Reference]:
    """The references in a list, a map, or a list of maps."""
    items: Iterable[tuple[str | int, Any]] = member.items() if isinstance(member, dict) else enumerate(member)
    for token, item in items:
        if isinstance(item, int):
            yield Reference((*place, token), collection, item)
        elif item is not None:
            yield from _references_in((*place, token), item, collection)


@cache
def index_members(cls: type[Property]) -> tuple[tuple[str, str, str], ...]:
    """The members of a struct that contain indices: attribute, name in the file, collection referred to."""
    targets = [(member, _target(member.type, member.extra)) for member in members(cls)]
    return tuple((member.attribute, member.name, target) for member, target in targets if target)


def _target(annotated: inspect.Type, extra: dict[str, Any]) -> str | None:
    """The root collection that the indices of a type refer to, if any."""
    if "refers" in extra:
        return None if "sibling" in extra else str(extra["refers"])
    if isinstance(annotated, inspect.VarTupleType):
        return _target(*without_none(annotated.item_type))
    if isinstance(annotated, inspect.DictType):
        return _target(*without_none(annotated.value_type))
    return None


def extension_references(place: Place, value: Property, *, uncounted: bool = False) -> Iterator[Reference]:
    """The references in the extensions of an object; with `uncounted`, also those that no rule counts."""
    for name, payload in (value.extensions or {}).items():
        extension = find(name)
        for member in extension.index_members if extension is not None else ():
            if not (member.counted or uncounted):
                continue
            for path, index in member.find_indices(payload):
                yield Reference((*place, "extensions", name, *path), member.collection, index, member.checked)
