"""Bindings spelt out per corner."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.corner_bindings import corner_values
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.model import read_model

SIMPLEXES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
"""The corners of the four triangles of the kit."""


def corners(kit, **binding):
    kit.surface["normals"] = {"values": kit.surface["normals"]["values"], **binding}
    document = read(kit.text())
    mesh = read_model(document.tree).meshes[0]
    return corner_values(document, mesh, mesh.surfaces[0], mesh.surfaces[0].normals)


def tier(kit, numbers, dimension, parts=0):
    return [
        {
            "accessor": kit.accessor(numbers, "uint8"),
            "geometryDimension": dimension,
            "decomposeDimension": parts,
        }
    ]


def test_a_value_of_a_simplex_is_reported_at_each_of_its_corners(kit):
    result = corners(kit, perSimplex=kit.accessor([3, 2, 1, 0], "uint8"))
    assert result.plain.tolist() == [3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0]
    assert result.cells is None


def test_a_value_of_a_vertex_is_reported_at_every_corner_it_is(kit):
    result = corners(kit, geometry=tier(kit, [3, 2, 1, 0], 0))
    assert result.plain.tolist() == [3 - vertex for vertex in SIMPLEXES]


def test_corners_of_cells_are_kept_apart(kit):
    """The cells of a surface in 3D are its faces, of three corners each here."""
    result = corners(kit, geometry=tier(kit, [3, 0, 1, 2] * 4, 2))
    assert result.plain is None
    assert result.cells.tolist() == [0, 1, 2] * 4
    whole = corners(kit, geometry=tier(kit, [0, 1, 2, 3], 2, 2))
    assert whole.cells.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_ends_of_edges_are_corners_only_where_there_are_no_simplexes(kit):
    with pytest.raises(AccessorFault, match="not per corner"):
        corners(kit, geometry=tier(kit, [0] * 12, 1))
    del kit.surface["simplexes"], kit.surface["textureMap"]
    assert corners(kit, geometry=tier(kit, [0, 1] * 6, 1)).plain.tolist() == [0, 1] * 6
    assert corners(kit, geometry=tier(kit, [0, 1, 2] * 2, 1, 1)).plain.tolist() == [0, 0, 1, 1, 2, 2] * 2


def test_two_values_for_one_corner_are_refused(kit):
    same = {"simplexes": kit.accessor([1] * 12, "uint8"), "perSimplex": kit.accessor([1] * 4, "uint8")}
    assert corners(kit, **same).plain.tolist() == [1] * 12
    with pytest.raises(AccessorFault, match="two values"):
        corners(kit, simplexes=same["simplexes"], perSimplex=kit.accessor([2] * 4, "uint8"))
    with pytest.raises(AccessorFault, match="5 indices for 12"):
        corners(kit, simplexes=kit.accessor([0] * 5, "uint8"))
