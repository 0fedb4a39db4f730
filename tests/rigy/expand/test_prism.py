"""`triangle_prism_on_plane`: the wedge stands where the legs say."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.rigy import check_text, compile_text


def document(**changes: object) -> str:
    macro = {
        "macro": "triangle_prism_on_plane",
        "id": "gable",
        "plane": {"origin": [1, 2, 3], "normal": [0, 0, 2]},
        "leg_p": [2, 0, 0],
        "leg_q": [0, 1, 0],
        "length": 5,
    } | changes
    return json.dumps({"version": "0.12", "meshes": [{"id": "m", "primitives": [macro]}]})


def test_the_corners_are_origin_and_legs_extruded_along_the_normal():
    """Rigy chapter 10.7: origin, origin + p, origin + q, and the same 5 further along z."""
    positions = compile_text(document()).rig.meshes[0].surfaces[0].positions
    corners = np.unique(np.round(positions, 9), axis=0)
    base = np.array([[1, 2, 3], [1, 3, 3], [3, 2, 3]])
    assert np.allclose(corners, np.unique(np.concatenate([base, base + np.array([0, 0, 5])]), axis=0))


@pytest.mark.parametrize(
    "wrong",
    [
        {"length": 0},
        {"leg_p": [0, 0, 0]},
        {"leg_p": [0, 0, 1]},
        {"plane": {"origin": [0, 0, 0], "normal": [0, 0, 0]}},
        {"id": "1st"},
    ],
)
def test_what_spans_no_prism_is_a_finding(wrong):
    assert [one.rule for one in check_text(document(**wrong)).errors] == ["RIGY-P80"]
