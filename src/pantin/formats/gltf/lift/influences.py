"""Influences from all sets JOINTS_n / WEIGHTS_n, as compressed rows."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.codes import FLOAT
from pantin.formats.gltf.lift.source import Array, Source
from pantin.rig import Influences


def influences(source: Source, attributes: Mapping[str, int | None], vertices: int) -> Influences | None:
    """The influences of every vertex, set 0 first, each as in the file; None without sets.

    Slots of weight 0 are kept, because some readers use set 0 alone; but they get joint 0, because a joint
    of weight 0 has no effect (§3.7.3.3). Raises `BadAccessor` where a set cannot be read: a vertex without
    some of its influences would end up in the wrong place, which is worse than no mesh.
    """
    joints: list[Array] = []
    weights: list[Array] = []
    while (names := _set(attributes, len(joints))) is not None:
        joints.append(_joints(source, names[0], vertices))
        weights.append(_weights(source, names[1], vertices))
    if not joints:
        return None
    if len(joints) > 1:
        source.make_room(sum(array.nbytes for array in (*joints, *weights)))
    # One set, which is most meshes, stays where it lies in the file.
    all_joints = joints[0] if len(joints) == 1 else np.concatenate(joints, axis=1)
    all_weights = weights[0] if len(weights) == 1 else np.concatenate(weights, axis=1)
    idle = all_weights == 0
    if bool((all_joints[idle] != 0).any()):
        all_joints = np.where(idle, 0, all_joints).astype(all_joints.dtype, copy=False)
    slots = all_weights.shape[1]
    offsets = np.arange(0, vertices * slots + 1, slots, dtype=np.int64)
    return Influences(offsets, all_joints.reshape(-1), all_weights.reshape(-1))


def _set(attributes: Mapping[str, int | None], number: int) -> tuple[int, int] | None:
    """The accessors of one set; None after the last. A set that has only one of the two cannot be used."""
    joints, weights = attributes.get(f"JOINTS_{number}"), attributes.get(f"WEIGHTS_{number}")
    if joints is None and weights is None:
        return None
    if joints is None or weights is None:
        raise BadAccessor("undefined", f"it has only one of JOINTS_{number} and WEIGHTS_{number}")
    return joints, weights


def _joints(source: Source, index: int, vertices: int) -> Array:
    stored = source.stored(index)
    if stored.dtype.kind != "u" or stored.shape != (vertices, 4):
        raise BadAccessor("undefined", f"accessor {index} does not store 4 joints per vertex")
    return stored


def _weights(source: Source, index: int, vertices: int) -> Array:
    accessor, values = source.accessor(index), source.values(index)
    integers = accessor is not None and accessor.component_type != FLOAT
    if values.shape != (vertices, 4) or (integers and not (accessor and accessor.normalized)):
        raise BadAccessor("undefined", f"accessor {index} does not store 4 weights per vertex")
    return values
