"""The names of vertex attributes: glTF 2.0 §3.7.2.1."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.rules.semantics import Sets, is_known, set_of, sets
from pantin.formats.gltf.scope import Scope


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


def sets_of_attributes(names: list[str]) -> Sets:
    mesh = {"primitives": [{"attributes": dict.fromkeys(names, 0)}]}
    document = read(json.dumps({"asset": {"version": "2.0"}, "meshes": [mesh]}).encode(), name="case.gltf")
    return sets(Scope(document))[0, 0]


def test_sets_with_a_gap_do_not_count():
    found = sets_of_attributes(["JOINTS_0", "JOINTS_1", "WEIGHTS_0", "WEIGHTS_2"])
    assert found.counts == {"JOINTS": 2, "WEIGHTS": 0, "COLOR": 0, "TEXCOORD": 0}
    assert (found.gaps, found.influences) == (("WEIGHTS",), 0)


@pytest.mark.parametrize(
    ("names", "count"),
    [
        (["JOINTS_0", "WEIGHTS_0"], 1),
        (["JOINTS_0", "WEIGHTS_0", "JOINTS_1", "WEIGHTS_1"], 2),
        (["JOINTS_0"], 0),
        (["JOINTS_1", "WEIGHTS_1"], 0),
        (["JOINTS_00", "WEIGHTS_00"], 0),
        (["JOINTS_0", "WEIGHTS_0", "JOINTS_2", "WEIGHTS_2"], 0),
        (["JOINTS", "WEIGHTS"], 0),
    ],
)
def test_joints_and_weights_count_in_pairs_numbered_from_0(names, count):
    assert sets_of_attributes(names).influences == count
