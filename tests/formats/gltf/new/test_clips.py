"""Clips: times that are the same are stored once; LINEAR is the default and goes unsaid."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.new import write
from pantin.rig import Channel, Clip, Node, build


def test_channels_share_their_times():
    times = np.array([0.0, 1.0])
    channels = (
        Channel(0, "translation", times, np.zeros((2, 3))),
        Channel(0, "scale", times.copy(), np.zeros((2, 3)), "STEP"),
        Channel(1, "scale", times + 1, np.zeros((2, 3))),
    )
    tree = write(build(nodes=[Node(), Node()], clips=[Clip(channels, "c")])).tree
    assert tree["animations"][0]["samplers"] == [
        {"input": 0, "output": 1},
        {"input": 0, "output": 2, "interpolation": "STEP"},
        {"input": 3, "output": 4},
    ]
    assert (tree["accessors"][0]["min"], tree["accessors"][0]["max"]) == ([0.0], [1.0])


def test_a_spline_of_one_key_is_written_as_the_value_it_holds():
    """glTF 2.0 §5.8: CUBICSPLINE has at least two keys."""
    values = np.array([[[9.0, 9, 9], [1, 2, 3], [9, 9, 9]]])
    channel = Channel(0, "translation", np.array([0.5]), values, "CUBICSPLINE")
    document = write(build(nodes=[Node()], clips=[Clip((channel,))]))
    assert document.tree["animations"][0]["samplers"][0]["interpolation"] == "STEP"
    assert view(document, 1).tolist() == [[1, 2, 3]]
