"""What a VRM 0.x file says of its springs, and its axes."""

import pytest

from pantin.formats.gltf.ext.vrm0.claims import Claims, axes


def test_z_is_negated():
    assert axes({"x": 1, "y": 2, "z": 3}) == (1, 2, -3)
    assert axes([1, 2, 3]) == (1, 2, -3)
    assert axes(None) == (0, 0, 0)
    assert axes({"y": -1}) == (0, -1, 0)


@pytest.mark.parametrize("value", [True, "x", [1], {"x": "1"}, 5], ids=repr)
def test_what_is_no_vector_is_none(value):
    assert axes(value) is None


@pytest.mark.parametrize("value", [None, [], "x", {"boneGroups": 3}], ids=repr)
def test_a_block_of_any_type_has_no_groups(value):
    assert Claims.of({"extensions": {"VRM": {"secondaryAnimation": value}}}).groups == []
