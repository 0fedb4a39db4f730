"""Functions and constants of modules that are imported when they are first needed."""

from __future__ import annotations

import sys

from pantin.base.later import Later


def test_a_function_is_imported_by_its_first_call(monkeypatch):
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    function = Later("colorsys", "rgb_to_hls")
    assert "colorsys" not in sys.modules
    assert function(0.5, 0.5, 0.5) == (0.0, 0.5, 0.0)
    assert "colorsys" in sys.modules


def test_a_constant_is_given_as_it_is():
    import colorsys

    assert Later("colorsys", "ONE_THIRD").get() is colorsys.ONE_THIRD
