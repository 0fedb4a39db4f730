"""Frozen dataclasses with a constructor of their own: all that `dataclasses` promises still holds."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, fields, replace

import pytest

from pantin.base.records import quick


@quick
@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float = 0.0
    name: str | None = None


def test_arguments_are_taken_by_position_and_by_name_with_defaults():
    assert Point(1.0) == Point(x=1.0, y=0.0, name=None)
    assert (Point(1.0, name="a").name, Point(1.0, 2.0).y) == ("a", 2.0)


@pytest.mark.parametrize("arguments", [(), (1, 2, "a", 4)])
def test_a_wrong_number_of_arguments_is_refused_by_name(arguments):
    with pytest.raises(TypeError, match="Point"):
        Point(*arguments)


def test_an_unknown_member_is_refused():
    with pytest.raises(TypeError, match="'z'"):
        Point(1.0, z=2.0)  # type: ignore[call-arg]


def test_it_is_frozen_and_can_be_copied_replaced_and_pickled():
    point = Point(1.0, 2.0, "a")
    with pytest.raises(FrozenInstanceError):
        point.x = 3.0  # type: ignore[misc]
    assert replace(point, y=5.0) == Point(1.0, 5.0, "a")
    assert copy.deepcopy(point) == point == pickle.loads(pickle.dumps(point))
    assert asdict(point) == {"x": 1.0, "y": 2.0, "name": "a"}


def test_its_signature_is_that_of_the_members():
    parameters = inspect.signature(Point).parameters
    assert list(parameters) == [field.name for field in fields(Point)]
    assert (parameters["y"].default, parameters["name"].annotation) == (0.0, "str | None")
