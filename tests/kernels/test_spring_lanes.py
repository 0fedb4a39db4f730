"""The emitted arithmetic in full is tried against NumPy in `test_spring_step_numba.py`; here, how it is
emitted."""

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba cannot be imported")
from pantin.kernels.spring_lanes import Gives, Scratch, emit_dispatch, emit_intrinsic, mask, vector  # noqa: E402
from pantin.kernels.spring_model import Work  # noqa: E402


def double(row):
    return [2.0 * row[0]]


def triple(row):
    return [3.0 * row[0]]


doubled = emit_intrinsic(double, vector(1), gives=Gives.ROWS)
chosen = emit_dispatch([double, triple, double], vector(1), gives=Gives.ROWS)
answered = emit_dispatch([lambda hit: ~hit, lambda hit: None, lambda hit: hit & True], mask, gives=Gives.BITS)


@numba.njit
def run_doubled(source, target):
    doubled(np.int64(source.ctypes.data), np.int64(target.ctypes.data))


@numba.njit
def run_chosen(which, source, target):
    chosen(which, np.int64(source.ctypes.data), np.int64(target.ctypes.data))


@numba.njit
def run_answered(which, bits):
    return answered(which, bits)


def test_a_function_of_numbers_becomes_one_of_addresses():
    source, target = np.arange(8.0), np.empty(8)
    run_doubled(source, target)
    assert np.array_equal(target, 2 * source)


@pytest.mark.parametrize(("which", "factor"), [(0, 2), (1, 3), (2, 2)])
def test_a_number_chooses_the_function_that_is_run(which, factor):
    source, target = np.arange(8.0), np.empty(8)
    run_chosen(which, source, target)
    assert np.array_equal(target, factor * source)


@pytest.mark.parametrize(("which", "bits"), [(0, 0b11111010), (1, 0), (2, 0b101)])
def test_answers_come_from_the_function_that_was_run(which, bits):
    """None is no for all."""
    assert run_answered(which, 0b101) == bits


def test_the_scratch_has_all_that_a_joint_under_way_has():
    assert set(Work.__annotations__) <= set(Scratch.fields)
