"""Drop unused objects, store data without gaps, and renumber the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct, field

from pantin.formats.gltf.accessor import view as accessor_view
from pantin.formats.gltf.array_store import pack_array
from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.objects import Reference
from pantin.formats.gltf.slim.draft import Draft, Tree, packing_of
from pantin.formats.gltf.slim.references import COLLECTIONS, every_reference, set_reference, unknown_indices


class Frozen(Struct):
    """Indices that must not change: the first `count` of every collection, because of these extensions."""

    count: int = 0
    extensions: tuple[str, ...] = ()

    @classmethod
    def from_document(cls, document: Document) -> Frozen:
        indices = unknown_indices(document)
        return cls(max(indices.values(), default=-1) + 1, tuple(sorted(indices)))

    def first(self, collection: str, tree: Tree) -> int:
        """The number of objects in a collection that keep their index."""
        records = (find(name) for name in tree.get("extensions", {}))
        if any(record is not None and collection in record.ordered for record in records):
            return len(tree.get(collection, ()))
        return min(self.count, len(tree.get(collection, ())))


def compact(document: Document, keep: Collection[str] = ()) -> Document:
    """The document without unused objects; nodes with names in `keep` stay."""
    frozen = Frozen.from_document(document)
    draft = Draft(document)
    _repack(draft, every_reference(document), frozen)
    # Repacked accessors leave their old buffer views unused: references are those of the new document.
    document = draft.finish()
    draft = Draft(document)
    references = every_reference(document)
    used = _Usage(draft.tree, references, frozen, keep).used
    _drop(draft, references, used)
    return draft.finish()


class _Usage:
    """The objects that are used, by collection: what something refers to that is itself used."""

    def __init__(
        self, tree: Tree, references: Sequence[Reference], frozen: Frozen, keep: Collection[str]
    ) -> None:
        self.used: dict[str, set[int]] = {name: set(range(frozen.first(name, tree))) for name in COLLECTIONS}
        self.inside: dict[tuple[str, int], list[Reference]] = {}
        roots = []
        for reference in references:
            path = reference.path
            if path[0] in COLLECTIONS:
                self.inside.setdefault((str(path[0]), int(path[1])), []).append(reference)
            elif not (path[0] == "animations" and reference.collection == "nodes"):
                roots.append(reference)
        if not tree.get("scenes"):
            self._use(("nodes", index) for index in range(len(tree.get("nodes", ()))))
        named = (index for index, node in enumerate(tree.get("nodes", ())) if node.get("name") in keep)
        self._use(("nodes", index) for index in named)
        self._use((name, index) for name in COLLECTIONS for index in sorted(self.used[name]))
        self._use((reference.collection, reference.index) for reference in roots)

    def _use(self, objects: Iterable[tuple[str, int]]) -> None:
        waiting = list(objects)
        while waiting:
            key = waiting.pop()
            if key not in self.inside and key[1] in self.used[key[0]]:
                continue
            self.used[key[0]].add(key[1])
            waiting += [(each.collection, each.index) for each in self.inside.pop(key, ())]


def _drop(draft: Draft, references: Sequence[Reference], used: dict[str, set[int]]) -> None:
    tree = draft.tree
    numbers = {name: {old: new for new, old in enumerate(sorted(used[name]))} for name in COLLECTIONS}
    for reference in references:
        new = numbers[reference.collection].get(reference.index)
        if new is not None:
            set_reference(tree, reference.path, new)
        elif reference.collection == "nodes" and reference.path[0] == "animations":
            _mark_channel(tree, reference)
    drop_channels(tree)
    draft.data = [data for index, data in enumerate(draft.data) if index in used["bufferViews"]]
    for name in COLLECTIONS:
        if name in tree:
            tree[name] = [item for index, item in enumerate(tree[name]) if index in used[name]]


DROPPED: Any = None
"""Replaces a channel whose node is in no scene."""


def _mark_channel(tree: Tree, reference: Reference) -> None:
    tree["animations"][reference.path[1]]["channels"][reference.path[3]] = DROPPED


def drop_channels(tree: Tree) -> None:
    """Remove channels marked `DROPPED`, unused samplers, and animations without channels."""
    for animation in tree.get("animations", ()):
        kept = [channel for channel in animation["channels"] if channel is not DROPPED]
        samplers = sorted({channel["sampler"] for channel in kept})
        number = {old: new for new, old in enumerate(samplers)}
        for channel in kept:
            channel["sampler"] = number[channel["sampler"]]
        animation["channels"] = kept
        animation["samplers"] = [animation["samplers"][index] for index in samplers]
    if "animations" in tree:
        tree["animations"] = [animation for animation in tree["animations"] if animation["channels"]]


class _Pile(Struct):
    """Accessors that share a new buffer view."""

    members: Tree
    parts: list[bytes] = field(default_factory=list)
    accessors: list[tuple[Tree, int]] = field(default_factory=list)
    length: int = 0

    def put(self, data: bytes, accessor: Tree) -> None:
        padding = -self.length % 4
        self.parts += [bytes(padding), data]
        self.accessors.append((accessor, self.length + padding))
        self.length += padding + len(data)

    def finish(self, draft: Draft) -> None:
        number = draft.append_view(b"".join(self.parts), **self.members)
        for accessor, offset in self.accessors:
            accessor["bufferView"] = number
            accessor.pop("byteOffset", None)
            if offset:
                accessor["byteOffset"] = offset


class _Use(NamedTuple):
    """The purpose of accessors, with this target: a buffer view has a single purpose (as the Khronos
    validator requires)."""

    name: str
    target: int | None


def _repack(draft: Draft, references: Sequence[Reference], frozen: Frozen) -> None:
    """Move the data of accessors to a few buffer views, without gaps, storing equal data once."""
    uses: dict[int, set[_Use]] = {}
    for reference in references:
        if reference.collection == "accessors":
            uses.setdefault(reference.index, set()).add(use_of(reference))
    views = enumerate(draft.entries("bufferViews"))
    packed = {index for index, view in views if packing_of(view) is not None}
    piles: dict[tuple[_Use, int | None], _Pile] = {}
    known: dict[tuple[Any, ...], int] = {}
    first = frozen.first("accessors", draft.tree)
    for index, accessor in enumerate(draft.entries("accessors")):
        several, view = uses.get(index, set()), accessor.get("bufferView")
        if index < first or len(several) != 1 or view is None or view in packed or "sparse" in accessor:
            continue
        use = next(iter(several))
        array = np.asarray(accessor_view(draft.document, index))
        data = pack_array(array, type=accessor["type"], target=use.target)
        stride = len(data.data) // len(array) if use.target == VERTICES else None
        pile = piles.setdefault((use, stride), _Pile({}))
        pile.members |= {} if use.target is None else {"target": use.target}
        pile.members |= {} if stride is None else {"byteStride": stride}
        same = (use, stride, data.data)
        if same in known:
            pile.accessors.append((accessor, known[same]))
            continue
        pile.put(data.data, accessor)
        known[same] = pile.accessors[-1][1]
    for pile in piles.values():
        pile.finish(draft)


def use_of(reference: Reference) -> _Use:
    path = reference.path
    if path[0] == "meshes" and "extensions" not in path:
        return _Use("indices", INDICES) if path[-1] == "indices" else _Use("vertices", VERTICES)
    return _Use("matrices" if path[-1] == "inverseBindMatrices" else "other", None)


def is_packed(primitive: Tree) -> bool:
    """Whether an extension stores the numbers of a primitive in a packed stream."""
    records = (find(name) for name in primitive.get("extensions", {}))
    return any(record is not None and record.edits.unpack_primitive is not None for record in records)
