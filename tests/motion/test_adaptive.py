"""Times between keys are found where an error is largest, with few questions."""

import numpy as np
import pytest

from pantin.motion import adaptive
from pantin.rig import Channel, Clip


@pytest.mark.parametrize("peak", [0.03, 0.37, 0.5, 0.91])
def test_the_largest_error_between_two_keys_is_found(peak):
    """A bump of half a key interval, whose top is at none of the times that are given."""
    asked = []

    def errors(times):
        asked.append(len(times))
        return np.maximum(0, 1 - (10 * (times - peak)) ** 2)

    _, found = adaptive.refine(errors, np.linspace(0, 1, 11))
    assert found.max() == pytest.approx(1, abs=1e-2)
    assert sum(asked) < 150


def test_an_error_that_is_straight_between_keys_is_looked_at_beside_its_largest_alone():
    times, _ = adaptive.refine(lambda times: times * 2, np.linspace(0, 1, 5))
    assert len(times) == 5 + adaptive.ROUNDS
    assert (times[5:] > 0.75).all()


def test_keys_of_steps_come_with_the_moment_before():
    values = np.zeros((2, 3))
    still = Channel(0, "translation", np.array([0.0, 1.0]), values)
    steps = Channel(0, "scale", np.array([0.0, 0.5]), values + 1, "STEP")
    assert adaptive.key_times((Clip((still, steps)),)).tolist() == [0.0, 0.5 - 1e-6, 0.5, 1.0]


def test_errors_that_are_refined_together_are_those_refined_alone():
    peaks = [0.03, 0.91, 0.5]

    def bump(times, peak):
        return np.maximum(0, 1 - (10 * (times - peak)) ** 2)

    keys = [np.linspace(0, 1, count) for count in (11, 5, 2)]
    together = adaptive.refine_all(
        lambda numbers, times: [bump(own, peaks[n]) for n, own in zip(numbers, times, strict=True)], keys
    )
    for peak, own, (times, errors) in zip(peaks, keys, together, strict=True):
        alone = adaptive.refine(lambda times, peak=peak: bump(times, peak), own)
        assert np.array_equal(times, alone[0])
        assert np.array_equal(errors, alone[1])
