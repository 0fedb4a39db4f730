"""Clips that are sampled together have the bits of clips that are sampled alone."""

import numpy as np
import pytest

import pantin
from pantin.motion.clip_batch import batches, sample_clips
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Surface


def make_rig():
    """Two nodes, one with a mesh with two blend shapes."""
    points = np.eye(3)
    shapes = tuple(BlendShape(positions=Deltas(points * size)) for size in (1, 2))
    mesh = Mesh((Surface(points, indices=np.arange(3), blend_shapes=shapes),))
    return pantin.build(
        nodes=[Node("root", rotation=(0, 0, 0.6, 0.8)), Node("tip", parent=0, translation=(0, 1, 0))],
        meshes=[mesh],
        instances=[Instance(1, 0)],
    )


def make_channel(generator, node, kind, interpolation, keys):
    width = {"rotation": 4, "weights": 2}.get(kind, 3)
    shape = (keys, 3, width) if interpolation == "CUBICSPLINE" else (keys, width)
    values = generator.normal(size=shape).astype(np.float32)
    if kind == "rotation" and interpolation != "CUBICSPLINE":
        values /= np.linalg.norm(values, axis=-1, keepdims=True)
    times = np.sort(generator.uniform(0, 2, keys)).astype(np.float32)
    return Channel(node, kind, times, values, interpolation)


def make_clips(seed):
    generator = np.random.default_rng(seed)
    targets = [(node, kind) for node in (0, 1) for kind in ("translation", "rotation", "scale")]
    targets.append((1, "weights"))
    for number in range(40):
        some = generator.choice(len(targets), size=int(generator.integers(0, 4)), replace=False)
        yield Clip(
            tuple(
                make_channel(
                    generator,
                    *targets[target],
                    str(generator.choice(["STEP", "LINEAR", "CUBICSPLINE"])),
                    int(generator.integers(1, 6)),
                )
                for target in some
            ),
            f"clip {number}",
        )


@pytest.mark.parametrize("seed", range(4))
def test_clips_together_are_posed_as_each_alone(seed):
    rig, clips = make_rig(), list(make_clips(seed))
    generator = np.random.default_rng(seed)
    # Before, at and after keys, and between them; in any order.
    times = [
        np.concatenate([generator.uniform(-1, 3, 5), *(channel.times for channel in clip.channels)])
        for clip in clips
    ]
    together, first = sample_clips(rig, clips, times), 0
    for clip, own in zip(clips, times, strict=True):
        alone, frames = pantin.sample(rig, clip, own), slice(first, first + len(own))
        first = frames.stop
        for name in ("local", "general", "translations", "xyzw", "scales"):
            assert np.array_equal(getattr(together, name)[frames], getattr(alone, name)), (clip.name, name)
        assert np.array_equal(together.blend[0][frames], alone.blend[0]), clip.name
    assert first == len(together.local)


def test_rotors_of_other_dimensions_are_sampled_too():
    rig = pantin.build(nodes=[Node("one")], dimension=4)
    clips = [
        Clip((Channel(0, "translation", np.array([0.0, 1.0]), np.array([[0, 0, 0, 0], [0, 0, 0, size]])),))
        for size in (1.0, 2.0)
    ]
    poses = sample_clips(rig, clips, [np.array([0.0, 0.5]), np.array([1.0])])
    assert poses.translations[:, 0, 3].tolist() == [0.0, 0.5, 2.0]


def test_work_is_split_between_clips_and_long_clips_into_parts():
    assert list(batches([2, 3, 4, 11, 1], 5, 5)) == [
        [(0, slice(0, 2)), (1, slice(0, 3))],
        [(2, slice(0, 4))],
        [(3, slice(0, 5))],
        [(3, slice(5, 10))],
        [(3, slice(10, 11))],
        [(4, slice(0, 1))],
    ]
