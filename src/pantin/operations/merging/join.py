"""`join_meshes`: join the meshes of a rig into as few as possible, with one surface for each material."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from pantin.base.records import Record, replace
from pantin.operations.edit.node_removal import remove_nodes
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.facts import Names
from pantin.operations.merging.joined_skin import Bound, JoinedSkin
from pantin.operations.merging.surfaces import concatenate
from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Doubles,
    Instance,
    Mesh,
    MorphBind,
    Node,
    Rig,
    Skin,
    Surface,
)


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
    """The rig with meshes joined where possible: those with the same first-person flag. Meshes on a bone
    without a skin become skinned with weight 1. A bone that meshes bind in different ways gets a second joint
    on it. Blend shapes that always move together are joined by name."""
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


def _bind_together(rig: Rig, numbers: Sequence[int]) -> tuple[JoinedSkin, list[Bound], list[int]]:
    """A skin for the first of these instances and all others that fit; and the instances that do not fit."""
    skin, members, left = JoinedSkin(rig), [], []
    for number in numbers:
        bound = skin.add(number)
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


def _make_joined(parts: RigParts, rig: Rig, skin: JoinedSkin, members: Sequence[Bound]) -> Joined:
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
    joints, binds = skin.finish()
    parts.skins.append(Skin(np.array(_with_second_joints(parts, joints)), np.array(binds), solver=solver))
    return Joined(tuple(member.instance for member in members), slots, node)


def _with_second_joints(parts: RigParts, joints: Sequence[int]) -> list[int]:
    """The joints of a skin, each once: a bone that is there again gets a child in its place."""
    seen, result, names = set[int](), [], Names()
    names.take("node", [node.name for node in parts.nodes])
    for joint in joints:
        if joint in seen:
            name = parts.nodes[joint].name
            parts.nodes.append(Node(names.free("node", name and f"{name}.bind"), joint))
            joint = len(parts.nodes) - 1
        seen.add(joint)
        result.append(joint)
    return result


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
