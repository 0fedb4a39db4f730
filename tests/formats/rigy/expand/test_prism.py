"""`triangle_prism_on_plane`: the wedge stands where the legs say."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.formats.rigy.compile import check_text, compile_text


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


def directions(seed):
    """Three unit vectors at right angles to each other, and two lengths."""
    random = np.random.default_rng(seed)
    frame = np.linalg.qr(random.normal(size=(3, 3)))[0].T
    return (*frame, *random.uniform(0.1, 10, 2))


@pytest.mark.parametrize("seed", range(20))
def test_corners_in_any_direction(seed):
    """10.7: the triangle has its right angle at the origin and ends at the legs, in either handedness."""
    p, q, normal, first, second = directions(seed)
    legs = {"leg_p": (p * first).tolist(), "leg_q": (q * second).tolist()}
    plane = {"origin": [1, 2, 3], "normal": (normal * 3).tolist()}
    positions = compile_text(document(plane=plane, **legs)).rig.meshes[0].surfaces[0].positions
    origin = np.array([1, 2, 3])
    base = np.array([origin, origin + p * first, origin + q * second])
    corners = np.concatenate([base, base + 5 * normal])
    distances = np.linalg.norm(positions[:, None] - corners, axis=2)
    assert distances.min(axis=1).max() < 1e-9  # every vertex is a corner
    assert distances.min(axis=0).max() < 1e-9  # every corner has a vertex


@pytest.mark.parametrize("degrees", [0, 1, 30, 60, 89.99, 90.01, 120, 179, 180])
@pytest.mark.parametrize("seed", range(3))
def test_legs_that_are_not_at_a_right_angle_are_refused(degrees, seed):
    """10.7: the origin is the vertex at the right angle; 12.4: what is not defined is an error."""
    p, q, normal, first, second = directions(seed)
    turned = np.cos(np.radians(degrees)) * p + np.sin(np.radians(degrees)) * q
    legs = {"leg_p": (p * first).tolist(), "leg_q": (turned * second).tolist()}
    (found,) = check_text(document(plane={"origin": [1, 2, 3], "normal": normal.tolist()}, **legs)).errors
    assert found.rule == "RIGY-P80"
    assert f"not {degrees:g}°" in found.message


def test_rounding_in_the_legs_is_allowed():
    """The tolerance of 10.7, 1e-6, is for both angles."""
    assert check_text(document(leg_p=[2, 1e-6, 0], leg_q=[1e-7, 1, 0])).ok
