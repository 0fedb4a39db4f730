from __future__ import annotations

import pytest

from pantin.kernels import engine
from pantin.viewer.warmup import warmup


@pytest.mark.skipif(not engine.numba_importable(), reason="numba cannot be imported")
def test_a_second_warmup_has_nothing_left_to_compile():
    *_, (name, _) = warmup()
    assert name == "pictures"
    from pantin.viewer.points_numba import group_samples
    from pantin.viewer.raster_numba import rasterise_strips

    compiled = len(rasterise_strips.signatures), len(group_samples.signatures)
    assert min(compiled) >= 1
    warmup()
    assert (len(rasterise_strips.signatures), len(group_samples.signatures)) == compiled


def test_without_numba_there_is_nothing_to_compile(monkeypatch):
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")
    assert warmup() == []
