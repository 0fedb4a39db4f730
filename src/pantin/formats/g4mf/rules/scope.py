"""The input of the rules: the document, its model, and shared facts, computed once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.base.errors import PantinError
from pantin.formats.g4mf.accessor import AccessorFault, Extent, extent, view
from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import Mesh, Model, Node, is_index, objects
from pantin.formats.g4mf.naming import describe
from pantin.formats.g4mf.newest import newest_form, origin
from pantin.formats.g4mf.rules.members import find_members
from pantin.report.wording import quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.g4mf.document import Document
    from pantin.report import Finding


class Use(NamedTuple):
    """A mesh on a node, and the skeleton that deforms it: the parent of the node, if that is a skeleton."""

    node: int
    mesh: int
    skeleton: int | None


class Scope:
    """A document being checked: `file` as read, and `document`, its newest form."""

    def __init__(self, document: Document) -> None:
        self.file = document
        self.document = newest_form(document)
        self.tree: dict[str, Any] = self.document.tree
        self._arrays: dict[int, NDArray[Any] | None] = {}

    @cached_property
    def model(self) -> Model:
        return self.document.model

    @cached_property
    def member_findings(self) -> dict[str, list[Finding]]:
        """The findings about single members, by rule: violations of the rows of the schema."""
        return find_members(self)

    @cached_property
    def dimension(self) -> int:
        """The dimension of the file, 0 where it states none."""
        return self.model.dimension or 0

    @cached_property
    def hierarchy(self) -> Hierarchy:
        return Hierarchy.from_model(self.model)

    @property
    def nodes(self) -> tuple[Node, ...]:
        return self.model.nodes

    @property
    def meshes(self) -> tuple[Mesh, ...]:
        return self.model.meshes

    def describe(self, pointer: str) -> str:
        """The object at a pointer by name and index in the file: `'surface 1 of mesh "Body" (0)'`."""
        return describe(self.file.tree, origin(self.document, pointer))

    def is_made(self, pointer: str) -> bool:
        """Whether what is at a pointer was made of an older form, which the file has elsewhere."""
        return origin(self.document, pointer) != pointer

    def node(self, index: int) -> str:
        """A node in a message: `'node "Hips" (3)'`."""
        return self.describe(self.nodes[index].pointer)

    def bone(self, index: int) -> str:
        """A bone in a message: `'bone "Hips" (node 3)'`."""
        return self._at_node("bone", index)

    def skeleton(self, index: int) -> str:
        """A skeleton in a message: `'skeleton "Rig" (node 2)'`."""
        return self._at_node("skeleton", index)

    def _at_node(self, kind: str, index: int) -> str:
        name = self.nodes[index].name or ""
        return f"{kind} {quoted(name)} (node {index})" if name else f"{kind} at node {index}"

    def mesh(self, index: int) -> str:
        """A mesh in a message: `'mesh "Body" (0)'`."""
        return self.describe(self.meshes[index].pointer)

    @cached_property
    def uses(self) -> list[Use]:
        result = []
        for index, node in enumerate(self.nodes):
            if node.mesh is not None and node.mesh < len(self.meshes):
                parent = self.hierarchy.parents[index]
                under_skeleton = parent is not None and self.nodes[parent].skeleton is not None
                has_skin = self.meshes[node.mesh].skin is not None
                result.append(Use(index, node.mesh, parent if under_skeleton and has_skin else None))
        return result

    @cached_property
    def meshes_of(self) -> dict[int, list[int]]:
        """The meshes that each skeleton deforms, without repetition; skeletons without meshes are omitted."""
        pairs = ((use.skeleton, use.mesh) for use in self.uses if use.skeleton is not None)
        return _group(pairs)

    def skeletons_of(self, mesh: int) -> list[int]:
        """The skeletons that use a mesh, each once."""
        return self._skeletons.get(mesh, [])

    @cached_property
    def _skeletons(self) -> dict[int, list[int]]:
        return _group((use.mesh, use.skeleton) for use in self.uses if use.skeleton is not None)

    def extent(self, accessor: Any) -> Extent | None:
        """Type, size and count of an accessor; None if invalid, which other rules report."""
        try:
            return extent(self.document, accessor)
        except AccessorFault:
            return None

    def element_count(self, accessor: Any) -> int:
        result = self.extent(accessor)
        return 0 if result is None else result.count

    def array(self, accessor: int | None) -> NDArray[Any] | None:
        """(count, size) numbers of an accessor; None if unreadable."""
        if accessor is None:
            return None
        if accessor not in self._arrays:
            try:
                self._arrays[accessor] = view(self.document, accessor)
            except (AccessorFault, PantinError):
                self._arrays[accessor] = None
        return self._arrays[accessor]

    def is_accessor(self, value: Any) -> bool:
        """Whether a value is the index of an accessor."""
        return is_index(value, self.count_of("accessors")) or (
            isinstance(value, int) and value in self.document.made
        )

    def count_of(self, collection: str) -> int:
        """How many entries a root collection has."""
        return len(objects(self.tree, collection))


def _group(pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Group pairs by their first item: the distinct second items of each."""
    result: dict[int, dict[int, None]] = {}
    for first, second in pairs:
        result.setdefault(first, {})[second] = None
    return {first: list(seconds) for first, seconds in result.items()}
