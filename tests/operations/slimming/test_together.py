"""Clips that are searched side by side get the keys that each gets alone."""

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.operations.slimming.measure import measure_clip, measure_clips
from pantin.operations.slimming.reduction import reduce_clips
from pantin.operations.slimming.skin import PosedVertices
from pantin.operations.slimming.together import answer_groups, run_together, split_work
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Skin, Surface, build

BOUND = 2e-3


def make_clip(generator, number):
    """Waves or noise on some joints: keys of some clips can be dropped, and of others none."""
    channels = []
    for node in generator.choice(4, size=int(generator.integers(1, 4)), replace=False).tolist():
        keys = int(generator.integers(1, 20))
        times = np.cumsum(generator.uniform(0.02, 0.1, keys)).astype(np.float32)
        noisy, offset = number % 2, generator.uniform(0, 6)
        angles = generator.normal(size=keys) if noisy else 0.3 * np.sin(times + offset)
        turns = np.stack([np.sin(angles / 2), 0 * angles, 0 * angles, np.cos(angles / 2)], axis=1)
        interpolation = str(generator.choice(["LINEAR", "LINEAR", "STEP"]))
        channels.append(Channel(node, "rotation", times, turns.astype(np.float32), interpolation))
    return Clip(tuple(channels), str(number))


@pytest.fixture(scope="module")
def rig():
    generator = np.random.default_rng(7)
    joints, count = 4, 50
    nodes = [Node(f"j{k}", k - 1, (0, 0.5, 0)) for k in range(joints)]
    which = generator.integers(0, joints, count)
    influences = Influences(np.arange(count + 1), which, np.ones(count, np.float32))
    surface = Surface(generator.uniform(-1, 1, (count, 3)).astype(np.float32), influences=influences)
    return build(
        nodes=[*nodes, Node("body")],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.arange(joints))],
        instances=[Instance(joints, 0, 0)],
        clips=[make_clip(generator, number) for number in range(24)],
    )


def keys_of(clip):
    return [(each.node, each.times.tolist(), each.values.tolist()) for each in clip.channels]


@pytest.mark.parametrize("effort", [False, True])
def test_clips_together_get_the_keys_of_each_alone(rig, effort):
    together = reduce_clips(rig, BOUND, effort=effort)
    alone = [reduce_clips(replace(rig, clips=(clip,)), BOUND, effort=effort)[0] for clip in rig.clips]
    assert list(map(keys_of, together)) == list(map(keys_of, alone))
    before, after = (
        sum(len(each.times) for clip in clips for each in clip.channels) for clips in (rig.clips, together)
    )
    assert after < before  # some clips have keys to lose


def test_distances_of_clips_together_are_those_of_each_alone(rig):
    skin = PosedVertices.from_rig(rig)
    reduced = reduce_clips(rig, BOUND, effort=False)
    pairs = list(zip(rig.clips, reduced, strict=True))
    for pair, distances in zip(pairs, measure_clips(skin, skin, pairs), strict=True):
        alone = measure_clip(skin, skin, *pair)
        # BLAS may add in another order for another number of frames.
        assert np.allclose(distances.most, alone.most, rtol=0, atol=1e-14)
        assert distances.most.max() <= BOUND


class Square(int):
    """Asks for a square; `calls` has how many were asked for together."""

    calls: list[int] = []  # noqa: RUF012

    @staticmethod
    def answer(asks):
        Square.calls.append(len(asks))
        return [ask * ask for ask in asks]


def test_searches_receive_their_own_answers_and_may_end_at_any_time():
    def search(number):
        total = 0
        for _ in range(number):
            total += yield Square(number)
        return total

    assert run_together([search(number) for number in (3, 0, 1, 2)]) == [27, 0, 1, 8]
    assert Square.calls == [3, 2, 1]


def test_groups_are_answered_in_the_order_of_the_asks():
    answers = answer_groups(
        [3, 10, 4, 11], lambda ask: ask > 9, lambda some: [(ask, len(some)) for ask in some]
    )
    assert answers == [(3, 2), (10, 2), (4, 2), (11, 2)]


def test_large_work_is_alone():
    assert list(split_work([1, 1, 1, 9, 1], 2)) == [(0, 2), (2, 3), (3, 4), (4, 5)]
    assert list(split_work([], 2)) == []
