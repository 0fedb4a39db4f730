"""Clips: the channels of an animation that move nodes and blend amounts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.codes import FLOAT
from pantin.formats.gltf.ext.recognised import ANIMATION_POINTER
from pantin.formats.gltf.lift.source import Array, Place, Source, mismatch
from pantin.formats.gltf.model import Animation, AnimationSampler, get
from pantin.formats.gltf.model import Channel as FileChannel
from pantin.rig import Channel, Clip, Instance, InvalidRig, Mesh
from pantin.rig.builder_clip import check_clip as checked

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
# No file has 10^18 nodes, and Python refuses to turn thousands of digits into a number.
NODE_POINTER = re.compile(r"/nodes/(0|[1-9][0-9]{0,17})/(translation|rotation|scale|weights)")


def clips(
    source: Source, meshes: Sequence[Mesh], instances: Sequence[Instance], *, sieve: bool
) -> list[Clip]:
    """Every animation of the file; one of which nothing can be used is a clip without channels.

    With `sieve` each channel is put before the builder alone, so that one it refuses costs no other.
    """
    targets = {one.node: meshes[one.mesh].blend_shape_count for one in instances}
    return [
        _clip(source, index, one, targets, sieve) if one else Clip(())
        for index, one in enumerate(source.model.animations)
    ]


def _clip(source: Source, index: int, given: Animation, targets: dict[int, int], sieve: bool) -> Clip:
    kept: dict[tuple[int, str], Channel] = {}
    for slot, one in enumerate(given.channels or ()):
        place = ("animations", index, "channels", slot)
        aimed = _aim(one)
        if aimed is None:
            continue
        try:
            if aimed in kept:
                raise BadAccessor("undefined", f"an earlier channel moves the {aimed[1]} of node {aimed[0]}")
            channel = _channel(source, get(given.samplers or (), one.sampler), *aimed, targets)
            if slot != len(kept):
                channel = replace(channel, number=slot)
            if sieve:
                checked(Clip((channel,)), "it", 3, targets, len(source.model.nodes))
        except (BadAccessor, InvalidRig) as fault:
            source.leave_out(place, "a channel", str(fault))
        else:
            kept[aimed] = channel
    _note_other_pointers(source, given, ("animations", index, "channels"))
    return Clip(tuple(kept.values()), given.name)


def _aim(channel: FileChannel) -> tuple[int, str] | None:
    """The node and the property a channel moves; None where it moves no node (glTF 2.0 §3.11)."""
    target = channel.target
    if target is None or target.path is None:
        return None
    if str(target.path) != "pointer":
        return None if target.node is None else (target.node, target.path)
    extension = (target.extensions or {}).get(ANIMATION_POINTER)
    aim = NODE_POINTER.fullmatch(str(extension.get("pointer"))) if isinstance(extension, dict) else None
    return None if aim is None else (int(aim[1]), aim[2])


def _note_other_pointers(source: Source, given: Animation, place: Place) -> None:
    for slot, one in enumerate(given.channels or ()):
        if one.target is not None and str(one.target.path) == "pointer" and _aim(one) is None:
            why = f"{ANIMATION_POINTER} moves something that is no transform or blend amount of a node"
            source.leave_out((*place, slot), "a channel", why)


def _channel(
    source: Source, sampler: AnimationSampler | None, node: int, path: str, targets: dict[int, int]
) -> Channel:
    listed = get(source.model.nodes, node)
    if listed is None:
        raise BadAccessor("undefined", f"there is no node {node}")
    if path != "weights" and listed.matrix is not None:
        raise BadAccessor("undefined", f"node {node} has a matrix, of which no part can be moved alone")
    if sampler is None or sampler.input is None or sampler.output is None:
        raise BadAccessor("undefined", "it has no complete sampler")
    width = targets.get(node, 0) if path == "weights" else WIDTHS.get(path, 0)
    if not width:
        raise BadAccessor("undefined", f"node {node} has no {path} to move")
    times = source.values(sampler.input)
    misfit = mismatch(times, (None, 1))
    if misfit:
        raise BadAccessor("undefined", f"accessor {sampler.input} {misfit}")
    interpolation = sampler.interpolation or "LINEAR"
    keys = len(times)
    shape = (keys, 3, width) if interpolation == "CUBICSPLINE" else (keys, width)
    # Tangents and values of all blend shapes lie one after another in each key (glTF 2.0 appendix C.5).
    values = _outputs(source, sampler.output, path, shape)
    return Channel(node, path, times[:, 0], values, interpolation)  # type: ignore[arg-type]


def _outputs(source: Source, index: int, path: str, shape: tuple[int, ...]) -> Array:
    accessor, values = source.accessor(index), source.exact_values(index)
    if accessor is not None and accessor.component_type != FLOAT and not accessor.normalized:
        raise BadAccessor("undefined", f"accessor {index} holds integers that are not normalised")
    rows = int(np.prod(shape)) if path == "weights" else int(np.prod(shape[:-1]))
    misfit = mismatch(values, (rows, 1 if path == "weights" else shape[-1]))
    if misfit:
        raise BadAccessor("undefined", f"accessor {index} {misfit}")
    return values.reshape(shape)
