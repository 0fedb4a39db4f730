"""Safe mends: what they change, that they change it once, and that they write over nothing."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

from pantin.formats.gltf import accessor
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.fixes.influences import drop_zero_influences, normalise_weights, sort_influences
from pantin.formats.gltf.fixes.rig import write_identity_binds
from pantin.formats.gltf.lift import lift

ALL = (drop_zero_influences, sort_influences, normalise_weights, write_identity_binds)
KINDS = {"f4": 5126, "u1": 5121, "u2": 5123}


def document(*sets, kind="f4", primitives=1):
    """A mesh of primitives that share sets of (joints, weights), on a skin of 9 joints without binds."""
    data, views, accessors = b"", [], []

    def store(values, dtype, **more):
        nonlocal data
        array = np.asarray(values, "<" + dtype)
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": array.nbytes})
        size = {3: "VEC3", 4: "VEC4"}[array.shape[1]]
        accessors.append(
            {"bufferView": len(views) - 1, "componentType": KINDS[dtype], "count": len(array), "type": size}
            | more
        )
        data += array.tobytes()
        return len(accessors) - 1

    count = len(sets[0][0])
    attributes = {"POSITION": store(np.zeros((count, 3)), "f4", min=[0, 0, 0], max=[0, 0, 0])}
    for at, (joints, weights) in enumerate(sets):
        attributes[f"JOINTS_{at}"] = store(joints, "u1")
        more = {} if kind == "f4" else {"normalized": True}
        attributes[f"WEIGHTS_{at}"] = store(weights, kind, **more)
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    tree = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "skin": 0}, {"children": list(range(2, 10))}, *({} for _ in range(8))],
        "skins": [{"joints": list(range(1, 10))}],
        "meshes": [{"primitives": [{"attributes": dict(attributes)} for _ in range(primitives)]}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(data), "uri": uri}],
    }
    return read(json.dumps(tree).encode(), name="made.gltf")


def sets_of(made, primitive=0):
    attributes = made.tree["meshes"][0]["primitives"][primitive]["attributes"]
    names = [name for name in attributes if name[0] in "JW"]
    return {name: accessor.view(made, attributes[name]).tolist() for name in names}


def test_weights_are_divided_by_their_sum():
    made = document(([[1, 2, 0, 0]] * 3, [[1, 3, 0, 0], [0.5, 0.5, 0, 0], [0, 0, 0, 0]]))
    assert normalise_weights(made) == 1
    assert sets_of(made)["WEIGHTS_0"] == [[0.25, 0.75, 0, 0], [0.5, 0.5, 0, 0], [0, 0, 0, 0]]
    assert normalise_weights(made) == 0


def test_the_sum_runs_over_all_sets():
    made = document(([[1, 2, 3, 4]], [[1, 1, 1, 1]]), ([[5, 6, 7, 8]], [[1, 1, 1, 1]]))
    assert normalise_weights(made) == 1
    assert sets_of(made)["WEIGHTS_1"] == [[0.125] * 4]


@pytest.mark.parametrize(("kind", "whole"), [("u1", 255), ("u2", 65535)])
def test_integer_weights_get_the_exact_sum(kind, whole):
    """glTF 2.0 §3.7.3.3: before normalisation they sum to 255 or 65535."""
    generator = np.random.default_rng(5)
    weights = generator.integers(0, whole // 4, (50, 4))
    weights[0] = [1, 1, 1, 0]
    made = document(([[0, 1, 2, 3]] * 50, weights), kind=kind)
    normalise_weights(made)
    mended = np.array(sets_of(made)["WEIGHTS_0"], np.int64)
    assert (mended.sum(axis=1) == whole).all()
    assert mended[0].tolist() == [whole // 3, whole // 3, whole // 3, 0]
    ideal = weights * (whole / weights.sum(axis=1, keepdims=True))
    assert np.abs(mended - ideal).max() < 1


def test_negative_weights_are_left_to_their_author():
    made = document(([[1, 2, 0, 0]], [[-1, 3, 0, 0]]))
    assert normalise_weights(made) == 0
    assert not made.edited


def test_influences_are_sorted_across_sets():
    made = document(([[1, 2, 3, 4]], [[0.1, 0.2, 0, 0]]), ([[5, 6, 7, 8]], [[0.5, 0.2, 0, 0]]))
    assert sort_influences(made) == 1
    found = sets_of(made)
    assert found["JOINTS_0"] == [[5, 2, 6, 1]], "equal weights keep their order"
    assert np.allclose(found["WEIGHTS_0"], [[0.5, 0.2, 0.2, 0.1]])
    assert sort_influences(made) == 0


def test_idle_slots_name_joint_0_and_idle_sets_go():
    made = document(([[1, 7, 7, 7]], [[1, 0, 0, 0]]), ([[5, 6, 7, 8]], [[0, 0, 0, 0]]))
    assert drop_zero_influences(made) == 1
    assert sets_of(made) == {"JOINTS_0": [[1, 0, 0, 0]], "WEIGHTS_0": [[1, 0, 0, 0]]}
    assert drop_zero_influences(made) == 0


def test_influences_move_up_where_that_saves_a_set():
    made = document(([[1, 7, 2, 7]], [[0.5, 0, 0.25, 0]]), ([[5, 6, 7, 8]], [[0, 0, 0.25, 0]]))
    assert drop_zero_influences(made) == 1
    assert sets_of(made) == {"JOINTS_0": [[1, 2, 7, 0]], "WEIGHTS_0": [[0.5, 0.25, 0.25, 0]]}


def test_primitives_that_share_influences_share_the_mended_ones():
    made = document(([[1, 2, 0, 0]], [[1, 3, 0, 0]]), primitives=2)
    before = len(made.tree["accessors"])
    assert normalise_weights(made) == 2
    assert len(made.tree["accessors"]) == before, "the old ones are replaced: nothing else uses them"
    assert sets_of(made, 0) == sets_of(made, 1)


def test_missing_inverse_binds_are_written_as_the_identity():
    made = document(([[1, 0, 0, 0]], [[1, 0, 0, 0]]))
    assert write_identity_binds(made) == 1
    assert lift(made).rig.skins[0].inverse_binds.tolist() == [np.eye(3, 4).tolist()] * 9
    assert write_identity_binds(made) == 0


def test_the_mended_file_keeps_the_rules_it_broke():
    made = document(([[1, 2, 9, 9]], [[1, 3, 0, 0]]))
    broken = {one.rule for one in check(made)}
    assert "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED" in broken
    for mend in ALL:
        mend(made)
    mended = {one.rule for one in check(made) if one.severity == "error"}
    assert mended == set()


def test_what_cannot_be_read_stays():
    made = document(([[1, 2, 0, 0]], [[1, 3, 0, 0]]))
    made.set("/meshes/0/primitives/0/attributes/WEIGHTS_0", 99)
    assert [mend(made) for mend in (normalise_weights, sort_influences, drop_zero_influences)] == [0, 0, 0]


@pytest.mark.parametrize("broken", ["accessors", "bufferViews", "buffers"])
def test_binds_are_not_written_into_what_is_no_list(broken):
    """What stands in the place of a list is left to its author, and a rule of its own says so."""
    members = {"asset": {"version": "2.0"}, "nodes": [{}], "skins": [{"joints": [0]}], broken: "none"}
    text = json.dumps(members).encode()
    made = read(text, name="a.gltf")
    assert write_identity_binds(made) == 0
    assert made.tree[broken] == "none"


def test_weights_that_are_not_finite_are_left_alone():
    """What they should be is unknown, and a sum with them too; the sets beside them are as they were."""
    joints = [[1, 2, 0, 0], [1, 2, 0, 0]]
    for wrong in (np.nan, np.inf):
        broken = document((joints, [[wrong, 1, 0, 0], [0.5, 0.2, 0, 0]]))
        before = json.dumps(broken.tree)
        for fix in (normalise_weights, sort_influences, drop_zero_influences):
            assert fix(broken) == 0
        assert json.dumps(broken.tree) == before
