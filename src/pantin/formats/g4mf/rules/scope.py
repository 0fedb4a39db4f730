"""What the rules look at: the document, its model, and facts that several rules need, made once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.errors import PantinError
from pantin.formats.g4mf.accessor import AccessorFault, Extent, extent, view
from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import Mesh, Model, Node, objects, read_model
from pantin.formats.g4mf.ranges import Ranges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.g4mf.document import Document


class Use(NamedTuple):
    """A mesh on a node, and the skeleton that deforms it: the node's parent, if that is one."""

    node: int
    mesh: int
    skeleton: int | None


class Scope:
    """A document under the rules."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.tree: dict[str, Any] = document.tree
        self._arrays: dict[int, NDArray[Any] | None] = {}
        self._ranges: dict[str, Ranges] = {}

    @cached_property
    def model(self) -> Model:
        return read_model(self.tree)

    @cached_property
    def dimension(self) -> int:
        """The dimension of the file, 0 where it states none."""
        return self.model.dimension or 0

    @cached_property
    def hierarchy(self) -> Hierarchy:
        return Hierarchy.of(self.model)

    @property
    def nodes(self) -> tuple[Node, ...]:
        return self.model.nodes

    @property
    def meshes(self) -> tuple[Mesh, ...]:
        return self.model.meshes

    @cached_property
    def uses(self) -> list[Use]:
        found = []
        for at, node in enumerate(self.nodes):
            if node.mesh is not None and node.mesh < len(self.meshes):
                above = self.hierarchy.parents[at]
                skinned = above is not None and self.nodes[above].skeleton is not None
                has_skin = self.meshes[node.mesh].skin is not None
                found.append(Use(at, node.mesh, above if skinned and has_skin else None))
        return found

    @cached_property
    def meshes_of(self) -> dict[int, list[int]]:
        """The meshes that each skeleton deforms, each once; skeletons without any are not in it."""
        pairs = ((use.skeleton, use.mesh) for use in self.uses if use.skeleton is not None)
        return _gathered(pairs)

    def skeletons_of(self, mesh: int) -> list[int]:
        """The skeletons that use a mesh, each once."""
        return self._skeletons.get(mesh, [])

    @cached_property
    def _skeletons(self) -> dict[int, list[int]]:
        return _gathered((use.mesh, use.skeleton) for use in self.uses if use.skeleton is not None)

    def ranges(self, mesh: Mesh) -> Ranges:
        """Where the blend shapes of a mesh lead."""
        if mesh.place not in self._ranges:
            self._ranges[mesh.place] = Ranges(self.document, mesh)
        return self._ranges[mesh.place]

    def extent(self, accessor: Any) -> Extent | None:
        """What an accessor says of itself; None where it has no meaning, which rules of its own report."""
        try:
            return extent(self.tree, accessor)
        except AccessorFault:
            return None

    def count(self, accessor: Any) -> int:
        about = self.extent(accessor)
        return 0 if about is None else about.count

    def array(self, accessor: int | None) -> NDArray[Any] | None:
        """(count, size) numbers of an accessor, None where they cannot be had."""
        if accessor is None:
            return None
        if accessor not in self._arrays:
            try:
                self._arrays[accessor] = view(self.document, accessor)
            except (AccessorFault, PantinError):
                self._arrays[accessor] = None
        return self._arrays[accessor]

    def listed(self, collection: str) -> int:
        return len(objects(self.tree, collection))


def _gathered(pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """What comes second in pairs, by what comes first, each once."""
    found: dict[int, dict[int, None]] = {}
    for first, second in pairs:
        found.setdefault(first, {})[second] = None
    return {first: list(listed) for first, listed in found.items()}
