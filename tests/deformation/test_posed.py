"""Counts of what had to be guarded."""

from pantin.deformation import Deformed, Guarded


def test_counts_add_up():
    assert Guarded(maps=1, normals=2) + Guarded(normals=3, tangents=4) == Guarded(1, 5, 4)


def test_nothing_guarded_is_false():
    assert not Guarded()
    assert Guarded(tangents=1)


def test_a_result_is_a_list_with_its_counts():
    result = Deformed([], Guarded(maps=2))
    assert list(result) == []
    assert result.guarded.maps == 2
