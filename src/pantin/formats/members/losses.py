"""What a rig carries of described objects, as a table that `formats.accounting` compares with a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from pantin.formats.members.decode import structs_in
from pantin.formats.members.description import Described, members

Held: TypeAlias = "dict[str, Any] | Callable[[Any], bool] | bool"
"""What is held of a member: a table, whether a value is, or whether all of it is."""


@cache
def held_members(cls: type[Described]) -> Held:
    """The members of a struct that a rig holds, as a table: by name, whether all of it is held, or a table of
    what is inside. Former names of a member count as it."""
    table: dict[str, Any] = {}
    for member in members(cls):
        inside = structs_in(member.type)
        held: Held = member.carried
        if inside and member.extra.get("carried") is None:
            held = held_members(inside[0])
            if isinstance(held, dict) and _is_map(member.type):
                held = {"*": held}
        if held is not False and held != {}:
            table.update(dict.fromkeys(member.names, held))
    return table


def _is_map(annotated: Any) -> bool:
    return type(annotated).__name__ == "DictType"
