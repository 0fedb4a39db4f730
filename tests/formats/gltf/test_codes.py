"""The numbers and words are those of glTF 2.0."""

from __future__ import annotations

from pantin.formats.gltf.codes import (
    COMPONENT_NAMES,
    COMPONENTS,
    FLOAT,
    FLOATS,
    INTEGER_RANGES,
    MATRIX_ORDERS,
)


def test_components_of_each_type():
    """glTF 2.0 §3.6.2.2."""
    assert COMPONENTS == {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def test_integer_component_types_and_their_bounds():
    """glTF 2.0 §3.6.2.2: signed and unsigned byte and short, unsigned int; the sixth type is float."""
    assert {*INTEGER_RANGES, FLOAT} == {5120, 5121, 5122, 5123, 5125, 5126}
    assert INTEGER_RANGES[5120] == (-128, 127)
    assert INTEGER_RANGES[5125] == (0, 4294967295)


def test_every_component_type_has_a_name():
    assert COMPONENT_NAMES.keys() == {*INTEGER_RANGES, *FLOATS}


def test_a_matrix_has_as_many_rows_as_columns():
    assert all(COMPONENTS[type] == order**2 for type, order in MATRIX_ORDERS.items())
