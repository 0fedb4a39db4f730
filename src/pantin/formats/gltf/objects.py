"""Every object of a model with the place where it stands in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from msgspec import Struct, inspect

from pantin.formats.gltf.tolerant_decode import members, without_none

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
    for attribute, name, is_leaf in _parts(type(value)):
        held = getattr(value, attribute)
        if isinstance(held, Struct):
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
def _parts(cls: type[Struct]) -> tuple[tuple[str, str, bool], ...]:
    """The members of a struct that hold objects: attribute, name in the file, whether those hold none."""
    parts = [(member, _held(member.type)) for member in members(cls)]
    return tuple((member.attribute, member.name, not _parts(held)) for member, held in parts if held)


def _held(annotated: inspect.Type) -> type[Struct] | None:
    """The struct of the objects that a member holds."""
    if isinstance(annotated, inspect.VarTupleType):
        annotated, _ = without_none(annotated.item_type)
    return annotated.cls if isinstance(annotated, inspect.StructType) else None
