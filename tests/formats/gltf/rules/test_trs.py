"""Which matrices are a translation, a rotation and a scale."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.formats.gltf.rules.trs import IDENTITY, closest_rotation, is_decomposable

UNIT = st.floats(-1, 1)
SCALES = st.floats(0.01, 10) | st.floats(-10, -0.01)


def composed(
    quaternion: tuple[float, ...], scale: tuple[float, ...], translation: tuple[float, ...]
) -> list[float]:
    length = hypot(*quaternion)
    x, y, z, w = (value / length for value in quaternion)
    columns = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
        [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
        [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ]
    scaled = [[value * size for value in column] + [0.0] for column, size in zip(columns, scale, strict=True)]
    return [value for column in scaled for value in column] + [*translation, 1.0]


@given(st.tuples(UNIT, UNIT, UNIT, UNIT), st.tuples(SCALES, SCALES, SCALES), st.tuples(UNIT, UNIT, UNIT))
def test_what_is_composed_can_be_taken_apart(quaternion, scale, translation):
    assume(hypot(*quaternion) > 0.1)
    assert is_decomposable(composed(quaternion, scale, translation))


@pytest.mark.parametrize(
    ("place", "value"),
    [(3, 1.0), (15, 2.0), (0, 0.0), (4, 1.0), (1, 0.5)],
    ids=["perspective", "weight", "flat", "shear", "shear the other way"],
)
def test_what_no_composition_makes(place, value):
    matrix = list(IDENTITY)
    matrix[place] = value
    assert not is_decomposable(matrix)


@given(st.lists(st.floats(allow_nan=False), min_size=12, max_size=12))
def test_any_numbers_have_an_answer(values):
    columns = [*values[0:3], 0.0, *values[3:6], 0.0, *values[6:9], 0.0, *values[9:12], 1.0]
    assert is_decomposable(columns) in (True, False)


def test_columns_that_are_a_rotation_stay_themselves():
    quarter = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    half = [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]
    for columns in (quarter, half):
        again = closest_rotation(columns)
        assert again is not None
        assert [pytest.approx(column) for column in columns] == again
