"""The bounds that files are read under."""

import dataclasses
import inspect

import pytest

from pantin import Limits


def test_limits_cannot_be_changed_behind_the_back_of_a_document():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Limits().elements = 1


@pytest.mark.parametrize("field", dataclasses.fields(Limits), ids=lambda field: field.name)
def test_every_limit_bounds_something_and_is_explained(field):
    assert isinstance(field.default, int)
    assert field.default > 0
    assert f"\n{field.name} " in inspect.getdoc(Limits)  # without the indentation, as Python 3.13 stores it


def test_the_old_limit_of_sparse_accessors_warns_and_limits_decoded_data():
    with pytest.warns(DeprecationWarning, match="decoded_bytes"):
        assert Limits(sparse_bytes=1000).decoded_bytes == 1000
