"""Arrays as a rig takes them."""

import numpy as np
import pytest

from pantin.rig.arrays import InvalidRig, doubles, index, indices, read_only, reals, unique


def test_float32_stays_and_integers_become_float64():
    assert reals(np.zeros(2, np.float32), "it", (2,)).dtype == np.float32
    assert reals(np.zeros(2, np.int8), "it", (2,)).dtype == np.float64
    assert doubles(np.zeros(2, np.float32), "it", (2,)).dtype == np.float64


def test_a_frozen_view_leaves_the_array_writeable():
    array = np.zeros(2)
    view = read_only(array)
    assert np.shares_memory(view, array)
    assert not view.flags.writeable
    assert array.flags.writeable


@pytest.mark.parametrize("bad", [[np.nan, 0], [0, np.inf], [-np.inf, 0]])
def test_numbers_are_finite(bad):
    with pytest.raises(InvalidRig, match="it must be finite"):
        reals(bad, "it", (2,))


def test_what_is_repeated_is_looked_at_once():
    """A glTF accessor without data stands for as many zeros as its count says (glTF 2.0 §3.6.2.1): these
    would be looked at for hours."""
    assert len(reals(np.broadcast_to(np.zeros(3), (1 << 40, 3)), "it", (None, 3))) == 1 << 40
    with pytest.raises(InvalidRig, match="must be finite"):
        reals(np.broadcast_to(np.array([0, np.nan, 0]), (1 << 40, 3)), "it", (None, 3))


@pytest.mark.parametrize("bad", [[[1], [1, 2]], ["a"], [None], [1 + 2j]])
def test_what_is_no_array_of_numbers_is_refused(bad):
    with pytest.raises(InvalidRig, match="it "):
        reals(bad, "it", (None,))


def test_indices_keep_their_type_and_their_bounds():
    assert indices(np.array([0, 2], np.uint8), "they", 3).dtype == np.uint8
    assert indices([], "they", 0).tolist() == []
    with pytest.raises(InvalidRig, match="they: index 3 is outside 0 … 2"):
        indices([0, 3], "they", 3)
    with pytest.raises(InvalidRig, match="they: index -1 is outside 0 … 2"):
        indices([-1], "they", 3)
    with pytest.raises(InvalidRig, match="must be integers, not bool"):
        indices([True], "they", 3)


def test_one_index_or_none():
    assert index(None, "it", 0) is None
    assert index(1, "it", 2) == 1
    with pytest.raises(InvalidRig, match=r"it is 2, out of range \(there are 2\)"):
        index(2, "it", 2)
    with pytest.raises(InvalidRig, match=r"it must be an index, not 0\.5"):
        index(0.5, "it", 2)


def test_a_value_that_comes_twice_is_named():
    unique([1, 2, 3], "there is")
    with pytest.raises(InvalidRig, match="there is 2 twice"):
        unique([1, 2, 2], "there is")
