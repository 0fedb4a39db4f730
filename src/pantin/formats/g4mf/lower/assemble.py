"""`lower`: the parts of a rig put together as a new document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pantin.formats.g4mf.container import CHUNK_BLOB, CHUNK_JSON, PLAIN, assemble
from pantin.formats.g4mf.dialects import Dialect
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.downgrade import downgrade
from pantin.formats.g4mf.group_names import omit_inferable_names
from pantin.formats.g4mf.lower import losses
from pantin.formats.g4mf.lower.baking import baked
from pantin.formats.g4mf.lower.binds import bound
from pantin.formats.g4mf.lower.meshes import MeshWriter, Slots
from pantin.formats.g4mf.lower.nodes import general, transforms
from pantin.formats.g4mf.lower.skeletons import (
    WORLD,
    Placed,
    in_order,
    placed_skeletons,
    rests_in_part,
    slots_kept,
)
from pantin.formats.g4mf.lower.store import Store
from pantin.rig import Instance, Rig

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document
    from pantin.report import Finding

GENERATOR = "Pantin"


@dataclass(frozen=True, slots=True)
class Lowered:
    """A new document, a finding for everything of the rig that is not in it, the node of the document that
    each node of the rig has become, and the one that the mesh of a node is on."""

    document: Document
    findings: tuple[Finding, ...]
    places: dict[int, int]
    homes: dict[int, int]


def lower(
    rig: Rig, *, dialect: Dialect = "newest", omit_inferable: bool = False, name: str = "rig.g4b"
) -> Lowered:
    """A new `.g4b` document that holds the rig.

    Nodes keep their order where each comes after its parent; a root without transform is added above them
    unless the first node is one. `omit_inferable` leaves out group names that equal the names of the bones.
    Raises `Unsupported` for skins that the format cannot say, with a reason.
    """
    writer = _Writer(rig)
    document = writer.document(name)
    if omit_inferable:
        document = omit_inferable_names(document)
    if dialect == "2026-01":
        document = downgrade(document)
    elif dialect != "newest":
        raise ValueError(f"the dialect is {dialect!r}, neither 'newest' nor '2026-01'")
    return Lowered(document, tuple(writer.findings()), writer.place, writer.homes)


class _Writer:
    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.store = Store()
        self.groups = placed_skeletons(rig)
        self.bound = bound(rig, self.groups)
        self.order = in_order(rig)
        self.own_root = not self._first_is_root()
        self.place = {node: at + self.own_root for at, node in enumerate(self.order)}
        self.owners = {skin: group for group in self.groups for skin in group.skins}
        self.joints = {group: self._listed(group) for group in self.groups}
        self._known_slots: dict[Placed, dict[int, int]] = {}
        self._carrying = frozenset(rig.nodes.parents.tolist())
        self.nodes: list[dict[str, Any]] = []
        self.children: dict[int, list[int]] = {}
        self.meshes: list[dict[str, Any]] = []
        self.homes: dict[int, int] = {}
        self.lost = 0

    def _first_is_root(self) -> bool:
        """Whether the first node can be the root of the document: alone, without transform, mesh or bone."""
        if not self.order or int((self.rig.nodes.parents < 0).sum()) != 1:
            return False
        first, size = self.order[0], self.rig.dimension
        plain = np.array_equal(self.rig.nodes.local[first], np.eye(size, size + 1))
        taken = any(one.node == first for one in self.rig.instances)
        return plain and not taken and all(group.node != WORLD for group in self.groups)

    def findings(self) -> list[Finding]:
        found = [finding for each in losses.RIG_RULES for finding in each(self.rig)]
        found += losses.names_changed(self.store.renamed)
        found += losses.rest_changed(self.bound.moved)
        found += losses.bindings_lost(self.lost)
        return found

    def document(self, name: str) -> Document:
        rig = self.rig
        self._nodes()
        materials = [self._material(at) for at in range(len(rig.materials))]
        self._instances()
        self._skeletons()
        for at, children in self.children.items():
            self.nodes[at]["children"] = children
        tree: dict[str, Any] = {"asset": {"dimension": rig.dimension, "generator": GENERATOR}}
        if self.store.accessors:
            tree["accessors"] = self.store.accessors
            tree["bufferViews"] = self.store.views
            tree["buffers"] = [{"byteLength": self.store.length, "chunk": 1}]
        for key, listed in (("materials", materials), ("meshes", self.meshes), ("nodes", self.nodes)):
            if listed:
                tree[key] = listed
        chunks: list[tuple[int, int, list[bytes]]] = [(CHUNK_JSON, PLAIN, [msgspec.json.encode(tree)])]
        if self.store.accessors:
            chunks.append((CHUNK_BLOB, PLAIN, self.store.parts))
        return read(b"".join(assemble(chunks)), name=name)

    def _nodes(self) -> None:
        rig = self.rig
        if self.own_root:
            self.nodes.append({})
        parents = rig.nodes.parents.tolist()
        for node, placed in zip(self.order, transforms(rig, self.order, self.bound.local), strict=True):
            made: dict[str, Any] = self.store.name(rig.nodes.names[node])
            self.nodes.append(made | placed)
            parent = parents[node]
            if parent >= 0:
                self._hang(self.place[node], self.place[parent])
            elif self.own_root:
                self._hang(self.place[node], 0)

    def _hang(self, node: int, parent: int, *, first: bool = False) -> None:
        listed = self.children.setdefault(parent, [])
        listed.insert(0 if first else len(listed), node)

    def _material(self, at: int) -> dict[str, Any]:
        given = self.rig.materials[at]
        made: dict[str, Any] = self.store.name(given.name)
        if given.base_colour != (1.0, 1.0, 1.0, 1.0):
            made["baseColor"] = {"factor": list(given.base_colour)}
        return made

    def _instances(self) -> None:
        bones = {one for group in self.groups for one in group.bones} | {one.node for one in self.groups}
        known: dict[tuple[int, int | None, bytes], int] = {}
        for instance in self.rig.instances:
            if not self.rig.meshes[instance.mesh].surfaces:
                continue
            slots = self._slots(instance)
            moves = self.bound.moves.get(-1 if instance.skin is None else instance.skin)
            key = (
                instance.mesh,
                None if moves is None else instance.skin,
                b"" if slots is None else slots.groups.tobytes(),
            )
            if key not in known:
                mesh = self.rig.meshes[instance.mesh]
                writer = MeshWriter(self.store, mesh if moves is None else baked(mesh, *moves))
                self.meshes.append(writer.json(slots))
                self.lost += writer.lost
                known[key] = len(self.meshes) - 1
            made: dict[str, Any] = {"mesh": known[key]}
            if instance.blend_weights is not None and len(instance.blend_weights):
                made["blendAmounts"] = instance.blend_weights.tolist()
            at = self.homes[instance.node] = self._home(instance, bones)
            self.nodes[at]["meshInstance"] = made

    def _group(self, instance: Instance) -> Placed | None:
        held = any(one.influences is not None for one in self.rig.meshes[instance.mesh].surfaces)
        return self.owners[instance.skin] if held and instance.skin is not None else None

    def _listed(self, group: Placed) -> list[int]:
        """The joints of a skeleton, as nodes of the rig; −1 at the end where vertices rest in part. All bones
        are joints where no mesh says which."""
        joints = slots_kept(self.rig, group) if self.place_is_order and group.skins else None
        if joints is None:
            used = {one for skin in group.skins for one in self.rig.skins[skin].joints.tolist() if one >= 0}
            joints = sorted(used if group.skins else group.bones, key=lambda one: self.place[one])
        return [*joints, -1] if rests_in_part(self.rig, group, joints) else joints

    @cached_property
    def place_is_order(self) -> bool:
        return self.order == sorted(self.order)

    def _slots(self, instance: Instance) -> Slots | None:
        """What each slot of an instance's skin is among the joints of its skeleton. Slots of −1 rest."""
        group = self._group(instance)
        if group is None or instance.skin is None:
            return None
        joints = self.joints[group]
        mine = self.rig.skins[instance.skin].joints.tolist()
        rest = len(joints) - 1 if joints and joints[-1] < 0 else -1
        if mine[: len(joints)] == joints[: len(mine)]:
            groups = [slot if slot < len(joints) else rest for slot in range(len(mine))]
        else:
            slots = self._slots_of(group)
            groups = [slots[one] if one >= 0 else rest for one in mine]
        names = self.rig.meshes[instance.mesh].group_names
        return Slots(np.array(groups, np.int64), names if groups == list(range(len(groups))) else None)

    def _slots_of(self, group: Placed) -> dict[int, int]:
        """The slot of each joint of a skeleton, made once: a crowd of skins may share it."""
        if group not in self._known_slots:
            listed = list(enumerate(self.joints[group]))
            self._known_slots[group] = {joint: slot for slot, joint in reversed(listed)}
        return self._known_slots[group]

    def _home(self, instance: Instance, bones: set[int]) -> int:
        """The node that a mesh goes on: its own, its own moved below the skeleton, or a new one."""
        group = self._group(instance)
        node, parents = instance.node, self.rig.nodes.parents
        at = self.place[node]
        if group is None:
            if node not in bones:
                return at
            return self._new(at, {})
        rest = self.bound.meshes[instance.skin] if instance.skin is not None else None
        assert rest is not None
        above = 0 if group.node == WORLD else self.place[group.node]
        free = node not in bones and node not in self._carrying
        parent = int(parents[node])
        here = self.place[parent] if parent >= 0 else 0
        if free and here == above and np.allclose(self.bound.local[node], rest, rtol=0, atol=1e-12):
            return at
        if free:
            self.children[here].remove(at)
            if not self.children[here]:
                del self.children[here]
            name = {"name": self.nodes[at]["name"]} if "name" in self.nodes[at] else {}
            self.nodes[at] = name | general(rest)
            self._hang(at, above)
            return at
        return self._new(above, general(rest))

    def _new(self, parent: int, members: dict[str, Any]) -> int:
        self.nodes.append(dict(members))
        self._hang(len(self.nodes) - 1, parent)
        return len(self.nodes) - 1

    def _skeletons(self) -> None:
        for group in self.groups:
            at = 0 if group.node == WORLD else self.place[group.node]
            joints = self.joints[group]
            self.nodes[at]["skeleton"] = {"joints": [self.place[one] if one >= 0 else -1 for one in joints]}
            for bone in group.bones:
                self.nodes[self.place[bone]]["bone"] = {}
            roots = [one for one in self.children.get(at, []) if "bone" in self.nodes[one]]
            if len(roots) == 1:
                self.children[at].remove(roots[0])
                self._hang(roots[0], at, first=True)
