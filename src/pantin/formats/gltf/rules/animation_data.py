"""Rules about the data of animations: increasing times, unit rotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.rules.accessor_data import by_columns
from pantin.formats.gltf.rules.extent import numbers
from pantin.formats.gltf.rules.keyframes import CUBICSPLINE, INPUT_FORMAT, SamplerRef, channels, samplers
from pantin.formats.gltf.rules.mesh_data import divisor, off_unit
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.subject import others
from pantin.formats.gltf.rules.trs import UNIT_QUATERNION_TOLERANCE
from pantin.report import Finding, rule


def time_lists(scope: Scope) -> list[tuple[SamplerRef, NDArray[Any]]]:
    """The samplers with readable keyframe times, and the times."""
    found = []
    for sampler in scope.fact(samplers):
        if sampler.input is not None and sampler.input.format == INPUT_FORMAT:
            array = numbers(scope, sampler.input)
            if array is not None:
                found.append((sampler, array[:, 0]))
    return found


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
    for sampler, times in scope.fact(time_lists):
        wrong = np.flatnonzero(times < 0)
        if len(wrong):
            k = int(wrong[0])
            values: dict[str, Any] = {"keyframe": k, "value": times[k]}
            values |= {"sampler": sampler.describe(scope), "more": others(len(wrong), "keyframe")}
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
    for sampler, times in scope.fact(time_lists):
        # Negative times have a rule of their own and are not compared.
        kept = np.flatnonzero(~(times < 0))
        before = np.concatenate((np.zeros(1, times.dtype), times[kept][:-1])) if len(kept) else times[:0]
        wrong = np.flatnonzero((times[kept] <= before) & (kept > 0))
        if len(wrong):
            k = int(kept[wrong[0]])
            values: dict[str, Any] = {
                "keyframe": k,
                "value": times[k],
                "before": before[wrong[0]],
                "sampler": sampler.describe(scope),
                "more": others(len(wrong), "keyframe"),
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
    for channel in scope.fact(channels):
        sampler = channel.sampler
        if (
            channel.path != "rotation"
            or sampler is None
            or sampler.output is None
            or sampler.output.components != 4
        ):
            continue
        array = numbers(scope, sampler.output)
        if array is None:
            continue
        # A cubic spline has an in-tangent, a value and an out-tangent for each keyframe.
        first, step = (1, 3) if sampler.interpolation == CUBICSPLINE else (0, 1)
        rows = by_columns(array)[first::step]
        found = off_unit(rows, divisor(sampler.output), 4, UNIT_QUATERNION_TOLERANCE)
        if found is not None:
            values: dict[str, Any] = {"element": first + step * found.row, "length": found.length}
            values |= {"channel": channel.describe(scope), "more": others(found.count, "rotation")}
            yield sampler_output_non_normalized_quaternion.at(channel.pointer + "/sampler", **values)


RULES = (
    accessor_animation_input_negative,
    accessor_animation_input_non_increasing,
    sampler_output_non_normalized_quaternion,
)
