"""Clips: the channels of an animation that move nodes and weights of blend shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import prod

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.codes import FLOAT
from pantin.formats.gltf.ext.recognised import ANIMATION_POINTER
from pantin.formats.gltf.lift.source import Array, Place, Source, mismatch
from pantin.formats.gltf.model import Animation, AnimationSampler, get
from pantin.formats.gltf.model import Channel as FileChannel
from pantin.rig import Channel, Clip, InvalidRig, Nodes, Rig
from pantin.rig.builder_clip import check_clip, name_nodes

Skipped = tuple[Place, str, str]
"""Where something is that is skipped, what it is, and why."""

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
# No file has 10^18 nodes, and Python does not parse numbers of thousands of digits.
NODE_POINTER = re.compile(r"/nodes/(0|[1-9][0-9]{0,17})/(translation|rotation|scale|weights)")


def clips(source: Source, rig: Rig) -> tuple[Clip, ...]:
    """Every animation of the file for a rig; a clip without channels replaces one that cannot be used.

    Channels are read when they are first needed: a file may have thousands, and a pose at rest needs none.
    """
    targets = {instance.node: rig.meshes[instance.mesh].blend_shape_count for instance in rig.instances}
    return tuple(
        Clip.deferred(partial(_checked_clip, source, index, animation, targets, rig.nodes), animation.name)
        if animation
        else Clip(())
        for index, animation in enumerate(source.model.animations)
    )


def _checked_clip(
    source: Source, index: int, given: Animation, targets: dict[int, int], nodes: Nodes
) -> Clip:
    """The clip as the builder checks it; if it refuses the clip, without the channels at fault."""
    clip, findings = _clip(source, index, given, targets, salvage=False)
    try:
        clip = check_clip(clip, "it", 3, targets, len(nodes))
    except InvalidRig:
        clip, findings = _clip(source, index, given, targets, salvage=True)
        clip = check_clip(clip, "it", 3, targets, len(nodes))
    for place, what, why in findings:
        source.skip(place, what, why)
    return name_nodes(clip, nodes)


def _clip(
    source: Source, index: int, given: Animation, targets: dict[int, int], *, salvage: bool
) -> tuple[Clip, list[Skipped]]:
    """The clip, and what is skipped of it. With `salvage` the builder checks each channel alone, so that only
    those it refuses are skipped."""
    channels: dict[tuple[int, str], Channel] = {}
    findings: list[Skipped] = []
    for slot, listed in enumerate(given.channels or ()):
        place = ("animations", index, "channels", slot)
        target = _target(listed)
        if target is None:
            continue
        try:
            if target in channels:
                why = f"an earlier channel moves the {target[1]} of node {target[0]}"
                raise BadAccessor("undefined", why)
            channel = _channel(source, get(given.samplers or (), listed.sampler), *target, targets)
            if slot != len(channels):
                channel = replace(channel, number=slot)
            if salvage:
                check_clip(Clip((channel,)), "it", 3, targets, len(source.model.nodes))
        except (BadAccessor, InvalidRig) as fault:
            findings.append((place, _channel_name(source, index, slot), str(fault)))
        else:
            channels[target] = channel
    findings += _other_pointers(source, index, given)
    extras = source.extras(given.extras, ("animations", index))
    return Clip(tuple(channels.values()), given.name, extras), findings


def _target(channel: FileChannel) -> tuple[int, str] | None:
    """The node and the property that a channel animates; None without a node (glTF 2.0 §3.11)."""
    target = channel.target
    if target is None or target.path is None:
        return None
    if str(target.path) != "pointer":
        return None if target.node is None else (target.node, target.path)
    extension = (target.extensions or {}).get(ANIMATION_POINTER)
    match = NODE_POINTER.fullmatch(str(extension.get("pointer"))) if isinstance(extension, dict) else None
    return None if match is None else (int(match[1]), match[2])


def _channel_name(source: Source, animation: int, channel: int) -> str:
    return f"channel {channel} of {source.named('animation', animation)}"


def _other_pointers(source: Source, index: int, given: Animation) -> Iterator[Skipped]:
    """Channels whose pointer is not that of a transform or of blend weights."""
    for slot, channel in enumerate(given.channels or ()):
        if channel.target is not None and str(channel.target.path) == "pointer" and _target(channel) is None:
            place, what = ("animations", index, "channels", slot), _channel_name(source, index, slot)
            why = f"{ANIMATION_POINTER}: only transforms of nodes and weights of blend shapes are supported"
            yield place, what, why


def _channel(
    source: Source, sampler: AnimationSampler | None, node: int, path: str, targets: dict[int, int]
) -> Channel:
    listed = get(source.model.nodes, node)
    if listed is None:
        raise BadAccessor("undefined", f"there is no node {node}")
    if path != "weights" and listed.matrix is not None:
        raise BadAccessor("undefined", f"node {node} has a matrix, whose {path} cannot be animated alone")
    if sampler is None or sampler.input is None or sampler.output is None:
        raise BadAccessor("undefined", "its sampler is missing or incomplete")
    width = targets.get(node, 0) if path == "weights" else WIDTHS.get(path, 0)
    if not width:
        raise BadAccessor("undefined", f"node {node} has no {path} to animate")
    times = source.values(sampler.input)
    misfit = mismatch(times.shape, (None, 1))
    if misfit:
        raise BadAccessor("undefined", f"accessor {sampler.input} {misfit}")
    interpolation = sampler.interpolation or "LINEAR"
    keys = len(times)
    shape = (keys, 3, width) if interpolation == "CUBICSPLINE" else (keys, width)
    # Tangents and values of all blend shapes are stored in turn in each key (glTF 2.0 appendix C.5).
    values = _outputs(source, sampler.output, path, shape)
    return Channel(node, path, times[:, 0], values, interpolation)  # type: ignore[arg-type]


def _outputs(source: Source, index: int, path: str, shape: tuple[int, ...]) -> Array:
    accessor, values = source.accessor(index), source.exact_values(index)
    if accessor is not None and accessor.component_type != FLOAT and not accessor.normalized:
        raise BadAccessor("undefined", f"accessor {index} stores integers that are not normalised")
    rows = prod(shape) if path == "weights" else prod(shape[:-1])
    misfit = mismatch(values.shape, (rows, 1 if path == "weights" else shape[-1]))
    if misfit:
        raise BadAccessor("undefined", f"accessor {index} {misfit}")
    return values.reshape(shape)
