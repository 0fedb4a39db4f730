"""Store the changes of a rig in the document that it was read from: names, transforms at rest, visibility,
weights of blend shapes, and clips. Everything else in the file keeps its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.records import field_names, replace
from pantin.formats.fbx.edits.changes import Change, Refused, rename, require, set_percent, set_property
from pantin.formats.fbx.edits.clips import clip_changes
from pantin.formats.fbx.edits.transforms import FileTransform, has_free_scale
from pantin.formats.fbx.reading import Reading, reading_of
from pantin.rig.rig import same_parts

if TYPE_CHECKING:
    from pantin.formats.fbx.document import Document
    from pantin.formats.fbx.lift.hierarchy import Model
    from pantin.rig import Doubles, Instance, Mesh, Rig
    from pantin.rig import Node as RigNode

STORED = ("nodes", "meshes", "materials", "instances", "clips")
"""The members of a rig whose changes can be stored."""

MOVED = ("translation", "rotation", "scale")

SAME = 1e-9
"""Numbers within this distance, relative to 1, are not rewritten."""


def store_in_place(document: Document, before: Rig, after: Rig) -> bool:
    """Store all differences between a rig and a changed one; False, and nothing, if one of them needs a file
    that is written from the rig."""
    reading = reading_of(document)
    if not reading.scene.has_ids:  # names are the ids of older files
        return False
    try:
        changes = list(_changes(reading, before.replace(), after))  # checked as `after` was
    except Refused:
        return False
    for change in changes:
        change(document)
    return True


def _changes(reading: Reading, before: Rig, after: Rig) -> Iterator[Change]:
    for name in field_names(before):
        if name not in STORED:
            require(same_parts(getattr(before, name), getattr(after, name)))
    yield from _node_changes(reading, before, after)
    yield from _mesh_changes(reading, before, after)
    yield from _instance_changes(reading, before, after)
    yield from _material_changes(reading, before, after)
    yield from clip_changes(reading, before, after)


# Nodes


def _node_changes(reading: Reading, before: Rig, after: Rig) -> Iterator[Change]:
    old_nodes, new_nodes = before.node_list(), after.node_list()
    models = reading.reader.hierarchy.models
    require(len(old_nodes) == len(new_nodes))
    for index, (old, new) in enumerate(zip(old_nodes, new_nodes, strict=True)):
        if same_parts(old, new):
            continue
        own = {"name": old.name, "visible": old.visible} | {name: getattr(old, name) for name in MOVED}
        require(index < len(models) and same_parts(old, replace(new, **own)))
        model = models[index]
        if new.name != old.name:
            yield rename(model.thing, new.name)
        if new.visible != old.visible:
            yield set_property(model.thing, "Visibility", ("Visibility", "", "A"), [float(new.visible)])
        if any(not same_parts(getattr(old, name), getattr(new, name)) for name in MOVED):
            yield from _move(reading, model, old, new)


def _move(reading: Reading, model: Model, old: RigNode, new: RigNode) -> Iterator[Change]:
    """Set the transform of a model at rest."""
    require(old.matrix is None)
    if new.translation is None or new.rotation is None or new.scale is None:
        raise Refused
    require(same_parts(old.scale, new.scale) or has_free_scale(reading, model))
    transform = FileTransform(reading, model)
    inner, scale = transform.rotations(new.rotation), transform.scales(new.scale)
    for name, values, stored in (
        ("Lcl Translation", transform.points(new.translation, inner, scale), model.translation),
        ("Lcl Rotation", transform.degrees(inner), model.degrees),
        ("Lcl Scaling", scale, model.scale),
    ):
        if np.abs(values - stored).max() > SAME * max(1.0, float(np.abs(stored).max())):
            yield set_property(model.thing, name, (name, "", "A"), (values + 0.0).tolist())


# Names and weights


def _mesh_changes(reading: Reading, before: Rig, after: Rig) -> Iterator[Change]:
    require(len(before.meshes) == len(after.meshes))
    read = {mesh: (parts.thing, channels) for mesh, parts, _, channels in reading.reader.read_meshes()}
    for index, (old, new) in enumerate(zip(before.meshes, after.meshes, strict=True)):
        if same_parts(old, new):
            continue
        require(same_parts(old, replace(new, name=old.name, blend_weights=old.blend_weights)))
        if new.name != old.name:
            yield rename(read[index][0], new.name)
        yield from _weight_changes(reading, index, old, new.blend_weights)


def _instance_changes(reading: Reading, before: Rig, after: Rig) -> Iterator[Change]:
    require(len(before.instances) == len(after.instances))
    users = [instance.mesh for instance in before.instances]
    for old, new in zip(before.instances, after.instances, strict=True):
        if same_parts(old, new):
            continue
        require(same_parts(old, replace(new, blend_weights=old.blend_weights)))
        require(users.count(old.mesh) == 1)  # weights belong to the geometry
        yield from _weight_changes(reading, old.mesh, _with_weights(before, old), new.blend_weights)


def _with_weights(rig: Rig, instance: Instance) -> Mesh:
    mesh = rig.meshes[instance.mesh]
    return mesh if instance.blend_weights is None else replace(mesh, blend_weights=instance.blend_weights)


def _weight_changes(reading: Reading, mesh: int, old: Mesh, weights: Doubles | None) -> Iterator[Change]:
    if weights is None or same_parts(old.blend_weights, weights):
        require(same_parts(old.blend_weights, weights))
        return
    channels = next(each for number, _, _, each in reading.reader.read_meshes() if number == mesh)
    for channel in channels:
        require(len(channel.shapes) == 1)
        percent = float(weights[channel.first] * channel.full[0])
        if abs(percent - channel.percent) > SAME * 100:
            yield set_percent(channel.thing, percent)


def _material_changes(reading: Reading, before: Rig, after: Rig) -> Iterator[Change]:
    require(len(before.materials) == len(after.materials))
    for index, (old, new) in enumerate(zip(before.materials, after.materials, strict=True)):
        if not same_parts(old, new):
            require(same_parts(old, replace(new, name=old.name)))
            yield rename(reading.reader.materials.thing(index), new.name)
