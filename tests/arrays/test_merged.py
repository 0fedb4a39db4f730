"""`to_arrays(rig, merge=True)`: one mesh, one list of joints, the same names for every rig; batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.arrays import from_arrays, to_arrays
from pantin.arrays.padding import pad_batch
from pantin.rig import RigBuilder

EXAMPLES = Path(__file__).parents[2] / "examples"
MODELS = [
    "arm.glb",
    "springs/skirt.glb",
    "retarget/mannequin.glb",
    "g4mf/creature.g4b",
    "g4mf/face-2026-01.g4tf",
]

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)


def two_meshes():
    """A skinned triangle that is moved by its joints, and one without a skin on a moved node."""
    builder = RigBuilder()
    builder.add_node("root", translation=(0, 0, 1))
    builder.add_node("tip", parent="root", translation=(0, 2, 0))
    builder.add_node("prop", parent="tip", translation=(5, 0, 0))
    builder.add_mesh("cloth", CORNERS, [[0, 1, 2]], node="root")
    builder.add_mesh("ball", CORNERS, [[0, 1, 2]], node="prop")
    builder.add_skin(["root", "tip"], mesh="cloth", weights=[[1, 0], [0.5, 0.5], [0, 1]])
    builder.add_blend_shape("ball", "grow", positions=CORNERS)
    return builder.build()


@pytest.mark.parametrize("dense", [False, True])
def test_every_rig_has_the_same_names_and_types(dense):
    listed = [to_arrays(pantin.load(EXAMPLES / name).rig, merge=True, dense=dense) for name in MODELS]
    kinds = {
        tuple((name, array.dtype.kind, array.ndim) for name, array in arrays.items()) for arrays in listed
    }
    assert len(kinds) == 1


@pytest.mark.parametrize("name", MODELS)
def test_vertices_are_those_of_the_rest_pose_and_stay_when_they_are_bound(name):
    rig = pantin.load(EXAMPLES / name).rig
    arrays = to_arrays(rig, merge=True)
    blend = [np.zeros_like(weights) for weights in rig.rest_pose().blend]
    rest = pantin.deform(rig, rig.rest_pose().replace(blend_weights=blend) if blend else rig.rest_pose())
    assert np.allclose(arrays["positions"], rest.positions, atol=1e-6)
    again = from_arrays(arrays)
    assert np.allclose(pantin.deform(again, again.rest_pose()).positions, arrays["positions"], atol=1e-5)


def test_meshes_without_a_skin_follow_their_node():
    arrays = to_arrays(two_meshes(), merge=True, dense=True)
    assert arrays["joint_names"].tolist() == ["root", "tip", "prop"]
    assert arrays["joint_parents"].tolist() == [-1, 0, 1]
    assert arrays["weights"].tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0], *[[0, 0, 1]] * 3]
    assert np.allclose(arrays["positions"][3:], CORNERS + np.array([5, 2, 1]))
    assert arrays["triangles"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert arrays["blend_names"].tolist() == ["grow"]
    assert np.allclose(arrays["blend_positions"][0], np.concatenate([0 * CORNERS, CORNERS]))


def test_clips_are_not_sampled():
    with pytest.raises(ValueError, match="omit fps"):
        to_arrays(two_meshes(), fps=30, merge=True)


def test_a_batch_is_padded_and_masks_say_where():
    items = [
        to_arrays(pantin.load(EXAMPLES / name).rig, merge=True) for name in ("arm.glb", "springs/skirt.glb")
    ]
    batch = pad_batch(items)
    for number, item in enumerate(items):
        vertices, joints = batch["vertex_mask"][number], batch["joint_mask"][number]
        assert np.array_equal(batch["positions"][number][vertices], item["positions"])
        assert np.array_equal(batch["inverse_binds"][number][joints], item["inverse_binds"])
        assert not batch["positions"][number][~vertices].any()
        assert (batch["joint_parents"][number][~joints] == -1).all()
        counts = np.diff(batch["weight_offsets"][number])
        assert np.array_equal(counts[vertices], np.diff(item["weight_offsets"]))
        assert not counts[~vertices].any()
        assert batch["joint_names"][number] == item["joint_names"].tolist()


def test_arrays_of_a_caller_get_masks_of_their_own():
    batch = pad_batch([{"speed": np.ones(2), "label": 3}, {"speed": np.ones(3), "label": 4}])
    assert batch["speed"].tolist() == [[1, 1, 0], [1, 1, 1]]
    assert batch["speed_mask"].tolist() == [[True, True, False], [True] * 3]
    assert batch["label"].tolist() == [3, 4]


def test_items_with_other_names_are_refused():
    with pytest.raises(ValueError, match=r"item 1 of the batch has different arrays from item 0: \['b'\]"):
        pad_batch([{"a": np.ones(1)}, {"a": np.ones(1), "b": np.ones(1)}])
