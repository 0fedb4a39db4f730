"""The names of vertex attributes: glTF 2.0 §3.7.2.1."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.rules.semantics import Sets, is_known, set_of


@pytest.mark.parametrize("semantic", ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "COLOR_12", "_OWN", "_"])
def test_names_of_the_specification_and_names_with_an_underscore_are_known(semantic):
    assert is_known(semantic, morph=False)


@pytest.mark.parametrize(
    "semantic", ["", "UV", "TEXCOORD", "TEXCOORD_", "TEXCOORD_01", "TEXCOORD_٣", "TEXCOORD_0_1", "position"]
)
def test_other_names_are_not(semantic):
    assert not is_known(semantic, morph=False)


def test_morph_targets_have_no_joints_and_weights():
    assert is_known("TEXCOORD_0", morph=True)
    assert not is_known("JOINTS_0", morph=True)
    assert not is_known("WEIGHTS_0", morph=True)


def test_a_number_of_thousands_of_digits_is_no_set():
    assert set_of("TEXCOORD_" + "1" * 5000) is None


def test_sets_with_a_gap_do_not_count():
    sets = Sets(
        {
            "JOINTS": frozenset({0, 1}),
            "WEIGHTS": frozenset({0, 2}),
            "COLOR": frozenset(),
            "TEXCOORD": frozenset(),
        }
    )
    assert (sets.count("JOINTS"), sets.count("WEIGHTS"), sets.count("COLOR"), sets.influences) == (2, 0, 0, 0)
