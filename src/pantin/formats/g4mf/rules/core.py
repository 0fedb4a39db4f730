"""Rules about the whole document: asset, names, extensions, indices, types of members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from pantin.formats.g4mf.item_names import name_fault
from pantin.formats.g4mf.model import asset_of, is_index, objects, strings
from pantin.formats.g4mf.requirements import HIGHEST, KNOWN_EXTENSIONS, LOWEST
from pantin.formats.g4mf.rules.members import member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, quoted

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


asset_missing = member_rule(
    "G4MF-CORE-001",
    """Document has no asset object.

    What: The root of the document has an `asset` object.
    Why: It identifies the document as G4MF and states its dimension.
    Fix: Add `"asset": {"dimension": 4}`, with the right dimension.
    Source: G4MF core, asset.
    """,
)

dimension_invalid = member_rule(
    "G4MF-CORE-002",
    """Asset has no valid dimension.

    What: `dimension` of the asset is an integer of at least 1.
    Why: All vectors of the file have this many numbers. Without it no data can be read.
    Fix: Add `dimension`.
    Source: G4MF core, asset.
    """,
)


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
def name_repeated(scope: Scope) -> Iterator[Finding]:
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
            yield name_repeated.at(pointer(*path), item=item, other=other)
        else:
            seen[name] = path


@rule("G4MF-CORE-004", "error", "the name of {item} {fault}")
def name_with_forbidden_character(scope: Scope) -> Iterator[Finding]:
    """Forbidden character in an item name.

    What: Names have no control characters and none of `" # * . : | ? @ < > { } [ ] / \\ %`.
    Why: Other programs use names as parts of paths and file names.
    Fix: Replace the character.
    Source: G4MF core, item names.
    """
    for path, name in named_items(scope):
        fault = name_fault(name)
        if fault is not None:
            yield name_with_forbidden_character.at(
                pointer(*path), item=scope.describe(pointer(*path[:-1])), fault=fault
            )


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
def extension_not_listed(scope: Scope) -> Iterator[Finding]:
    """Extension is not listed in extensionsUsed.

    What: Every extension in the document is listed in `extensionsUsed` of the asset.
    Why: Readers look there to see which extensions they need.
    Fix: Add the extension to `extensionsUsed`.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    for location, name in _extensions_in(scope.tree):
        if name not in listed:
            yield extension_not_listed.at(location, name=quoted(name))


@rule("G4MF-CORE-006", "error", "required extension {name} is not listed in extensionsUsed")
def required_extension_not_listed(scope: Scope) -> Iterator[Finding]:
    """Required extension is not listed in extensionsUsed.

    What: Every extension in `extensionsRequired` is also in `extensionsUsed`.
    Why: The two lists contradict each other.
    Fix: Add the extension to `extensionsUsed`, or remove it from `extensionsRequired`.
    Source: G4MF core, extensions.
    """
    listed = set(strings(asset_of(scope.tree), "extensionsUsed"))
    for index, name in enumerate(strings(asset_of(scope.tree), "extensionsRequired")):
        if name not in listed:
            yield required_extension_not_listed.at(
                pointer("asset", "extensionsRequired", index), name=quoted(name)
            )


@rule("G4MF-CORE-007", "error", "extension {name} has dependencies, but is not listed in extensionsUsed")
def dependent_extension_not_listed(scope: Scope) -> Iterator[Finding]:
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
            yield dependent_extension_not_listed.at(
                pointer("asset", "extensionDependencies", name), name=quoted(name)
            )


@rule("G4MF-CORE-008", "error", "unsupported extension {name} is required")
def required_extension_unsupported(scope: Scope) -> Iterator[Finding]:
    """Required extension is not supported.

    What: Pantin supports every extension in `extensionsRequired`.
    Why: The author states that the file must not be loaded without the extension, so Pantin does not pose
    or convert it.
    Fix: Export the file without the extension.
    Source: G4MF core, extensions.
    """
    for index, name in enumerate(strings(asset_of(scope.tree), "extensionsRequired")):
        if name not in KNOWN_EXTENSIONS:
            yield required_extension_unsupported.at(
                pointer("asset", "extensionsRequired", index), name=quoted(name)
            )


index_of_nothing = member_rule(
    "G4MF-CORE-009",
    """Index points to nothing.

    What: Every index is an integer from 0 to the number of entries minus 1.
    Why: The thing it refers to does not exist. −1 ("none") is used in memory and is not allowed in files.
    Fix: Correct the index, or remove the member.
    Source: G4MF core, indices.
    """,
)


