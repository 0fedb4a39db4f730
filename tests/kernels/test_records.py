"""Records of numbers with named fields, over arrays."""

import numpy as np
import pytest

from pantin.kernels.records import Field, NumberFields


class Pair(NumberFields):
    place = Field(3)
    size = Field()
    turn = Field(2)


def test_fields_lie_side_by_side_in_the_order_they_are_named_in():
    assert (Pair.place.first, Pair.size.first, Pair.turn.first, Pair.width) == (0, 3, 4, 6)
    assert Pair.turn.columns == slice(4, 6)
    assert Pair.size.columns == 3


def test_a_field_is_read_and_written_where_it_lies():
    numbers = np.arange(12.0).reshape(6, 2)
    pair = Pair(numbers)
    assert np.array_equal(pair.size, (6, 7))
    assert np.array_equal(pair.turn, numbers[4:])
    pair.turn = [np.array([1, 2]), np.array([3, 4])]
    assert np.array_equal(numbers[4:], [(1, 2), (3, 4)])


def test_a_row_has_every_field_in_its_place():
    assert Pair.row(turn=[5, 6], place=[1, 2, 3], size=4) == [1, 2, 3, 4, 5, 6]


def test_a_row_without_one_of_the_fields_is_refused():
    with pytest.raises(TypeError, match="Pair has place, size, turn, not place"):
        Pair.row(place=[1, 2, 3])


def test_records_have_fields_of_their_own():
    class Other(NumberFields):
        alone = Field()

    assert (Other.width, NumberFields.width) == (1, 0)
