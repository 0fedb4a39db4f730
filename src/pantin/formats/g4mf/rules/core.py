"""Rules about the document as a whole: asset, names, extensions, indices, types of members, older forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from pantin.formats.g4mf.dialects import older_forms
from pantin.formats.g4mf.model import asset_of, is_index, objects, strings
from pantin.formats.g4mf.references import references
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.support import HIGHEST, KNOWN_EXTENSIONS, LOWEST
from pantin.formats.g4mf.words import name_fault
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

Place: TypeAlias = "tuple[str | int, ...]"

COLLECTIONS = (
    "accessors",
    "bufferViews",
    "buffers",
    "files",
    "lights",
    "materials",
    "meshes",
    "models",
    "nodes",
    "shapes",
    "textures",
)


@rule("G4MF-CORE-001", "error", "the document has no asset object")
def has_asset(scope: Scope) -> Iterator[Finding]:
    """The document has an `asset` object.

    Why: it says that this is G4MF, and of how many dimensions.
    Mend: add `"asset": {"dimension": 4}`.
    Source: G4MF core, asset.
    """
    if not isinstance(scope.tree.get("asset"), dict):
        yield has_asset.at("")


@rule("G4MF-CORE-002", "error", "dimension is {value!r}, not an integer of at least 1")
def has_dimension(scope: Scope) -> Iterator[Finding]:
    """The asset states its dimension.

    Why: all data are in this dimension; without it no vector has a length.
    Mend: add `dimension`.
    Source: G4MF core, asset.
    """
    if isinstance(scope.tree.get("asset"), dict):
        value = asset_of(scope.tree).get("dimension")
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            yield has_dimension.at("/asset/dimension" if value is not None else "/asset", value=value)


def named(scope: Scope) -> Iterator[tuple[Place, str]]:
    """The place and the name of every item that has one. Blend shapes have a rule of their own."""
    for collection in COLLECTIONS:
        for at, entry in enumerate(objects(scope.tree, collection)):
            if not isinstance(entry, dict):
                continue
            if name := _name(entry):
                yield (collection, at, "name"), name
            for number, surface in enumerate(objects(entry, "surfaces")):
                if name := _name(surface):
                    yield (collection, at, "surfaces", number, "name"), name


def _name(entry: Any) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if isinstance(name, str) else ""


@rule("G4MF-CORE-003", "error", "the name {name!r} is also at {other}")
def names_are_unique(scope: Scope) -> Iterator[Finding]:
    """No two items of the file have the same name.

    Why: overrides and skeletons find items by name, whatever their kind.
    Mend: rename one of them.
    Source: G4MF core, item names.
    """
    seen: dict[str, Place] = {}
    for place, name in named(scope):
        if name in seen:
            yield names_are_unique.at(pointer(*place), name=name, other=pointer(*seen[name]))
        else:
            seen[name] = place


@rule("G4MF-CORE-004", "error", "the name {name!r} {why}")
def names_are_plain(scope: Scope) -> Iterator[Finding]:
    """Names have none of the characters that paths and file names need.

    Why: names become parts of paths in other programs.
    Mend: replace the character.
    Source: G4MF core, item names.
    """
    for place, name in named(scope):
        fault = name_fault(name)
        if fault is not None:
            yield names_are_plain.at(pointer(*place), name=name, why=fault)


def _extended(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The place and the name of every extension used in the document."""
    stack: list[tuple[Place, Any]] = [((), {key: one for key, one in tree.items() if _may_extend(key, one)})]
    while stack:
        path, here = stack.pop()
        if isinstance(here, dict):
            used = here.get("extensions")
            if isinstance(used, dict):
                yield from ((pointer(*path, "extensions", name), name) for name in used)
            inside = [one for one in here.items() if one[0] not in ("extras", "extensions")]
            stack += [((*path, key), inner) for key, inner in reversed(inside)]
        elif isinstance(here, list):
            stack += [((*path, at), inner) for at, inner in reversed(list(enumerate(here)))]


def _may_extend(member: str, value: Any) -> bool:
    """Whether a member of the root is worth a walk: the word is found sooner in a text of it, and a million
    nodes hold none. Buffers and files may hold gigabytes as data URIs.
    """
    return member in ("buffers", "files") or b'"extensions"' in msgspec.json.encode({member: value})


@rule("G4MF-CORE-005", "error", "the extension {name!r} is not listed in extensionsUsed")
def extensions_are_listed(scope: Scope) -> Iterator[Finding]:
    """Every extension in the document is listed in `extensionsUsed`.

    Why: readers look there for what they need.
    Mend: list it.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    for place, name in _extended(scope.tree):
        if name not in listed:
            yield extensions_are_listed.at(place, name=name)


@rule("G4MF-CORE-006", "error", "the required extension {name!r} is not listed in extensionsUsed")
def required_is_used(scope: Scope) -> Iterator[Finding]:
    """Every required extension is a used one.

    Why: what is not used cannot be needed.
    Mend: list it in `extensionsUsed` too.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    for at, name in enumerate(strings(asset_of(scope.tree), "extensionsRequired")):
        if name not in listed:
            yield required_is_used.at(pointer("asset", "extensionsRequired", at), name=name)


