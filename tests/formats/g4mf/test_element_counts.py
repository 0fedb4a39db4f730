"""How many corners a surface has."""

from __future__ import annotations

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.element_counts import cell_corners, vertex_instances
from pantin.formats.g4mf.model import read_model


def test_without_simplexes_ends_of_edges_count_and_without_edges_vertices(kit):
    document = read(kit.text())
    for key, expected in (("simplexes", 12), ("edges", 12), ("geometry", 4)):
        mesh = read_model(document.tree).meshes[0]
        assert vertex_instances(document, mesh, mesh.surfaces[0]) == expected
        document.remove(f"/meshes/0/surfaces/0/{key}")


def test_boundary_cells_of_a_tetrahedron_are_its_four_triangles(kit):
    document = read(kit.text())
    mesh = read_model(document.tree).meshes[0]
    assert cell_corners(document, mesh, mesh.surfaces[0]) == 12
