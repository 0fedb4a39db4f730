"""Write changes of a rig into its document. The rig is written as a new document twice, before and after the
change. Members that differ between the two are set in the document; everything else, including unknown data,
keeps its bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.records import replace
from pantin.formats.format import WriteOptions
from pantin.formats.gltf import model_edits, node_edits
from pantin.formats.gltf.array_users import KEPT, Users
from pantin.formats.gltf.edits import unlist_unused, unpack_primitive
from pantin.formats.gltf.extension_objects import document_references
from pantin.formats.gltf.heal import heal
from pantin.formats.gltf.new.materials import is_writable
from pantin.report.pointer import pointer
from pantin.report.wording import counted, named
from pantin.rig import Image
from pantin.rig.rig import same_parts

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.rig import Clip, Rig

Path = tuple[str | int, ...]

FIXED = ("meshes", "skins", "materials", "textures", "samplers", "images", "cameras", "scenes")
"""Lists that never get shorter, because unknown data may refer to their items."""
ARRAYS = ("accessors", "bufferViews", "buffers")
TRANSFORM = ("translation", "rotation", "scale", "matrix")
PIXELS = ("uri", "bufferView", "mimeType")
MISSING: Any = object()
UNREAD = Image(b"\x89PNG\r\n\x1a\n", "image/png")
"""Replaces an image with an unreadable file, so that the others keep their indices."""


def store_changes(document: Document, before: Rig, after: Rig) -> None:
    """Write the differences in `after` into the document of `before`. Nothing is renumbered. Raises
    `ValueError` if the file has unreadable parts that the rig lacks, if parts other than clips and the last
    nodes were removed, and for changes that the file stores in another way than new files do."""
    heal(document)
    for index, image in enumerate(after.images):
        if not is_writable(image) and not same_parts([image], before.images[index : index + 1]):
            raise ValueError(f"{named('image', index, image.name)} has no data that glTF can store")
    checked = before.replace()  # as `after` was made: keys that a file stores badly are rounded
    clips = _match_clips(checked.clips, after.clips)
    old, new = (_Tree(_write_rig(rig)) for rig in (before, after))
    _require_same_lists(document, old)
    for name in FIXED:
        if len(new.root.get(name, ())) < len(old.root.get(name, ())):
            raise ValueError(
                f"the rig has fewer {name} than the file, but parts cannot be removed here: keep them "
                "in the rig, and change what uses them"
            )
    change = _Change(document, new)
    for name in sorted({*old.root, *new.root} - {"animations", "nodes", *FIXED}):
        if name not in ("extensionsUsed", "extensionsRequired"):
            change.merge((name,), old.root.get(name, MISSING), new.root.get(name, MISSING))
    for name in ("nodes", *FIXED):
        change.merge_list(name, old.root.get(name, []), new.root.get(name, []))
    change.list_extensions()
    change.users.drop_unused_tail()
    _store_clips(document, checked, after, clips)


def _write_rig(rig: Rig) -> Document:
    """The rig as a new document without clips, which are written separately."""
    from pantin.formats.gltf.files import lower

    images = tuple(image if is_writable(image) else UNREAD for image in rig.images)
    return lower(replace(rig, clips=(), images=images), WriteOptions(name="rig"))[0]


def _require_same_lists(document: Document, old: _Tree) -> None:
    for name in ("nodes", *FIXED):
        listed = document.tree.get(name)
        count = len(listed) if isinstance(listed, list) else 0
        if count != len(old.root.get(name, ())):
            raise ValueError(
                f"the file has {name} that could not be read into its rig: see pantin check; "
                "pantin.save writes the rig alone"
            )
    for mesh, written in zip(document.tree.get("meshes", ()), old.root.get("meshes", ()), strict=True):
        if len(mesh.get("primitives", ())) != len(written["primitives"]):
            raise ValueError("the file has surfaces that could not be read into its rig: see pantin check")


class _Stored:
    """An accessor or buffer view of a written document; equal content makes two of them equal."""

    def __init__(self, tree: _Tree, collection: str, index: int) -> None:
        self.tree, self.collection, self.index = tree, collection, index

    @property
    def content(self) -> Any:
        return self.tree.content(self.collection, self.index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stored) and self.content == other.content

    __hash__ = None  # type: ignore[assignment]


class _Tree:
    """The tree of a written document, with array indices replaced by the arrays."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.root: dict[str, Any] = _copy(document.tree)
        self._contents: dict[tuple[str, int], Any] = {}
        for reference in document_references(document):
            if reference.collection in ARRAYS and reference.path[0] not in ARRAYS:
                owner: Any = self.root
                for token in reference.path[:-1]:
                    owner = owner[token]
                owner[reference.path[-1]] = _Stored(self, reference.collection, reference.index)
        for name in (*ARRAYS, "animations"):
            self.root.pop(name, None)

    def bytes_of(self, view: int) -> bytes:
        members = self.document.tree["bufferViews"][view]
        start = members.get("byteOffset", 0)
        data = self.document.buffer(members["buffer"]).data
        assert data is not None
        return bytes(data[start : start + members["byteLength"]])

    def content(self, collection: str, index: int) -> Any:
        """The members and bytes by which two arrays are compared."""
        key = collection, index
        if key not in self._contents:
            if collection == "bufferViews":
                self._contents[key] = self.bytes_of(index)
            else:
                members = _copy(self.document.tree["accessors"][index])
                for owner in _view_owners(members):
                    owner["bufferView"] = self.bytes_of(owner["bufferView"])
                self._contents[key] = members
        return self._contents[key]


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copy(item) for name, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def _view_owners(accessor: dict[str, Any]) -> list[dict[str, Any]]:
    """The objects of an accessor with a buffer view: itself, and its sparse parts."""
    sparse = accessor.get("sparse", {})
    owners = [accessor, sparse.get("indices", {}), sparse.get("values", {})]
    return [owner for owner in owners if "bufferView" in owner]


