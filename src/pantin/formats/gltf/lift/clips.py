"""Clips: the channels of an animation that move nodes and weights of blend shapes, and those that animate
properties of materials, lights, cameras and the visibility of nodes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial
from math import prod

import numpy as np

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.codes import FLOATS
from pantin.formats.gltf.extension_names import ANIMATION_POINTER
from pantin.formats.gltf.lift.clip_targets import Target, WeightOwners, join_weights, target_of
from pantin.formats.gltf.lift.source import Array, Source, mismatch
from pantin.formats.gltf.model import Animation, AnimationSampler, getter
from pantin.report.pointer import JsonPath
from pantin.report.wording import counted, cut
from pantin.rig import AnimatedProperty, Channel, Clip, InvalidRig, PropertyChannel, Rig
from pantin.rig.builder_clip import check_channels, check_clip, check_property, name_nodes

Skipped = tuple[JsonPath, str, str]
"""For a skipped part: path, name and reason."""

STORED = (np.dtype(np.float32), np.dtype(np.float64))
"""Key types that channels keep as stored."""

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}


def clips(source: Source, rig: Rig) -> tuple[Clip, ...]:
    """Every animation of the file for a rig; a clip without channels replaces one that cannot be used.

    Channels are read when they are first needed: a file may have thousands, and a pose at rest needs none.
    """
    owners = WeightOwners.from_rig(source, rig)
    return tuple(
        Clip.deferred(partial(_checked_clip, source, index, animation, owners, rig), animation.name)
        if animation
        else Clip(())
        for index, animation in enumerate(source.model.animations)
    )


def _checked_clip(source: Source, index: int, animation: Animation, owners: WeightOwners, rig: Rig) -> Clip:
    """The clip after the builder's checks; if the builder refuses it, the faulty channels are removed."""
    targets = {node: len(weights) for node, weights in owners.rest.items()}
    draft = _ClipDraft(source, index, animation, owners, targets, rig, salvage=False)
    try:
        clip = check_clip(draft.read(), "clip", 3, targets, len(rig.nodes))
    except InvalidRig:
        draft = _ClipDraft(source, index, animation, owners, targets, rig, salvage=True)
        clip = check_clip(draft.read(), "clip", 3, targets, len(rig.nodes))
    for path, what, why in draft.findings:
        source.skip(path, what, why)
    return name_nodes(clip, rig.nodes)


