"""Findings about many elements name the first few and count the rest."""

from pantin.checks.words import counted, some


def test_few_are_listed():
    assert some("joint", [4]) == "joint 4"
    assert some("joint", [4, 7, 9]) == "joints 4, 7, 9"


def test_many_are_counted():
    assert some("vertex", list(range(10))) == "vertices 0, 1, 2 and 7 more"


def test_one_is_not_several():
    assert [counted(count, "vertex") for count in (1, 2, 1000)] == [
        "1 vertex",
        "2 vertices",
        "1,000 vertices",
    ]
    assert [counted(count, "blend shape") for count in (0, 1)] == ["0 blend shapes", "1 blend shape"]
