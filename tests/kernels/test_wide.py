"""Eight numbers at a time, tried by compiling small intrinsics: lanes have the bits of NumPy's numbers."""

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba cannot be imported")
from numba.core import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

from pantin.kernels import wide  # noqa: E402
from pantin.kernels.vector_ir import Lanes  # noqa: E402


def computed(a, b, c):
    """Arithmetic that arrays and lanes share."""
    far = (a < b) & ~(b > c) | (c >= 0.5) | (a == 1.0)
    return [a * b + c, 1.0 - a / b, -a, np.where(far, a, 2.0), np.sqrt(np.abs(c))]


@intrinsic
def arithmetic(context, source, target):
    def generate(machine, builder, signature, arguments):
        k = Lanes(builder, 64, strict=True)
        wide.Rows(k, arguments[1]).keep(computed(*wide.Rows(k, arguments[0]).first(3)))
        return machine.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@intrinsic
def bits(context, source):
    def generate(machine, builder, signature, arguments):
        k = Lanes(builder, 64, strict=True)
        below = (wide.Rows(k, arguments[0])[0] < 0.0).bits()
        return wide.flags(k, below).bits()

    return types.int64(types.int64), generate


@intrinsic
def there_and_back(context, records, lanes, rows, others):
    """Thirteen numbers of eight records as rows, and back; and four of them."""

    def generate(machine, builder, signature, arguments):
        k = Lanes(builder, 64, strict=True)
        records, lanes, rows, others = arguments
        wide.gather(k, 13, records, lanes, rows)
        wide.scatter(k, 13, rows, lanes, others)
        return machine.get_dummy_value()

    return types.void(*[types.int64] * 4), generate


@numba.njit
def run_arithmetic(source, target):
    arithmetic(np.int64(source.ctypes.data), np.int64(target.ctypes.data))


@numba.njit
def run_bits(source):
    return bits(np.int64(source.ctypes.data))


@numba.njit
def run_there_and_back(records, lanes, rows, others):
    there_and_back(
        np.int64(records.ctypes.data),
        np.int64(lanes.ctypes.data),
        np.int64(rows.ctypes.data),
        np.int64(others.ctypes.data),
    )


def test_operators_and_the_functions_of_numpy_act_lane_by_lane():
    source = np.random.default_rng(0).normal(size=(3, 8))
    source[0, 3] = 1.0
    target = np.empty((5, 8))
    run_arithmetic(source, target)
    assert np.array_equal(target, computed(*source))


def test_functions_that_are_not_emitted_are_refused():
    """A kernel that used one would fail when it is made, not give other numbers."""
    lanes = wide.Wide(None, None)
    for function in (np.cbrt, np.concatenate):
        with pytest.raises(TypeError):
            function(lanes)


def test_answers_are_bits_from_the_first_lane_up():
    assert run_bits(np.array([-1.0, 1, -1, 1, 1, 1, 1, -1])) == 0b10000101


def test_rows_come_from_records_and_go_back():
    records = np.random.default_rng(0).normal(size=(20, 13))
    lanes = np.array([3, 1, 4, 15, 9, 2, 6, 5])
    rows, others = np.empty((13, 8)), np.zeros_like(records)
    run_there_and_back(records, lanes, rows, others)
    assert np.array_equal(rows, records[lanes].T)
    assert np.array_equal(others[lanes], records[lanes])
    assert not others[[0, 7, 8]].any()


def test_of_lanes_that_repeat_a_record_the_first_is_written_last():
    """The last lanes of a group that is not full repeat its last joint, below another parent."""
    records, rows, others = np.zeros((2, 13)), np.empty((13, 8)), np.zeros((2, 13))
    records[1] = 1
    lanes = np.array([0, 1, 1, 1, 1, 1, 1, 1])
    run_there_and_back(records, lanes, rows, others)
    assert np.array_equal(others, records)
