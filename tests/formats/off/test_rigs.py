"""Polytopes as rigs, and G4MF between."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.base.records import replace
from pantin.deformation import deform
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read as read_g4mf
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.off.rigs import from_rig
from pantin.rig import Instance, Mesh, Node, Surface, build
from pantin.rig.topology import Topology
from pantin.shapes import Polytope


def at_rest(rig):
    return from_rig(rig, deform(rig, rig.rest_pose()))


def test_off_becomes_g4mf_with_its_cells_and_comes_back(tesseract):
    document = read_g4mf(to_bytes(lower(tesseract.rig()).document))
    assert check(document) == []
    rig = lift(document).rig
    topology = rig.meshes[0].surfaces[0].topology
    assert topology.edges.shape == (32, 2)
    assert [len(tier) for tier in topology.cells] == [24, 8]
    back = at_rest(rig)
    assert back.elements[0] == tesseract.elements[0]
    assert [sorted(one) for one in back.elements[1]] == tesseract.elements[1]
    assert np.array_equal(back.vertices, tesseract.vertices)


def test_several_shapes_become_one(tesseract):
    rig = tesseract.rig()
    mesh = rig.meshes[0]
    twice = replace(rig, meshes=(replace(mesh, surfaces=mesh.surfaces * 2),))
    both = at_rest(twice)
    assert [len(both.vertices), *map(len, both.elements)] == [32, 48, 16]
    assert np.isclose(abs(np.linalg.det(both.vertices[both.simplexes()]).sum()) / 24, 32)


def test_without_cells_simplexes_are_the_cells_and_share_their_faces(tesseract):
    """48 tetrahedra have 192 sides, and every one is of two."""
    rig = tesseract.rig()
    (surface,) = rig.meshes[0].surfaces
    bare = replace(surface, topology=replace(surface.topology, cells=()))
    result = at_rest(replace(rig, meshes=(Mesh((bare,)),)))
    assert [len(element) for element in result.elements] == [96, 48]


def test_a_face_that_is_no_loop_leaves_the_simplexes():
    edges = np.array([[0, 1], [1, 2], [0, 2]])
    for face in ((0, 1), (0, 2, 1, 0), (0, 1, 2)):
        topology = Topology(np.array([[0, 1, 2]]), edges, cells=((face,),))
        surface = Surface(np.eye(3), indices=np.arange(3), topology=topology)
        rig = build(nodes=[Node()], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
        assert at_rest(rig).elements == ([[0, 1, 2]],)


def test_polyhedra_are_triangles():
    rig = Polytope(np.eye(3), ([[0, 1, 2]],)).rig()
    assert len(rig.meshes[0].surfaces[0].triangles) == 1
    assert at_rest(rig).elements == ([[0, 1, 2]],)


def test_more_than_8_dimensions_are_no_rig():
    with pytest.raises(Unsupported):
        Polytope(np.zeros((1, 9)), ()).rig()
