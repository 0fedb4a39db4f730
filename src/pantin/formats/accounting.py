"""Account for every member of a JSON document: what `lift` carries over, and so what it does not.

A format describes what its `lift` reads as a table in the shape of its documents. Whatever is in a document
and not in the table is reported, so a member that nobody thought of cannot vanish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import and_more, named, singular

Carried: TypeAlias = "Mapping[str, Any] | Callable[[Any], bool] | bool"
"""True: everything. A function: whether this value is carried over. A mapping: the members that are carried
over, each with its own table; lists use the table of their items, and a key that ends in `*` stands for
every member that starts so."""


NotCarried: TypeAlias = tuple[str, int, str]
"""Members of one kind that are dropped: in words, how many there are (1 if the words say it), and the pointer
of the first."""


Extensions: TypeAlias = Callable[[str], Carried]
"""The table of an extension, by its name."""


def not_carried(tree: Any, table: Carried, extensions: Extensions = lambda name: False) -> list[NotCarried]:
    """The members of a document that a table does not list, one entry for each kind."""
    by_member: dict[JsonPath, list[JsonPath]] = {}
    for path in _walk(tree, table, (), extensions):
        kind = tuple("*" if isinstance(token, int) else token for token in path)
        by_member.setdefault(kind, []).append(path)
    return [
        (describe(tree, paths[0]) + and_more(len(paths)), 1, pointer(*paths[0]))
        for _, paths in sorted(by_member.items())
    ]


def is_carried(path: JsonPath, table: Carried, extensions: Extensions = lambda name: False) -> bool:
    """Whether the table lists the member at a place."""
    inside_extensions = False
    for token in path:
        if isinstance(token, int):
            continue
        if table is True or table is False or callable(table):
            break
        table = extensions(token) if inside_extensions else _of_member(table, token)
        inside_extensions = token == "extensions" and not inside_extensions and table is False
        if inside_extensions:
            table = {}
    return table is not False


def _walk(value: Any, table: Carried, path: JsonPath, extensions: Extensions) -> Iterator[JsonPath]:
    if table is True:
        return
    if table is False or (callable(table) and not table(value)):
        yield path
    elif callable(table):
        return
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk(item, table, (*path, index), extensions)
    elif isinstance(value, dict):
        for name, member in value.items():
            if name == "extensions" and "extensions" not in table and isinstance(member, dict):
                for key, payload in member.items():
                    yield from _walk(payload, extensions(key), (*path, name, key), extensions)
            else:
                yield from _walk(member, _of_member(table, name), (*path, name), extensions)
    elif value is not None:
        yield path  # something else than the format has here: lift cannot have read it


def _of_member(table: Mapping[str, Any], name: str) -> Carried:
    if name in table:
        member: Carried = table[name]
        return member
    for pattern, inner in table.items():
        if pattern.endswith("*") and name.startswith(pattern[:-1]):
            return inner  # type: ignore[no-any-return]
    return False


def describe(tree: Any, path: JsonPath) -> str:
    """A member in words: `KHR_xmp of material "skin" (0)`, `"byteStride" of buffer view 3`."""
    words: list[str] = []
    value, rest = tree, list(path)
    while rest:
        token = rest.pop(0)
        value = _child(value, token)
        if token == "extensions" and rest:
            name = rest.pop(0)
            value = _child(value, name)
            words.append(str(name) if words or rest else f"extension {name}")
        elif rest and isinstance(rest[0], int):
            index = rest.pop(0)
            value = _child(value, index)
            words.append(named(singular(str(token)), int(index), _child(value, "name")))
        else:
            words.append(str(token) if rest else f'"{token}"')
    return " of ".join(reversed(words))


def _child(value: Any, token: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(token)
    return value[token] if isinstance(value, list) and isinstance(token, int) else None
