from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.shading import KNEE, tone_map


def tone(*light):
    return tone_map(np.array(light, np.float32)[:, None])[:, 0].tolist()


def test_middling_colours_keep_their_light_less_what_reflects_off_any_surface():
    """Khronos PBR Neutral takes 0.04 away, the light that a surface of index 1.5 reflects."""
    assert tone(0.5, 0.3, 0.1) == pytest.approx((0.46, 0.26, 0.06))
    assert tone(0, 0, 0) == [0, 0, 0]


def test_bright_light_stays_below_1_and_in_order():
    levels = [max(tone(level, level / 2, level / 4)) for level in (0.5, 0.8, 1, 2, 5, 100)]
    assert levels == sorted(levels)
    assert max(levels) < 1


def test_the_curve_has_no_step_where_it_begins_to_bend():
    edge = KNEE + 0.04
    below, above = tone(edge - 1e-9, 0.2, 0.2), tone(edge + 1e-9, 0.2, 0.2)
    assert below == pytest.approx(above, abs=1e-7)


def test_very_bright_colours_turn_towards_white():
    red, green, _ = tone(20.0, 0.1, 0.1)
    assert green > 0.1
    assert red > green
