"""Every object of a model with the place where it stands in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from msgspec import Struct, inspect

from pantin.formats.gltf.shape import members, without_none

Place = tuple[str | int, ...]


def objects(
    value: Struct, place: Place = (), enter: Callable[[Struct], bool] = lambda _: True
) -> Iterator[tuple[Place, Struct]]:
    """`value` and the objects in it, each before those in it; what `enter` refuses is left out with all in
    it.
    """
    if not enter(value):
        return
    yield place, value
    for attribute, name in _parts(type(value)):
        held = getattr(value, attribute)
        if isinstance(held, Struct):
            yield from objects(held, (*place, name), enter)
        elif held:
            for i, part in enumerate(held):
                if part is not None:
                    yield from objects(part, (*place, name, i), enter)


@cache
def _parts(cls: type[Struct]) -> tuple[tuple[str, str], ...]:
    """The members of a struct that hold objects: attribute, and name in the file."""
    return tuple((member.attribute, member.name) for member in members(cls) if _holds_objects(member.type))


def _holds_objects(annotated: inspect.Type) -> bool:
    if isinstance(annotated, inspect.VarTupleType):
        annotated, _ = without_none(annotated.item_type)
    return isinstance(annotated, inspect.StructType)
