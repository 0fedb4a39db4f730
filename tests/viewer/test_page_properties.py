"""Materials and visibility that clips animate, played by the page in a real browser."""

from __future__ import annotations

import numpy as np
from page_tab import at_clip, frames, shot

import pantin
from pantin.rig import Clip, Instance, Material, Mesh, Node, PropertyChannel, Scene, Surface
from pantin.verbs.asset import Asset

CORNERS = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)


def test_the_page_plays_color_and_visibility(opened, tmp_path):
    """An unlit card that turns from red to green in 2 s, and is hidden from 3 s on."""
    color = np.array([[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]])
    paint = PropertyChannel("materials", 0, "base_color", np.array([0.0, 2.0]), color)
    hide = PropertyChannel("nodes", 0, "visible", np.array([0.0, 3.0]), np.array([[1.0], [0.0]]), "STEP")
    square = Surface(CORNERS, indices=np.array([0, 1, 2, 0, 2, 3]), material=0)
    rig = pantin.build(
        nodes=[Node("card")],
        meshes=[Mesh((square,))],
        materials=[Material("paint", unlit=True, double_sided=True)],
        instances=[Instance(0, 0)],
        scenes=[Scene((0,))],
        clips=[Clip((), "pulse", properties=(paint, hide))],
    )
    tab = opened(Asset.from_model(rig), at="#show=mesh")

    def counts(time):
        at_clip(tab, 0, time)
        frames(tab)
        picture = shot(tab, f"properties-{time}")
        red, green = (picture[..., channel] - picture[..., 1 - channel] > 100 for channel in (0, 1))
        return int(red.sum()), int(green.sum())

    hidden = np.array(counts(3.0))  # the controls of the page have colors too
    assert (np.array(counts(0.0)) - hidden > 5000).tolist() == [True, False]
    assert (np.array(counts(2.0)) - hidden > 5000).tolist() == [False, True]
    assert (np.array(counts(3.5)) == hidden).all()
