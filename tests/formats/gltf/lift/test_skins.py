"""Skins: joints, inverse binds as maps, the root; a broken one keeps its place without joints."""

from __future__ import annotations

import numpy as np
import pytest

MATRIX = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]


def test_inverse_binds_are_maps_of_three_rows(raw):
    binds = raw.accessor([MATRIX] * 3)
    raw.tree |= {
        "nodes": [{}, {}],
        "skins": [{"joints": [1, 0], "inverseBindMatrices": binds, "skeleton": 1, "name": "s"}],
    }
    skin = raw.lift().rig.skins[0]
    assert skin.joints.tolist() == [1, 0]
    assert skin.inverse_binds.shape == (2, 3, 4), "there may be more matrices than joints (§3.7.3.1)"
    assert skin.inverse_binds[0].tolist() == [[1, 0, 0, 5], [0, 1, 0, 6], [0, 0, 1, 7]]
    assert (skin.root, skin.name, skin.inverse_binds.dtype) == (1, "s", np.float64)


def test_a_skin_without_inverse_binds_has_none(raw):
    raw.tree |= {"nodes": [{}], "skins": [{"joints": [0]}]}
    assert raw.lift().rig.skins[0].inverse_binds is None


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"joints": [0, 9]},
        {"joints": [0], "inverseBindMatrices": 0},
        {"joints": [0], "inverseBindMatrices": 8},
    ],
    ids=["no joints", "no such node", "not matrices", "no accessor"],
)
def test_a_broken_skin_has_no_joints(raw, broken):
    raw.accessor([1, 2, 3])
    raw.tree |= {"nodes": [{}], "skins": [broken, {"joints": [0], "skeleton": 7}]}
    lifted = raw.lift()
    assert [len(one.joints) for one in lifted.rig.skins] == [0, 1]
    assert [one.pointer for one in lifted.findings][1:] == ["/skins/1/skeleton"]
    assert (lifted.findings[0].pointer or "").startswith("/skins/0")


def test_fewer_matrices_than_joints_make_a_broken_skin(raw):
    binds = raw.accessor([MATRIX])
    raw.tree |= {"nodes": [{}, {}], "skins": [{"joints": [1, 0], "inverseBindMatrices": binds}]}
    assert len(raw.lift().rig.skins[0].joints) == 0
