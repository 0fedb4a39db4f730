"""Samplers and channels with what they refer to."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.rules.keyframes import channels, samplers
from pantin.formats.gltf.scope import Scope


def scope(animation):
    tree = {"asset": {"version": "2.0"}, "nodes": [{}], "animations": [animation]}
    return Scope(read(json.dumps(tree).encode(), name="made.gltf"))


@pytest.mark.parametrize(
    ("stated", "expected"),
    [({}, "LINEAR"), ({"interpolation": "STEP"}, "STEP"), ({"interpolation": 3}, None)],
)
def test_interpolation_is_linear_unless_stated_and_unknown_if_broken(stated, expected):
    animation = {"samplers": [{"input": 0, "output": 0} | stated], "channels": [{"sampler": 0, "target": {}}]}
    assert samplers(scope(animation))[0].interpolation == expected


def test_what_does_not_exist_is_none_and_its_index_stays():
    target = {"node": 7, "path": "scale"}
    (channel,) = channels(scope({"samplers": [{}], "channels": [{"sampler": 5, "target": target}]}))
    assert (channel.sampler, channel.sampler_index, channel.node, channel.node_index) == (None, 5, None, 7)
    assert channel.pointer == "/animations/0/channels/0"


def test_an_animation_without_one_of_its_lists_has_nothing_to_judge():
    assert channels(scope({"channels": [{"sampler": 0, "target": {}}]})) == []
    assert samplers(scope({"samplers": [{"input": 0, "output": 0}]})) == []
