"""Functions on files whose numbers may be anything."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from pantin.base.any_numbers import any_numbers


def test_numpy_gives_no_warnings_inside_and_its_own_outside():
    @any_numbers
    def square(value):
        return np.float64(value) * value

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert square(1e300) == np.inf
        with pytest.raises(RuntimeWarning):
            np.float64(1e300) * 1e300


def test_a_generator_would_run_outside_of_it():
    def squares(values):
        yield from values

    with pytest.raises(TypeError, match="squares is a generator"):
        any_numbers(squares)
