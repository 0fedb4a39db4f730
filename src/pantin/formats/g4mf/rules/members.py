"""Rules about single members: what `schema` says about types, ranges, references and accessors of each.

A rule made by `member_rule` is a name and a text for violations of rows of the schema: what a member may be
is said there alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import inspect

from pantin.formats.g4mf.naming import KINDS
from pantin.formats.g4mf.newest import origin
from pantin.formats.members.description import Member, members, without_none
from pantin.formats.members.faults import expected_words, shown
from pantin.formats.members.references import indices_in, object_members
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer, tokens
from pantin.report.rule import CATALOGUE
from pantin.report.wording import article, counted

if TYPE_CHECKING:
    from pantin.formats.g4mf.rules.scope import Scope
    from pantin.formats.g4mf.schema.item import Item, Stores
    from pantin.formats.members.faults import Fault
    from pantin.report.pointer import JsonPath
    from pantin.report.report import Severity

MESSAGE = "{member} is {value}; expected {expected}"
"""The message of all rules about single members."""


def member_rule(id: str, doc: str, severity: Severity = "error") -> Rule[[Scope]]:
    """A rule that reports violations of the rows of the schema that name it."""

    def find(scope: Scope) -> Iterator[Finding]:
        return iter(scope.member_findings.get(id, ()))

    find.__doc__ = doc
    return rule(id, severity, MESSAGE)(find)


def simplex_size(dimension: int) -> int:
    """How many vertices a simplex of a surface has: one of the boundary, but whole triangles in 2D."""
    return max(dimension, 3)


def find_members(scope: Scope) -> dict[str, list[Finding]]:
    """The findings about single members of a document, by rule."""
    findings: dict[str, list[Finding]] = {}
    for finding in (*_fault_findings(scope), *_index_findings(scope)):
        findings.setdefault(finding.rule, []).append(finding)
    return findings


def _rule_of(member: Member, kind: str) -> str:
    """The rule of a kind of fault: the one that the member names, or else its object."""
    own: dict[str, str] = member.extra.get("rules", {})
    return own.get(kind) or own.get("*") or member.rules.get(kind) or member.rules["*"]


def _fault_findings(scope: Scope) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for fault in scope.model.faults:
        id, location, is_once = _report_of(fault)
        if not is_once or (id, location) not in seen:
            seen.add((id, location))
            yield CATALOGUE[id].at(
                location,
                member=_subject(scope, fault.owner, fault.path),
                value="missing" if fault.kind == "missing" else shown(fault.value),
                expected=_expected_words(scope, fault),
            )


def _report_of(fault: Fault) -> tuple[str, str, bool]:
    """The rule that reports a fault, its pointer, and whether one finding stands for all items of a list."""
    member = fault.member
    if not isinstance(member, Member):
        return "G4MF-CORE-010", pointer(*fault.path), False
    is_item = len(fault.path) > len(fault.owner) + 1
    of_items: dict[str, str] = member.extra.get("items", {}) if is_item else {}
    rule_of_items = of_items.get(fault.kind, of_items.get("*"))
    if rule_of_items:
        return rule_of_items, pointer(*fault.path[: len(fault.owner) + 1]), True
    at_object = fault.kind == "missing" or "at_object" in member.extra
    location = pointer(*(fault.owner if at_object else fault.path))
    return _rule_of(member, fault.kind), location, is_item and at_object


def _subject(scope: Scope, owner: JsonPath, path: JsonPath) -> str:
    """A member in a message, as the file has it: `'"skin/groups" of mesh "Body" (0)'`."""
    location = pointer(*path)
    if scope.is_made(location):
        path = _path(origin(scope.document, location))
        owner = path[:-1]
    start = max((number for number, token in enumerate(owner, 1) if isinstance(token, int)), default=0)
    name = f'"{"/".join(map(str, path[start:]))}"' if path[start:] else ""
    described = scope.describe(pointer(*path[:start])) if start else ""
    return f"{name} of {described}" if name and described else name or described or "the document"


def _expected_words(scope: Scope, fault: Fault) -> str:
    member = fault.member
    extra = {} if member is None else getattr(member, "extra", {})
    return _index_words(scope, extra["refers"]) if "refers" in extra else expected_words(fault.expected)


def _index_words(scope: Scope, collection: str) -> str:
    item = KINDS[collection]
    return f"the index of {article(item)} (the file has {counted(scope.count_of(collection), item)})"


class IndexRow(NamedTuple):
    """A member that is an index, or has indices: the collection, and what an accessor there stores."""

    member: Member
    collection: str
    stores: Stores | None


@cache
def _index_rows(cls: type[Item]) -> tuple[IndexRow, ...]:
    rows = []
    for member in members(cls):
        inner, extra = member.type, member.extra
        while "refers" not in extra and isinstance(inner, inspect.VarTupleType | inspect.DictType):
            item = inner.item_type if isinstance(inner, inspect.VarTupleType) else inner.value_type
            inner, extra = without_none(item)
        if "refers" in extra:
            rows.append(IndexRow(member, extra["refers"], extra.get("stores")))
    return tuple(rows)


def _objects(value: Item) -> Iterator[Item]:
    """An object, and all in it."""
    yield value
    for attribute, _, _, is_list, is_map in object_members(type(value)):
        inner: Any = getattr(value, attribute)
        if not inner or is_map:
            continue
        for entry in inner if is_list else (inner,):
            if entry is not None:
                yield from _objects(entry)


def _index_findings(scope: Scope) -> Iterator[Finding]:
    """Indices of nothing, and accessors that do not store what their members say."""
    for value in _objects(scope.model.root):
        for row in _index_rows(type(value)):
            held = getattr(value, row.member.attribute)
            for below, index in _indices(held):
                yield from _check_index(scope, value, row, f"{value.pointer}/{row.member.name}{below}", index)


def _indices(held: Any) -> Iterator[tuple[str, int]]:
    """The indices in a member, with what their pointers have beyond that of the member."""
    if isinstance(held, int):
        yield "", held
    elif held:
        for path, index in indices_in((), held):
            yield pointer(*path), index


def _check_index(scope: Scope, value: Item, row: IndexRow, location: str, index: int) -> Iterator[Finding]:
    if 0 <= index < scope.count_of(row.collection) or index in scope.document.made:
        if row.stores is not None:
            yield from _check_stores(scope, value, location, index, row.stores)
        return
    yield CATALOGUE[_rule_of(row.member, "unresolved")].at(
        value.pointer if "at_object" in row.member.extra else location,
        member=_subject_at(scope, value, location),
        value=index,
        expected=_index_words(scope, row.collection),
    )


def _subject_at(scope: Scope, value: Item, location: str) -> str:
    return _subject(scope, _path(value.pointer), _path(location))


def _path(text: str) -> JsonPath:
    return tuple(int(token) if token.isdecimal() else token for token in tokens(text))


def _check_stores(scope: Scope, value: Item, location: str, index: int, stores: Stores) -> Iterator[Finding]:
    extent = scope.extent(index)
    if extent is None or (isinstance(stores.size, str) and not scope.dimension):
        return
    sizes = {"dimension": scope.dimension, "simplex": simplex_size(scope.dimension)}
    size = sizes[stores.size] if isinstance(stores.size, str) else stores.size
    fits_type, fits_size = extent.type in stores.types, size is None or extent.size == size
    if fits_type and fits_size:
        return
    subject = _subject_at(scope, value, location)
    wanted = f"{_type_words(stores.types)} with {counted(size or 1, 'number')} each"
    stored = f"{extent.type} with {counted(extent.size, 'number')} each"
    if not fits_type or (not fits_size and not stores.size_rule):
        yield CATALOGUE[stores.type_rule].at(location, member=subject, value=stored, expected=wanted)
    if not fits_size and stores.size_rule:
        yield CATALOGUE[stores.size_rule].at(location, member=subject, value=stored, expected=wanted)


def _type_words(types: frozenset[str]) -> str:
    if "float32" in types:
        return "floating point"
    return "integers" if "int32" in types else "unsigned integers"
