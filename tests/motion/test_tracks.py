"""Channels that share their key times are sampled together."""

import numpy as np

from pantin.motion.tracks import tracks
from pantin.rig import Channel, Clip


def channel(node, times=(0.0, 1.0), property="translation", interpolation="LINEAR"):
    return Channel(node, property, np.array(times), np.full((len(times), 3), float(node)), interpolation)


def test_channels_with_equal_times_are_one_track():
    (track,) = tracks(Clip((channel(4), channel(2))))
    assert track.nodes.tolist() == [4, 2]
    assert track.values.shape == (2, 2, 3)
    assert track.values[:, :, 0].tolist() == [[4, 2], [4, 2]]


def test_other_times_properties_and_interpolations_are_other_tracks():
    given = (
        channel(0),
        channel(1, (0.0, 2.0)),
        channel(1, property="scale"),
        channel(2, interpolation="STEP"),
    )
    assert len(tracks(Clip(given))) == 4


def test_tracks_are_gathered_once():
    clip = Clip((channel(0),))
    assert tracks(clip) is tracks(clip)
