"""A page in a browser, as tests read it: vertices that three.js posed, and pixels.

Screenshots are kept in the folder that PANTIN_SCREENSHOTS names, for people to look at.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest

SAME = 1e-4
"""How far vertices of three.js may be from ours, as a part of the model's size: float32 on its side, and a
skin's matrices multiplied in another order."""


STILL = "#show=mesh,skeleton,grid"
"""A link to the rest pose, with the skeleton over the mesh."""


def vertices(tab, node, surface=0):
    """World positions as three.js poses them."""
    flat = tab.evaluate(f"window.pantin.vertices({node}, {surface})")
    return np.array(flat, np.float64).reshape(-1, 3)


def at_clip(tab, clip, time):
    tab.evaluate(
        "([clip, time]) => window.pantin.store.change(['clip', 'time'], (state) => "
        "{ state.clip = clip; state.time = time; state.playing = false; })",
        [clip, time],
    )


def frames(tab):
    """Wait until a change is drawn: the frame that was asked for, and all that follows it."""
    tab.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
    )


def shot(tab, name):
    """The pixels of the tab; kept where somebody wants to look at them."""
    image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")
    data = tab.screenshot()
    if folder := os.environ.get("PANTIN_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, f"{name}.png").write_bytes(data)
    return np.asarray(image.open(io.BytesIO(data)).convert("RGB"), np.int64)


def differing(one, other):
    """How many pixels two pictures differ in."""
    return int((np.abs(one - other).sum(axis=2) > 24).sum())


def move(tab, expression, weight):
    tab.locator(f'[data-expression="{expression}"] input[type=range]').fill(str(weight))
