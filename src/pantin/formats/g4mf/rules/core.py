"""Rules about the whole document: asset, names, extensions, indices, types of members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from pantin.formats.g4mf.item_names import name_fault
from pantin.formats.g4mf.model import asset_of, is_index, objects, strings
from pantin.formats.g4mf.naming import KINDS, show
from pantin.formats.g4mf.references import references
from pantin.formats.g4mf.requirements import HIGHEST, KNOWN_EXTENSIONS, LOWEST
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import article, counted, quoted

Path: TypeAlias = "tuple[str | int, ...]"

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
    """Document has no asset object.

    What: The root of the document has an `asset` object.
    Why: It identifies the document as G4MF and states its dimension.
    Fix: Add `"asset": {"dimension": 4}`, with the right dimension.
    Source: G4MF core, asset.
    """
    if not isinstance(scope.tree.get("asset"), dict):
        yield has_asset.at("")


@rule("G4MF-CORE-002", "error", "asset.dimension is {value}; it must be an integer of at least 1")
def has_dimension(scope: Scope) -> Iterator[Finding]:
    """Asset has no valid dimension.

    What: `dimension` of the asset is an integer of at least 1.
    Why: All vectors of the file have this many numbers. Without it no data can be read.
    Fix: Add `dimension`.
    Source: G4MF core, asset.
    """
    if isinstance(scope.tree.get("asset"), dict):
        value = asset_of(scope.tree).get("dimension")
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            yield has_dimension.at("/asset/dimension" if value is not None else "/asset", value=show(value))


def named_items(scope: Scope) -> Iterator[tuple[Path, str]]:
    """The path and the name of every item that has one, except blend shapes, which have their own rule."""
    for collection in COLLECTIONS:
        for index, entry in enumerate(objects(scope.tree, collection)):
            if not isinstance(entry, dict):
                continue
            if name := _name(entry):
                yield (collection, index, "name"), name
            for number, surface in enumerate(objects(entry, "surfaces")):
                if name := _name(surface):
                    yield (collection, index, "surfaces", number, "name"), name


def _name(entry: Any) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if isinstance(name, str) else ""


@rule("G4MF-CORE-003", "error", "{item} has the same name as {other}")
def names_are_unique(scope: Scope) -> Iterator[Finding]:
    """Duplicate item name.

    What: No two items of the file have the same name, whatever their kind.
    Why: Overrides and skeletons look items up by name, and cannot tell these apart.
    Fix: Rename one of the items.
    Source: G4MF core, item names.
    """
    seen: dict[str, Path] = {}
    for path, name in named_items(scope):
        if name in seen:
            item, other = (scope.describe(pointer(*item[:-1])) for item in (path, seen[name]))
            yield names_are_unique.at(pointer(*path), item=item, other=other)
        else:
            seen[name] = path


@rule("G4MF-CORE-004", "error", "the name of {item} {fault}")
def names_are_plain(scope: Scope) -> Iterator[Finding]:
    """Forbidden character in an item name.

    What: Names have no control characters and none of `" # * . : | ? @ < > { } [ ] / \\ %`.
    Why: Other programs use names as parts of paths and file names.
    Fix: Replace the character.
    Source: G4MF core, item names.
    """
    for path, name in named_items(scope):
        fault = name_fault(name)
        if fault is not None:
            yield names_are_plain.at(pointer(*path), item=scope.describe(pointer(*path[:-1])), fault=fault)


def _extensions_in(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The pointer and the name of every extension used in the document."""
    roots = {member: value for member, value in tree.items() if _may_extend(member, value)}
    stack: list[tuple[Path, Any]] = [((), roots)]
    while stack:
        path, here = stack.pop()
        if isinstance(here, dict):
            used = here.get("extensions")
            if isinstance(used, dict):
                yield from ((pointer(*path, "extensions", name), name) for name in used)
            members = [member for member in here.items() if member[0] not in ("extras", "extensions")]
            stack += [((*path, key), inner) for key, inner in reversed(members)]
        elif isinstance(here, list):
            stack += [((*path, index), inner) for index, inner in reversed(list(enumerate(here)))]


