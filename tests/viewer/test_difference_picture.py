from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.viewer.colour import linear_rgb
from pantin.viewer.difference_picture import colour_by_distance
from pantin.viewer.weight_scale import SCALE_STOPS


def test_vertices_have_the_colours_of_the_scale(arm):
    count = len(arm.rig.meshes[0].surfaces[0].positions)
    painted = colour_by_distance(arm.rig, [np.linspace(0, 4, count)], 4.0)
    (surface,) = painted.meshes[0].surfaces
    colors = surface.colors[0]
    assert colors[0, :3] == pytest.approx(linear_rgb(SCALE_STOPS[0][1]), abs=1e-6)
    assert colors[-1, :3] == pytest.approx(linear_rgb(SCALE_STOPS[-1][1]), abs=1e-6)


def test_what_differs_is_red_and_the_rest_is_grey(arm, tmp_path):
    pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
    bent = arm.copy()
    bent.remove_clip("bend")
    bent.set_local("wrist", rotation=(0, 0, 0.6, 0.8))
    pixels = pantin.render_difference(arm, bent, tmp_path / "d.png", size=(400, 200)).astype(int)
    assert pixels.shape == (200, 400, 4)
    assert (tmp_path / "d.png").read_bytes()[1:4] == b"PNG"
    red = (pixels[..., 0] - pixels[..., 2] > 90) & (pixels[..., 1] < 140)
    assert red[:150, :200].any()
    assert red[:150, 200:].any()
    same = pantin.render_difference(arm, arm, size=(400, 200)).astype(int)
    assert not ((same[..., 0] - same[..., 2] > 90) & (same[..., 1] < 140))[:150].any()


def test_other_formats_and_dimensions_are_refused(arm, tmp_path):
    with pytest.raises(ValueError, match=r"d.gif: not a supported image format"):
        pantin.render_difference(arm, arm, tmp_path / "d.gif")
