"""`JoinedSkin`: one skin for the meshes that become one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import affine
from pantin.operations.edit.rig_parts import rest_world_transforms
from pantin.operations.merging.gaps import bind_like, find_gaps
from pantin.rig import Doubles, Influences, Instance, Rig, Surface
from pantin.rig.surface_transform import transform_surface

SAME_BIND = 1e-6
"""Two binds of a joint are equal if they place a vertex within this distance, relative to the size of the
mesh: products of float32 transforms down a hand are off by about 5e-7."""

STILL = 1e-9
"""A transform within this of the identity changes no vertex in float32."""


class Bound(Record, eq=False):
    """An instance in the space of a joined mesh: its surfaces, with the joints of the joined skin."""

    instance: int
    surfaces: tuple[Surface, ...]


class _Wanted(Record, eq=False):
    """A joint that vertices of an instance use: its place in the skin of the instance, and where its bind
    puts the corners of the mesh."""

    slot: int
    joint: int
    bind: Doubles
    corners: Doubles
    places: Doubles


class JoinedSkin:
    """The joints of several instances, each with the bind of the first instance that uses it. A joint that
    another instance binds in a different way is there again.

    `idle` are binds of joints that no vertex uses: shoes and a jacket may share no used joint, but their
    skins list the same bones, so that trousers fit both.
    """

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.joints: list[int] = []
        self.binds: list[Doubles] = []
        self.slots: dict[int, list[int]] = {}
        self.idle: dict[int, Doubles] = {}
        self._rest = rest_world_transforms(rig)
        self._movers = moving_nodes(rig)
        self._once = childless_nodes(rig)

    def add(self, number: int) -> Bound | None:
        """Bind an instance to the joints; None if it cannot be bound."""
        instance = self.rig.instances[number]
        joints, binds, influences = self._bindings(instance)
        surfaces = self.rig.meshes[instance.mesh].surfaces
        used = sorted({int(joint) for part in influences for joint in part.joints[part.weights != 0]})
        corners = _corners(surfaces)
        wanted = [
            _Wanted(slot, int(joints[slot]), binds[slot], corners, affine.apply(binds[slot], corners))
            for slot in used
        ]
        shift = self._shift(wanted, joints, binds)
        if shift is None:
            return None
        agreeing = self._agreeing(wanted, shift)
        missing = [each for each in wanted if each.slot not in agreeing]
        back, singular = affine.invert(shift)
        if bool(singular) or any(each.joint in self.slots and each.joint in self._once for each in missing):
            return None
        for joint, bind in zip(joints, binds, strict=True):
            self.idle.setdefault(int(joint), affine.multiply(bind, back))
        for each in missing:
            agreeing[each.slot] = self._append(each.joint, affine.multiply(each.bind, back))
        table = np.array([agreeing.get(slot, 0) for slot in range(len(joints))], np.int64)
        moved = [
            replace(
                surface if _is_still(shift) else transform_surface(surface, shift),
                influences=replace(part, joints=table[np.asarray(part.joints, np.int64)]),
                material=_material(instance, surface, index),
            )
            for index, (surface, part) in enumerate(zip(surfaces, influences, strict=True))
        ]
        return Bound(number, tuple(moved))

    def finish(self) -> tuple[list[int], list[Doubles]]:
        """All joints with their binds: those of the instances, used or not, and nodes between them, so that
        the skin is a whole skeleton. A joint may be there more than once."""
        for joint, bind in self.idle.items():
            if joint >= 0 and joint not in self.slots:
                self._append(joint, bind)
        rest = self._rest
        for gap, joint in find_gaps(self.rig.nodes.parents.tolist(), self.joints).items():
            gap_bind = bind_like(rest[gap], rest[joint], self.binds[self.slots[joint][0]])
            if gap_bind is not None:
                self._append(gap, gap_bind)
        return self.joints, self.binds

    def _append(self, joint: int, bind: Doubles) -> int:
        self.slots.setdefault(joint, []).append(len(self.joints))
        self.joints.append(joint)
        self.binds.append(bind)
        return len(self.joints) - 1

    def _shift(self, wanted: Sequence[_Wanted], joints: Sequence[int], binds: Doubles) -> Doubles | None:
        """From the space of an instance into this one, such that as many joints as possible agree; None where
        a joint has no inverse."""
        pairs = [
            (self.binds[known], each.bind) for each in wanted for known in self.slots.get(each.joint, ())
        ]
        if not pairs:
            return self._idle_shift(joints, binds)
        inverses, singular = affine.invert(np.array([ours for ours, _ in pairs]))
        if singular.any():
            return None
        shifts = affine.multiply(inverses, np.array([bind for _, bind in pairs]))
        shared = sum(each.joint in self.slots for each in wanted)
        best, most = shifts[0], -1
        for shift in (shifts.mean(0), *shifts):  # the mean, because each bind is rounded for itself
            count = len(self._agreeing(wanted, shift))
            if count > most:
                best, most = shift, count
            if count == shared:
                break
        return np.asarray(best)

    def _idle_shift(self, joints: Sequence[int], binds: Doubles) -> Doubles:
        """From the space of an instance that shares no used joint into this one: by a joint that both list,
        or such that both are bound at rest. Any shift keeps its vertices in place."""
        for joint, bind in zip(joints, binds, strict=True):
            known = self.slots.get(int(joint))
            ours = self.binds[known[0]] if known else self.idle.get(int(joint))
            if ours is not None:
                inverse, singular = affine.invert(ours)
                if not bool(singular):
                    return affine.multiply(inverse, bind)
        if self.joints and joints and joints[0] >= 0:
            inverse, singular = affine.invert(affine.multiply(self._rest[self.joints[0]], self.binds[0]))
            if not bool(singular):
                return affine.multiply(inverse, affine.multiply(self._rest[joints[0]], binds[0]))
        return affine.identity(binds.shape[1])

    def _agreeing(self, wanted: Sequence[_Wanted], shift: Doubles) -> dict[int, int]:
        """The joints that put the corners of a mesh where its own binds put them, by the place in its own
        skin."""
        agreeing = {}
        for each in wanted:
            largest = SAME_BIND * np.ptp(each.places, axis=0).max()
            for known in self.slots.get(each.joint, ()):
                places = affine.apply(affine.multiply(self.binds[known], shift), each.corners)
                if np.abs(places - each.places).max() <= largest:
                    agreeing[each.slot] = known
                    break
        return agreeing

    def _bindings(self, instance: Instance) -> tuple[Sequence[int], Doubles, list[Influences]]:
        """Joints, inverse bind matrices and influences of an instance; a mesh without a skin follows its
        node."""
        rig = self.rig
        surfaces = rig.meshes[instance.mesh].surfaces
        if instance.skin is None:
            bone, bind = self._carrier(instance.node)
            return [bone], bind[None], [_rigid(len(surface.positions)) for surface in surfaces]
        skin = rig.skins[instance.skin]
        binds = skin.inverse_binds
        if binds is None:
            binds = np.tile(affine.identity(rig.dimension), (len(skin.joints), 1, 1))
        influences = [surface.influences or _rigid(len(surface.positions), 0.0) for surface in surfaces]
        return skin.joints.tolist(), binds, influences

    def _carrier(self, node: int) -> tuple[int, Doubles]:
        """The bone that carries a node without a skin, and the transform from the node to it; the node itself
        where it moves or no bone carries it."""
        bone, transform = node, affine.identity(self.rig.dimension)
        while bone >= 0 and bone not in self._movers:
            transform = affine.multiply(self.rig.nodes.local[bone], transform)
            bone = int(self.rig.nodes.parents[bone])
        return (bone, transform) if bone >= 0 else (node, affine.identity(self.rig.dimension))


def moving_nodes(rig: Rig) -> set[int]:
    """Bones, and nodes that clips, springs or constraints move."""
    moving = {int(joint) for skin in rig.skins for joint in skin.joints}
    moving |= {joint.node for spring in rig.springs.springs for joint in spring.joints}
    moving |= {constraint.node for constraint in rig.constraints}
    moving |= {
        channel.node for clip in rig.clips for channel in clip.channels if channel.property != "weights"
    }
    return moving if rig.character is None else moving | set(rig.character.humanoid.values())


def childless_nodes(rig: Rig) -> set[int]:
    """Nodes that must not get another child: in VRM 0.x every node below a spring is a part of it."""
    if rig.character is None or not rig.character.faces_back:
        return set()
    return {joint.node for spring in rig.springs.springs for joint in spring.joints}


def _corners(surfaces: Sequence[Surface]) -> Doubles:
    """The corners of the box around the vertices of a mesh."""
    points = np.concatenate([surface.positions for surface in surfaces]).astype(np.float64)
    low, high = points.min(0), points.max(0)
    return np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(len(low), -1).T


def _is_still(shift: Doubles) -> bool:
    return bool(np.abs(shift - affine.identity(len(shift))).max() <= STILL)


def _material(instance: Instance, surface: Surface, index: int) -> int | None:
    chosen = None if instance.materials is None else instance.materials[index]
    return surface.material if chosen is None else chosen


def _rigid(count: int, weight: float = 1.0) -> Influences:
    """Every vertex on joint 0."""
    return Influences(np.arange(count + 1), np.zeros(count, np.uint8), np.full(count, weight, np.float32))
