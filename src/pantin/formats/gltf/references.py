"""Every index in the model that points at an object of a root collection, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from msgspec import Struct, inspect

from pantin.formats.gltf.ext import find
from pantin.formats.gltf.objects import Place, objects
from pantin.formats.gltf.schema import Accessor, Animation, Gltf, Property
from pantin.formats.gltf.tolerant_decode import members, without_none


class Reference(Struct, frozen=True, gc=False):
    """An index in the file. `collection` is the root member it points into (as in the file: `bufferViews`).

    `judged` is false where the index stands in an object of an extension that has a rule of its own for it.
    """

    place: Place
    collection: str
    index: int
    judged: bool = True


def references(model: Gltf, extended: Iterable[tuple[Place, Property]] = ()) -> Iterator[Reference]:
    """All references of a file, but those of animation channels to their samplers. `extended` are the objects
    of extensions that have a schema.
    """
    for place, value in chain(objects(model, enter=_is_linked), extended):
        for attribute, name, collection in index_members(type(value)):
            held = getattr(value, attribute)
            if isinstance(held, int):
                yield Reference((*place, name), collection, held)
            elif held:
                yield from _of_several((*place, name), held, collection)
        extensions = getattr(value, "extensions", None)
        if extensions:
            yield from _of_extensions((*place, "extensions"), extensions)


def _is_linked(value: Property) -> bool:
    """Whether the references of an object count. As for the Khronos validator, not where the rest is
    broken.
    """
    if isinstance(value, Accessor):
        return None not in (value.component_type, value.count, value.type)
    if isinstance(value, Animation):
        return value.channels is not None and value.samplers is not None
    return True


def _of_several(place: Place, held: Any, collection: str) -> Iterator[Reference]:
    """The references of a list, of a map, or of a list of maps."""
    parts: Iterable[tuple[str | int, Any]] = held.items() if isinstance(held, dict) else enumerate(held)
    for token, part in parts:
        if isinstance(part, int):
            yield Reference((*place, token), collection, part)
        elif part is not None:
            yield from _of_several((*place, token), part, collection)


@cache
def index_members(cls: type[Property]) -> tuple[tuple[str, str, str], ...]:
    """The members of a struct that hold indices: attribute, name in the file, collection pointed into."""
    targets = [(member, _target(member.type, member.extra)) for member in members(cls)]
    return tuple((member.attribute, member.name, target) for member, target in targets if target)


def _target(annotated: inspect.Type, extra: dict[str, Any]) -> str | None:
    """The collection that the indices of a type point into, if it is one of the root's."""
    if "refers" in extra:
        return None if "sibling" in extra else str(extra["refers"])
    if isinstance(annotated, inspect.VarTupleType):
        return _target(*without_none(annotated.item_type))
    if isinstance(annotated, inspect.DictType):
        return _target(*without_none(annotated.value_type))
    return None


def _of_extensions(place: Place, extensions: dict[str, Any]) -> Iterator[Reference]:
    for name, payload in extensions.items():
        extension = find(name)
        for member in extension.index_members if extension is not None else ():
            for inside, index in member.found_in(payload):
                yield Reference((*place, name, *inside), member.collection, index, member.checked)
