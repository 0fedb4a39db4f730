"""Triangles out of every mode (glTF 2.0 §3.7.2.1)."""

import numpy as np
import pytest

from pantin.rig import Surface


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("triangles", [[0, 1, 2]]),
        ("triangle_strip", [[0, 1, 2], [1, 3, 2], [2, 3, 4]]),
        ("triangle_fan", [[1, 2, 0], [2, 3, 0], [3, 4, 0]]),
        ("lines", []),
        ("points", []),
    ],
)
def test_five_vertices_without_indices(mode, expected):
    assert Surface(np.zeros((5, 3)), mode=mode).triangles.tolist() == expected


def test_indices_are_followed():
    surface = Surface(np.zeros((4, 3)), indices=np.array([3, 2, 1, 0], np.uint8), mode="triangle_strip")
    assert surface.triangles.tolist() == [[3, 2, 1], [2, 0, 1]]


@pytest.mark.parametrize("mode", ["triangles", "triangle_strip", "triangle_fan"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_vertices_make_no_triangle(mode, count):
    assert Surface(np.zeros((count, 3)), mode=mode).triangles.shape == (0, 3)