def _may_extend(member: str, value: Any) -> bool:
    """Whether a member of the root is worth a walk: searching its JSON for the word is faster than walking a
    million nodes without extensions. Buffers and files may hold gigabytes as data URIs.
    """
    return member in ("buffers", "files") or b'"extensions"' in msgspec.json.encode({member: value})


@rule("G4MF-CORE-005", "error", "extension {name} is used, but not listed in extensionsUsed")
def extensions_are_listed(scope: Scope) -> Iterator[Finding]:
    """Extension is not listed in extensionsUsed.

    What: Every extension in the document is listed in `extensionsUsed` of the asset.
    Why: Readers look there to see which extensions they need.
    Fix: Add the extension to `extensionsUsed`.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    for location, name in _extensions_in(scope.tree):
        if name not in listed:
            yield extensions_are_listed.at(location, name=quoted(name))


@rule("G4MF-CORE-006", "error", "required extension {name} is not listed in extensionsUsed")
def required_is_used(scope: Scope) -> Iterator[Finding]:
    """Required extension is not listed in extensionsUsed.

    What: Every extension in `extensionsRequired` is also in `extensionsUsed`.
    Why: The two lists contradict each other.
    Fix: Add the extension to `extensionsUsed`, or remove it from `extensionsRequired`.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    for index, name in enumerate(strings(asset_of(scope.tree), "extensionsRequired")):
        if name not in listed:
            yield required_is_used.at(pointer("asset", "extensionsRequired", index), name=quoted(name))


