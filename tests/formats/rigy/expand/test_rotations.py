"""Canonical rotations: all forms of one rotation become the same quaternion."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.expand.rotations import canonicalise, canonicalise_rotation
from pantin.formats.rigy.source import compose


@pytest.mark.parametrize(
    "form",
    [
        "rotation_degrees: [0, 0, 90]",
        "rotation_euler: [0, 0, 1.5707963267948966]",
        "rotation_axis_angle: {axis: [0, 0, 3], degrees: 90}",
        "rotation_quat: [0, 0, -2, -2]",
        "rotation_axis_angle: {axis: [0, 0, 1e+200], degrees: 90}",
        "rotation_quat: [0, 0, -2e+300, -2e+300]",
    ],
)
def test_a_quarter_turn_about_z(form):
    """Rigy chapter 10.9: of length 1, w ≥ 0, multiples of 1e-12."""
    transform = compose("{" + form + "}").root
    canonicalise_rotation(transform, canonicalise)
    assert list(transform) == ["rotation_quat"]
    assert transform["rotation_quat"] == pytest.approx([0.0, 0.0, 0.707106781187, 0.707106781187], abs=1e-15)


def test_no_part_is_minus_zero():
    assert "-" not in str(canonicalise(-0.0, 0.0, -1e-14, -1.0))


@pytest.mark.parametrize(
    "form",
    [
        "rotation_quat: [0, 0, 0, 0]",
        "rotation_quat: [0, 0, 1]",
        "rotation_axis_angle: {axis: [0, 0, 0], degrees: 90}",
        "rotation_axis_angle: 3",
        "rotation_euler: [0, 0, .nan]",
        "rotation_euler: [0, 0, 0], rotation_degrees: [0, 0, 0]",
        "translation: [0, 0, 0]",
    ],
)
def test_what_is_not_sound_is_left_for_the_rules(form):
    transform = compose("{" + form + "}").root
    before = repr(transform)
    canonicalise_rotation(transform, canonicalise)
    assert repr(transform) == before