@rule("G4MF-CORE-007", "error", "the extension {name!r} has dependencies but is not listed in extensionsUsed")
def dependent_is_used(scope: Scope) -> Iterator[Finding]:
    """Every extension with dependencies is a used one.

    Why: dependencies of something unused mean nothing.
    Mend: list it in `extensionsUsed`.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    dependent = asset_of(scope.tree).get("extensionDependencies")
    for name in dependent if isinstance(dependent, dict) else ():
        if name not in listed:
            yield dependent_is_used.at(pointer("asset", "extensionDependencies", name), name=name)


@rule("G4MF-CORE-008", "error", "the document requires the extension {name!r}, which Pantin does not know")
def required_is_known(scope: Scope) -> Iterator[Finding]:
    """Every required extension is one that Pantin knows.

    Why: the author says that without it the file must not be loaded.
    Mend: ask for a file without it.
    Source: G4MF core, extensions.
    """
    for at, name in enumerate(strings(asset_of(scope.tree), "extensionsRequired")):
        if name not in KNOWN_EXTENSIONS:
            yield required_is_known.at(pointer("asset", "extensionsRequired", at), name=name)


@rule("G4MF-CORE-009", "error", "{value!r} is not an index of {collection}; there are {count}")
def references_exist(scope: Scope) -> Iterator[Finding]:
    """Every index names something: it is an integer from 0 to one less than the number of things.

    Why: an index equal to the number names nothing; −1 is for memory and not written.
    Mend: correct the index, or remove the member.
    Source: G4MF core, indices.
    """
    for place, value, collection in references(scope.tree):
        count = scope.listed(collection)
        if not is_index(value, count):
            yield references_exist.at(place, value=value, collection=collection, count=count)


@rule("G4MF-CORE-010", "error", "{value!r} stands where {expected} must")
def members_have_types(scope: Scope) -> Iterator[Finding]:
    """Members have the types that the format gives them.

    Why: a reader can do nothing with another.
    Mend: write the right type.
    Source: G4MF JSON schemas.
    """
    for collection in COLLECTIONS:
        found = scope.tree.get(collection)
        if found is not None and not isinstance(found, list):
            yield members_have_types.at(pointer(collection), value=_short(found), expected="an array")
        for at, one in enumerate(objects(scope.tree, collection)):
            if not isinstance(one, dict):
                yield members_have_types.at(pointer(collection, at), value=_short(one), expected="an object")
            else:
                yield from _item(one, pointer(collection, at))


ITEM: dict[str, tuple[type, str]] = {
    "name": (str, "text"),
    "comment": (str, "text"),
    "extensions": (dict, "an object"),
    "extras": (dict, "an object"),
    "children": (list, "an array"),
    "visible": (bool, "true or false"),
}


def _item(entry: dict[str, Any], place: str) -> Iterator[Finding]:
    for key, (kind, words) in ITEM.items():
        if key in entry and not isinstance(entry[key], kind):
            yield members_have_types.at(pointer_in(place, key), value=_short(entry[key]), expected=words)


def pointer_in(place: str, key: str) -> str:
    return place + pointer(key)


def _short(value: Any) -> Any:
    return value if isinstance(value, int | float | str | None) else type(value).__name__


@rule("G4MF-CORE-011", "info", "{was} is an older spelling, since {since} it is {now}{places}")
def spelling_is_new(scope: Scope) -> Iterator[Finding]:
    """The document is written as the newest text of the format has it.

    Why: the format has no version number; older spellings are read here, but not everywhere.
    Mend: convert the file, which writes the newest form.
    Source: the history of the G4MF texts.
    """
    for one in older_forms(scope.document):
        places = f" ({one.count} places)" if one.count > 1 else ""
        yield spelling_is_new.at(one.place, was=one.was, now=one.now, since=one.since, places=places)


@rule("G4MF-CORE-012", "error", "the thumbnail is a texture of {size} dimensions, not 2")
def thumbnail_is_flat(scope: Scope) -> Iterator[Finding]:
    """The thumbnail is a texture of two dimensions.

    Why: it is shown in lists of files.
    Mend: make a picture for it.
    Source: G4MF core, asset.
    """
    which = asset_of(scope.tree).get("thumbnail", -1)
    textures = objects(scope.tree, "textures")
    if is_index(which, len(textures)) and isinstance(textures[which], dict):
        size = textures[which].get("size")
        if isinstance(size, list) and len(size) != 2:
            yield thumbnail_is_flat.at("/asset/thumbnail", size=len(size))


@rule("G4MF-CORE-013", "warning", "Pantin poses rigs of 2 to 8 dimensions, and this one has {dimension}")
def dimension_is_usual(scope: Scope) -> Iterator[Finding]:
    """The dimension is one in which Pantin can pose rigs.

    Why: the file can be checked and kept, but not deformed.
    Mend: nothing; the file is not wrong.
    Source: Pantin's own limits.
    """
    if scope.dimension and not LOWEST <= scope.dimension <= HIGHEST:
        yield dimension_is_usual.at("/asset/dimension", dimension=scope.dimension)


RULES = (
    has_asset,
    has_dimension,
    names_are_unique,
    names_are_plain,
    extensions_are_listed,
    required_is_used,
    dependent_is_used,
    required_is_known,
    references_exist,
    members_have_types,
    spelling_is_new,
    thumbnail_is_flat,
    dimension_is_usual,
)
