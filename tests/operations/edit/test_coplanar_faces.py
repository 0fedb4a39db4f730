"""Faces joined again."""

from __future__ import annotations

import numpy as np

from pantin.operations.edit.coplanar_faces import merge_coplanar


def merge(positions, triangles, parts=None, kept=None):
    parts = np.zeros(len(triangles), np.int64) if parts is None else parts
    return merge_coplanar(positions, triangles, parts, np.isin(parts, [] if kept is None else kept))


# A square pyramid whose base is cut into four triangles round its middle, point 5.
POINTS = np.array([[0.0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [1, 1, 2], [1, 1, 0]])
PYRAMID = np.array([[1, 0, 5], [2, 1, 5], [3, 2, 5], [0, 3, 5], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])


def test_a_point_inside_a_face_goes():
    positions, triangles, _, _ = merge(POINTS, PYRAMID)
    assert len(positions) == 5
    assert len(triangles) == 6
    assert np.isclose(np.linalg.det(positions[triangles]).sum() / 6, 8 / 3)


def test_corners_stay():
    kept = PYRAMID.copy()
    bent = POINTS.copy()
    bent[5, 2] = -0.5
    positions, triangles, _, _ = merge(bent, kept)
    assert len(positions) == 6
    assert len(triangles) == 8


def test_a_hollow_face_keeps_its_area_and_its_corners():
    """An L of three unit cubes, each square of its skin two triangles: 12 corners stay, and the volume 3."""
    positions, triangles, _, _ = merge(*_skin({(0, 0, 0), (1, 0, 0), (0, 1, 0)}))
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


def test_a_flat_corner_leaves_no_hole():
    """A prism whose roof is the corner of a cube, pressed flat: three faces meet almost in one plane, and no
    three directions tell the point between them apart."""
    angles = np.arange(6) * np.pi / 3
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(6)], axis=1)
    roof = ring - [0, 0, 1] * np.where(np.arange(6) % 2, 2e-5, 1e-5)[:, None]
    points = np.concatenate([roof, ring - [0, 0, 1], [[0, 0, 0]]])
    skin = [[12, index, index + 1] for index in (0, 2, 4)] + [
        [12, index, (index + 1) % 6] for index in (1, 3, 5)
    ]
    skin += [[index + 6, (index + 1) % 6, index] for index in range(6)]
    skin += [[index + 6, (index + 1) % 6 + 6, (index + 1) % 6] for index in range(6)]
    skin += [[6, index + 7, index + 6] for index in range(1, 5)]
    positions, triangles, _, _ = merge(points, np.array(skin))
    assert len(positions) == 13
    assert len(triangles) == len(skin)


def test_the_rim_of_an_open_mesh_keeps_its_corners():
    """A square of four triangles, with a point in the middle of a side."""
    points = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [1, 1, 0]])
    patch = np.array([[0, 1, 5], [1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 0, 5]])
    positions, triangles, _, _ = merge(points, patch)
    assert positions.tolist() == points[[0, 2, 3, 4]].tolist()
    assert len(triangles) == 2


def test_faces_of_two_parts_stay_apart():
    """The same square, of two parts: their border stays, and each triangle says whose it is."""
    points = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [1, 1, 0]])
    patch = np.array([[0, 1, 5], [1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 0, 5]])
    positions, triangles, parts, _ = merge(points, patch, np.array([7, 3, 3, 7, 7]))
    areas = (
        np.cross(*(positions[triangles][:, index] - positions[triangles][:, 0] for index in (1, 2)))[:, 2] / 2
    )
    assert areas[parts == 3].sum() == 1.5
    assert areas[parts == 7].sum() == 2.5


def test_nothing_stays_nothing():
    positions, triangles, _, _ = merge(np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    assert len(positions) == len(triangles) == 0
