"""Rigs of every format are pickled and copied without their file, and are the same afterwards."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pantin
import pantin.rig
from pantin.base.records import field_names, is_record
from pantin.rig.part import Picklable

EXAMPLES = Path(__file__).parents[2] / "examples"
SUFFIXES = (".glb", ".gltf", ".vrm", ".g4b", ".g4tf", ".rigy.yaml", ".rigs.yaml", ".bvh", ".npz", ".off")
MODELS = sorted(path for path in EXAMPLES.rglob("*") if path.name.endswith(SUFFIXES))
CONVERTED = ("arm.usda", "arm.usdc", "arm.usdz", "arm_rig.txt", "arm.npz")
COPIES = {
    "pickle": lambda rig: pickle.loads(pickle.dumps(rig)),
    "oldest protocol": lambda rig: pickle.loads(pickle.dumps(rig, protocol=0)),
    "deepcopy": copy.deepcopy,
}


def arrays_of(value: Any) -> Iterator[np.ndarray]:
    """The arrays in a part of a rig, in the order of its fields."""
    if isinstance(value, np.ndarray):
        yield value
    elif is_record(value):
        for name in field_names(value):
            yield from arrays_of(getattr(value, name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from arrays_of(item)
    elif hasattr(value, "values"):
        for item in value.values():
            yield from arrays_of(item)


def assert_same_arrays(first: Any, second: Any) -> None:
    """The same bits, equally read-only, in memory of their own."""
    for one, other in zip(arrays_of(first), arrays_of(second), strict=True):
        assert (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
        assert one.flags.writeable == other.flags.writeable
        assert not np.shares_memory(one, other)


def poses_of(rig: pantin.rig.Rig) -> list[Any]:
    """The rest pose, and three times of every clip."""
    sampled = [pantin.sample(rig, index, [0.0, 0.37, 1.0]) for index in range(len(rig.clips))]
    return [rig.rest_pose(), *sampled]


def assert_deforms_alike(first: pantin.rig.Rig, second: pantin.rig.Rig) -> None:
    for pose, other in zip(poses_of(first), poses_of(second), strict=True):
        assert_same_arrays(list(pantin.deform(first, pose)), list(pantin.deform(second, other)))


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_a_copy_of_every_example_is_the_same_rig(path, way, assert_same):
    rig = pantin.load(path).rig
    copied = COPIES[way](rig)
    assert copied is not rig
    assert_same(rig, copied)
    assert_same_arrays(rig, copied)
    assert_deforms_alike(rig, copied)


@pytest.mark.parametrize("name", CONVERTED)
def test_formats_without_an_example(name, tmp_path, assert_same):
    pantin.convert(EXAMPLES / "arm.glb", tmp_path / name)
    rig = pantin.load(tmp_path / name).rig
    for make in COPIES.values():
        copied = make(rig)
        assert_same(rig, copied)
        assert_same_arrays(rig, copied)
        assert_deforms_alike(rig, copied)


def test_images_of_a_file_become_bytes(tmp_path):
    picture = pantin.rig.Image(bytes.fromhex("89504e470d0a1a0a"), "image/png", "face")
    pantin.save(pantin.build(nodes=[pantin.rig.Node("a")], images=[picture]), tmp_path / "a.glb")
    rig = pantin.load(tmp_path / "a.glb").rig
    assert isinstance(rig.images[0].data, memoryview)
    for make in COPIES.values():
        assert make(rig).images[0].data == picture.data
        assert isinstance(make(rig.images[0]).data, bytes)


def test_clips_are_read_and_the_document_stays_behind():
    """The rig was asked for nothing before."""
    data = pickle.dumps(pantin.load(EXAMPLES / "arm.glb").rig)
    assert b"pantin.formats" not in data
    assert pickle.loads(data).clips[0].duration == 2.0


def test_a_copy_does_not_keep_the_rig():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    rig.rest_pose()
    copied, known = copy.deepcopy(rig), weakref.ref(rig)
    del rig
    gc.collect()
    assert known() is None
    assert copied.rest_pose().rig is copied


def test_poses_keep_the_rig_that_they_share():
    rig = pantin.load(EXAMPLES / "vrm" / "avatar.vrm").rig
    pose = rig.rest_pose().with_expression("happy", 0.5)
    poses = pantin.rig.Poses.stack([rig.rest_pose(), pose])
    for make in COPIES.values():
        other_rig, other_pose, other_poses = make((rig, pose, poses))
        assert other_pose.rig is other_rig
        assert other_poses.rig is other_rig
        assert other_pose.expressions == pose.expressions == other_poses[1].expressions
        assert_same_arrays((pose, poses), (other_pose, other_poses))


def test_channels_still_share_their_times():
    rig = pantin.load(EXAMPLES / "retarget" / "walk.glb").rig
    times = {id(channel.times) for channel in rig.clips[0].channels}
    for make in COPIES.values():
        assert len({id(channel.times) for channel in make(rig).clips[0].channels}) == len(times)


def test_arrays_that_may_be_written_stay_so():
    """A surface that was not built yet has the caller's own arrays."""
    surface = pantin.rig.Surface(np.zeros((3, 3)), attributes={"heat": np.zeros((3, 1))})
    for make in (*COPIES.values(), copy.copy):
        assert all(array.flags.writeable for array in arrays_of(make(surface)))


def test_a_rig_goes_to_another_process_and_back(assert_same):
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert_same(rig, pool.apply(copy.deepcopy, (rig,)))


def annotations(cls: type) -> list[Any]:
    return [kind for base in cls.__mro__ for kind in vars(base).get("__annotations__", {}).values()]


def test_every_type_with_arrays_mappings_or_bytes_is_a_part():
    """Those of `pantin.rig` alone: a type that is added is found by what it says of its fields."""
    types = [value for value in vars(pantin.rig).values() if isinstance(value, type)]
    words = ("Doubles", "Reals", "Indices", "NDArray", "ArrayLike", "Mapping", "memoryview")
    held = {cls for cls in types if any(word in str(annotations(cls)) for word in words)}
    assert len(held) > 15
    assert [cls.__name__ for cls in held if not issubclass(cls, Picklable)] == []
