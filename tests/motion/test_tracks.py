"""Channels that share their key times are sampled together."""

import numpy as np

from pantin.motion import tracks as module
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


def over_one_accessor(count, monkeypatch):
    """Channels of nodes 0 … over the same keys, and one more over its own, none of which may be copied."""
    monkeypatch.setattr(module, "COPIED", 0)
    times, values = np.array([0.0, 1.0]), np.array([[0.0, 0, 0, 1], [0, 0, 1, 0]])
    shared = [Channel(node, "rotation", times, values.reshape(2, 4)) for node in range(count)]
    return Clip((*shared, Channel(count, "rotation", times, values[::-1])))


def test_channels_over_one_accessor_share_its_values(monkeypatch):
    """A thousand channels over a million keys take the memory of one."""
    clip = over_one_accessor(1000, monkeypatch)
    alone, shared = tracks(clip)
    assert alone.nodes.tolist() == [1000]
    assert shared.nodes.tolist() == list(range(1000))
    assert shared.values.shape == (2, 1, 4)
    assert shared.arcs.angle.shape == (2, 1)


def test_few_copies_are_made_so_that_one_pass_serves_all():
    times, values = np.array([0.0, 1.0]), np.ones((2, 3))
    clip = Clip(tuple(Channel(node, "scale", times, values) for node in range(3)))
    (track,) = tracks(clip)
    assert track.values.shape == (2, 3, 3)
