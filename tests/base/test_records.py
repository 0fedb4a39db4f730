"""Records: arguments, equality, copies and pickles, and what is known of their fields."""

from __future__ import annotations

import copy
import pickle

import pytest

from pantin.base.records import Record, defaults, field_names, replace


class Point(Record):
    x: float
    y: float = 0.0
    name: str | None = None


def test_arguments_are_taken_by_position_and_by_name_with_defaults():
    assert Point(1.0) == Point(x=1.0, y=0.0, name=None)
    assert (Point(1.0, name="a").name, Point(1.0, 2.0).y) == ("a", 2.0)


def test_it_is_frozen_and_can_be_copied_replaced_and_pickled():
    point = Point(1.0, 2.0, "a")
    with pytest.raises(AttributeError):
        point.x = 3.0  # type: ignore[misc]
    assert replace(point, y=5.0) == point.replace(y=5.0) == Point(1.0, 5.0, "a")
    assert copy.deepcopy(point) == point == pickle.loads(pickle.dumps(point))


def test_a_copy_with_a_field_that_does_not_exist_is_refused():
    with pytest.raises(TypeError, match="z"):
        Point(1.0).replace(z=2.0)


def test_fields_and_their_defaults_are_known():
    assert field_names(Point) == field_names(Point(1.0)) == ("x", "y", "name")
    assert defaults(Point) == {"y": 0.0, "name": None}
