"""Polytopes and their simplexes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from pantin.shapes import Polytope


def facets(simplexes):
    """How often each facet of simplexes comes: a closed boundary has each twice."""
    return Counter(
        tuple(sorted(row[:index] + row[index + 1 :]))
        for row in simplexes.tolist()
        for index in range(len(row))
    )


def test_the_tesseract_is_48_tetrahedra_without_cracks(tesseract):
    """Each cube is 6 pieces, three faces of two triangles seen from its lowest corner."""
    simplexes = tesseract.simplexes()
    assert simplexes.shape == (48, 4)
    assert set(facets(simplexes).values()) == {2}
    assert np.isclose(abs(np.linalg.det(tesseract.vertices[simplexes]).sum()) / 24, 16)
    assert len(tesseract.edges()) == 32


def test_simplexes_are_wound_outwards(tesseract):
    """det(v₁ − v₀, v₂ − v₀, v₃ − v₀, outward) > 0."""
    points = tesseract.vertices[tesseract.simplexes()]
    sides = points[:, 1:] - points[:, :1]
    outward = points.mean(1)
    assert (np.linalg.det(np.concatenate([sides, outward[:, None]], 1)) > 0).all()


def test_faces_of_polyhedra_are_fans():
    cube_face = Polytope(
        np.array([[0.0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0.5, 0.5, 0]]), ([[2, 3, 0, 1]],)
    )
    assert len(cube_face.simplexes()) == 2


def test_nothing_has_no_simplexes():
    empty = Polytope(np.zeros((0, 4)), ())
    assert len(empty.simplexes()) == len(empty.edges()) == 0


@pytest.mark.parametrize(
    "change", [{"scale": (1, 2, 3)}, {"translation": np.zeros((16, 4))}, {"scale": np.nan}]
)
def test_a_change_has_one_number_for_each_axis(tesseract, change):
    with pytest.raises(ValueError, match=f"^{next(iter(change))} must be a finite number, or 4 of them"):
        tesseract.transformed(**change)
