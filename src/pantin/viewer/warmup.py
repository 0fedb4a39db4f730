"""Compile all kernels ahead of time, including those of images: a few seconds each, once per machine."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.kernels import engine
from pantin.kernels.warmup import warmup as warm_kernels
from pantin.viewer.camera import VIEWS, Framing
from pantin.viewer.draw import draw
from pantin.viewer.lights import studio_lights
from pantin.viewer.materials import Material
from pantin.viewer.solids import sphere
from pantin.viewer.texture import MipMaps


@check_arguments
def warmup(
    tell: Callable[[str, float], object] = lambda name, seconds: None,
) -> list[tuple[str, float]]:
    """Compile the kernels now, so that later calls do not wait for it; they are cached on disk.

    `tell` is called with the name of each kernel and the seconds it took. Returns the same pairs; none if
    numba cannot be used.

    >>> warmed = pantin.warmup  # takes a minute the first time
    """
    done = warm_kernels(tell)
    if done:
        done += [_warm_rendering()]
        tell(*done[-1])
    return done


def _warm_rendering() -> tuple[str, float]:
    """Draw one small sphere, which compiles the rasteriser and what finds its points."""
    begin = time.perf_counter()
    framing = Framing((4, 4))
    framing.add(np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]), VIEWS["auto"])
    camera = framing.camera(VIEWS["auto"])
    with engine.force_backend(engine.Backend.TWIN):
        draw(sphere((0.0, 0.0, 0.0), 1.0, Material()), MipMaps(()), camera, studio_lights(camera))
    return "pictures", time.perf_counter() - begin
