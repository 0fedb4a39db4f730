"""How long a clip lasts."""

import numpy as np

from pantin.rig import Channel, Clip


def test_a_clip_lasts_to_the_last_key_of_any_channel():
    early = Channel(0, "translation", np.array([0.0, 1.5]), np.zeros((2, 3)))
    late = Channel(1, "translation", np.array([0.5, 2.5]), np.zeros((2, 3)))
    assert Clip((late, early)).duration == 2.5


def test_a_clip_without_channels_lasts_no_time():
    assert Clip(()).duration == 0.0