@rule("G4MF-CORE-007", "error", "extension {name} has dependencies, but is not listed in extensionsUsed")
def dependent_is_used(scope: Scope) -> Iterator[Finding]:
    """Extension with dependencies is not listed in extensionsUsed.

    What: Every extension in `extensionDependencies` is also in `extensionsUsed`.
    Why: Dependencies of an unused extension have no meaning.
    Fix: Add the extension to `extensionsUsed`, or remove its dependencies.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    dependent = asset_of(scope.tree).get("extensionDependencies")
    for name in dependent if isinstance(dependent, dict) else ():
        if name not in listed:
            yield dependent_is_used.at(pointer("asset", "extensionDependencies", name), name=quoted(name))


@rule("G4MF-CORE-008", "error", "unsupported extension {name} is required")
def required_is_known(scope: Scope) -> Iterator[Finding]:
    """Required extension is not supported.

    What: Pantin supports every extension in `extensionsRequired`.
    Why: The author states that the file must not be loaded without the extension, so Pantin does not pose
    or convert it.
    Fix: Export the file without the extension.
    Source: G4MF core, extensions.
    """
    for index, name in enumerate(strings(asset_of(scope.tree), "extensionsRequired")):
        if name not in KNOWN_EXTENSIONS:
            yield required_is_known.at(pointer("asset", "extensionsRequired", index), name=quoted(name))


@rule("G4MF-CORE-009", "error", "{member} is {value}; expected the index of {item} (the file has {count})")
def references_exist(scope: Scope) -> Iterator[Finding]:
    """Index points to nothing.

    What: Every index is an integer from 0 to the number of entries minus 1.
    Why: The thing it refers to does not exist. −1 ("none") is used in memory and is not allowed in files.
    Fix: Correct the index, or remove the member.
    Source: G4MF core, indices.
    """
    for location, value, collection in references(scope.tree):
        count = scope.count_of(collection)
        if not is_index(value, count) and not (collection == "accessors" and scope.is_accessor(value)):
            item = KINDS[collection]
            member = _member_at(scope, location)
            values = {"value": show(value), "item": article(item), "count": counted(count, item)}
            yield references_exist.at(location, member=member, **values)


def _member_at(scope: Scope, location: str) -> str:
    """A member and the object that has it: `'"material" of surface 0 of mesh "Body" (0)'`."""
    parent, _, key = location.rpartition("/")
    if not key.isdecimal():
        return f"{quoted(key)} of {scope.describe(parent)}"
    parent, _, collection = parent.rpartition("/")
    return f"item {key} of {quoted(collection)} of {scope.describe(parent)}"


@rule("G4MF-CORE-010", "error", "{member} is {value}; it must be {expected}")
def members_have_types(scope: Scope) -> Iterator[Finding]:
    """Member has the wrong type.

    What: Root collections are arrays of objects. `name` and `comment` are strings, `extensions` and `extras`
    objects, `children` an array, `visible` a boolean.
    Why: Readers cannot use a value of another type.
    Fix: Write a value of the right type.
    Source: G4MF JSON schemas.
    """
    for collection in COLLECTIONS:
        result = scope.tree.get(collection)
        if result is not None and not isinstance(result, list):
            yield members_have_types.at(
                pointer(collection), member=quoted(collection), value=show(result), expected="an array"
            )
        for index, entry in enumerate(objects(scope.tree, collection)):
            location = pointer(collection, index)
            if isinstance(entry, dict):
                yield from _check_members(scope, entry, location)
            else:
                item = scope.describe(location)
                yield members_have_types.at(
                    location, member=item, value=_show_null(entry), expected="an object"
                )


MEMBER_TYPES: dict[str, tuple[type, str]] = {
    "name": (str, "a string"),
    "comment": (str, "a string"),
    "extensions": (dict, "an object"),
    "extras": (dict, "an object"),
    "children": (list, "an array"),
    "visible": (bool, "true or false"),
}


def _check_members(scope: Scope, entry: dict[str, Any], location: str) -> Iterator[Finding]:
    for key, (kind, expected) in MEMBER_TYPES.items():
        if key in entry and not isinstance(entry[key], kind):
            member = f'"{key}" of {scope.describe(location)}'
            value = _show_null(entry[key])
            yield members_have_types.at(f"{location}/{key}", member=member, value=value, expected=expected)


def _show_null(value: Any) -> str:
    return "null" if value is None else show(value)


@rule("G4MF-CORE-012", "error", "the thumbnail, {texture}, has {size}; it must have 2")
def thumbnail_is_flat(scope: Scope) -> Iterator[Finding]:
    """Thumbnail is not two-dimensional.

    What: The texture that `thumbnail` of the asset names has two dimensions.
    Why: File browsers show it as a picture.
    Fix: Use a two-dimensional texture.
    Source: G4MF core, asset.
    """
    index = asset_of(scope.tree).get("thumbnail", -1)
    textures = objects(scope.tree, "textures")
    if is_index(index, len(textures)) and isinstance(textures[index], dict):
        size = textures[index].get("size")
        if isinstance(size, list) and len(size) != 2:
            texture = scope.describe(pointer("textures", index))
            yield thumbnail_is_flat.at(
                "/asset/thumbnail", texture=texture, size=counted(len(size), "dimension")
            )


@rule(
    "G4MF-CORE-013",
    "warning",
    "the file has {dimensions}; Pantin poses rigs of {lowest} to {highest} dimensions",
)
def dimension_is_usual(scope: Scope) -> Iterator[Finding]:
    """Dimension that Pantin cannot pose.

    What: The file has 2 to 8 dimensions.
    Why: Pantin checks and keeps the file, but cannot deform it.
    Fix: Nothing to do: the file is valid.
    Source: Pantin's own limits.
    """
    if scope.dimension and not LOWEST <= scope.dimension <= HIGHEST:
        dimensions = counted(scope.dimension, "dimension")
        yield dimension_is_usual.at("/asset/dimension", dimensions=dimensions, lowest=LOWEST, highest=HIGHEST)


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
    thumbnail_is_flat,
    dimension_is_usual,
)
