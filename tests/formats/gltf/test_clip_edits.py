"""Other keys for an animation of a glTF file: what changes, and what does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.accessor import view

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def arm():
    return pantin.load(EXAMPLES / "arm.glb")


def stored(document, clip=0):
    """(times, values) of each channel, as the accessors of the file have them."""
    animation = document.tree["animations"][clip]
    samplers = [animation["samplers"][channel["sampler"]] for channel in animation["channels"]]
    return [(view(document, sampler["input"]), view(document, sampler["output"])) for sampler in samplers]


def test_replaced_keys_take_the_place_of_the_old_arrays(arm):
    lists = {name: len(arm.document.tree[name]) for name in ("accessors", "bufferViews")}
    before = stored(arm.document)
    assert arm.replace_clip(0, pantin.motion.retime(arm.rig.clips[0], 4.0)) == 0
    assert {name: len(arm.document.tree[name]) for name in lists} == lists
    for (times, values), (new_times, new_values) in zip(before, stored(arm.document), strict=True):
        assert np.array_equal(new_times, times / 4)
        assert np.array_equal(new_values, values)
    assert arm.report.ok


def test_a_channel_that_stays_keeps_its_accessors(arm):
    clip = arm.rig.clips[0]
    samplers = [dict(sampler) for sampler in arm.document.tree["animations"][0]["samplers"]]
    moved = clip.channels[0].replace(values=clip.channels[0].values[::-1].copy())
    arm.replace_clip(0, clip.replace(channels=(moved, *clip.channels[1:])))
    after = arm.document.tree["animations"][0]
    kept = after["samplers"][after["channels"][1]["sampler"]]
    assert kept in samplers
    assert np.allclose(stored(arm.document)[0][1], clip.channels[0].values[::-1])


def test_channels_come_and_go(arm):
    clip = arm.rig.clips[0]
    first, second = clip.channels
    added = first.replace(node=0)
    arm.replace_clip(0, clip.replace(channels=(added, second)))
    animation = arm.document.tree["animations"][0]
    targets = [(channel["target"]["node"], channel["target"]["path"]) for channel in animation["channels"]]
    assert sorted(targets) == sorted([(0, first.property), (second.node, second.property)])
    assert len(animation["samplers"]) == 2
    assert arm.report.ok


def test_a_sampler_of_two_channels_is_divided(arm):
    """Both channels have one sampler, and change to different keys: neither may get the other's."""
    assert {channel["sampler"] for channel in arm.document.tree["animations"][0]["channels"]} == {0}
    clip = arm.rig.clips[0]
    turned = [
        channel.replace(values=np.roll(channel.values, shift, axis=1).astype("f4"))
        for shift, channel in enumerate(clip.channels, 1)
    ]
    arm.replace_clip(0, clip.replace(channels=tuple(turned)))
    for channel, (_, values) in zip(turned, stored(arm.document), strict=True):
        assert np.array_equal(values, channel.values)


def test_channels_of_pointers_keep_their_keys(arm, tmp_path):
    pointed = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/0/scale"}}}
    arm.document.set("/animations/0/channels/1/target", pointed)
    arm.document.set("/extensionsUsed", ["KHR_animation_pointer"])
    pantin.save(arm, tmp_path / "pointer.glb")
    asset = pantin.load(tmp_path / "pointer.glb")
    before = stored(asset.document)
    assert asset.replace_clip(0, pantin.motion.retime(asset.rig.clips[0], 2.0)) == 1
    after = stored(asset.document)
    assert np.array_equal(after[0][0], before[0][0] / 2)
    assert np.array_equal(after[1][0], before[1][0])
