"""The subject of a finding in a form that the page can show: a node, a clip or a material."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pantin.report.pointer import tokens

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Rig

Object = tuple[str, int]
"""An object of a glTF file: its root collection and index."""

SHOWN = ("nodes", "meshes", "skins", "animations", "materials")
"""Collections whose objects the page can show."""

MEMBERS = {
    "bufferView": "bufferViews",
    "inverseBindMatrices": "accessors",
    "indices": "accessors",
    "input": "accessors",
    "output": "accessors",
    "source": "images",
    "sampler": "samplers",
}
"""Members of glTF objects that are an index into a collection, wherever they are; others are found by their
object."""


class Targets:
    """Finds what the pointer of a finding leads to. `tree` is the JSON of a glTF file: there, accessors,
    textures and other data lead to what uses them."""

    def __init__(self, rig: Rig, tree: Any = None) -> None:
        self._rig = rig
        self._tree = tree if isinstance(tree, Mapping) else {}
        self._users: dict[Object, list[Object]] | None = None

    def find(self, finding: Finding) -> dict[str, int | None]:
        """The `node`, `clip` and `material` that a finding is about; each is None for others."""
        targets: dict[str, int | None] = {"node": None, "clip": None, "material": None}
        kind, *rest = (*tokens(finding.pointer or ""), "")
        index = _number(rest[0]) if rest else None
        if index is None:
            return targets
        kind, index = self._shown_user((kind, index))
        targets["node"] = find_node(self._rig, kind, index, rest[1:])
        if kind == "animations" and index < len(self._rig.clips):
            targets["clip"] = index
        if kind == "materials" and index < len(self._rig.materials):
            targets["material"] = index
        return targets

    def _shown_user(self, item: Object) -> Object:
        """The first object that the page can show and that uses another, directly or not; itself where none
        does."""
        queue, known = [item], {item}
        for candidate in queue:
            if candidate[0] in SHOWN:
                return candidate
            new = [user for user in self.users.get(candidate, ()) if user not in known]
            queue += new
            known.update(new)
        return item

    @property
    def users(self) -> dict[Object, list[Object]]:
        """The objects that refer to each accessor, buffer view, texture, image and sampler."""
        if self._users is None:
            self._users = {}
            for collection, index, value in _root_objects(self._tree):
                for used in _references(collection, value):
                    self._users.setdefault(used, []).append((collection, index))
        return self._users


def _root_objects(tree: Mapping[str, Any]) -> Iterator[tuple[str, int, Any]]:
    for collection in ("meshes", "skins", "animations", "materials", "textures", "images", "accessors"):
        listed = tree.get(collection)
        for index, value in enumerate(listed if isinstance(listed, list) else ()):
            yield collection, index, value


def _references(collection: str, value: Any, name: str = "") -> Iterator[Object]:
    """The objects that a member of an object of a collection refers to."""
    if isinstance(value, list):
        for item in value:
            yield from _references(collection, item, name)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(item, int) or isinstance(item, bool):
                yield from _references(collection, item, key)
            elif name in ("attributes", "targets"):
                yield "accessors", item
            elif key == "index" and name.lower().endswith("texture"):
                yield "textures", item
            elif key in MEMBERS and not (key == "sampler" and collection == "animations"):
                yield MEMBERS[key], item


def find_node(rig: Rig, kind: str, index: int, rest: list[str]) -> int | None:
    """The node of an object of a file, also through a mesh, a skin or the channel of a clip."""
    lookup = {"nodes": _node, "meshes": _node_of_mesh, "skins": _node_of_skin, "animations": _node_of_clip}
    find = lookup.get(kind)
    node = None if find is None else find(rig, index, rest)
    return node if node is not None and 0 <= node < len(rig.nodes) else None


def _number(token: str) -> int | None:
    return int(token) if token.isascii() and token.isdecimal() else None


def _node(rig: Rig, index: int, rest: list[str]) -> int | None:
    return index


def _node_of_mesh(rig: Rig, index: int, rest: list[str]) -> int | None:
    return next((instance.node for instance in rig.instances if instance.mesh == index), None)


def _node_of_skin(rig: Rig, index: int, rest: list[str]) -> int | None:
    if index >= len(rig.skins):
        return None
    joints = rig.skins[index].joints.tolist()
    position = _number(rest[1]) if rest[:1] == ["joints"] and len(rest) > 1 else None
    if position is not None and position < len(joints):
        return int(joints[position])
    return next((int(joint) for joint in joints if joint >= 0), None)


def _node_of_clip(rig: Rig, index: int, rest: list[str]) -> int | None:
    position = _number(rest[1]) if rest[:1] == ["channels"] and len(rest) > 1 else None
    channels = rig.clips[index].channels if index < len(rig.clips) else ()
    return channels[position].node if position is not None and position < len(channels) else None
