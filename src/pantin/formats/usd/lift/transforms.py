"""Read transforms of prims: at rest, and as channels of a clip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pantin.formats.usd import gf
from pantin.formats.usd.conventions import hold_before
from pantin.formats.usd.lift.context import Context, rest_time
from pantin.maths import affine, quaternion
from pantin.report.wording import counted
from pantin.rig import Channel, Doubles, Node, Property, Reals
from pantin.rig.transform import compose_local, has_shear

EXACT = 1e-6
"""The interpolation error of a transform part above which a key is inserted."""

SHOWS = 2e-3
"""The smallest relative shear to report: rounding of half-float quaternions to a length other than 1 causes
up to this much."""

MOST_HALVINGS = 11
"""The most halvings between two samples: about 2,000 keys for a full turn of Euler angles."""


def local_rest(prim: Any) -> Doubles:
    """(3, 4) the local rest transform of a prim."""
    from pxr import UsdGeom

    xformable = UsdGeom.Xformable(prim)
    if not xformable:
        return affine.identity(3)
    ops = xformable.GetOrderedXformOps()
    time = rest_time([op.GetAttr() for op in ops])
    return gf.from_rows(xformable.GetLocalTransformation(time))


def node_of(name: str, parent: int, local: Doubles, **members: Any) -> Node:
    """A node with translation, rotation and scale, or a matrix if it has shear."""
    if np.array_equal(local, affine.identity(3)):
        return Node(name, parent, **members)
    if not np.isfinite(local).all():
        return Node(name, parent, **members)
    if np.array_equal(local[:, :3], np.eye(3)):
        return Node(name, parent, translation=local[:, 3], **members)
    if has_shear(local):
        return Node(name, parent, matrix=local, **members)
    translation, rotation, scale = affine.decompose(local)[:3]
    return Node(name, parent, translation=translation, rotation=rotation, scale=scale, **members)


def prim_channels(context: Context, prim: Any, node: int) -> list[Channel]:
    """The channels of an animated transform; empty for a constant one."""
    from pxr import UsdGeom

    xformable = UsdGeom.Xformable(prim)
    times = np.array(xformable.GetTimeSamples() if xformable else ())
    if not len(times):
        return []
    context.count_samples(len(times))
    if not xformable.TransformMightBeTimeVarying():
        at_all_times = gf.from_rows(xformable.GetLocalTransformation(times[0]))
        if np.array_equal(at_all_times, local_rest(prim)):
            return []  # a single sample, as exporters write what does not move
    direct = _direct_ops(xformable)
    if direct is not None:
        channels = [
            channel for name, op in direct.items() for channel in _op_channels(context, node, name, op)
        ]
        rest = affine.decompose(local_rest(prim))[:3]
        return _that_move(channels, dict(zip(PARTS, rest, strict=True)))

    def evaluate(codes: Doubles) -> tuple[Doubles, Doubles, Doubles]:
        local = gf.from_rows(np.array([xformable.GetLocalTransformation(code) for code in codes.tolist()]))
        return affine.decompose(local)[:3]

    codes, parts = (times, evaluate(times)) if is_held(context) else refine(times, evaluate)
    if _leans(xformable, times):
        context.drop("animation", prim, "the shear of an animated transform")
    rest = affine.decompose(local_rest(prim))[:3]
    moving = part_channels(context, node, codes, parts, rest)
    return moving or keys_of(context, node, "translation", codes, parts[0])


def _leans(xformable: Any, times: Doubles) -> bool:
    """Whether a transform has visible shear at one of these times."""
    local = gf.from_rows(np.array([xformable.GetLocalTransformation(time) for time in times.tolist()]))
    lost = np.abs(compose_local(*affine.decompose(local)[:3]) - local).max((1, 2))
    return bool((lost > SHOWS * np.abs(local[:, :, :3]).max((1, 2))).any())


def _direct_ops(xformable: Any) -> dict[Property, Any] | None:
    """The ops of a transform made of translation, rotation and scale; None for others."""
    from pxr import UsdGeom

    kinds: dict[Any, Property] = {
        UsdGeom.XformOp.TypeTranslate: "translation",
        UsdGeom.XformOp.TypeOrient: "rotation",
        UsdGeom.XformOp.TypeScale: "scale",
    }
    ops = xformable.GetOrderedXformOps()
    names = [kinds.get(op.GetOpType()) for op in ops]
    order = [PARTS.index(name) for name in names if name is not None]
    if None in names or order != sorted(set(order)) or any(op.IsInverseOp() for op in ops):
        return None
    if any(op.Get(code) is None for op in ops for code in op.GetTimeSamples()):
        return None  # a value block: the op does nothing until the next sample
    if any(name == "rotation" and not _is_unit(op) for name, op in zip(names, ops, strict=True)):
        return None  # USD does not normalise before it interpolates
    return {name: op for name, op in zip(names, ops, strict=True) if name is not None}


def _is_unit(op: Any) -> bool:
    """Whether all samples of a rotation have length 1."""
    lengths = [op.Get(code).GetLength() for code in op.GetTimeSamples()]
    return bool(np.abs(np.array(lengths) - 1).max(initial=0.0) <= EXACT)


def _op_channels(context: Context, node: int, name: Property, op: Any) -> list[Channel]:
    codes = op.GetTimeSamples()
    if not codes:
        return []
    values = [op.Get(code) for code in codes]
    if name == "rotation":
        rows = np.array([(*value.GetImaginary(), value.GetReal()) for value in values], np.float64)
        rows = same_hemisphere(quaternion.normalize(rows))
    else:
        rows = np.array([tuple(value) for value in values], np.float64)
    return keys_of(context, node, name, np.array(codes), rows) if np.isfinite(rows).all() else []


def _that_move(channels: list[Channel], rest: dict[Property, Doubles]) -> list[Channel]:
    """Drop channels that repeat the rest pose, unless all do: a static clip keeps its duration."""
    moving = [
        channel
        for channel in channels
        if np.abs(channel.values.reshape(-1, channel.values.shape[-1]) - rest[channel.property]).max() > EXACT
    ]
    return moving or channels


def is_held(context: Context) -> bool:
    """Whether values are held until the next sample."""
    from pxr import Usd

    return bool(context.stage.GetInterpolationType() == Usd.InterpolationTypeHeld)


def refine(
    times: Doubles, evaluate: Callable[[Doubles], tuple[Doubles, Doubles, Doubles]]
) -> tuple[Doubles, tuple[Doubles, Doubles, Doubles]]:
    """Add samples until linear interpolation of parts matches the transform: USD interpolates Euler angles
    and matrices differently."""
    for _ in range(MOST_HALVINGS if len(times) > 1 else 0):
        parts = evaluate(times)
        middle = (times[1:] + times[:-1]) / 2
        there = evaluate(middle)
        size = max(float(np.abs(parts[0]).max()), 1e-30)
        turn = quaternion.angle(
            quaternion.slerp(parts[1][:-1], parts[1][1:], np.full(len(middle), 0.5)), there[1]
        )
        move = np.abs((parts[0][1:] + parts[0][:-1]) / 2 - there[0]).max(1) / size
        grow = np.abs((parts[2][1:] + parts[2][:-1]) / 2 - there[2]).max(1)
        far = np.maximum(np.maximum(turn, move), grow) > 2 * EXACT
        if not far.any():
            return times, parts
        times = np.union1d(times, middle[far])
    return times, evaluate(times)


def part_channels(
    context: Context,
    node: int,
    codes: Doubles,
    parts: tuple[Doubles, Doubles, Doubles],
    rest: tuple[Doubles, Doubles, Doubles],
) -> list[Channel]:
    """Channels of parts that are animated or differ from the rest pose."""
    channels = []
    for name, values, at_rest in zip(PARTS, parts, rest, strict=True):
        if name == "rotation":
            values = same_hemisphere(values)
            differs = quaternion.angle(values, np.broadcast_to(at_rest, values.shape)) > EXACT
        else:
            differs = np.abs(values - at_rest).max(1) > EXACT * max(float(np.abs(at_rest).max()), 1e-30)
        if differs.any():
            channels += keys_of(context, node, name, codes, values)
    return channels


PARTS: tuple[Property, ...] = ("translation", "rotation", "scale")


def keys_of(context: Context, node: int, name: Property, codes: Doubles, values: Doubles) -> list[Channel]:
    """A channel with these samples; none if float32 cannot store any of the times. Samples at times equal in
    float32 are dropped; sample pairs from the writer become steps again."""
    seconds = context.seconds(codes).astype(np.float32)
    storable = np.isfinite(seconds)
    if not storable.all():
        lost = counted(int((~storable).sum()), "sample")
        what = f"{lost} of the {name} of a prim (first: time code {codes[~storable][0]:g})"
        context.drop("animation", context.stage.GetPseudoRoot(), what)
        seconds, values = seconds[storable], values[storable]
    if not len(seconds):
        return []
    kept = np.concatenate([[True], np.diff(seconds) > 0])
    seconds, keys = seconds[kept], values[kept].astype(np.float32)
    if is_held(context):
        return [Channel(node, name, seconds, keys, "STEP")]
    if _are_steps(seconds, keys):
        return [Channel(node, name, seconds[::2], keys[::2], "STEP")]
    return [Channel(node, name, seconds, keys)]


def _are_steps(seconds: Reals, keys: Reals) -> bool:
    """Whether each value but the last is held until just before the next."""
    if len(seconds) < 3 or len(seconds) % 2 == 0:
        return False
    exact = seconds.astype(np.float64)
    held = np.array_equal(keys[1::2], keys[:-1:2])
    short = exact[1:-1:2] >= hold_before(exact[2::2]) - np.spacing(seconds[2::2])
    return held and bool(short.all())


def same_hemisphere(rotations: Doubles) -> Doubles:
    """Flip signs of quaternions so that neighbours are in the same hemisphere."""
    dots = (rotations[1:] * rotations[:-1]).sum(-1)
    signs = np.concatenate([[1.0], np.cumprod(np.where(dots < 0, -1.0, 1.0))])
    same: Doubles = rotations * signs[:, None]
    return same
