"""Weights of joints in every form: dense, pairs of joints and weights, and compressed rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import Influences, InvalidRig
from pantin.rig.joint_weights import influences_from, joints_and_weights

EXAMPLES = Path(__file__).parents[2] / "examples"
DENSE = np.array([[1, 0, 0], [0, 0.25, 0.75], [0.5, 0.5, 0]])
PAIR = np.array([[0, 9], [2, 1], [1, 0]]), np.array([[1, 0], [0.75, 0.25], [0.5, 0.5]])
ROWS = Influences(np.array([0, 1, 3, 5]), np.array([0, 1, 2, 0, 1]), np.array([1, 0.25, 0.75, 0.5, 0.5]))


@pytest.mark.parametrize("weights", [DENSE, DENSE.tolist(), tuple(map(tuple, DENSE)), PAIR, ROWS])
def test_every_form_says_the_same(weights):
    assert np.array_equal(influences_from(weights, 3).dense(3), DENSE)
    joints, numbers = (np.asarray(part) for part in joints_and_weights(weights))
    dense = np.zeros((3, 10))
    np.add.at(dense, (np.arange(3)[:, None], joints), numbers)
    assert np.array_equal(dense[:, :3], DENSE)


def test_builder_and_asset_take_every_form():
    results = []
    for weights in (DENSE, PAIR, ROWS):
        builder = pantin.RigBuilder()
        for name in ("a", "b", "c", "mesh"):
            builder.add_node(name)
        builder.add_mesh("mesh", np.eye(3), [[0, 1, 2]], node="mesh")
        builder.add_skin(["a", "b", "c"], mesh="mesh", weights=weights)
        builder.set_weights("mesh", weights)
        results.append(builder.build().meshes[0].surfaces[0].influences.dense(3))
    for result in results:
        assert np.array_equal(result, DENSE)
    stored = []
    for form in ("dense", "pair", "rows", "two arguments"):
        asset = pantin.load(EXAMPLES / "arm.glb")
        rows = asset.rig.meshes[0].surfaces[0].influences
        dense = rows.dense(3)[:, ::-1]
        joints = np.tile([0, 1, 2], (len(dense), 1))
        given = {"dense": (dense,), "pair": ((joints, dense),), "two arguments": (joints, dense)}
        given["rows"] = (influences_from(dense, len(dense)),)
        asset.set_weights("sleeve", 0, *given[form])
        stored.append(asset.rig.meshes[0].surfaces[0].influences.dense(3))
        assert np.array_equal(stored[-1], dense)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ((PAIR[0] * 1.0, PAIR[1]), "must be integers, not float64"),
        ((PAIR[0][:, :1], PAIR[1]), r"shape of weights, \(3, 2\), not \(3, 1\)"),
        ((PAIR[0], -PAIR[1]), "negative"),
        ((PAIR[0] + 1, PAIR[1]), "indices into the 3 joints of the skin"),
        ((-PAIR[0], PAIR[1]), "indices into the 3 joints of the skin"),
    ],
)
def test_wrong_pairs_are_refused(weights, message):
    with pytest.raises(InvalidRig, match=message):
        influences_from(weights, 3, 3)


def test_a_form_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"a dense matrix \(vertices, joints\) or a pair"):
        pantin.load(EXAMPLES / "arm.glb").set_weights("sleeve", 0, np.ones(52))