class _Change:
    """Sets the members of a document that differ."""

    def __init__(self, document: Document, new: _Tree) -> None:
        self.document = document
        self.new = new
        self.users = Users(document)
        self._added: dict[tuple[str, int], int] = {}
        self._unpacked: set[tuple[int, int]] = set()

    def merge_list(self, name: str, old: Sequence[Any], new: Sequence[Any]) -> None:
        """Change the items of a list of the root, append new ones, and remove nodes from its end."""
        for index, (was, now) in enumerate(zip(old, new, strict=False)):
            if was != now:
                self._merge_item(name, index, was, now)
        for item in new[len(old) :]:
            self.document.append(pointer(name), self._plain(item))
        for index in range(len(old) - 1, len(new) - 1, -1):
            self.document.remove(pointer(name, index) if index else pointer(name))

    def _merge_item(self, name: str, index: int, was: dict[str, Any], now: dict[str, Any]) -> None:
        if name == "nodes" and not now:
            self.document.set(pointer(name, index), {})  # a node that was removed: nothing of it is left
            return
        groups = {"nodes": TRANSFORM, "images": PIXELS}.get(name, ())
        if any(was.get(member) != now.get(member) for member in groups):
            for member in groups:
                self._put((name, index, member), now.get(member, MISSING))
        for member in sorted({*was, *now} - {*groups}):
            self.merge((name, index, member), was.get(member, MISSING), now.get(member, MISSING))

    def merge(self, path: Path, old: Any, new: Any) -> None:
        """Set the members that differ, at a path and below it."""
        if old is not MISSING and new is not MISSING and old == new:
            return
        stored = self._get(path)
        if isinstance(old, dict) and isinstance(new, dict):
            self._require_stored(path, stored)
            for member in sorted({*old, *new}):
                self.merge((*path, member), old.get(member, MISSING), new.get(member, MISSING))
        elif (
            isinstance(old, list)
            and isinstance(new, list)
            and isinstance(stored, list)
            and len(old) == len(new) == len(stored)
            and all(isinstance(item, dict) for item in (*old, *new, *stored))
        ):
            for index, (was, now) in enumerate(zip(old, new, strict=True)):
                self.merge((*path, index), was, now)
        else:
            self._put(path, new)

    def _require_stored(self, path: Path, stored: Any) -> None:
        """Refuse to change an extension of new files that this file lacks: it stores the same data in another
        one, such as an older version."""
        if len(path) > 1 and path[-2] == "extensions" and stored is MISSING:
            raise ValueError(
                f"the change belongs to {path[-1]}, which the file does not have: pantin.save writes the rig "
                "as a new file"
            )

    def _get(self, path: Path) -> Any:
        value: Any = self.document.tree
        for token in path:
            if isinstance(value, dict):
                value = value.get(str(token), MISSING)
            elif isinstance(value, list) and isinstance(token, int) and token < len(value):
                value = value[token]
            else:
                return MISSING
        return value

    def _put(self, path: Path, new: Any) -> None:
        """Set or remove a member, creating missing parent objects. A packed primitive is unpacked first."""
        self._unpack(path)
        if new is MISSING:
            if self._get(path) is not MISSING:
                self.document.remove(pointer(*path))
            return
        for length in range(1, len(path)):
            if self._get(path[:length]) is MISSING:
                self.document.set(pointer(*path[:length]), {})
        if not (isinstance(new, _Stored) and self._replace_array(path, new)):
            self.document.set(pointer(*path), self._plain(new))

    def _replace_array(self, path: Path, new: _Stored) -> bool:
        """Replace the data of an accessor without other users; returns whether it was replaced."""
        index, key = self._get(path), ("accessors", new.index)
        if new.collection != "accessors" or type(index) is not int:
            return False
        if key in self._added or not self.users.is_replaceable("accessors", index):
            self.users.leave("accessors", index)
            return False
        old, members = self.document.tree["accessors"][index], self._members(new.index)
        view = old.get("bufferView")
        replaced = view if view is not None and self.users.is_replaceable("bufferViews", view) else None
        if replaced is None:
            self.users.leave("bufferViews", view)
        for owner in _view_owners(members):
            owner["bufferView"] = self._add_view(owner["bufferView"], replaced)
            replaced = None
        kept = {name: old[name] for name in KEPT if name in old}
        self.document.set(pointer("accessors", index), members | kept)
        self._added[key] = index
        return True

    def _members(self, index: int) -> dict[str, Any]:
        members: dict[str, Any] = _copy(self.new.document.tree["accessors"][index])
        return members

    def _unpack(self, path: Path) -> None:
        """Unpack a primitive before its arrays change."""
        if path[0] != "meshes" or len(path) < 5 or path[2] != "primitives":
            return
        mesh, surface = int(path[1]), int(path[3])
        if path[4] in ("attributes", "targets", "indices") and (mesh, surface) not in self._unpacked:
            self._unpacked.add((mesh, surface))
            if unpack_primitive(self.document, mesh, surface):
                unlist_unused(self.document)
                self.users = Users(self.document)

    def _plain(self, value: Any) -> Any:
        """Convert a value of the new tree to one of the document, and store its arrays there."""
        if isinstance(value, dict):
            return {name: self._plain(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self._plain(item) for item in value]
        if not isinstance(value, _Stored):
            return value
        if value.collection == "bufferViews":
            return self._add_view(value.index)
        return self._add_accessor(value.index)

    def _add_accessor(self, index: int) -> int:
        key = "accessors", index
        if key not in self._added:
            members = self._members(index)
            for owner in _view_owners(members):
                owner["bufferView"] = self._add_view(owner["bufferView"])
            self._added[key] = self.document.append("/accessors", members)
        return self._added[key]

    def _add_view(self, index: int, instead_of: int | None = None) -> int:
        key = "bufferViews", index
        if key not in self._added:
            members = self.new.document.tree["bufferViews"][index]
            view = self.document.append_bytes(
                self.new.bytes_of(index), members.get("target"), instead_of=instead_of
            )
            if "byteStride" in members:
                self.document.set(pointer("bufferViews", view, "byteStride"), members["byteStride"])
            self._added[key] = view
        return self._added[key]

    def list_extensions(self) -> None:
        """List the extensions now used by objects of the file."""
        for member in ("extensionsUsed", "extensionsRequired"):
            for name in self.new.root.get(member, ()):
                if name not in self.document.tree.get(member, ()) and _has(self.document.tree, name):
                    self.document.append(pointer(member), name)


def _has(value: Any, name: str) -> bool:
    """Whether any object has an extension."""
    if isinstance(value, list):
        return any(_has(item, name) for item in value)
    if not isinstance(value, dict):
        return False
    extensions = value.get("extensions")
    here = isinstance(extensions, dict) and name in extensions
    return here or any(_has(item, name) for item in value.values())


def _same_clip(a: Clip, b: Clip) -> bool:
    """Whether two clips are equal except for the names of their nodes."""
    pairs = ((a.channels, b.channels), (a.properties, b.properties), (a.extras, b.extras))
    return a.name == b.name and all(same_parts(*pair) for pair in pairs)


def _match_clips(old: Sequence[Clip], new: Sequence[Clip]) -> list[int | None]:
    """For each old clip, its index in the new rig: an equal clip, else one with the same name, else the clip
    at the same index if none was removed."""
    taken: set[int] = set()
    result: list[int | None] = [None] * len(old)

    def take(index: int, number: int) -> None:
        result[index] = number
        taken.add(number)

    tests: tuple[Callable[[int, int], bool], ...] = (
        lambda index, number: _same_clip(old[index], new[number]),
        lambda index, number: old[index].name is not None and old[index].name == new[number].name,
        lambda index, number: index == number and len(old) <= len(new),
    )
    for same in tests:
        for index in range(len(old)):
            options = (number for number in range(len(new)) if number not in taken and same(index, number))
            if result[index] is None and (number := next(options, None)) is not None:
                take(index, number)
    kept = [number for number in result if number is not None]
    if kept != list(range(len(kept))):
        raise ValueError("the clips of the rig are in another order than those of the file")
    return result


def _store_clips(document: Document, before: Rig, after: Rig, matches: Sequence[int | None]) -> None:
    from pantin.formats.edit_arguments import playable

    listed = document.tree.get("animations")
    if len(listed if isinstance(listed, list) else ()) != len(before.clips):
        if len(matches) != len(after.clips) or not all(map(_same_clip, before.clips, after.clips)):
            clips = counted(len(before.clips), "clip")
            raise ValueError(f"the file has animations that could not be read into its rig: it has {clips}")
        return
    for index in reversed(range(len(matches))):
        number = matches[index]
        if number is None:
            node_edits.remove_clip(document, index)
        elif not _same_clip(before.clips[index], after.clips[number]):
            model_edits.replace_clip(document, after, index, playable(after.clips[number]))
    kept = sum(number is not None for number in matches)
    for clip in after.clips[kept:]:
        extras = dict(clip.extras) if clip.extras else None
        model_edits.append_clip(document, after, playable(clip), extras)
