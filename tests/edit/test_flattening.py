"""Faces joined again."""

from __future__ import annotations

import numpy as np

from pantin.edit.flattening import flattened

# A square pyramid whose base is cut into four triangles round its middle, point 5.
POINTS = np.array([[0.0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [1, 1, 2], [1, 1, 0]])
PYRAMID = np.array([[1, 0, 5], [2, 1, 5], [3, 2, 5], [0, 3, 5], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])


def test_a_point_inside_a_face_goes():
    positions, triangles = flattened(POINTS, PYRAMID)
    assert len(positions) == 5
    assert len(triangles) == 6
    assert np.isclose(np.linalg.det(positions[triangles]).sum() / 6, 8 / 3)


def test_corners_stay():
    kept = PYRAMID.copy()
    bent = POINTS.copy()
    bent[5, 2] = -0.5
    positions, triangles = flattened(bent, kept)
    assert len(positions) == 6
    assert len(triangles) == 8


def test_a_hollow_face_keeps_its_area_and_its_corners():
    """An L of three unit cubes, each square of its skin two triangles: 12 corners stay, and the volume 3."""
    positions, triangles = flattened(*_skin({(0, 0, 0), (1, 0, 0), (0, 1, 0)}))
    assert len(positions) == 12
    # Two L of six corners, 4 triangles each, and six rectangles.
    assert len(triangles) == 2 * 4 + 6 * 2
    assert np.linalg.det(positions[triangles]).sum() / 6 == 3


def _skin(cubes: set[tuple[int, int, int]]):
    points: dict[tuple[int, ...], int] = {}
    triangles = []
    for cube in sorted(cubes):
        for axis in range(3):
            for side in (0, 1):
                beside = list(cube)
                beside[axis] += 2 * side - 1
                if tuple(beside) in cubes:
                    continue
                corners = []
                for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))[:: 2 * side - 1]:
                    corner = list(cube)
                    corner[axis] += side
                    corner[(axis + 1) % 3] += u
                    corner[(axis + 2) % 3] += v
                    corners.append(points.setdefault(tuple(corner), len(points)))
                triangles += [corners[:3], [corners[0], *corners[2:]]]
    return np.array(list(points), float), np.array(triangles)


def test_nothing_stays_nothing():
    positions, triangles = flattened(np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    assert len(positions) == len(triangles) == 0
