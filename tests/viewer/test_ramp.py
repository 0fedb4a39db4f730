from __future__ import annotations

from pantin.viewer.ramp import RAMP, STOPS


def test_no_weight_is_grey_and_full_weight_is_red():
    first, last = (RAMP.pixels[0, at].astype(int) for at in (0, -1))
    assert first[:3].max() - first[:3].min() < 40
    assert last[0] > 200
    assert max(last[1:3]) < 80


def test_stops_are_in_order_from_0_to_1():
    places = [place for place, _ in STOPS]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, 1)
