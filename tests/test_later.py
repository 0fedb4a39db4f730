"""Code that is named now and imported when it is first needed."""

from __future__ import annotations

import sys

from pantin.later import Later


def test_a_function_is_imported_by_its_first_call(monkeypatch):
    function = Later("colorsys", "rgb_to_hls")
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    assert function(0.5, g=0.5, b=0.5) == (0.0, 0.5, 0.0)
    assert "colorsys" in sys.modules


def test_a_constant_is_got():
    assert Later("colorsys", "ONE_THIRD").get() == 1 / 3
