"""Account for every member of a JSON document: what `lift` carries over, and so what it does not.

A format describes what its `lift` reads as a table in the shape of its documents. Whatever is in a document
and not in the table is reported, so a member that nobody thought of cannot vanish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from pantin.report.pointer import pointer

Place: TypeAlias = tuple[str | int, ...]

Carried: TypeAlias = "Mapping[str, Any] | bool"
"""True: everything. A mapping: the members that are carried over, each with a table of its own; lists use the
table of their items, and a key that ends in `*` stands for every member that starts so."""


NotCarried: TypeAlias = tuple[str, int, str]
"""Members of one kind that are dropped: in words, how many there are, and the pointer of the first."""


Extensions: TypeAlias = Callable[[str], Carried]
"""The table of an extension, by its name."""


def not_carried(tree: Any, table: Carried, extensions: Extensions = lambda name: False) -> list[NotCarried]:
    """The members of a document that a table does not list, one entry for each kind."""
    found: dict[Place, list[Place]] = {}
    for place in _walk(tree, table, (), extensions):
        kind = tuple("*" if isinstance(token, int) else token for token in place)
        found.setdefault(kind, []).append(place)
    return [(describe(kind), len(places), pointer(*places[0])) for kind, places in sorted(found.items())]


def is_carried(place: Place, table: Carried, extensions: Extensions = lambda name: False) -> bool:
    """Whether the table lists the member at a place."""
    inside_extensions = False
    for token in place:
        if isinstance(token, int):
            continue
        if table is True or table is False:
            break
        table = extensions(token) if inside_extensions else _of_member(table, token)
        inside_extensions = token == "extensions" and not inside_extensions and table is False
        if inside_extensions:
            table = {}
    return table is not False


def _walk(value: Any, table: Carried, place: Place, extensions: Extensions) -> Iterator[Place]:
    if table is True:
        return
    if table is False:
        yield place
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk(item, table, (*place, index), extensions)
    elif isinstance(value, dict):
        for name, member in value.items():
            if name == "extensions" and "extensions" not in table and isinstance(member, dict):
                for key, payload in member.items():
                    yield from _walk(payload, extensions(key), (*place, name, key), extensions)
            else:
                yield from _walk(member, _of_member(table, name), (*place, name), extensions)
    elif value is not None:
        yield place  # something else than the format has here: lift cannot have read it


def _of_member(table: Mapping[str, Any], name: str) -> Carried:
    if name in table:
        found: Carried = table[name]
        return found
    for pattern, inner in table.items():
        if pattern.endswith("*") and name.startswith(pattern[:-1]):
            return inner  # type: ignore[no-any-return]
    return False


def describe(kind: Place) -> str:
    """The kind of a member in words: `extension KHR_xmp of materials`, `"byteStride" of bufferViews`."""
    tokens = [str(token) for token in kind if token != "*"]
    last = tokens[-1]
    if len(tokens) >= 2 and tokens[-2] == "extensions":
        what, owner = f"extension {last}", tokens[:-2]
    else:
        what, owner = f'"{last}"', tokens[:-1]
    owner = [token for token in owner if token != "extensions"]
    return f"{what} of {' '.join(owner)}" if owner else what
