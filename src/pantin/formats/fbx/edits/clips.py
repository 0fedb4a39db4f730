"""Clips of a document that are renamed, removed and added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from pantin.formats.fbx.edits.changes import Change, Refused, rename, require
from pantin.formats.fbx.edits.transforms import FileTransform, file_axes, has_free_scale
from pantin.formats.fbx.lift.animation import SCALING, TICKS
from pantin.formats.fbx.lower.builder import Builder, node, take_node
from pantin.formats.fbx.lower.clips import PROPERTIES, ClipWriter, Keys, rotation_keys, vector_keys
from pantin.formats.fbx.nodes import as_integer
from pantin.rig.rig import same_parts

if TYPE_CHECKING:
    from pantin.formats.fbx.document import Document
    from pantin.formats.fbx.lift.hierarchy import Model
    from pantin.formats.fbx.nodes import Node
    from pantin.formats.fbx.reading import Reading
    from pantin.formats.fbx.scene import Id, Object
    from pantin.rig import Channel, Clip, Rig


def clip_changes(reading: Reading, before: Rig, after: Rig) -> Iterator[Change]:
    kept = _match(before.clips, after.clips)
    stacks = [stack.thing for stack in reading.reader.clips.stacks]
    for index, clip in zip(kept, after.clips, strict=True):
        thing = None if index is None else stacks[index]
        if index is not None and clip.name != before.clips[index].name:
            require(thing is not None)
            if thing is not None:
                yield _rename_stack(thing, clip.name)
    gone = [thing for index, thing in enumerate(stacks) if index not in kept]
    require(None not in gone)
    removed = [thing for thing in gone if thing is not None]
    added = _write_clips(reading, kept, after)
    if removed:
        yield lambda document: _remove_stacks(reading, document, removed)
    if added is not None:
        yield added


def _match(before: tuple[Clip, ...], after: tuple[Clip, ...]) -> list[int | None]:
    """The clip before for each clip after, with the same keys and in the same order; None for new ones."""
    kept: list[int | None] = []
    begin = 0
    for clip in after:
        same = (
            index
            for index in range(begin, len(before))
            if same_parts(before[index].channels, clip.channels)
            and same_parts(before[index].extras, clip.extras)
        )
        old = next(same, None)
        kept.append(old)
        begin = begin if old is None else old + 1
    return kept


# New clips


def _write_clips(reading: Reading, kept: list[int | None], after: Rig) -> Change | None:
    """Write the clips that the document does not have; None if it has all. Each becomes a stack before that
    of the next clip, as clips are in the order of their stacks."""
    new = [index for index, old in enumerate(kept) if old is None]
    if not new:
        return None
    require(reading.reader.animation.ticks == TICKS)
    numbers = [identity for identity in reading.scene.objects if isinstance(identity, int)]
    builder = Builder(max(numbers, default=0) + 1)
    require(max(numbers, default=0) < 1 << 62)
    writer = ClipWriter(builder, file_axes(reading), {stack.name for stack in reading.reader.clips.stacks})
    for index in new:
        require(not after.clips[index].extras)
        _Curves(reading, writer, writer.begin(after.clips[index], index)).write(after.clips[index])
    stacks = reading.reader.clips.stacks
    following = [next((stacks[old].thing for old in kept[index:] if old is not None), None) for index in new]
    return lambda document: _add(document, builder, writer, following)


class _Curves:
    """Writes the curves of a clip for the models that its nodes were read from."""

    def __init__(self, reading: Reading, writer: ClipWriter, layer: int) -> None:
        self._reading, self._writer, self._layer = reading, writer, layer
        self._moved: dict[int, set[str]] = {}

    def write(self, clip: Clip) -> None:
        for channel in clip.channels:
            if channel.property == "weights":
                self._write_weights(channel)
            else:
                require(channel.property in PROPERTIES)
                self._write_transform(channel)
        for index, names in self._moved.items():
            model = self._model(index)
            rest = {"Lcl Translation": model.translation, "Lcl Rotation": model.degrees, SCALING: model.scale}
            for name, values in rest.items():
                if name not in names:
                    self._writer.still(self._layer, _number(model.thing.id), name, values)

    def _model(self, index: int) -> Model:
        models = self._reading.reader.hierarchy.models
        require(index < len(models))
        return models[index]

    def _write_transform(self, channel: Channel) -> None:
        model = self._model(channel.node)
        transform = FileTransform(self._reading, model)
        require(not transform.has_pivots)  # with them, translations depend on rotations
        name = PROPERTIES[channel.property]
        if channel.property == "rotation":
            keys = rotation_keys(channel, transform.rotations, model.chain.order)
        elif channel.property == "scale":
            require(has_free_scale(self._reading, model))
            keys = vector_keys(channel, transform.scales)
        else:
            still = np.array([0.0, 0.0, 0.0, 1.0])
            keys = vector_keys(channel, lambda values: transform.points(values, still, np.ones(3)))
        self._writer.property(self._layer, _number(model.thing.id), name, keys)
        self._moved.setdefault(channel.node, set()).add(name)

    def _write_weights(self, channel: Channel) -> None:
        mesh = next((mesh for mesh in self._reading.reader.mesh_nodes if mesh.node == channel.node), None)
        if mesh is None:
            raise Refused
        keys = vector_keys(channel, lambda values: values)
        for each in mesh.channels:
            require(len(each.shapes) == 1)
            values = keys.values * (each.full[0] / 100)
            column = Keys(keys.times, values, keys.holds)
            self._writer.weight(self._layer, _number(each.thing.id), column, each.first)


def _number(identity: Id) -> int:
    assert isinstance(identity, int)
    return identity


def _add(document: Document, builder: Builder, writer: ClipWriter, following: list[Object | None]) -> None:
    """Add what was built: stacks before those that follow them, everything else at the end."""
    objects = _section(document, "Objects")
    before = iter(following)
    for each in builder.objects:
        next_stack = next(before) if each.name == "AnimationStack" else None
        at = len(objects.children)
        if next_stack is not None:
            at = next(index for index, known in enumerate(objects.children) if known is next_stack.node)
        document.add(objects, each, at)
    connections = _section(document, "Connections")
    for link in builder.connections:
        document.add(connections, link)
    for take in writer.takes if document.section("Takes") is not None else ():
        document.add(_section(document, "Takes"), take_node(*take))
    _count(document, Counter(each.name for each in builder.objects))


def _section(document: Document, name: str) -> Node:
    section = document.section(name)
    if section is None:
        section = node(name)
        document.add(None, section)
    return section


# Names and removal


def _rename_stack(thing: Object, name: str | None) -> Change:
    """Rename a stack, and its take, which older readers use."""
    rename_object, old = rename(thing, name), thing.name

    def change(document: Document) -> None:
        rename_object(document)
        takes = document.section("Takes")
        for take in takes.children if takes is not None else ():
            if take.name in ("Take", "Current") and take.value() == old:
                document.set_values(take, [str(name), *take.values[1:]], take.codes)

    return change


def _remove_stacks(reading: Reading, document: Document, stacks: list[Object]) -> None:
    """Remove stacks, with all layers, curve nodes and curves that nothing else has."""
    scene = reading.scene
    gone: set[Id] = {stack.id for stack in stacks}
    pending = list(gone)
    while pending:
        for link in scene.children.get(pending.pop(), ()):
            thing = scene.objects.get(link.id)
            if thing is None or link.id in gone or not thing.kind.startswith("Animation"):
                continue
            owners = [each.id for each in scene.parents[link.id] if _is_animation(reading, each.id)]
            if gone.issuperset(owners):
                gone.add(link.id)
                pending.append(link.id)
    removed = [scene.objects[identity] for identity in gone]
    _remove_nodes(document, "Objects", {id(thing.node) for thing in removed})
    _remove_connections(document, gone)
    _count(document, Counter({kind: -count for kind, count in Counter(t.kind for t in removed).items()}))
    takes = document.section("Takes")
    if takes is not None:
        names = {stack.name for stack in stacks}
        listed = {id(node) for node in takes.children if node.name == "Take" and node.value() in names}
        _remove_nodes(document, "Takes", listed)


def _is_animation(reading: Reading, identity: Id) -> bool:
    thing = reading.scene.objects.get(identity)
    return thing is not None and thing.kind.startswith("Animation")


def _remove_connections(document: Document, gone: set[Id]) -> None:
    section = document.section("Connections")
    if section is not None:
        ends = {
            id(node)
            for node in section.children
            if not gone.isdisjoint(value for value in node.values[1:3] if isinstance(value, int))
        }
        _remove_nodes(document, "Connections", ends)


def _remove_nodes(document: Document, section: str, nodes: set[int]) -> None:
    parent = document.section(section)
    if parent is not None and nodes:
        document.keep(parent, [node for node in parent.children if id(node) not in nodes])


def _count(document: Document, changes: Mapping[str, int]) -> None:
    """Change the numbers of objects that the definitions state, by class."""
    definitions = document.section("Definitions")
    if definitions is None:
        return
    types = {str(each.value()): each for each in definitions.every("ObjectType")}
    for kind, change in changes.items():
        if kind not in types:
            document.add(definitions, node("ObjectType", kind, children=[node("Count", max(change, 0))]))
        else:
            _raise_number(document, types[kind].first("Count"), change)
    _raise_number(document, definitions.first("Count"), sum(changes.values()))


def _raise_number(document: Document, number: Node | None, change: int) -> None:
    if number is not None and number.values:
        raised = max(as_integer(number.value()) + change, 0)
        document.set_values(number, [raised, *number.values[1:]], number.codes)
