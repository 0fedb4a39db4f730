"""Every object of a model with the place where it stands in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from msgspec import inspect

from pantin.formats.gltf.schema import Property
from pantin.formats.gltf.tolerant_decode import members, without_none

Place = tuple[str | int, ...]


def objects(
    value: Property, place: Place = (), enter: Callable[[Property], bool] = lambda _: True
) -> Iterator[tuple[Place, Property]]:
    """`value` and the objects in it, each before those in it; what `enter` refuses is left out with all in
    it.
    """
    if not enter(value):
        return
    yield place, value
    for attribute, name, is_leaf in object_members(type(value)):
        held = getattr(value, attribute)
        if isinstance(held, Property):
            yield from objects(held, (*place, name), enter)
        elif held and is_leaf:
            # The many of a file (nodes above all) hold no objects, and need no generator of their own.
            here = [((*place, name, i), part) for i, part in enumerate(held) if part is not None]
            yield from (each for each in here if enter(each[1]))
        elif held:
            for i, part in enumerate(held):
                if part is not None:
                    yield from objects(part, (*place, name, i), enter)


@cache
def object_members(cls: type[Property]) -> tuple[tuple[str, str, bool], ...]:
    """The members of a struct that hold objects: attribute, name in the file, whether those hold none."""
    parts = [(member, _held(member.type)) for member in members(cls)]
    return tuple((member.attribute, member.name, not object_members(held)) for member, held in parts if held)


def _held(annotated: inspect.Type) -> type[Property] | None:
    """The struct of the objects that a member holds."""
    if isinstance(annotated, inspect.VarTupleType):
        annotated, _ = without_none(annotated.item_type)
    if not isinstance(annotated, inspect.StructType):
        return None
    assert issubclass(annotated.cls, Property)
    return annotated.cls
