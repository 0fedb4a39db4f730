"""Counts of degenerate numbers."""

import pytest

from pantin.deformation import DegenerateCounts, PosedMeshes


def test_counts_add_up():
    assert DegenerateCounts(transforms=1, normals=2) + DegenerateCounts(
        normals=3, tangents=4
    ) == DegenerateCounts(1, 5, 4)


def test_zero_counts_are_false():
    assert not DegenerateCounts()
    assert DegenerateCounts(tangents=1)


def test_a_result_is_a_list_with_its_counts():
    result = PosedMeshes([], DegenerateCounts(transforms=2))
    assert list(result) == []
    assert result.degenerate.transforms == 2


def test_the_old_names_work_with_a_warning():
    result = PosedMeshes([], DegenerateCounts(transforms=2))
    with pytest.warns(DeprecationWarning, match="guarded is now called degenerate"):
        assert result.guarded is result.degenerate
    with pytest.warns(DeprecationWarning, match="maps is now called transforms"):
        assert result.degenerate.maps == 2
