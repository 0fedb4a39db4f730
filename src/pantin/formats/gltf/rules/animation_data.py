"""Rules about the numbers of animations: rising times, unit rotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.rules.accessor_data import by_columns
from pantin.formats.gltf.rules.extent import numbers
from pantin.formats.gltf.rules.keyframes import CUBICSPLINE, INPUT_FORMAT, channels, samplers
from pantin.formats.gltf.rules.mesh_data import divisor, off_unit
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.trs import UNIT_QUATERNION_TOLERANCE
from pantin.report import Finding, rule
from pantin.report.wording import and_more


def time_lists(scope: Scope) -> list[tuple[str, NDArray[Any]]]:
    """The keyframe times of each sampler that has readable ones, with their place."""
    found = []
    for sampler in scope.fact(samplers):
        if sampler.input is not None and sampler.input.format == INPUT_FORMAT:
            array = numbers(scope, sampler.input)
            if array is not None:
                found.append((sampler.place + "/input", array[:, 0]))
    return found


@rule(
    "GLTF-ACCESSOR_ANIMATION_INPUT_NEGATIVE",
    "error",
    "the time of keyframe {keyframe}, {value}, is negative{more}",
)
def accessor_animation_input_negative(scope: Scope) -> Iterator[Finding]:
    """Keyframe times are not negative.

    Why: animations start at 0.
    Mend: move all keyframes by the same time.
    Source: glTF 2.0 §3.11.
    """
    for place, times in scope.fact(time_lists):
        wrong = np.flatnonzero(times < 0)
        if len(wrong):
            k = int(wrong[0])
            yield accessor_animation_input_negative.at(
                place, keyframe=k, value=times[k], more=and_more(len(wrong))
            )


@rule(
    "GLTF-ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
    "error",
    "the time of keyframe {keyframe}, {value}, is not after the one before, {before}{more}",
)
def accessor_animation_input_non_increasing(scope: Scope) -> Iterator[Finding]:
    """Keyframe times rise strictly.

    Why: between two equal times there is nothing to interpolate, and readers divide by their distance.
    Mend: sort the keyframes; where two fall on one time keep one, or use STEP.
    Source: glTF 2.0 §3.11.
    """
    for place, times in scope.fact(time_lists):
        # Negative times have a rule of their own and are left out of the comparison.
        kept = np.flatnonzero(~(times < 0))
        before = np.concatenate((np.zeros(1, times.dtype), times[kept][:-1])) if len(kept) else times[:0]
        wrong = np.flatnonzero((times[kept] <= before) & (kept > 0))
        if len(wrong):
            k = int(kept[wrong[0]])
            values: dict[str, Any] = {
                "keyframe": k,
                "value": times[k],
                "before": before[wrong[0]],
                "more": and_more(len(wrong)),
            }
            yield accessor_animation_input_non_increasing.at(place, **values)


@rule(
    "GLTF-ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
    "error",
    "rotation {element} has length {length:.6g}, not 1{more}",
)
def sampler_output_non_normalized_quaternion(scope: Scope) -> Iterator[Finding]:
    """Rotations are unit quaternions; the tangents of cubic splines may have any length.

    Why: others scale and shear what they turn.
    Mend: normalise the quaternions.
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
            place = channel.place + "/sampler"
            yield sampler_output_non_normalized_quaternion.at(place, **values, more=and_more(found.count))


RULES = (
    accessor_animation_input_negative,
    accessor_animation_input_non_increasing,
    sampler_output_non_normalized_quaternion,
)
