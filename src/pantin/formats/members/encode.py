"""JSON from described objects: what `lower` builds is written in the order of the structs."""

from __future__ import annotations

from functools import cache
from typing import Any

from pantin.formats.members.description import Described, Member, members


def encode(value: Described) -> dict[str, Any]:
    """The JSON of an object: the members that it has, in the order that its struct states, shared ones last.
    A default that is stated is written."""
    stated = ((member.name, getattr(value, member.attribute)) for member in _in_written_order(type(value)))
    return {name: _plain(item) for name, item in stated if item is not None}


@cache
def _in_written_order(cls: type[Described]) -> list[Member]:
    first = {attribute: position for position, attribute in enumerate(cls.written)}
    return sorted(members(cls), key=lambda member: first.get(member.attribute, len(first)))


def _plain(value: Any) -> Any:
    if isinstance(value, Described):
        return encode(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value
