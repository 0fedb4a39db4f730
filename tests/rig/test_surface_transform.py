"""A surface that is transformed is the surface that `deform` shows on a node with the transform."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.rig import BlendShape, Deltas, Instance, Mesh, Node, Surface
from pantin.rig.surface_transform import transform_surface

RANDOM = np.random.default_rng(5)
TURN = np.linalg.qr(RANDOM.standard_normal((3, 3)))[0]
TURN *= np.linalg.det(TURN)
MATRICES = {
    "scaled": 3 * TURN,
    "mirrored": TURN @ np.diag([-2.0, 2, 2]),
    "uneven": TURN @ np.diag([0.5, 2, -3]),
}


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def surface(*, blended):
    shape = BlendShape(*(Deltas(0.3 * RANDOM.standard_normal((12, 3))) for _ in range(3)))
    tangents = np.c_[unit(RANDOM.standard_normal((12, 3))), np.tile([1.0, -1.0], 6)]
    normals = unit(RANDOM.standard_normal((12, 3)))
    shapes = (shape,) if blended else ()
    return Surface(RANDOM.standard_normal((12, 3)), normals, tangents, blend_shapes=shapes)


def posed(surface, matrix=None):
    blended = np.array([0.7]) if surface.blend_shapes else None
    mesh = Mesh((surface,), blend_weights=blended)
    rig = pantin.build(nodes=[Node("n", matrix=matrix)], meshes=[mesh], instances=[Instance(0, 0)])
    return pantin.deform(rig, rig.rest_pose())[0]


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("blended", [False, True])
def test_points_normals_tangents_and_shapes(name, blended):
    matrix = np.c_[MATRICES[name], [1.0, -2, 3]]
    given = surface(blended=blended)
    result, expected = posed(transform_surface(given, matrix)), posed(given, matrix)
    np.testing.assert_allclose(result.positions, expected.positions, atol=1e-12)
    if name != "uneven" or not blended:  # normals are blended before they have length 1 again
        np.testing.assert_allclose(result.normals, expected.normals, atol=1e-12)
        np.testing.assert_allclose(result.tangents, expected.tangents, atol=1e-12)


@pytest.mark.parametrize("name", MATRICES)
def test_the_outside_stays_outside(name):
    """The normals of triangles by their winding, against the normals that the transform gives them."""
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    moved = transform_surface(Surface(corners, indices=faces.ravel()), np.c_[MATRICES[name], np.zeros(3)])
    a, b, c = (moved.positions[moved.triangles[:, corner]] for corner in range(3))
    outward = (a + b + c) / 3 - moved.positions.mean(0)
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), outward) > 0).all()
