"""Values of JSON are read whatever their types."""

import math

import pytest

from pantin.formats.gltf.json_values import as_index, indices, number, vector

ODD = [None, True, "1", [], {}, -1, 10**30, 1.5]


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_only_whole_numbers_in_range_are_indices(value):
    assert as_index(value, 5) is None


def test_numbers_and_vectors():
    assert number(2) == 2.0
    assert number(True) is None
    assert (number(10**400), number(-(10**400))) == (math.inf, -math.inf)
    assert vector([1, 2, 3]) == (1.0, 2.0, 3.0)
    assert vector([1, 2, "3"]) is None
    assert vector([0, 0, 0, 1], 4) == (0, 0, 0, 1)


def test_of_a_list_only_the_indices_in_range_count():
    assert indices([0, 3, 4, -1, True, "1", 2.5, 2.0], 4) == [0, 3, 2]
    assert indices({"0": 1}, 4) == []
