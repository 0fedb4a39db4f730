"""Rules about clips: they move something, none repeats another, and rotations do not change sign on the
way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from pantin.checks.places import channels
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, some
from pantin.rig import Channel, Rig
from pantin.rig.arrays import Place, Reals, place

T = TypeVar("T")

HALF_TURN = 1e-6
"""Keys this near to a half turn apart have no nearer side: their scalar product is 0 within the rounding of
four float32 products (4 × 6e-8) and that of keys which are not quite of length 1."""


@rule("RIG-CONSTANT_CLIP", "info", "the clip holds one pose: nothing changes over time in {channels}")
def constant_clip(rig: Rig) -> Iterator[Finding]:
    """Something moves in a clip.

    Why: a clip without motion is often an export that failed, and plays as a frozen model.
    Mend: export the clip again, or keep a single key per channel if a pose is meant.
    Source: glTF 2.0 §3.11
    """
    constant = _once(_constant)
    for at, clip in enumerate(rig.clips):
        several = any(len(channel.times) > 1 for channel in clip.channels)
        if several and all(constant(channel.values) for channel in clip.channels):
            yield constant_clip.at(pointer("animations", at), channels=counted(len(clip.channels), "channel"))


def _once(measure: Callable[[Reals], T]) -> Callable[[Reals], T]:
    """`measure`, made once for all channels over the same numbers: a small file may have thousands of them
    over one long accessor."""
    known: dict[Place, T] = {}

    def measured(array: Reals) -> T:
        lying = place(array)
        if lying not in known:
            known[lying] = measure(array)
        return known[lying]

    return measured


def _constant(values: Reals) -> bool:
    if values.ndim == 2:
        return bool((values == values[:1]).all())
    keys = values[:, 1]
    # The tangents of a spline before the first key and after the last are never used.
    flat = not values[1:, 0].any() and not values[:-1, 2].any()
    return flat and bool((keys == keys[:1]).all())


@rule("RIG-REDUNDANT_CLIP", "info", "the clip is key for key the same as clip {other}")
def redundant_clip(rig: Rig) -> Iterator[Finding]:
    """No clip repeats another.

    Why: the keys of a repeated clip are stored and loaded twice for one motion.
    Mend: delete one of the two.
    Source: glTF 2.0 §3.11
    """
    seen: dict[frozenset[Motion], int] = {}
    hashed = _once(_hash)
    for at, clip in enumerate(rig.clips):
        if not clip.channels:
            continue  # of what such a clip does nothing is known here
        first = seen.setdefault(frozenset(_motion(channel, hashed) for channel in clip.channels), at)
        if first != at:
            yield redundant_clip.at(pointer("animations", at), other=first)


Motion = tuple[int, str, str, int, int]


def _motion(channel: Channel, hashed: Callable[[Reals], int]) -> Motion:
    """What a channel does, its keys as hashes of 64 bits: a chance agreement needs some billions of clips."""
    times, values = hashed(channel.times), hashed(channel.values)
    return channel.node, channel.property, channel.interpolation, times, values


def _hash(array: Reals) -> int:
    return hash(array.astype(np.float64).tobytes())


@rule("RIG-QUATERNION_FLIP", "info", "rotation keys change sign at {keys}")
def quaternion_flip(rig: Rig) -> Iterator[Finding]:
    """Each rotation key lies in the same half of the quaternions as the key before it.

    Why: q and −q are one rotation; readers that blend the four numbers as they stand turn the long way round
    there.
    Mend: negate the keys after each change of sign.
    Source: glTF 2.0 §3.11 and appendix C (interpolation takes the short way)
    """
    yield from _flips(rig, "LINEAR", quaternion_flip.at)


@rule("RIG-SPLINE_FLIP", "warning", "spline rotation keys change sign at {keys}")
def spline_flip(rig: Rig) -> Iterator[Finding]:
    """Each rotation key of a spline lies in the same half of the quaternions as the key before it.

    Why: splines are blended number by number and take no short way, so the curve passes near zero and spins.
    Mend: negate the keys after each change of sign, and their tangents.
    Source: glTF 2.0 appendix C (cubic spline interpolation)
    """
    yield from _flips(rig, "CUBICSPLINE", spline_flip.at)


def _flips(rig: Rig, interpolation: str, found: Callable[..., Finding]) -> Iterator[Finding]:
    flips = _once(_flipped)
    for pointed, channel in channels(rig):
        if channel.property != "rotation" or channel.interpolation != interpolation:
            continue
        if flipped := flips(channel.values):
            yield found(pointed, keys=some("key", flipped))


def _flipped(values: Reals) -> list[int]:
    """The keys that lie in the other half than the one before."""
    keys = values[:, 1] if values.ndim == 3 else values
    dots = np.einsum("ki,ki->k", keys[1:], keys[:-1])
    flipped: list[int] = (np.flatnonzero(dots < -HALF_TURN) + 1).tolist()
    return flipped


RULES = (constant_clip, redundant_clip, quaternion_flip, spline_flip)
