"""Parts by name or by index: names come first, and what is not there gets a sentence."""

from __future__ import annotations

import pytest

from pantin.formats.lookup import index_of


def test_a_name_comes_before_an_index():
    assert index_of("1", ["0", "2", "1"], "node") == 2
    assert index_of("1", ["a", "b"], "node") == 1


def test_a_number_is_an_index_whatever_the_names_are():
    assert index_of(1, ["1", "a"], "node") == 1


def test_a_name_that_several_have_needs_an_index():
    with pytest.raises(ValueError, match="2 nodes are called 'a'; use one of the indices 0, 2"):
        index_of("a", ["a", "b", "a"], "node")


def test_a_name_like_none_there_is_gets_the_list_of_those_there_are():
    with pytest.raises(ValueError, match=r"the file has 2 clips: 'walk', 'sit'\.$"):
        index_of("zzz", ["walk", "sit"], "clip")
    with pytest.raises(ValueError, match=r"the file has 2 clips\. Did you mean walk\?$"):
        index_of("wlk", ["walk", "sit"], "clip")


def test_a_name_among_too_many_to_list_is_told_where_they_are_listed():
    with pytest.raises(ValueError, match=r"the file has 20 nodes\. `pantin inspect` lists them\.$"):
        index_of("zzz", [f"joint {index}" for index in range(20)], "node")


@pytest.mark.parametrize("index", [2, -1, "-1", "2", "9" * 5000])
def test_an_index_out_of_range_is_no_index(index):
    """Python refuses to read a number of thousands of digits."""
    missing = "no clip is called" if isinstance(index, str) else f"there is no clip {index}"
    with pytest.raises(ValueError, match=missing):
        index_of(index, ["walk", "sit"], "clip")


def test_a_file_without_any_says_so():
    with pytest.raises(ValueError, match=r"no clip is called 'walk', and the file has no clip\.$"):
        index_of("walk", [], "clip")
