"""Polytopes as rigs, and G4MF between."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.errors import Unsupported
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read as read_g4mf
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.off import Polytope, from_rig, to_rig
from pantin.formats.off.rigs import lost
from pantin.rig import Material, build


def test_off_becomes_g4mf_and_comes_back(tesseract):
    document = read_g4mf(to_bytes(lower(to_rig(tesseract)).document))
    assert check(document) == []
    rig = lift(document).rig
    assert rig.meshes[0].surfaces[0].topology.edges.shape == (32, 2)
    back = from_rig(rig)
    assert len(back.vertices) == 16
    assert len(back.elements[1]) == 48
    assert np.isclose(abs(np.linalg.det(back.vertices[back.simplexes()]).sum()) / 24, 16)


def test_cells_share_their_faces(tesseract):
    """48 tetrahedra have 192 sides, and every one is of two."""
    assert len(from_rig(to_rig(tesseract)).elements[0]) == 96


def test_polyhedra_are_triangles():
    rig = to_rig(Polytope(np.eye(3), ([[0, 1, 2]],)))
    assert len(rig.meshes[0].surfaces[0].triangles) == 1
    assert from_rig(rig).elements == ([[0, 1, 2]],)


def test_what_off_cannot_hold_is_told():
    assert [one.rule for one in lost(build(materials=[Material("a")]))] == ["LOSS-OFF"]


def test_more_than_8_dimensions_are_no_rig():
    with pytest.raises(Unsupported):
        to_rig(Polytope(np.zeros((1, 9)), ()))
