"""What a rig carries of described objects, as a table that `formats.accounting` compares with a file."""

from __future__ import annotations

from functools import cache
from typing import Any

from pantin.formats.members.decode import structs_in
from pantin.formats.members.description import Described, members


@cache
def carried(cls: type[Described]) -> dict[str, Any] | bool:
    """The members of a struct that a rig holds, as a table: by name, whether all of it is held, or a table of
    what is inside. Former names of a member count as it."""
    table: dict[str, Any] = {}
    for member in members(cls):
        inside = structs_in(member.type)
        stated = member.carried
        held: dict[str, Any] | bool = dict.fromkeys(stated, True) if isinstance(stated, tuple) else stated
        if inside and member.extra.get("carried") is None:
            held = carried(inside[0])
            if isinstance(held, dict) and _is_map(member.type):
                held = {"*": held}
        if held is not False and held != {}:
            table.update(dict.fromkeys(member.names, held))
    return table


def _is_map(annotated: Any) -> bool:
    return type(annotated).__name__ == "DictType"
