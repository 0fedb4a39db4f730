"""Compile what pictures need, so that no later one waits: some seconds each, once for a machine."""

from __future__ import annotations

import time

import numpy as np

from pantin.kernels import engine
from pantin.viewer.camera import VIEWS, Framing
from pantin.viewer.draw import draw
from pantin.viewer.lights import studio
from pantin.viewer.paint import Paint
from pantin.viewer.solids import sphere
from pantin.viewer.texture import Gallery


def warmup() -> list[tuple[str, float]]:
    """Compile the rasteriser and the shading by drawing one small ball, and say how many seconds it took;
    empty where numba cannot be had."""
    if not engine.numba_wanted():
        return []
    begin = time.perf_counter()
    framing = Framing((4, 4))
    framing.add(np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]), VIEWS["auto"])
    camera = framing.camera(VIEWS["auto"])
    with engine.forced(engine.Backend.TWIN):
        draw(sphere((0.0, 0.0, 0.0), 1.0, Paint()), Gallery(()), camera, studio(camera))
    return [("pictures", time.perf_counter() - begin)]