member_has_wrong_type = member_rule(
    "G4MF-CORE-010",
    """Member has the wrong type.

    What: Root collections are arrays of objects. `name` and `comment` are strings, `extensions` and `extras`
    objects, `children` an array, `visible` a boolean.
    Why: Readers cannot use a value of another type.
    Fix: Write a value of the right type.
    Source: G4MF JSON schemas.
    """,
)

member_missing = member_rule(
    "G4MF-CORE-015",
    """Required member is missing.

    What: Every object has the members that the specification requires.
    Why: They have no default, so readers cannot use the object.
    Fix: Add the member.
    Source: the property tables of the G4MF specification.
    """,
)

value_not_allowed = member_rule(
    "G4MF-CORE-016",
    """Value is not allowed.

    What: Numbers are in the range, lists have the length, and words are among those that the specification
    gives.
    Why: Another value has no meaning.
    Fix: Write a value as the message names it, or remove the member.
    Source: the property tables of the G4MF specification, and its JSON schemas.
    """,
)


@rule("G4MF-CORE-017", "error", "{object} has {found}; expected {expected}")
def alternatives_contradict(scope: Scope) -> Iterator[Finding]:
    """Object has none, or too many, of the members that exclude each other.

    What: A file has a `uri` or a `bufferView`; `physics` of a node has at most one of `motion`, `collider`
    and `trigger`; a trigger has a `shape` or `nodes`.
    Why: Without any of them the object has no meaning, and two can contradict each other.
    Fix: Keep one of the members. A file may have both, and then the `uri` counts.
    Source: G4MF core, file references; G4MF node physics.
    """
    for where, raw, keys, allowed in _alternatives(scope):
        present = [key for key in keys if key in raw]
        if len(present) not in allowed:
            yield alternatives_contradict.at(
                where,
                object=f'"{where.rsplit("/", 1)[-1]}" of {scope.describe(where)}',
                found=" and ".join(present) or f"neither {' nor '.join(keys)}",
                expected=f"one of {', '.join(keys)}",
            )


def _alternatives(scope: Scope) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...], range]]:
    """Objects whose members exclude each other: pointer, JSON, the members, and how many it may have."""
    for file in scope.model.root.files:
        if file is not None:
            yield file.pointer, file.raw, ("uri", "bufferView"), range(1, 3)
    for node in scope.nodes:
        if node.physics is not None:
            yield node.physics.pointer, node.physics.raw, ("motion", "collider", "trigger"), range(2)
            if node.physics.trigger is not None:
                yield node.physics.trigger.pointer, node.physics.trigger.raw, ("shape", "nodes"), range(1, 2)


@rule("G4MF-CORE-012", "error", "the thumbnail, {texture}, has {size}; it must have 2")
def thumbnail_not_flat(scope: Scope) -> Iterator[Finding]:
    """Thumbnail is not two-dimensional.

    What: The texture that `thumbnail` of the asset names has two dimensions.
    Why: File browsers show it as an image.
    Fix: Use a two-dimensional texture.
    Source: G4MF core, asset.
    """
    index = asset_of(scope.tree).get("thumbnail", -1)
    textures = objects(scope.tree, "textures")
    if is_index(index, len(textures)) and isinstance(textures[index], dict):
        size = textures[index].get("size")
        if isinstance(size, list) and len(size) != 2:
            texture = scope.describe(pointer("textures", index))
            yield thumbnail_not_flat.at(
                "/asset/thumbnail", texture=texture, size=counted(len(size), "dimension")
            )


@rule(
    "G4MF-CORE-013",
    "warning",
    "the file has {dimensions}; Pantin poses rigs of {lowest} to {highest} dimensions",
)
def dimension_not_posable(scope: Scope) -> Iterator[Finding]:
    """Dimension that Pantin cannot pose.

    What: The file has 2 to 8 dimensions.
    Why: Pantin checks and keeps the file, but cannot deform it.
    Fix: Nothing to do: the file is valid.
    Source: Pantin's own limits.
    """
    if scope.dimension and not LOWEST <= scope.dimension <= HIGHEST:
        dimensions = counted(scope.dimension, "dimension")
        yield dimension_not_posable.at(
            "/asset/dimension", dimensions=dimensions, lowest=LOWEST, highest=HIGHEST
        )


RULES = (
    asset_missing,
    dimension_invalid,
    name_repeated,
    name_with_forbidden_character,
    extension_not_listed,
    required_extension_not_listed,
    dependent_extension_not_listed,
    required_extension_unsupported,
    index_of_nothing,
    member_has_wrong_type,
    member_missing,
    value_not_allowed,
    alternatives_contradict,
    thumbnail_not_flat,
    dimension_not_posable,
)
