"""Clips that are equal on equal bodies are not measured."""

import numpy as np

import pantin
from pantin.operations.comparison import clip_errors


def rigs():
    return [pantin.load("examples/arm.glb").rig for _ in range(2)]


def test_the_same_file_twice_is_the_same_body_and_motion():
    a, b = rigs()
    assert clip_errors.is_same_body(a, b)
    assert clip_errors.is_same_motion(a.clips[0], b.clips[0])


def test_another_key_is_another_motion():
    a, b = rigs()
    channel = b.clips[0].channels[0]
    values = channel.values.copy()
    values[0, 0] += np.float32(1e-3)
    moved = b.clips[0].replace(channels=(channel.replace(values=values), *b.clips[0].channels[1:]))
    assert not clip_errors.is_same_motion(a.clips[0], moved)


def test_another_rest_transform_is_another_body():
    a = pantin.load("examples/arm.glb")
    b = a.copy()
    b.set_local("elbow", translation=(0, 1, 1e-4))
    assert not clip_errors.is_same_body(a.rig, b.rig)


def test_equal_clips_are_not_sampled(monkeypatch):
    a, b = rigs()
    monkeypatch.setattr(clip_errors, "sample_clips", lambda *arguments: 1 / 0)
    difference = pantin.diff(a, b)
    assert difference.equal
    assert difference.max_error == 0
