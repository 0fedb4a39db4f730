"""Many copies of a rig move as each of them would alone, to the bit."""

import numpy as np
import pytest
from spring_rigs import chain, everything, swung

from pantin.rig import Poses
from pantin.springs import SpringBatch, SpringSimulation
from pantin.springs.batch import BatchState

DT = 1 / 60
COPIES = 11  # more than a block of 8, and not a multiple of it


@pytest.mark.parametrize("variant", [{}, {"limits": True, "center": True, "scale": True}], ids=str)
@pytest.mark.parametrize("profile", ["spec", "univrm", "scaled"])
def test_each_copy_is_a_simulation_of_its_own(variant, profile):
    rig = everything(3, **variant)
    batch = SpringBatch(rig, COPIES, profile)
    alone = [SpringSimulation(rig, profile) for _ in range(COPIES)]
    winds = np.random.default_rng(0).normal(size=(COPIES, 3))
    for frame in range(10):
        poses = [swung(rig, frame * number) for number in range(COPIES)]
        batch.step(DT, Poses.stack(poses), external=winds)
        for index, skin in enumerate(alone):
            found = skin.step(DT, poses[index], external=winds[index]).rotations[skin.joints]
            assert np.array_equal(batch.rotations[index], found)


def test_one_pose_serves_all_copies():
    rig = everything(0)
    batch, single = SpringBatch(rig, COPIES), SpringSimulation(rig)
    for frame in range(5):
        batch.step(DT, swung(rig, frame))
        found = single.step(DT, swung(rig, frame)).rotations[single.joints]
        assert (batch.rotations == found).all()


def test_placements_move_whole_copies():
    """Shifting a copy as a whole turns no joint; shifting it between steps does."""
    rig = everything(1)
    placements = np.tile(np.eye(3, 4), (COPIES, 1, 1))
    placements[:, 0, 3] = np.arange(COPIES)
    batch = SpringBatch(rig, COPIES)
    batch.reset(placements=placements)
    batch.step(DT)
    assert np.allclose(batch.rotations, batch.rotations[:1], atol=1e-9)
    batch.step(DT, placements=placements + 0.1 * placements[::-1])
    assert not np.allclose(batch.rotations, batch.rotations[:1], atol=1e-6)


def test_a_saved_batch_comes_back_to_the_bit():
    rig = everything(1)
    batch = SpringBatch(rig, 3)
    batch.step(DT, swung(rig, 1))
    saved = batch.save()
    batch.step(DT)
    first = batch.rotations
    batch.restore(saved)
    batch.step(DT)
    assert np.array_equal(batch.rotations, first)


def test_wrong_calls_are_refused():
    rig = everything(1)
    with pytest.raises(ValueError, match="at least 1"):
        SpringBatch(rig, 0)
    batch = SpringBatch(rig, 3)
    with pytest.raises(ValueError, match="expected 3 poses, one for each copy, not 2"):
        batch.step(DT, Poses.stack([rig.rest_pose()] * 2))
    with pytest.raises(ValueError, match="placements must have shape"):
        batch.step(DT, placements=np.zeros((2, 3, 4)))
    with pytest.raises(ValueError, match="external must be 3 numbers, but has shape"):
        batch.step(DT, external=np.zeros((2, 3)))


def test_a_restored_batch_is_driven_as_it_was():
    """What is not given to a step stays as it was, also after going back."""
    rig = everything(3)
    batch, other = SpringBatch(rig, 3), SpringBatch(rig, 3)
    for one in (batch, other):
        one.step(1 / 60)
    saved = batch.save()
    batch.step(1 / 60, rig.rest_pose().with_local(0, rotation=(0, 0, 0.6, 0.8)))
    batch.restore(saved)
    for one in (batch, other):
        one.step(1 / 60)
    assert np.array_equal(batch.rotations, other.rotations)
    with pytest.raises(TypeError, match=r"the (result|poses) of save"):
        batch.restore(saved[0])


def test_rotations_are_not_the_state_itself():
    batch = SpringBatch(everything(3), 1)
    with pytest.raises(ValueError, match="read-only"):
        batch.rotations[:] = 7


@pytest.mark.parametrize(("count", "lanes"), [(1, 1), (5, 8), (8, 8), (19, 8)])
def test_gathering_undoes_spreading(count, lanes):
    state = BatchState(chain(1), "spec", True, count, lanes)
    rows = np.random.default_rng(0).normal(size=(count, 4, 3))
    blocked = state.to_blocks(rows)
    assert blocked.shape == (state.blocks, 4, 3, lanes)
    assert np.array_equal(state.from_blocks(blocked), rows)


def test_the_last_block_is_filled_with_the_last_copy():
    state = BatchState(chain(1), "spec", True, 3, 8)
    blocked = state.to_blocks(np.arange(3.0)[:, None])
    assert blocked[0, 0].tolist() == [0, 1, 2, 2, 2, 2, 2, 2]


def test_a_tail_starts_where_the_pose_carries_it():
    rig = chain(1, parent={"translation": (1, 2, 3)})
    state = BatchState(rig, "spec", True, 1, 1)
    state.reset(state.shared_poses(rig.rest_pose()))
    assert np.allclose(state.state[0, 0, :6, 0], (1, 1.9, 3, 1, 1.9, 3))


@pytest.mark.parametrize("count", [1.5, "2", True])
def test_copies_are_counted_in_whole_numbers(count):
    with pytest.raises(TypeError, match="count must be a whole number of copies, not"):
        SpringBatch(chain(), count)
