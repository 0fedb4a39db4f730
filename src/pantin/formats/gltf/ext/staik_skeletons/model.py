"""The raw STAIK_skeletons extension of a file, valid or not.

A member that is missing or invalid is None; the rules report it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pantin.base.records import Record
from pantin.formats.gltf.extension_names import SKELETONS as NAME

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Gltf
    from pantin.formats.gltf.scope import Scope


class RawSkeleton(Record):
    """One element of `skeletons`.

    members  the object in the file; None where it is not an object
    root     the root node
    joints   the joint nodes, None for each that does not exist; None where there is no array
    slots    the nodes among `joints`, each with its first index there
    """

    members: dict[str, Any] | None
    root: int | None
    joints: tuple[int | None, ...] | None
    slots: dict[int, int]

    @property
    def name(self) -> str | None:
        """Its name, if it has one."""
        name = (self.members or {}).get("name")
        return name if isinstance(name, str) and name else None

    @property
    def has_wrong_name(self) -> bool:
        """Whether it has a name that is not a string."""
        return not isinstance((self.members or {}).get("name", ""), str)


class RawExtension:
    """All extension objects of a file.

    whole      the object of the root
    nodes      the object of each node that has one, of whatever type
    owned      likewise of each skin
    listed     whether `extensionsUsed` names the extension
    skeletons  the skeletons of the root; empty where it has none
    """

    def __init__(self, tree: dict[str, Any], model: Gltf) -> None:
        self._node_count = len(model.nodes)
        self._skin_count = len(model.skins)
        self.has_root = has(tree)
        self.whole = payload(tree)
        self.nodes = dict(_payloads(tree.get("nodes"), self._node_count))
        self.owned = dict(_payloads(tree.get("skins"), self._skin_count))
        used = tree.get("extensionsUsed")
        self.listed = isinstance(used, list) and NAME in used
        listed = self.whole.get("skeletons") if isinstance(self.whole, dict) else None
        self.skeletons = tuple(map(self._skeleton, listed)) if isinstance(listed, list) else ()

    @property
    def occurs(self) -> bool:
        """Whether the file has any object of the extension, so that its rules apply. A file that merely
        declares it, as some exporters do for all extensions that they know, uses nothing of it."""
        return self.has_root or bool(self.nodes) or bool(self.owned)

    @cached_property
    def marks(self) -> dict[int, int]:
        """The skeleton that each marked node names, where there is such a skeleton."""
        return self._skeleton_indices(self.nodes, "skeleton")

    @cached_property
    def marked(self) -> set[int]:
        """The nodes whose mark is an index, whether there is such a skeleton or not."""
        return {
            index for index, mark in self.nodes.items() if as_index(member_of(mark, "skeleton")) is not None
        }

    @cached_property
    def owners(self) -> dict[int, int]:
        """The skeleton that owns each skin, where there is such a skeleton."""
        return self._skeleton_indices(self.owned, "skeleton_owner")

    def joints(self, skeleton: int) -> Iterator[tuple[int, int]]:
        """(slot, node) of each joint of a skeleton that is a node."""
        for slot, joint in enumerate(self.skeletons[skeleton].joints or ()):
            if joint is not None:
                yield slot, joint

    def _skeleton_indices(self, payloads: dict[int, Any], member: str) -> dict[int, int]:
        indices = {
            index: as_index(member_of(value, member), len(self.skeletons))
            for index, value in payloads.items()
        }
        return {index: skeleton for index, skeleton in indices.items() if skeleton is not None}

    def _skeleton(self, given: Any) -> RawSkeleton:
        members = given if isinstance(given, dict) else None
        listed = member_of(given, "joints")
        joints = None
        slots: dict[int, int] = {}
        if isinstance(listed, list):
            joints = tuple(as_index(joint, self._node_count) for joint in listed)
            for slot, joint in enumerate(joints):
                if joint is not None:
                    slots.setdefault(joint, slot)
        return RawSkeleton(members, as_index(member_of(given, "root"), self._node_count), joints, slots)


def raw_extension(scope: Scope) -> RawExtension:
    """The raw extension of the file under the rules; `scope.fact(raw_extension)` makes it once."""
    return RawExtension(scope.tree, scope.model)


def has(owner: Any) -> bool:
    """Whether an object of the file has the extension, in whatever form."""
    extensions = owner.get("extensions") if isinstance(owner, dict) else None
    return isinstance(extensions, dict) and NAME in extensions


def payload(owner: Any) -> Any:
    """The extension object of an object of the file; None where it has none."""
    return owner["extensions"][NAME] if has(owner) else None


def member_of(value: Any, member: str) -> Any:
    """A member of a value; None where it has none or is not an object."""
    return value.get(member) if isinstance(value, dict) else None


def as_index(value: Any, count: int | None = None) -> int | None:
    """The value as an index, below `count` if given; None for anything else. JSON may write 2 as 2.0."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    return value if count is None or value < count else None


def _payloads(owners: Any, count: int) -> Iterator[tuple[int, Any]]:
    if isinstance(owners, list):
        yield from ((index, payload(owner)) for index, owner in enumerate(owners[:count]) if has(owner))
