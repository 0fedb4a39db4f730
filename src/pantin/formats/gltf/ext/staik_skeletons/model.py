"""The skeletons of a file as typed objects, valid or not: their nodes, skins and joints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pantin.base.records import Record
from pantin.formats.gltf.ext.staik_skeletons.schema import Mark, Owner, Skeleton, Skeletons
from pantin.formats.gltf.extension_names import SKELETONS as NAME
from pantin.formats.gltf.extension_objects import ExtensionObjects, decode_extensions, is_listed

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.scope import Scope
    from pantin.report.pointer import JsonPath

PATH = ("extensions", NAME)
LIST = (*PATH, "skeletons")


class StatedSkeleton(Record):
    """One element of `skeletons`. What is missing or invalid is None; the rules report it.

    stated    the object; None where it is not one
    root      the root, if it is a node of the file
    joints    the joint nodes, None for each that does not exist; None where there is no list
    slots     the nodes among `joints`, each with its first index there
    broken    the members that the file has and that are invalid
    """

    stated: Skeleton | None
    root: int | None
    joints: tuple[int | None, ...] | None
    slots: dict[int, int]
    broken: frozenset[str]

    @property
    def name(self) -> str | None:
        """Its name, if it has one."""
        return (self.stated.name or None) if self.stated else None

    @property
    def has_wrong_name(self) -> bool:
        """Whether its name is not a string."""
        return "name" in self.broken

    @property
    def matrices(self) -> int | None:
        """The accessor index of its matrices, whether it exists or not."""
        return self.stated.inverse_bind_matrices if self.stated else None

    @property
    def states_matrices(self) -> bool:
        """Whether it refers to matrices, validly or not."""
        return self.matrices is not None or "inverseBindMatrices" in self.broken


class SkeletonObjects:
    """All objects of the extension in a file.

    root       whether the root object has one, of whatever type
    nodes      the object of each node that has one; None where it is broken
    owned      likewise of each skin
    listed     whether `extensionsUsed` names the extension
    skeletons  the skeletons of the root; empty where it has none
    """

    def __init__(self, document: Document, extended: ExtensionObjects | None = None) -> None:
        extended = extended or decode_extensions(document, names=(NAME,))
        objects = dict(extended.objects_of(NAME))
        faults = [fault for fault in extended.faults if NAME in fault.path and fault.kind != "missing"]
        paths = dict.fromkeys((*objects, *(fault.path for fault in faults if fault.path[-1] == NAME)))
        broken: dict[JsonPath, set[str]] = {}
        for fault in faults:
            broken.setdefault(fault.owner, set()).add(fault.name)
        self.root = PATH in paths
        self.nodes: dict[int, Mark | None] = _objects_by_index(objects, paths, "nodes")
        self.owned: dict[int, Owner | None] = _objects_by_index(objects, paths, "skins")
        self.listed = is_listed(document, NAME)
        self._node_count = len(document.model.nodes)
        block: Skeletons | None = objects.get(PATH)
        self.skeletons = tuple(
            self._skeleton(skeleton, frozenset(broken.get((*LIST, index), ())))
            for index, skeleton in enumerate((block.skeletons or ()) if block else ())
        )

    @property
    def occurs(self) -> bool:
        """Whether the file has any object of the extension, so that its rules apply. A file that only
        declares the extension does not use it; some exporters declare all they know."""
        return self.root or bool(self.nodes) or bool(self.owned)

    @cached_property
    def marks(self) -> dict[int, int]:
        """The skeleton of each marked node, where it exists."""
        return self._drop_missing({node: mark.skeleton for node, mark in self.nodes.items() if mark})

    @cached_property
    def marked(self) -> set[int]:
        """The nodes with an index as mark, whether that skeleton exists or not."""
        return {node for node, mark in self.nodes.items() if mark and mark.skeleton is not None}

    @cached_property
    def owners(self) -> dict[int, int]:
        """The skeleton that owns each skin, where it exists."""
        return self._drop_missing({skin: owner.skeleton_owner for skin, owner in self.owned.items() if owner})

    def joints(self, skeleton: int) -> Iterator[tuple[int, int]]:
        """(slot, node) of each joint of a skeleton that is an existing node."""
        for slot, joint in enumerate(self.skeletons[skeleton].joints or ()):
            if joint is not None:
                yield slot, joint

    def _drop_missing(self, indices: Mapping[int, int | None]) -> dict[int, int]:
        count = len(self.skeletons)
        return {owner: index for owner, index in indices.items() if index is not None and index < count}

    def _skeleton(self, skeleton: Skeleton | None, broken: frozenset[str]) -> StatedSkeleton:
        joints = None
        slots: dict[int, int] = {}
        if skeleton is not None and skeleton.joints is not None:
            joints = tuple(map(self._node, skeleton.joints))
            for slot, joint in enumerate(joints):
                if joint is not None:
                    slots.setdefault(joint, slot)
        return StatedSkeleton(
            skeleton, self._node(skeleton.root if skeleton else None), joints, slots, broken
        )

    def _node(self, index: int | None) -> int | None:
        return index if index is not None and index < self._node_count else None


def _objects_by_index(
    objects: Mapping[JsonPath, object], paths: Mapping[JsonPath, None], collection: str
) -> dict[int, Any]:
    """The extension objects in a collection, by item index."""
    held = [path for path in paths if path[0] == collection]
    return {int(path[1]): objects.get(path) for path in sorted(held)}


def skeleton_objects(scope: Scope) -> SkeletonObjects:
    """The objects in the file being checked; `scope.fact(skeleton_objects)` computes them once."""
    return SkeletonObjects(scope.document, scope.extended)
