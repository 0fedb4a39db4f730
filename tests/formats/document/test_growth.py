"""Data appended to a buffer."""

from __future__ import annotations

from pantin.formats.document.growth import Growth


def test_data_are_appended_at_multiples_of_their_alignment():
    growth = Growth(memoryview(b"old"))
    assert growth.add(b"12345", 4) == 4
    assert growth.add(b"6", 8) == 16
    assert growth.length == 17
    assert growth.data() == b"old\x0012345" + bytes(7) + b"6"


def test_nothing_is_joined_twice():
    growth = Growth(memoryview(b"old"))
    assert growth.data().obj is growth.base.obj
    growth.add(b"new", 1)
    assert growth.data().obj is growth.data().obj
    growth.add(b"er", 1)
    assert growth.data() == b"oldnewer"
    assert b"".join((growth.base, *growth.parts)) == b"oldnewer"


def test_a_copy_grows_alone():
    growth = Growth()
    growth.add(b"a", 4)
    other = growth.copy()
    other.add(b"b", 1)
    assert (growth.data(), growth.length) == (b"a", 1)
    assert (other.data(), other.length) == (b"ab", 2)
