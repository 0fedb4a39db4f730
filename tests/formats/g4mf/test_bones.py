"""Heads, tails, shapes and masses of bones."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pantin.base.errors import BadFile, Unsupported
from pantin.formats.g4mf.bones import bones, masses
from pantin.formats.g4mf.document import read


def test_a_length_of_a_tenth_at_scale_3_is_three_tenths(kit):
    """G4MF skeleton, Length."""
    kit.nodes[1] |= {"scale": [1, 3, 1], "rotor": [1, 0, 0, 0]}
    kit.nodes[3]["bone"]["length"] = 0.1
    hips, arm = bones(read(kit.text()))
    assert math.isclose(hips.length, 0.3)
    assert np.allclose(hips.tail - hips.head, [0, 0.3, 0])
    assert arm.skeleton == 2


def test_the_shape_is_at_half_the_length_without_further_rotation(kit):
    (hips, _) = bones(read(kit.text()))
    assert np.allclose(hips.shape_transform[:, -1], (hips.head + hips.tail) / 2)
    assert hips.shape == 0


def test_without_length_there_is_no_tail(kit):
    kit.nodes[4]["bone"] = {}
    arm = bones(read(kit.text()))[1]
    assert arm.tail is None
    assert arm.length is None


def test_where_bones_are_posed_their_heads_follow(kit):
    placed = np.tile(np.eye(3, 4), (6, 1, 1))
    placed[3, :, 3] = [7, 8, 9]
    assert bones(read(kit.text()), placed)[0].head.tolist() == [7, 8, 9]


@pytest.mark.parametrize(
    ("hips", "arm", "expected"),
    [
        ({"mass": 2.0}, {"mass": 1.0}, [2, 1]),
        ({"mass": 2.0}, {}, [2, 1]),
        ({}, {}, [1.5, 1.5]),
        ({"length": 1, "shape": 0}, {"length": 1, "shape": 1}, [1, 2]),
        ({"length": 1, "shape": 0}, {}, [1.5, 1.5]),
        ({"mass": 5.0}, {}, [5, 0]),
    ],
)
def test_the_rest_of_the_mass_is_shared(kit, hips, arm, expected):
    """By volume where every bone that needs one has a shape (0.04 and 0.08 here), else equally; 3 in all."""
    kit.tree["shapes"].append({"size": [0.2, 2, 0.2]})
    kit.nodes[3]["bone"], kit.nodes[4]["bone"] = hips, arm
    result = masses(read(kit.text()))
    assert [result.by_bone[3], result.by_bone[4]] == pytest.approx(expected)


def test_a_bone_of_mass_0_belongs_to_the_first_above_that_has_mass(kit):
    kit.nodes[4]["bone"]["mass"] = 0.0
    result = masses(read(kit.text()))
    assert result.carriers == {4: 3}


def test_without_a_body_nothing_is_inferred(kit):
    del kit.nodes[1]["physics"], kit.nodes[4]["bone"]["mass"]
    assert masses(read(kit.text())).by_bone[4] is None


@pytest.mark.parametrize("dimension", [None, 0, 10**9])
def test_bones_are_of_dimensions_that_rigs_have(kit, dimension):
    kit.tree["asset"] = {"dimension": dimension}
    for ask in (bones, masses):
        with pytest.raises((BadFile, Unsupported)):
            ask(read(kit.text()))
