"""Every index in the model that points at an object of a root collection: where it stands, and what it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from msgspec import Struct, inspect

from pantin.formats.gltf.schema import Accessor, Animation, Gltf, Passed
from pantin.formats.gltf.shape import Member, members, without_none

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """An index in the file. `collection` is the root member it points into (as in the file: `bufferViews`).

    `judged` is false where the index stands in an object that Pantin passes through.
    """

    place: Place
    collection: str
    index: int
    judged: bool = True


def references(model: Gltf) -> Iterator[Reference]:
    """All references of a file but those of animation channels to their samplers, in the order of the file's
    members.
    """
    yield from _of_struct((), model)


def _of_struct(place: Place, value: Struct) -> Iterator[Reference]:
    if not _is_linked(value):
        return
    for member in _referring(type(value)):
        held = getattr(value, member.attribute)
        if held is not None:
            judged = not isinstance(value, Passed)
            yield from _of_value((*place, member.name), held, _target(member.type, member.extra), judged)
    extensions = getattr(value, "extensions", None)
    if extensions:
        yield from _of_extensions((*place, "extensions"), extensions)


def _is_linked(value: Struct) -> bool:
    """Whether the Khronos validator looks at the references of an object: not where the rest of it is broken."""
    if isinstance(value, Accessor):
        return None not in (value.component_type, value.count, value.type)
    if isinstance(value, Animation):
        return value.channels is not None and value.samplers is not None
    return True


def _of_value(place: Place, value: Any, collection: str | None, judged: bool) -> Iterator[Reference]:
    if isinstance(value, int):
        assert collection is not None
        yield Reference(place, collection, value, judged)
    elif isinstance(value, Struct):
        yield from _of_struct(place, value)
    elif value is not None:
        parts: Iterable[tuple[str | int, Any]]
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for token, part in parts:
            yield from _of_value((*place, token), part, collection, judged)


@cache
def _referring(cls: type[Struct]) -> tuple[Member, ...]:
    """The members of a struct that hold references, at any depth."""
    return tuple(member for member in members(cls) if _refers(member.type, member.extra))


def _refers(annotated: inspect.Type, extra: dict[str, Any]) -> bool:
    if isinstance(annotated, inspect.StructType):
        return bool(_referring(annotated.cls))
    return _target(annotated, extra) is not None or (
        isinstance(annotated, inspect.VarTupleType) and _refers(*_item(annotated))
    )


def _target(annotated: inspect.Type, extra: dict[str, Any]) -> str | None:
    """The collection that the indices of a type point into."""
    if "sibling" in extra:
        return None
    if "refers" in extra:
        return str(extra["refers"])
    if isinstance(annotated, inspect.VarTupleType | inspect.DictType):
        return _target(*_item(annotated))
    return None


def _item(annotated: inspect.VarTupleType | inspect.DictType) -> tuple[inspect.Type, dict[str, Any]]:
    return without_none(
        annotated.item_type if isinstance(annotated, inspect.VarTupleType) else annotated.value_type
    )


# The references of extensions about buffers and meshes, which would else seem unused: name of the member,
# collection.
EXTENSION_REFERENCES = {
    "KHR_draco_mesh_compression": ("bufferView", "bufferViews"),
    "EXT_meshopt_compression": ("buffer", "buffers"),
    "KHR_meshopt_compression": ("buffer", "buffers"),
}


def _of_extensions(place: Place, extensions: dict[str, Any]) -> Iterator[Reference]:
    for name, (member, collection) in EXTENSION_REFERENCES.items():
        payload = extensions.get(name)
        index = payload.get(member) if isinstance(payload, dict) else None
        if isinstance(index, int) and not isinstance(index, bool):
            yield Reference((*place, name, member), collection, index, judged=False)
