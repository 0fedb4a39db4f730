"""Rules about the data of animations: increasing times, unit rotations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.tuples import NamedTuple
from pantin.formats.gltf.accessor import read_plain
from pantin.formats.gltf.channel_columns import ChannelColumns
from pantin.formats.gltf.extent import Extent, numbers
from pantin.formats.gltf.rules.accessor_data import by_columns
from pantin.formats.gltf.rules.keyframes import (
    CUBICSPLINE,
    INPUT_FORMAT,
    ChannelRef,
    SamplerRef,
    channels,
    columns,
    inputs,
    samplers,
)
from pantin.formats.gltf.rules.mesh_data import divisor, off_unit
from pantin.formats.gltf.rules.trs import UNIT_QUATERNION_TOLERANCE
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.rig.arrays import batches


class TimeFaults(NamedTuple):
    """Keyframe times that break a rule: the indices of negative ones, and of those not after the preceding
    non-negative time, which is included."""

    times: NDArray[Any]
    negative: NDArray[Any]
    not_after: NDArray[Any]
    before: NDArray[Any]


def time_faults(scope: Scope) -> list[tuple[SamplerRef, TimeFaults]]:
    """The samplers whose times break a rule. Shared times are examined once."""
    known = scope.fact(inputs).items()
    arrays = {index: numbers(scope, times) for index, times in known if times.format == INPUT_FORMAT}
    readable = {index: array[:, 0] for index, array in arrays.items() if array is not None}
    if all_increase(readable.values()):
        return []
    wrong = {index: _find_faults(times) for index, times in readable.items() if not all_increase([times])}
    return [
        (sampler, wrong[sampler.input.index])
        for sampler in scope.fact(samplers)
        if sampler.input is not None and sampler.input.index in wrong
    ]


def all_increase(arrays: Iterable[NDArray[Any]]) -> bool:
    """Whether the times in each array start at 0 or later, and increase."""
    for batch in batches(arrays):
        joined = np.concatenate(batch)
        firsts = np.cumsum([0, *map(len, batch[:-1])])
        increase = np.empty(len(joined), bool)
        np.greater(joined[1:], joined[:-1], out=increase[1:])
        increase[firsts] = joined[firsts] >= 0
        if not increase.all():
            return False
    return True


def _find_faults(times: NDArray[Any]) -> TimeFaults:
    # Negative times have a rule of their own and are not compared.
    kept = np.flatnonzero(~(times < 0))
    before = np.concatenate((np.zeros(1, times.dtype), times[kept][:-1])) if len(kept) else times[:0]
    wrong = np.flatnonzero((times[kept] <= before) & (kept > 0))
    return TimeFaults(times, np.flatnonzero(times < 0), kept[wrong], before[wrong])


@rule(
    "GLTF-ACCESSOR_ANIMATION_INPUT_NEGATIVE",
    "error",
    "keyframe {keyframe} of {sampler} has the negative time {value}{more}",
)
def accessor_animation_input_negative(scope: Scope) -> Iterator[Finding]:
    """Negative keyframe time.

    What: Keyframe times must not be negative.
    Why: Animations start at 0, so these keyframes are never played.
    Fix: Shift all keyframes by the same time.
    Source: glTF 2.0 §3.11.
    """
    for sampler, faults in scope.fact(time_faults):
        if len(faults.negative):
            k = int(faults.negative[0])
            values: dict[str, Any] = {"keyframe": k, "value": faults.times[k]}
            values |= {"sampler": sampler.describe(scope), "more": others(len(faults.negative), "keyframe")}
            yield accessor_animation_input_negative.at(sampler.pointer + "/input", **values)


@rule(
    "GLTF-ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
    "error",
    "keyframe {keyframe} of {sampler} has time {value}, expected more than {before}, the previous one{more}",
)
def accessor_animation_input_non_increasing(scope: Scope) -> Iterator[Finding]:
    """Keyframe times are not increasing.

    What: The keyframe times of a sampler must be strictly increasing.
    Why: Readers divide by the difference of two times, and search the times in order.
    Fix: Sort the keyframes. Where two have the same time, keep one, or use STEP.
    Source: glTF 2.0 §3.11.
    """
    for sampler, faults in scope.fact(time_faults):
        if len(faults.not_after):
            k = int(faults.not_after[0])
            values: dict[str, Any] = {
                "keyframe": k,
                "value": faults.times[k],
                "before": faults.before[0],
                "sampler": sampler.describe(scope),
                "more": others(len(faults.not_after), "keyframe"),
            }
            yield accessor_animation_input_non_increasing.at(sampler.pointer + "/input", **values)


@rule(
    "GLTF-ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
    "error",
    "rotation {element} of {channel} has length {length:.6g}, expected 1{more}",
)
def sampler_output_non_normalized_quaternion(scope: Scope) -> Iterator[Finding]:
    """Animated rotation is not a unit quaternion.

    What: The values of a rotation channel must be unit quaternions. The tangents of cubic splines may have
    any length.
    Why: Other quaternions scale and shear the node.
    Fix: Normalise the quaternions.
    Source: glTF 2.0 §3.11.
    """
    for channel, sampler, output, array in _suspect_rotations(scope):
        # A cubic spline has an in-tangent, a value and an out-tangent for each keyframe.
        first, step = (1, 3) if sampler.interpolation == CUBICSPLINE else (0, 1)
        rows = by_columns(array)[first::step]
        worst = off_unit(rows, divisor(output), 4, UNIT_QUATERNION_TOLERANCE)
        if worst is not None:
            values: dict[str, Any] = {"element": first + step * worst.row, "length": worst.length}
            values |= {"channel": channel.describe(scope), "more": others(worst.count, "rotation")}
            yield sampler_output_non_normalized_quaternion.at(channel.pointer + "/sampler", **values)


def _suspect_rotations(scope: Scope) -> Iterator[tuple[ChannelRef, SamplerRef, Extent, NDArray[Any]]]:
    """Rotation channels with readable values, except those with obvious unit quaternions."""
    plain = columns(scope)
    rotations = set[int]() if plain is None else _rotations(plain)
    unit = _find_unit(scope, rotations)
    if plain is not None and len(unit) == len(rotations) and CUBICSPLINE not in plain.interpolations:
        return
    for channel in scope.fact(channels):
        sampler = channel.sampler
        if channel.path != "rotation" or sampler is None or sampler.output is None:
            continue
        output = sampler.output
        # Cubic splines have tangents between the values.
        if output.components == 4 and (output.index not in unit or sampler.interpolation == CUBICSPLINE):
            array = numbers(scope, output)
            if array is not None:
                yield channel, sampler, output, array


def _rotations(plain: ChannelColumns) -> set[int]:
    """The accessors with the values of rotation channels."""
    return {index for path, index in zip(plain.paths, plain.outputs, strict=True) if path == "rotation"}


def _find_unit(scope: Scope, rotations: set[int]) -> set[int]:
    """Those of these accessors that store floats and consist of unit quaternions."""
    arrays = scope.document.arrays
    read_plain(scope.document, rotations.difference(arrays))
    known = {index: array for index in rotations if (array := arrays.get(index)) is not None}
    return find_unit_rows(
        {index: rows for index, rows in known.items() if rows.dtype.kind == "f" and rows.shape[1:] == (4,)}
    )


def find_unit_rows(arrays: Mapping[int, NDArray[Any]]) -> set[int]:
    """The arrays that consist of unit quaternions within half the tolerance. A few calls handle thousands of
    them.
    """
    keys, unit = {id(array): key for key, array in arrays.items()}, set[int]()
    for batch in batches(arrays.values()):
        rows = np.concatenate(batch).astype(np.float64)
        wrong = np.abs(np.einsum("ki,ki->k", rows, rows) - 1.0) > UNIT_QUATERNION_TOLERANCE
        firsts = np.cumsum([0, *map(len, batch[:-1])])
        is_wrong = np.logical_or.reduceat(wrong, firsts).tolist() if wrong.any() else [False] * len(batch)
        unit.update(keys[id(array)] for array, is_off in zip(batch, is_wrong, strict=True) if not is_off)
    return unit


RULES = (
    accessor_animation_input_negative,
    accessor_animation_input_non_increasing,
    sampler_output_non_normalized_quaternion,
)