class _ClipDraft:
    """A clip while its channels are read, with its skipped parts. With `salvage` the builder checks each
    channel alone, so that only those it refuses are skipped."""

    def __init__(
        self,
        source: Source,
        index: int,
        animation: Animation,
        owners: WeightOwners,
        targets: dict[int, int],
        rig: Rig,
        *,
        salvage: bool,
    ) -> None:
        self.source = source
        self.rig = rig
        self.keys = _Keys(source)
        self.index = index
        self.animation = animation
        self.listed = animation.channels or ()
        self.sampler_of = getter(animation.samplers or ())
        self.owners = owners
        self.targets = targets
        self.salvage = salvage
        self.findings: list[Skipped] = []
        self._channels: dict[tuple[int, str], Channel] = {}
        self._properties: dict[AnimatedProperty, PropertyChannel] = {}
        self._single: dict[int, dict[int, Channel]] = {}
        """Channels of single weights, by node and element."""
        self._all_numbered = False
        """Whether the channels may differ in number or order from those in the file."""

    def read(self) -> Clip:
        self.keys.read_ahead(self.animation.samplers or ())
        targets = [target_of(channel) for channel in self.listed]
        names = self.source.document.names
        if names["extensions"] and names[ANIMATION_POINTER]:
            self._all_numbered = any(target.is_special for target in targets if target)
        of_meshes = []
        for slot, target in enumerate(targets):
            if target is not None and target.mesh is None:
                try:
                    self._add(slot, target, target.node or 0)
                except (BadAccessor, InvalidRig) as fault:
                    self._skip(slot, fault)
            elif target is not None:
                of_meshes.append((slot, target))
        if of_meshes:
            # Weights of a mesh are those of its nodes that have none of their own, animated or not.
            moved = {target.node for target in targets if target and target.path == "weights"}
            for slot, target in of_meshes:
                self._try(slot, self._add_of_mesh, target, moved)
        for node, parts in self._single.items():
            slot = next(iter(parts.values())).number or 0
            self._try(slot, self._join, node, parts)
        for slot, target in enumerate(targets):
            listed = self.listed[slot].target
            if target is None and listed is not None and str(listed.path) == "pointer":
                self._try(slot, self._add_pointer)
        channels = list(self._channels.values())
        if self._all_numbered:
            channels.sort(key=lambda channel: channel.number or 0)
        extras = self.source.extras(self.animation.extras, ("animations", self.index))
        return Clip(tuple(channels), self.animation.name, extras, properties=tuple(self._properties.values()))

    def _try(self, slot: int, add: Callable[..., None], *arguments: object) -> None:
        try:
            add(slot, *arguments)
        except (BadAccessor, InvalidRig) as fault:
            self._skip(slot, fault)

    def _skip(self, slot: int, fault: Exception) -> None:
        self._report(slot, str(fault))

    def _report(self, slot: int, why: str) -> None:
        what = f"channel {slot} of {self.source.named('animation', self.index)}"
        text = self._pointer(slot)
        what += "" if text is None else f', which animates "{cut(text)}"'
        self.findings.append((("animations", self.index, "channels", slot), what, why))

    def _pointer(self, slot: int) -> str | None:
        """The pointer of a channel; None if it has none."""
        target = self.listed[slot].target
        extension = ((target.extensions if target else None) or {}).get(ANIMATION_POINTER)
        text = extension.get("pointer") if isinstance(extension, dict) else None
        return text if isinstance(text, str) else None

    def _add(self, slot: int, target: Target, node: int) -> None:
        sampler = self.sampler_of(self.listed[slot].sampler)
        # Integers of a pointer are numbers; those of core glTF must be normalised.
        listed = self.listed[slot].target
        integers = listed is not None and str(listed.path) == "pointer"
        key = (node, target.path)
        if key in self._channels or (self._single and target.element in self._single.get(node, ())):
            raise BadAccessor("undefined", f"an earlier channel moves the {target.path} of node {node}")
        if target.element is None:
            number = slot if self._all_numbered or slot != len(self._channels) else None
            channel = _channel(self.keys, sampler, node, target.path, self.targets, number, integers)
            if self.salvage:
                self._check_alone(channel)
            self._channels[key] = channel
            return
        count = self.targets.get(node, 0)
        if target.element >= count:
            raise BadAccessor("undefined", f"node {node} has {counted(count, 'weight')}")
        single = _channel(self.keys, sampler, node, target.path, {node: 1}, slot, integers)
        self._single.setdefault(node, {})[target.element] = single

    def _check_alone(self, channel: Channel) -> None:
        check_channels((channel,), lambda _: "its", 3, self.targets, len(self.source.model.nodes))

    def _add_of_mesh(self, slot: int, target: Target, moved: Container[int | None]) -> None:
        for node in self.owners.nodes(target):
            if node not in moved:
                self._add(slot, target, node)

    def _join(self, _: int, node: int, parts: dict[int, Channel]) -> None:
        if (node, "weights") in self._channels:
            raise BadAccessor("undefined", f"another channel moves all weights of node {node}")
        channel = join_weights(parts, self.owners.rest[node])
        if self.salvage:
            self._check_alone(channel)
        self._channels[node, "weights"] = channel

    def _add_pointer(self, slot: int) -> None:
        """Add a channel that animates another property than a node's, or report it."""
        from pantin.formats.gltf.property_pointers import property_of
        from pantin.rig.properties import rig_parts

        text = self._pointer(slot)
        animated = None if text is None else property_of(text, self.rig)
        if animated is None:
            self._report(slot, f"{ANIMATION_POINTER}: a rig does not have this property")
            return
        if animated in self._properties:
            raise BadAccessor("undefined", "an earlier channel animates it")
        sampler = self.sampler_of(self.listed[slot].sampler)
        channel = _property_channel(self.keys, sampler, animated, self.rig, slot)
        self._properties[animated] = check_property(channel, "its", rig_parts(self.rig))


