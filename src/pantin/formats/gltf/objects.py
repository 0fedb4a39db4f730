"""Every object of a model, and every index in one that refers to an object of a root collection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from msgspec import Struct, inspect

from pantin.formats.gltf.ext import find
from pantin.formats.gltf.schema import Accessor, Animation, Gltf, Property
from pantin.formats.gltf.tolerant_decode import members, without_none

Place = tuple[str | int, ...]


def objects(
    value: Property, place: Place = (), enter: Callable[[Property], bool] = lambda _: True
) -> Iterator[tuple[Place, Property]]:
    """`value` and all objects in it, parents first, each with its path. An object for which `enter` is false
    is skipped with everything in it.
    """
    if not enter(value):
        return
    yield place, value
    for attribute, name, is_leaf in object_members(type(value)):
        member = getattr(value, attribute)
        if isinstance(member, Property):
            yield from objects(member, (*place, name), enter)
        elif member and is_leaf:
            # Most objects of a file, such as nodes, contain no others, and need no generator of their own.
            leaves = [((*place, name, i), item) for i, item in enumerate(member) if item is not None]
            yield from (leaf for leaf in leaves if enter(leaf[1]))
        elif member:
            for i, item in enumerate(member):
                if item is not None:
                    yield from objects(item, (*place, name, i), enter)


@cache
def object_members(cls: type[Property]) -> tuple[tuple[str, str, bool], ...]:
    """The members of a struct that contain objects: attribute, name in the file, whether those are leaves."""
    pairs = [(member, _object_type(member.type)) for member in members(cls)]
    return tuple((member.attribute, member.name, not object_members(type)) for member, type in pairs if type)


def _object_type(annotated: inspect.Type) -> type[Property] | None:
    """The struct of the objects in a member; None if it contains none."""
    if isinstance(annotated, inspect.VarTupleType):
        annotated, _ = without_none(annotated.item_type)
    if not isinstance(annotated, inspect.StructType):
        return None
    assert issubclass(annotated.cls, Property)
    return annotated.cls


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
        for attribute, name, collection in index_members(type(value)):
            member = getattr(value, attribute)
            if isinstance(member, int):
                yield Reference((*place, name), collection, member)
            elif member:
                yield from _references_in((*place, name), member, collection)
        extensions = getattr(value, "extensions", None)
        if extensions:
            yield from _extension_references((*place, "extensions"), extensions, uncounted)


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


def _extension_references(place: Place, extensions: dict[str, Any], uncounted: bool) -> Iterator[Reference]:
    for name, payload in extensions.items():
        extension = find(name)
        for member in extension.index_members if extension is not None else ():
            if not (member.counted or uncounted):
                continue
            for path, index in member.find_indices(payload):
                yield Reference((*place, name, *path), member.collection, index, member.checked)
