"""Check the arguments of edits: names and indices, shapes, finite numbers; every error names the argument."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.arguments import caller_level
from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.formats.lookup import index_of
from pantin.maths import quaternion
from pantin.report.wording import counted
from pantin.rig import Channel, Clip, Doubles, Node, Reals
from pantin.rig.arrays import doubles
from pantin.rig.surface_arrays import refuse_angles
from pantin.rig.transform import affine_matrices

Array = NDArray[Any]

ROUNDED = 1e-3
"""A quaternion whose length differs less from 1 is one with rounded digits, and is normalised."""
UNIT = 1e-6
"""A quaternion whose length differs less from 1 is used as given: float32 rounds each number by 6e-8."""

SET = 4
"""Influences of one set of a glTF file (glTF 2.0 §3.7.3.3); other formats have no sets, but gain nothing from
more entries either."""


def find(which: int | str, names: Sequence[str | None], kind: str) -> int:
    """The index of a thing that is given by index or name; raises `ValueError`, with the names that are
    close."""
    if isinstance(which, str):
        return index_of(which, names, kind)
    try:
        return index_of(operator.index(which), names, kind)
    except TypeError:
        raise TypeError(f"a {kind} must be given by index or name, not as {short_value(which)}") from None


def find_surface(surface: int, count: int, mesh: str) -> int:
    """The index of a surface of a mesh."""
    try:
        index = operator.index(surface)
    except TypeError:
        raise TypeError(f"surface must be an index, not {short_value(surface)}") from None
    if not 0 <= index < count:
        have = "1 surface" if count == 1 else f"{count} surfaces"
        raise ValueError(f"there is no surface {index}: {mesh} has {have}")
    return index


def transform_parts(
    translation: ArrayLike | None, rotation: ArrayLike | None, scale: ArrayLike | None, dimension: int = 3
) -> dict[str, Reals]:
    """The given parts of a transform as arrays."""
    stated = {"translation": translation, "rotation": rotation, "scale": scale}
    parts: dict[str, Reals] = {}
    for name, value in stated.items():
        if name == "rotation" and value is not None:
            refuse_angles(value, name)
        if value is not None:
            parts[name] = doubles(value, name, (4 if name == "rotation" else dimension,))
    if not parts:
        raise ValueError("give a translation, rotation or scale")
    if "rotation" in parts:
        if dimension != 3:
            raise ValueError(f"rotation is a quaternion, which needs 3 dimensions, not {dimension}")
        parts["rotation"] = unit(parts["rotation"], "rotation")
    return parts


def unit(quaternions: Reals, what: str) -> Reals:
    """Quaternions (…, 4) of length 1: those with rounded digits are normalised, with a warning."""
    errors = np.abs(np.linalg.norm(quaternions, axis=-1) - 1.0)
    if not (errors <= ROUNDED).all():
        length = float(np.linalg.norm(quaternions, axis=-1).flat[int(np.argmax(errors))])
        raise ValueError(f"{what} must be quaternions of length 1, not {length:.6g}")
    rounded = errors > UNIT
    if not rounded.any():
        return quaternions
    message = f"{what} is normalised: its length differs from 1 by {errors.max():.2g}"
    warnings.warn(message, stacklevel=caller_level())
    normalised = quaternion.normalize(np.asarray(quaternions, np.float64))
    return np.where(rounded[..., None], normalised, quaternions)


def finite_array(value: ArrayLike, what: str, shape: tuple[int, ...]) -> Doubles:
    """Finite numbers of this shape."""
    return doubles(value, what, shape)


def check_influences(
    joints: ArrayLike, weights: ArrayLike, vertices: int, joint_count: int | None, skin: str
) -> tuple[Array, Array]:
    """Joints and weights as (V, 4 × sets) arrays in the types of a file.

    Columns of zeros are dropped; where fewer sets are enough, zeros inside the rows are dropped too. Weights
    of a joint that a vertex lists twice are added. A slot without weight gets joint 0.
    """
    columns = np.shape(weights)[1:2] or np.shape(joints)[1:2] or (SET,)
    numbers = finite_array(weights, "weights", (vertices, *columns))
    indices = np.asarray(joints)
    if indices.shape != numbers.shape:
        raise ValueError(f"joints must have shape {numbers.shape}, not {indices.shape}")
    if indices.dtype.kind not in "iu" and indices.size:
        raise TypeError(f"joints must be integers, not {indices.dtype}")
    if numbers.size and numbers.min() < 0:
        raise ValueError(f"weights must not be negative, but one is {numbers.min():g}")
    if numbers.size and numbers.max() > np.finfo(np.float32).max:
        raise ValueError(f"weights must fit into float32, but one is {numbers.max():g}")
    stored = numbers.astype("<f4")
    used = stored != 0
    _check_range(indices[used], joint_count, skin)
    indices = np.where(used, indices, 0).astype(np.int64)
    stored = _add_repeated(indices, stored)
    indices[stored == 0] = 0
    return _in_sets(indices, stored)


def _check_range(joints: Array, joint_count: int | None, skin: str) -> None:
    most = joint_count or 1 << 16
    wrong = joints[(joints < 0) | (joints >= most)]
    if len(wrong):
        why = f"{skin} has {most} joints" if joint_count else "glTF stores joints in 16 bits"
        raise ValueError(f"joints must be 0 to {most - 1}, not {int(wrong[0])}: {why}")


def _add_repeated(joints: Array, weights: Array) -> Array:
    """The weights, with those of a joint that occurs twice in a row added in its first slot."""
    # Slots without weight get numbers of their own, so that sorting shows whether any joint repeats.
    ranked = np.sort(np.where(weights != 0, joints, -1 - np.arange(joints.shape[1])), axis=1)
    if not (ranked[:, 1:] == ranked[:, :-1]).any():
        return weights
    result = weights.copy()
    for slot in range(1, joints.shape[1]):
        for earlier in range(slot):
            same = (
                (joints[:, slot] == joints[:, earlier]) & (result[:, slot] != 0) & (result[:, earlier] != 0)
            )
            if same.any():
                result[same, earlier] += result[same, slot]
                result[same, slot] = 0
    return result


def _in_sets(joints: Array, weights: Array) -> tuple[Array, Array]:
    kept = (weights != 0).any(axis=0)
    joints, weights = joints[:, kept], weights[:, kept]
    most = int((weights != 0).sum(axis=1).max(initial=1))
    if -(-most // SET) < -(-weights.shape[1] // SET):
        order = np.argsort(weights == 0, axis=1, kind="stable")[:, :most]
        joints, weights = (np.take_along_axis(array, order, axis=1) for array in (joints, weights))
    width = max(-(-weights.shape[1] // SET), 1) * SET
    padding = ((0, 0), (0, width - weights.shape[1]))
    kind = "<u1" if joints.max(initial=0) < 1 << 8 else "<u2"
    return np.pad(joints, padding).astype(kind), np.pad(weights, padding)


def check_inverse_binds(matrices: ArrayLike, joints: int, dimension: int = 3) -> Doubles:
    """(J, N + 1, N + 1) matrices, given with or without their last row."""
    whole = np.tile(np.eye(dimension + 1), (joints, 1, 1))
    whole[:, :dimension] = affine_matrices(matrices, "matrices", dimension, joints)
    return whole


def per_surface(values: Any, what: str, vertices: Sequence[int], dimension: int = 3) -> list[Array]:
    """One (V, N) array for each surface; a bare array is that of a single one."""
    if len(vertices) == 1 and (isinstance(values, np.ndarray) or _depth(values) < 3):
        values = [values]
    if isinstance(values, np.ndarray) and values.ndim < 3:
        raise ValueError(f"{what} must be a list of {len(vertices)} arrays, one per surface")
    arrays = list(values)
    if len(arrays) != len(vertices):
        wanted = counted(len(vertices), "array")
        raise ValueError(f"{what} must have {wanted}, one per surface, not {len(arrays)}")
    checked = []
    for number, (array, count) in enumerate(zip(arrays, vertices, strict=True)):
        called = what if len(arrays) == 1 else f"{what}[{number}]"
        numbers = finite_array(array, called, (count, dimension))
        if np.abs(numbers).max(initial=0) > np.finfo(np.float32).max:
            raise ValueError(f"{called} must fit into float32")
        checked.append(numbers)
    return checked


def _depth(values: Any) -> int:
    """How deep lists are nested, with the dimensions of arrays."""
    if isinstance(values, np.ndarray):
        return values.ndim
    if isinstance(values, Sequence) and not isinstance(values, str) and len(values):
        return 1 + _depth(values[0])
    return 1 if isinstance(values, Sequence) else 0


def check_blend_weights(
    stated: ArrayLike | Mapping[int | str, float],
    names: Sequence[str | None],
    current: ArrayLike | None,
) -> list[float]:
    """One weight for each blend shape; a mapping by name or index changes only those it lists."""
    if not isinstance(stated, Mapping):
        numbers: list[float] = finite_array(stated, "weights", (len(names),)).tolist()
        return numbers
    weights = np.zeros(len(names)) if current is None else np.array(current, np.float64)
    for which, weight in stated.items():
        weights[find(which, names, "blend shape")] = finite_array(weight, f"weights[{which!r}]", ())
    result: list[float] = weights.tolist()
    return result


def check_new_shape(name: str, names: Sequence[str | None], counts: Sequence[int], mesh: str) -> None:
    """Raise for a name that is taken, and for a mesh whose surfaces have different blend shapes."""
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    if name in names:
        raise ValueError(f"{mesh} already has a blend shape called {name!r} ({names.index(name)})")
    if not counts:
        raise ValueError(f"{mesh} has no surfaces")
    if len(set(counts)) > 1:
        listed = ", ".join(map(str, counts))
        raise ValueError(f"the surfaces of {mesh} have different numbers of blend shapes: {listed}")


def playable(clip: Clip) -> Clip:
    """The clip as files store it: keys of rotations have length 1, times are float32 and rise from 0."""
    if clip.is_empty:
        raise ValueError("the clip has no channels")
    channels = tuple(map(_playable_channel, range(len(clip.channels)), clip.channels))
    if not clip.properties:
        return replace(clip, channels=channels)
    from pantin.motion.channels import plain_channel, with_plain_keys

    properties = tuple(
        with_plain_keys(each, _playable_channel(number, plain_channel(each), "property"))
        for number, each in enumerate(clip.properties)
    )
    return replace(clip, channels=channels, properties=properties)


def _playable_channel(number: int, channel: Channel, noun: str = "channel") -> Channel:
    what = f"{noun} {number} of the clip"
    times = channel.times.astype(np.float32)
    if times[0] < 0:
        raise ValueError(f"{what} has a key at {times[0]:g} s: times must not be negative")
    same = np.flatnonzero(times[1:] <= times[:-1])
    if len(same):
        raise ValueError(
            f"{what} has two keys at {times[same[0]]:g} s: times must be ascending, also in float32"
        )
    if channel.interpolation == "CUBICSPLINE" and len(times) == 1:
        # Files need two keys for a spline (glTF 2.0 §C.5); one key is a constant.
        channel = replace(channel, values=channel.values[:, 1], interpolation="STEP")
    if channel.property != "rotation":
        return channel
    if channel.interpolation == "CUBICSPLINE":
        values = np.array(channel.values)
        values[:, 1] = unit(values[:, 1], f"{what}: values")
        return replace(channel, values=values)
    return replace(channel, values=unit(channel.values, f"{what}: values"))


def check_nodes(nodes: Node | Iterable[Node]) -> list[Node]:
    """Nodes for `add_nodes`, with rotations of length 1."""
    if not isinstance(nodes, Node | Iterable):
        raise TypeError(f"nodes must be pantin.rig.Node, one or several, not {short_value(nodes)}")
    listed: list[Node] = [nodes] if isinstance(nodes, Node) else list(nodes)
    for number, node in enumerate(listed):
        if not isinstance(node, Node):
            raise TypeError(f"nodes must be pantin.rig.Node, not {type(node).__name__}")
        if node.rotation is not None:
            what = f"rotation of new node {number}"
            rotation = unit(doubles(node.rotation, what, (4,)), what)
            listed[number] = replace(node, rotation=rotation)
    if not listed:
        raise ValueError("give at least one node")
    return listed
