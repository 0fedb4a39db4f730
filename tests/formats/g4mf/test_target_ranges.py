"""What the indices of blend targets count."""

from __future__ import annotations

import itertools

import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.model import read_model
from pantin.formats.g4mf.target_ranges import TargetRanges, cell_corners, forms, vertex_instances


def cube_geometry():
    """The 8 vertices, 12 edges and 6 faces of a cube, and the cube."""
    edges = [(a, b) for a, b in itertools.combinations(range(8), 2) if (a ^ b) in (1, 2, 4)]
    faces = []
    for axis in (1, 2, 4):
        u, v = [number for number in (1, 2, 4) if number != axis]
        for side in (0, axis):
            loop = [side, side | u, side | u | v, side | v]
            faces.append([edges.index(tuple(sorted((loop[i - 1], loop[i])))) for i in range(4)])
    return edges, faces


@pytest.mark.parametrize(("cells", "ends"), [((10, 20), (0, 80, 240))])
def test_corners_of_cubes_are_counted_over_all_surfaces(writer, cells, ends):
    """G4MF blend, Topology Normal: 10 and 20 cubes have the indices 0–79 and 80–239."""
    edges, faces = cube_geometry()
    kit = writer.Writer(4)
    vertices = kit.accessor([[0.0] * 4] * 8)
    surfaces = []
    for count in cells:
        flat = [number for face in faces for number in (4, *face)]
        cubes = [number for _ in range(count) for number in (6, 0, 1, 2, 3, 4, 5)]
        geometry = [kit.accessor(flat, "uint8"), kit.accessor(cubes, "uint8")]
        normals = kit.accessor([[0, 0, 0, 1.0]] * 8 * count)
        topology = {"geometry": geometry, "normals": normals}
        surfaces.append(
            {"edges": kit.accessor([list(edge) for edge in edges], "uint8"), "topology": topology}
        )
    target = {"indices": kit.accessor([0], "uint8"), "offsets": kit.accessor([[0.0] * 4])}
    blend = {"shapes": [{"topologyNormal": target}]}
    kit.tree["meshes"] = [{"vertices": vertices, "surfaces": surfaces, "blend": blend}]
    document = read(kit.text())
    mesh = read_model(document.tree).meshes[0]
    result = TargetRanges(document, mesh).of(mesh.blend.shapes[0], "topologyNormal")
    assert [(one.start, one.start + one.count) for one in result] == list(itertools.pairwise(ends))
    assert cell_corners(document, mesh, mesh.surfaces[0]) == 80


def test_the_dialect_is_told_by_each_surface(rigs):
    for dialect, expected in (("A", "corner"), ("B", "bound"), ("C", "bound")):
        document = read(rigs.random_rig(0, 4, dialect).text())
        mesh = read_model(document.tree).meshes[0]
        assert set(forms(mesh)) == {expected}


def test_without_simplexes_ends_of_edges_count_and_without_edges_vertices(kit):
    document = read(kit.text())
    for key, expected in (("simplexes", 12), ("edges", 12), ("geometry", 4)):
        mesh = read_model(document.tree).meshes[0]
        assert vertex_instances(document, mesh, mesh.surfaces[0]) == expected
        document.remove(f"/meshes/0/surfaces/0/{key}")
