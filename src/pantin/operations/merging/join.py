"""`join_meshes`: join the meshes of a rig into as few as possible, with one surface for each material."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import affine
from pantin.operations.edit.node_removal import remove_nodes
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.surfaces import concatenate
from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Doubles,
    Influences,
    Instance,
    Mesh,
    MorphBind,
    Node,
    Rig,
    Skin,
    Surface,
)
from pantin.rig.surface_transform import transform_surface

SAME_BIND = 1e-6
"""Two binds of a joint are equal if they place a vertex within this distance, relative to the size of the
mesh: products of float32 transforms down a hand are off by about 5e-7."""


STILL = 1e-9
"""A transform within this of the identity changes no vertex in float32."""


class JoinedShape(Record):
    """A blend shape of a joined mesh: its name, and the shape that it replaces in each instance."""

    name: str | None
    weight: float
    members: Mapping[int, int]


class Joined(Record, eq=False):
    """Instances that became one: which, their blend shapes, and the node that the new one is on."""

    instances: tuple[int, ...]
    slots: tuple[JoinedShape, ...]
    node: int


def join_meshes(rig: Rig) -> Rig:
    """The rig with meshes joined where possible: meshes with the same first-person flag and with skins that
    bind the same bones alike. Meshes on a bone without a skin become skinned with weight 1. Blend shapes that
    always move together are joined by name."""
    parts = RigParts.from_rig(rig)
    done: list[Joined] = []
    for group in _groups(rig):
        left = list(group)
        while left:
            skin, members, left = _bind_together(rig, left)
            if len(members) > 1 or _has_repeated_materials(rig, members[0].instance):
                done.append(_make_joined(parts, rig, skin, members))
    if not done:
        return rig
    gone = {index for joined in done for index in joined.instances}
    parts.instances = [instance for index, instance in enumerate(parts.instances) if index not in gone]
    _redirect_character(parts, rig, done)
    parts.clips = [_redirect_clip(clip, rig, done) for clip in parts.clips]
    _drop_unused(parts)
    return remove_nodes(parts, {rig.instances[index].node for index in gone})


def _bind_together(rig: Rig, numbers: Sequence[int]) -> tuple[_JoinedSkin, list[_Bound], list[int]]:
    """A skin for the first of these instances and all others that fit; and the instances that do not fit."""
    skin, members, left = _JoinedSkin(), [], []
    for number in numbers:
        bound = skin.add(rig, number)
        if bound is None:
            left.append(number)
        else:
            members.append(bound)
    return skin, members, left


def _has_repeated_materials(rig: Rig, instance: int) -> bool:
    materials = [surface.material for surface in rig.meshes[rig.instances[instance].mesh].surfaces]
    return len(set(materials)) < len(materials)


def _groups(rig: Rig) -> list[list[int]]:
    """Instances that may become one, by index."""
    flags = {} if rig.character is None else rig.character.first_person
    shown = rig.shown()
    has_bones = bool(rig.skins)
    groups: dict[Hashable, list[int]] = {}
    for index, instance in enumerate(rig.instances):
        mesh = rig.meshes[instance.mesh]
        plain = all(_is_plain(surface) for surface in mesh.surfaces) and mesh.surfaces
        key: Hashable = index
        if plain and shown[instance.node] and (instance.skin is not None or has_bones):
            solver = "linear" if instance.skin is None else rig.skins[instance.skin].solver
            key = (flags.get(instance.node, "auto"), solver)
        groups.setdefault(key, []).append(index)
    return list(groups.values())


def _is_plain(surface: Surface) -> bool:
    return surface.topology is None and surface.mode.startswith("triangle") and len(surface.positions) > 0


class _Bound(Record, eq=False):
    """An instance in the space of a joined mesh: its surfaces, with the joints of the joined skin."""

    instance: int
    surfaces: tuple[Surface, ...]


class _JoinedSkin:
    """The joints of several instances, each once, with the bind of the first instance that uses it.

    `idle` are binds of joints that no vertex uses: shoes and a jacket may share no used joint, but their
    skins list the same bones, so that trousers fit both.
    """

    def __init__(self) -> None:
        self.joints: list[int] = []
        self.binds: list[Doubles] = []
        self.idle: dict[int, Doubles] = {}

    def add(self, rig: Rig, number: int) -> _Bound | None:
        """Bind an instance to the joints; None if it binds a joint differently from earlier instances."""
        instance = rig.instances[number]
        joints, binds, influences = _bindings(rig, instance)
        surfaces = rig.meshes[instance.mesh].surfaces
        used = sorted({int(joint) for part in influences for joint in part.joints[part.weights != 0]})
        known = {joint: index for index, joint in enumerate(self.joints)}
        shared = [slot for slot in used if int(joints[slot]) in known]
        if shared:
            ours = np.array([self.binds[known[int(joints[slot])]] for slot in shared])
            inverses, singular = affine.invert(ours)
            if singular.any():
                return None
            # The mean, because each bind is rounded for itself.
            shift = affine.multiply(inverses, binds[shared]).mean(0)
            if not self._agree(shared, joints, binds, shift, known, surfaces):
                return None
        else:
            shift = self._idle_shift(joints, binds, known)
        back = affine.inverse(shift)
        for joint, bind in zip(joints, binds, strict=True):
            self.idle.setdefault(int(joint), affine.multiply(bind, back))
        for slot in used:
            if int(joints[slot]) not in known:
                known[int(joints[slot])] = len(self.joints)
                self.joints.append(int(joints[slot]))
                self.binds.append(affine.multiply(binds[slot], back))
        table = np.array([known.get(int(joint), 0) for joint in joints], np.int64)
        moved = [
            replace(
                surface if _is_still(shift) else transform_surface(surface, shift),
                influences=replace(part, joints=table[np.asarray(part.joints, np.int64)]),
                material=_material(instance, surface, index),
            )
            for index, (surface, part) in enumerate(zip(surfaces, influences, strict=True))
        ]
        return _Bound(number, tuple(moved))

    def _idle_shift(self, joints: Sequence[int], binds: Doubles, known: Mapping[int, int]) -> Doubles:
        """From the space of an instance that shares no used joint into this one, by a joint that both list;
        the identity without one. Any shift keeps its vertices in place."""
        for joint, bind in zip(joints, binds, strict=True):
            ours = self.binds[known[joint]] if joint in known else self.idle.get(joint)
            if ours is None:
                continue
            inverses, singular = affine.invert(np.array([ours, bind]))
            if not singular.any():
                return affine.multiply(inverses[0], bind)
        return affine.identity(binds.shape[1])

    def _agree(
        self,
        shared: Sequence[int],
        joints: Sequence[int],
        binds: Doubles,
        shift: Doubles,
        known: Mapping[int, int],
        surfaces: Sequence[Surface],
    ) -> bool:
        """Whether all shared joints put the corners of the mesh where its own binds put them."""
        points = np.concatenate([surface.positions for surface in surfaces]).astype(np.float64)
        low, high = points.min(0), points.max(0)
        corners = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(len(low), -1).T
        for slot in shared:
            ours = affine.multiply(self.binds[known[int(joints[slot])]], shift)
            theirs = affine.apply(binds[slot], corners)
            apart = np.abs(affine.apply(ours, corners) - theirs).max()
            if apart > SAME_BIND * np.ptp(theirs, axis=0).max():
                return False
        return True


def _is_still(shift: Doubles) -> bool:
    return bool(np.abs(shift - affine.identity(len(shift))).max() <= STILL)


def _material(instance: Instance, surface: Surface, index: int) -> int | None:
    chosen = None if instance.materials is None else instance.materials[index]
    return surface.material if chosen is None else chosen


def _bindings(rig: Rig, instance: Instance) -> tuple[Sequence[int], Doubles, list[Influences]]:
    """Joints, inverse bind matrices and influences of an instance; a mesh without a skin follows its node."""
    surfaces = rig.meshes[instance.mesh].surfaces
    identity = affine.identity(rig.dimension)
    if instance.skin is None:
        bone, bind = _carrier(rig, instance.node)
        return [bone], bind[None], [_rigid(len(surface.positions)) for surface in surfaces]
    skin = rig.skins[instance.skin]
    binds = skin.inverse_binds
    if binds is None:
        binds = np.tile(identity, (len(skin.joints), 1, 1))
    influences = [surface.influences or _rigid(len(surface.positions), 0.0) for surface in surfaces]
    return skin.joints.tolist(), binds, influences


def _carrier(rig: Rig, node: int) -> tuple[int, Doubles]:
    """The bone that carries a node without a skin, and the transform from the node to it; the node itself
    where it moves or no bone carries it."""
    movers = moving_nodes(rig)
    bone, transform = node, affine.identity(rig.dimension)
    while bone >= 0 and bone not in movers:
        transform = affine.multiply(rig.nodes.local[bone], transform)
        bone = int(rig.nodes.parents[bone])
    return (bone, transform) if bone >= 0 else (node, affine.identity(rig.dimension))


def moving_nodes(rig: Rig) -> set[int]:
    """Bones, and nodes that clips, springs or constraints move."""
    moving = {int(joint) for skin in rig.skins for joint in skin.joints}
    moving |= {joint.node for spring in rig.springs.springs for joint in spring.joints}
    moving |= {constraint.node for constraint in rig.constraints}
    moving |= {
        channel.node for clip in rig.clips for channel in clip.channels if channel.property != "weights"
    }
    return moving if rig.character is None else moving | set(rig.character.humanoid.values())


def _rigid(count: int, weight: float = 1.0) -> Influences:
    """Every vertex on joint 0."""
    return Influences(np.arange(count + 1), np.zeros(count, np.uint8), np.full(count, weight, np.float32))


def _make_joined(parts: RigParts, rig: Rig, skin: _JoinedSkin, members: Sequence[_Bound]) -> Joined:
    first = rig.instances[members[0].instance]
    slots = _slots(rig, [member.instance for member in members])
    by_material: dict[int | None, list[Surface]] = {}
    for member in members:
        for surface in member.surfaces:
            shapes = tuple(
                surface.blend_shapes[slot.members[member.instance]]
                if member.instance in slot.members
                else BlendShape()
                for slot in slots
            )
            by_material.setdefault(surface.material, []).append(replace(surface, blend_shapes=shapes))
    surfaces = tuple(
        concatenate(listed, _needs_tangents(rig, material)) for material, listed in by_material.items()
    )
    named = any(slot.name is not None for slot in slots)
    mesh = Mesh(
        surfaces,
        rig.meshes[first.mesh].name,
        np.array([slot.weight for slot in slots]) if slots else None,
        tuple(slot.name or f"target_{index}" for index, slot in enumerate(slots)) if named else None,
        extras=rig.meshes[first.mesh].extras,
    )
    solver = "linear" if first.skin is None else rig.skins[first.skin].solver
    node = first.node if first.skin is not None else _add_node(parts, rig.nodes.names[first.node])
    parts.instances.append(Instance(node, len(parts.meshes), len(parts.skins)))
    parts.meshes.append(mesh)
    parts.skins.append(Skin(np.array(skin.joints), np.array(skin.binds), solver=solver))
    return Joined(tuple(member.instance for member in members), slots, node)


def _needs_tangents(rig: Rig, material: int | None) -> bool:
    return material is not None and rig.materials[material].normal_texture is not None


def _add_node(parts: RigParts, name: str | None) -> int:
    """A new node for a mesh on a node that has become a joint."""
    node = len(parts.nodes)
    parts.nodes.append(Node(f"{name or 'mesh'}.joined"))
    if parts.scenes:
        shown = parts.default_scene or 0
        parts.scenes[shown] = replace(parts.scenes[shown], roots=(*parts.scenes[shown].roots, node))
    return node


def _slots(rig: Rig, instances: Sequence[int]) -> tuple[JoinedShape, ...]:
    """The blend shapes of a joined mesh. Shapes with equal names become one if everything drives them
    alike."""
    slots: list[JoinedShape] = []
    by_name: dict[tuple[str, Hashable], int] = {}
    taken: set[str] = set()
    for number in instances:
        mesh = rig.meshes[rig.instances[number].mesh]
        rest = rig.rest_pose().blend[number]
        for shape in range(mesh.blend_shape_count):
            named = mesh.blend_names is not None and shape < len(mesh.blend_names)
            name = mesh.blend_names[shape] if named and mesh.blend_names else None
            key = (name or "", (_movers(rig, number, shape), float(rest[shape])))
            known = by_name.get(key) if name else None
            if known is not None and number not in slots[known].members:
                slots[known] = replace(slots[known], members={**slots[known].members, number: shape})
                continue
            if name:
                free = name if name not in taken else f"{name}.{len(slots):03}"
                taken.add(free)
                by_name.setdefault(key, len(slots))
                name = free
            slots.append(JoinedShape(name, float(rest[shape]), {number: shape}))
    return tuple(slots)


def _movers(rig: Rig, instance: int, shape: int) -> Hashable:
    """The drivers of a blend shape: expressions with their weights, and keys of clips."""
    node = rig.instances[instance].node
    expressions = () if rig.character is None else rig.character.expressions
    binds = tuple(
        (expression.preset, expression.name, bind.weight)
        for expression in expressions
        for bind in expression.morphs
        if (bind.node, bind.shape) == (node, shape)
    )
    keys = tuple(
        (index, channel.times.tobytes(), np.ascontiguousarray(channel.values[..., shape]).tobytes())
        for index, clip in enumerate(rig.clips)
        for channel in clip.channels
        if channel.property == "weights" and channel.node == node
    )
    return binds, keys


def _redirect_character(parts: RigParts, rig: Rig, done: Sequence[Joined]) -> None:
    """Let expressions and first-person flags refer to the joined meshes."""
    character = parts.character
    if character is None:
        return
    moved = {
        (rig.instances[number].node, shape): (joined.node, index)
        for joined in done
        for index, slot in enumerate(joined.slots)
        for number, shape in slot.members.items()
    }
    nodes = {rig.instances[number].node: joined.node for joined in done for number in joined.instances}
    expressions = []
    for expression in character.expressions:
        binds = {}
        for bind in expression.morphs:
            node, shape = moved.get((bind.node, bind.shape), (bind.node, bind.shape))
            binds[node, shape, bind.weight] = MorphBind(node, shape, bind.weight)
        expressions.append(replace(expression, morphs=tuple(binds.values())))
    flags = {nodes.get(node, node): flag for node, flag in character.first_person.items()}
    parts.character = replace(character, expressions=tuple(expressions), first_person=MappingProxyType(flags))


def _redirect_clip(clip: Clip, rig: Rig, done: Sequence[Joined]) -> Clip:
    """Let the blend weights of a clip move the joined meshes."""
    nodes = {rig.instances[number].node: number for joined in done for number in joined.instances}
    weights = {
        nodes[channel.node]: channel
        for channel in clip.channels
        if channel.property == "weights" and channel.node in nodes
    }
    if not weights:
        return clip
    kept = [
        channel for channel in clip.channels if not (channel.property == "weights" and channel.node in nodes)
    ]
    for joined in done:
        channels = {number: weights[number] for number in joined.instances if number in weights}
        if channels:
            kept.append(_joined_channel(joined, channels))
    return Clip(tuple(kept), clip.name, clip.extras, properties=clip.properties)


def _joined_channel(joined: Joined, channels: Mapping[int, Channel]) -> Channel:
    """One channel for the blend shapes of a joined mesh; keys of channels with other times are computed."""
    first = next(iter(channels.values()))
    same = all(
        channel.interpolation == first.interpolation and np.array_equal(channel.times, first.times)
        for channel in channels.values()
    )
    times = first.times if same else np.unique(np.concatenate([c.times for c in channels.values()]))
    spline = same and first.interpolation == "CUBICSPLINE"
    columns = []
    for slot in joined.slots:
        number = next((number for number in slot.members if number in channels), None)
        column = np.zeros((len(times), 3) if spline else len(times))
        if number is None:
            column[..., 1 if spline else slice(None)] = slot.weight
        else:
            values = np.asarray(channels[number].values, np.float64)[..., slot.members[number]]
            column = values if same else np.interp(times, channels[number].times, _plain_keys(values))
        columns.append(column)
    interpolation = first.interpolation if same else "LINEAR"
    values = np.stack(columns, -1).astype(np.float32)
    return Channel(joined.node, "weights", times, values, interpolation)


def _plain_keys(values: Doubles) -> Doubles:
    """The values of keys without their tangents."""
    return values[:, 1] if values.ndim == 2 else values


def _drop_unused(parts: RigParts) -> None:
    """Remove meshes and skins that no instance uses any more."""
    meshes = sorted({instance.mesh for instance in parts.instances})
    skins = sorted({instance.skin for instance in parts.instances if instance.skin is not None})
    parts.meshes = [parts.meshes[mesh] for mesh in meshes]
    parts.skins = [parts.skins[skin] for skin in skins]
    parts.instances = [
        replace(
            instance,
            mesh=meshes.index(instance.mesh),
            skin=None if instance.skin is None else skins.index(instance.skin),
        )
        for instance in parts.instances
    ]
