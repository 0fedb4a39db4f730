"""The input of the rules: the document, its model, and shared facts, computed once."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from pantin.base.errors import LimitExceeded, PantinError
from pantin.formats.document.buffer import Buffer
from pantin.formats.gltf.accessor import read_plain, view
from pantin.formats.gltf.extension_objects import ExtensionObjects, decode_extensions
from pantin.formats.gltf.model import get
from pantin.formats.gltf.objects import (
    Census,
    Reference,
    node_hierarchy,
    objects,
    references,
    references_of,
)
from pantin.formats.gltf.subject import MEMBERS, name_in_tree, subject
from pantin.formats.hierarchy import Hierarchy
from pantin.formats.members.faults import Fault
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import named, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extent import Extent
    from pantin.formats.gltf.model import Gltf, Property

T = TypeVar("T")

MEDIA_TYPES = ("application/octet-stream", "application/gltf-buffer")
"""Media types of data URIs for buffers (glTF 2.0 §3.6.1)."""

ATTRIBUTES = {kind: plural(kind, 2).replace(" ", "_") for kind in MEMBERS}
"""The model attribute of the root collection for each kind of object."""


class Scope:
    """A document being checked."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.model: Gltf = document.model
        self.follows_schema = not document.shape_findings
        self.has_complete_model = document.has_complete_model
        self._arrays: dict[int, NDArray[Any] | None] = {}
        self._counted: dict[int, bool] = {}
        self.numbers: dict[int, NDArray[Any] | None] = {}
        """The results of `extent.numbers` by accessor, except sparse ones."""
        self.exceeded: dict[str, LimitExceeded] = {}
        self._facts: dict[Callable[[Scope], Any], Any] = {}
        self._measures: dict[tuple[Any, ...], Any] = {}

    @property
    def tree(self) -> dict[str, Any]:
        """The JSON of the file, parsed on demand: see `has_complete_model`."""
        return self.document.tree

    def named(self, kind: str, index: int | None) -> str:
        """An object of a root collection formatted for messages: `node "Hips" (3)`."""
        if not self.has_complete_model:
            return named(kind, index, name_in_tree(self.tree, kind, index))
        thing = get(getattr(self.model, ATTRIBUTES[kind]), index)
        return named(kind, index, thing.name if thing else None)

    def subject(self, path: JsonPath) -> str:
        """A member formatted for messages: `"mesh" of node "Hips" (3)`."""
        return subject(path, self.named)

    def primitive(self, mesh: int, number: int) -> str:
        """A primitive formatted for messages: `primitive 0 of mesh "Body" (1)`."""
        return f"primitive {number} of {self.named('mesh', mesh)}"

    @cached_property
    def children(self) -> list[tuple[int | None, ...]]:
        """The child list of each node as stored, including indices out of range."""
        return [(node.children or ()) if node else () for node in self.model.nodes]

    @cached_property
    def hierarchy(self) -> Hierarchy:
        return self.document.derive(node_hierarchy)

    @property
    def parents(self) -> list[int | None]:
        """The parent of each node; the last one if there are several."""
        return self.hierarchy.parents

    @cached_property
    def listed_in(self) -> list[int]:
        """The scenes that list each node, as a bit mask."""
        counts = [0] * len(self.model.nodes)
        for number, scene in enumerate(self.model.scenes):
            for node in (scene.nodes or ()) if scene else ():
                if node is not None and get(self.model.nodes, node) is not None:
                    counts[node] |= 1 << number
        return counts

    @cached_property
    def shown_in(self) -> list[int]:
        """The scenes that show each node, as a bit mask: those that list it or an ancestor."""
        return self.hierarchy.inherit_marks(self.listed_in, self.children)

    @cached_property
    def skin_roots(self) -> list[int | None]:
        """For each skin the lowest common root of its joints, None if there is none.

        As the Khronos validator finds it, joint by joint: one that shares no root with those before it makes
        a new start, so that of three unrelated joints the last counts alone.
        """
        return [self._skin_root((skin.joints or ()) if skin else ()) for skin in self.model.skins]

    def _skin_root(self, joints: tuple[int | None, ...]) -> int | None:
        root: int | None = None
        for joint in joints:
            if joint is not None and get(self.model.nodes, joint) is not None:
                root = joint if root is None else self.hierarchy.common_ancestor((root, joint))
        return root

    @cached_property
    def objects(self) -> list[tuple[JsonPath, Property]]:
        """Every object of the file with its path; those of extensions with a schema come last."""
        return [*objects(self.model), *self.extended.objects]

    def objects_with(self, member: str) -> list[tuple[JsonPath, Property]]:
        """The `objects` with this member: `extensions` or `extras`."""
        if not self.document.names[member]:
            return []
        extended = [pair for pair in self.extended.objects if getattr(pair[1], member) is not None]
        return [*self.census.objects_with(member), *extended]

    @cached_property
    def census(self) -> Census:
        return Census(self.model)

    @cached_property
    def extended(self) -> ExtensionObjects:
        """The objects of extensions with a schema, and their schema violations."""
        return decode_extensions(self.document, self.census)

    def extended_of(self, name: str) -> ExtensionObjects:
        """Like `extended`, including objects of this extension even if the file does not list it."""
        if name in self.used_extensions or not self.document.names[name]:
            return self.extended
        return decode_extensions(self.document, self.census, (name,))

    def raw(self, path: JsonPath) -> dict[str, Any]:
        """The JSON object at a path, which shows the members that are present."""
        value: Any = self.tree
        for token in path:
            value = value[token]
        return value if isinstance(value, dict) else {}

    def states(self, value: object, path: JsonPath, member: str) -> bool:
        """Whether the object at a path has a member, valid or not; `value` is the model's value."""
        return value is not None or (not self.has_complete_model and member in self.raw(path))

    def value_or(self, default: T, value: T | None, path: JsonPath, member: str) -> T | None:
        """The model's value of a member, or its default if missing; None if the file has an invalid value."""
        valid = self.has_complete_model and not self.extended.findings
        if value is None and (valid or self.raw(path).get(member) is None):
            return default
        return value

    def faults(self, rule_id: str) -> list[Fault]:
        """The faults in extension objects that a rule reports, as annotated in their structs."""
        return [fault for fault in self.extended.faults if fault.rule == rule_id]

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every index of the file into a root collection."""
        return tuple(references(self.model, [*self.extended.objects, *self.extended.own]))

    @cached_property
    def referenced(self) -> dict[str, set[int]]:
        """The indices of `references` into each root collection. In a file that follows the schema, they are
        collected without paths, in a tenth of the time.
        """
        if not self.follows_schema:
            listed: Iterable[Reference] = self.references
            referenced: dict[str, set[int]] = {}
        else:
            referenced = self.census.indices()
            extended = (*self.extended.objects, *self.extended.own)
            listed = (reference for pair in extended for reference in references_of(*pair))
        for reference in listed:
            referenced.setdefault(reference.collection, set()).add(reference.index)
        return referenced

    def references_from(self, *kinds: type[Property]) -> Iterator[Reference]:
        """The `references` in objects of these kinds, or in objects of extensions."""
        if not self.follows_schema:
            return iter(self.references)
        pairs = chain(self.census.objects_of(set(kinds)), self.extended.objects, self.extended.own)
        return (reference for pair in pairs for reference in references_of(*pair))

    @cached_property
    def used_extensions(self) -> frozenset[str]:
        return frozenset(self.model.extensions_used or ())

    def fact(self, make: Callable[[Scope], T]) -> T:
        """Cache `make(self)`, for facts that only the rules of one part of the file share."""
        try:
            known: T = self._facts[make]
        except KeyError:
            known = self._facts[make] = make(self)
        return known

    def measure_once(
        self, measure: Callable[..., T], extent: Extent, array: NDArray[Any], *options: Any
    ) -> T:
        """Cache `measure(array, *options)` for all accessors over the same bytes of the file: thousands may
        share one view, and each pass takes time.
        """
        view = extent.view
        if view is None or extent.accessor.sparse is not None:
            return measure(array, *options)
        start = (view.byte_offset or 0) + (extent.offset or 0)
        # What a view with an extension contains may be compressed, and not in its buffer.
        bytes_key = extent.accessor.buffer_view if view.extensions else (view.buffer,)
        key = (measure, bytes_key, start, extent.stride, extent.count, extent.format, *options)
        if key not in self._measures:
            self._measures[key] = measure(array, *options)
        known: T = self._measures[key]
        return known

    def buffer(self, index: int) -> Buffer:
        """A buffer's bytes, or the reason why they are unreadable; exceeding a limit is recorded in
        `exceeded`."""
        try:
            return self.document.buffer(index)
        except LimitExceeded as error:
            self.exceeded[pointer("buffers", index)] = error
            return Buffer()

    def read_plain_arrays(self) -> None:
        """Read all plainly stored accessors at once; one by one takes twice as long."""
        try:
            read_plain(self.document, range(len(self.model.accessors)))
        except LimitExceeded:
            return  # reading that accessor reports it

    def array(self, index: int) -> NDArray[Any] | None:
        """The stored numbers of an accessor, with sparse substitution; None if unreadable. Exceeding a limit
        is recorded in `exceeded`. Sparse results are not cached: a small file may have thousands of sparse
        accessors over one large view."""
        if index in self._arrays:
            return self._arrays[index]
        array = self._view(index) if self._has_bytes(index) else None
        accessor = get(self.model.accessors, index)
        if array is None or accessor is None or accessor.sparse is None:
            self._arrays[index] = array
        return array

    def _view(self, index: int) -> NDArray[Any] | None:
        try:
            return view(self.document, index)
        except LimitExceeded as error:
            # Without a traceback: its frames refer to the document, whose decoded data would stay in memory.
            self.exceeded[pointer("accessors", index)] = error.with_traceback(None)
        except PantinError:
            # Another rule reports the reason: about the reference, the buffer, the view or the accessor.
            pass
        return None

    def _has_bytes(self, index: int) -> bool:
        accessor = get(self.model.accessors, index)
        if accessor is None or accessor.sparse is None:
            return accessor is None or self.counts(accessor.buffer_view)
        parts = (accessor.sparse.indices, accessor.sparse.values)
        views = [accessor.buffer_view, *(part.buffer_view for part in parts if part is not None)]
        return all(self.counts(view) for view in views)

    def counts(self, view_index: int | None) -> bool:
        """Whether the bytes of a view are checked: their buffer needs a length and a media type for buffers.
        A data URI needs no length. True if the view does not exist, which other rules report.
        """
        view = get(self.model.buffer_views, view_index)
        if view is None or view.buffer is None:
            return True
        if view.buffer not in self._counted:
            self._counted[view.buffer] = self._is_counted(view.buffer)
        return self._counted[view.buffer]

    def _is_counted(self, index: int) -> bool:
        buffer = get(self.model.buffers, index)
        if buffer is None:
            return True
        data = self.buffer(index)
        return (buffer.byte_length is not None or data.storage == "data") and is_for_buffers(data)


def is_for_buffers(data: Buffer) -> bool:
    """Whether the bytes have a media type for buffers, or none; data URIs of other types are ignored."""
    return data.mime is None or data.mime.lower() in MEDIA_TYPES
