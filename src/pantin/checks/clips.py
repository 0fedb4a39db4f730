"""Rules about clips: without motion, repeated, with rotation keys that change sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pantin.checks.channels import Channels, channels_of
from pantin.checks.keys import find_rows
from pantin.checks.naming import name_clip, name_node
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, list_indices
from pantin.rig import Rig
from pantin.rig.arrays import LARGE, MemoryKey, Reals, memory_key
from pantin.rig.clip import Interpolation

T = TypeVar("T")

HALF_TURN = 1e-6
"""Dot product of two keys that are half a turn apart: 0 within the rounding of four float32 products
(4 × 6e-8) and of keys that are not quite of length 1. Neither sign is nearer then."""


@rule("RIG-CONSTANT_CLIP", "info", "{clip} has no motion: all keys are equal ({channels})")
def constant_clip(rig: Rig) -> Iterator[Finding]:
    """Clip without motion.

    What: A clip has channels with several keys, and in every channel all keys are equal.
    Why: A clip without motion is often a failed export. It plays as a frozen model.
    Fix: Export the clip again, or keep a single key per channel if you want a pose.
    Source: glTF 2.0 §3.11
    """
    known, is_constant = channels_of(rig), _cache_by_array(_is_constant)
    for index, rows in enumerate(known.of_clips()):
        has_keys = any(len(known.times[row]) > 1 for row in rows)
        if has_keys and all(is_constant(known.values[row]) for row in rows):
            yield constant_clip.at(
                pointer("animations", index),
                clip=name_clip(rig, index),
                channels=counted(len(rows), "channel"),
            )


def _cache_by_array(compute: Callable[[Reals], T]) -> Callable[[Reals], T]:
    """`compute`, called once for each array, and for large ones over the same memory: a small file may have
    thousands of channels over one long accessor."""
    known: dict[MemoryKey | int, T] = {}

    def get_or_compute(array: Reals) -> T:
        key = memory_key(array) if array.size > LARGE else id(array)
        if key not in known:
            known[key] = compute(array)
        return known[key]

    return get_or_compute


def _is_constant(values: Reals) -> bool:
    if values.ndim == 2:
        return bool((values == values[:1]).all())
    keys = values[:, 1]
    # The tangents of a spline before the first key and after the last are never used.
    flat = not values[1:, 0].any() and not values[:-1, 2].any()
    return flat and bool((keys == keys[:1]).all())


@rule("RIG-REDUNDANT_CLIP", "info", "{clip} has exactly the same keys as {other}")
def redundant_clip(rig: Rig) -> Iterator[Finding]:
    """Duplicate clip.

    What: All channels of a clip have the same targets, interpolation and keys as those of an earlier clip.
    Why: The file stores and loads the same motion twice.
    Fix: Delete one of the two clips.
    Source: glTF 2.0 §3.11
    """
    known, seen = channels_of(rig), dict[frozenset[Motion], int]()
    hash_keys, of_clips = _cache_by_array(_hash), known.of_clips()
    for index in _with_equal_targets(known):
        first = seen.setdefault(frozenset(_motion(known, row, hash_keys) for row in of_clips[index]), index)
        if first != index:
            yield redundant_clip.at(
                pointer("animations", index), clip=name_clip(rig, index), other=name_clip(rig, first)
            )


def _with_equal_targets(known: Channels) -> list[int]:
    """The clips that have the same targets and as many keys as another: only these need to be compared. A
    clip without channels may animate what a rig does not hold, such as materials.
    """
    alike: dict[frozenset[tuple[int, str, int]], list[int]] = {}
    if len(known.ends) > 1:
        targets = list(zip(known.nodes, known.properties, map(len, known.times), strict=True))
        for index, rows in enumerate(known.of_clips()):
            if rows:
                alike.setdefault(frozenset(targets[rows.start : rows.stop]), []).append(index)
    return sorted(index for group in alike.values() if len(group) > 1 for index in group)


Motion = tuple[int, str, str, int, int]


def _motion(known: Channels, row: int, hash_keys: Callable[[Reals], int]) -> Motion:
    """The target and keys of a channel, with 64-bit hashes for keys: a collision is only likely among
    billions of clips."""
    times, values = hash_keys(known.times[row]), hash_keys(known.values[row])
    return known.nodes[row], known.properties[row], known.interpolations[row], times, values


def _hash(array: Reals) -> int:
    return hash(array.astype(np.float64).tobytes())


@rule("RIG-QUATERNION_FLIP", "info", "the rotation of {node} in {clip} changes sign at {keys}")
def quaternion_flip(rig: Rig) -> Iterator[Finding]:
    """Quaternion key changes sign.

    What: The dot product of a rotation key with the key before it is negative (LINEAR interpolation).
    Why: q and −q are the same rotation. Readers that interpolate the four numbers without checking the sign
    rotate the long way round.
    Fix: Negate the keys after each change of sign.
    Source: glTF 2.0 §3.11 and appendix C (interpolation takes the short way)
    """
    yield from _flips(rig, "LINEAR", quaternion_flip.at)


@rule("RIG-SPLINE_FLIP", "warning", "the cubic spline rotation of {node} in {clip} changes sign at {keys}")
def spline_flip(rig: Rig) -> Iterator[Finding]:
    """Quaternion key of a cubic spline changes sign.

    What: The dot product of a rotation key with the key before it is negative (CUBICSPLINE interpolation).
    Why: Splines interpolate each number separately and never take the short way, so the curve passes near
    zero and spins.
    Fix: Negate the keys after each change of sign, and their tangents.
    Source: glTF 2.0 appendix C (cubic spline interpolation)
    """
    yield from _flips(rig, "CUBICSPLINE", spline_flip.at)


def _flips(rig: Rig, interpolation: Interpolation, make_finding: Callable[..., Finding]) -> Iterator[Finding]:
    if rig.dimension != 3:
        return  # rotations are rotors
    known = channels_of(rig)
    rotated = known.rows("rotation", interpolation)
    changed = find_rows(known.keys(rotated), _changes_sign)
    for row, keys in zip(rotated, changed, strict=True):
        # The first key has no key before it in its channel.
        if keys := [key for key in keys if key]:
            yield make_finding(
                known.pointer(row),
                node=name_node(rig, known.nodes[row]),
                clip=name_clip(rig, known.clips[row]),
                keys=list_indices("key", keys),
            )


def _changes_sign(keys: Reals) -> NDArray[np.bool_]:
    """Whether the sign of each key differs from that of the key before."""
    changes = np.zeros(len(keys), bool)
    changes[1:] = np.einsum("ki,ki->k", keys[1:], keys[:-1]) < -HALF_TURN
    return changes


RULES = (constant_clip, redundant_clip, quaternion_flip, spline_flip)
