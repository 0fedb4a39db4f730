"""Findings about many elements name the first few and count the rest."""

from pantin.checks.words import some


def test_few_are_listed():
    assert some("joint", [4]) == "joint 4"
    assert some("joint", [4, 7, 9]) == "joint 4, 7, 9"


def test_many_are_counted():
    assert some("vertex", list(range(10))) == "vertex 0, 1, 2 and 7 more"