class _Keys:
    """Times and values of samplers. Channels with the same accessors share arrays, which the builder checks
    once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.node_of = getter(source.model.nodes)
        self.plain = source.document.arrays
        """Accessors that are used as stored."""
        self.known_times: dict[int, Array] = {}
        self._values: dict[tuple[int, bool, bool, tuple[int, ...]], Array] = {}

    def read_ahead(self, samplers: Iterable[AnimationSampler]) -> None:
        """Read the accessors of all these samplers at once."""
        used = {sampler.input for sampler in samplers} | {sampler.output for sampler in samplers}
        self.source.read_ahead(index for index in used.difference(self.plain) if index is not None)

    def times(self, index: int) -> Array:
        """(K,) times; raises `BadAccessor`."""
        stored = self.source.values(index)
        if stored.shape[1:] != (1,):
            raise BadAccessor("undefined", f"accessor {index} {mismatch(stored.shape, (None, 1))}")
        times = self.known_times[index] = stored[:, 0]
        return times

    def values(self, index: int, single: bool, shape: tuple[int, ...], integers: bool = False) -> Array:
        """Values of this shape; raises `BadAccessor`. Weights are stored as `single` numbers: tangents and
        values of all blend shapes in turn in each key (glTF 2.0 appendix C.5). `integers` are numbers that
        may be stored as such, which those of pointers are.
        """
        key = (index, single, integers, shape)
        values = self._values.get(key)
        if values is None:
            accessor, stored = self.source.accessor(index), self.source.exact_values(index)
            is_plain = accessor is None or accessor.component_type in FLOATS or accessor.normalized
            if not is_plain and not integers:
                raise BadAccessor("undefined", f"accessor {index} stores integers that are not normalised")
            if stored.shape != shape or single:
                rows = prod(shape) if single else prod(shape[:-1])
                misfit = mismatch(stored.shape, (rows, 1 if single else shape[-1]))
                if misfit:
                    raise BadAccessor("undefined", f"accessor {index} {misfit}")
                stored = stored.reshape(shape)
            values = self._values[key] = stored
        return values


def _channel(
    keys: _Keys,
    sampler: AnimationSampler | None,
    node: int,
    path: str,
    targets: dict[int, int],
    number: int | None,
    integers: bool = False,
) -> Channel:
    listed = keys.node_of(node)
    if listed is None:
        raise BadAccessor("undefined", f"there is no node {node}")
    if path != "weights" and listed.matrix is not None:
        raise BadAccessor("undefined", f"node {node} has a matrix, whose {path} cannot be animated alone")
    if sampler is None or sampler.input is None or sampler.output is None:
        raise BadAccessor("undefined", "its sampler is missing or incomplete")
    width = targets.get(node, 0) if path == "weights" else WIDTHS.get(path, 0)
    if not width:
        raise BadAccessor("undefined", f"node {node} has no {path} to animate")
    times = keys.known_times.get(sampler.input)
    if times is None:
        times = keys.times(sampler.input)
    interpolation = sampler.interpolation or "LINEAR"
    shape = (len(times), 3, width) if interpolation == "CUBICSPLINE" else (len(times), width)
    values = keys.plain.get(sampler.output)
    if values is None or values.shape != shape or values.dtype not in STORED or path == "weights":
        values = keys.values(sampler.output, path == "weights", shape, integers)
    return Channel(node, path, times, values, interpolation, number)  # type: ignore[arg-type]


def _property_channel(
    keys: _Keys, sampler: AnimationSampler | None, target: AnimatedProperty, rig: Rig, number: int
) -> PropertyChannel:
    from pantin.formats.gltf.property_pointers import lifted_values
    from pantin.rig.properties import rig_parts, width_of

    if sampler is None or sampler.input is None or sampler.output is None:
        raise BadAccessor("undefined", "its sampler is missing or incomplete")
    parts = rig_parts(rig)[target.part]
    if target.index >= len(parts):
        raise BadAccessor("undefined", f"there is no {target.part.removesuffix('s')} {target.index}")
    try:
        width = 1 if target.part == "nodes" else width_of(parts[target.index], target.field)
    except ValueError as fault:
        raise BadAccessor("undefined", str(fault)) from None
    times = keys.known_times.get(sampler.input)
    if times is None:
        times = keys.times(sampler.input)
    interpolation = sampler.interpolation or "LINEAR"
    shape = (len(times), 3, width) if interpolation == "CUBICSPLINE" else (len(times), width)
    values = lifted_values(target, keys.values(sampler.output, False, shape, integers=True))
    return PropertyChannel(target.part, target.index, target.field, times, values, interpolation, number)
