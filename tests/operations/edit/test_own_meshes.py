"""Posing a rig by the numbers of its meshes and surfaces, which its document may have renumbered."""

import numpy as np

import pantin
from pantin.rig import Influences, Instance, Material, Mesh, Node, Skin, Surface, build

TRIANGLE = np.eye(3, dtype=np.float32)
QUARTER = {"a": (0, 0, 90)}


def surface(offset, material=None):
    influences = Influences(np.arange(4), np.zeros(3, int), np.ones(3))
    return Surface(TRIANGLE + offset, indices=np.arange(3), influences=influences, material=material)


def empty():
    influences = Influences(np.zeros(1, int), np.zeros(0, int), np.zeros(0))
    return Surface(np.zeros((0, 3), np.float32), influences=influences)


def saved_pose(tmp_path, meshes, instances, materials=()):
    rig = build(
        nodes=[Node("a"), Node("b"), Node("c")],
        meshes=meshes,
        materials=materials,
        skins=[Skin((0,))],
        instances=instances,
    )
    path = tmp_path / "posed.glb"
    pantin.save(pantin.pose(rig, rotate=QUARTER), path)
    return pantin.load(path).rig


def test_surfaces_behind_an_empty_one_are_posed(tmp_path):
    """A quarter turn about z takes (x, y, z) to (-y, x, z)."""
    posed = saved_pose(tmp_path, [Mesh((surface(0), empty(), surface(5), surface(7)))], [Instance(1, 0, 0)])
    vertices = pantin.deform(posed, posed.rest_pose()).positions
    expected = np.concatenate([TRIANGLE + offset for offset in (0, 5, 7)])[:, [1, 0, 2]] * (-1, 1, 1)
    assert np.allclose(vertices, expected, atol=1e-6)


def test_an_instance_keeps_its_materials(tmp_path):
    posed = saved_pose(
        tmp_path,
        [Mesh((surface(0, 0), empty(), surface(2, 0)))],
        [Instance(1, 0, 0), Instance(2, 0, 0, materials=(1, None, None))],
        [Material(name="red"), Material(name="blue")],
    )
    names = {
        posed.nodes.names[instance.node]: [
            posed.materials[part.material].name for part in posed.meshes[instance.mesh].surfaces
        ]
        for instance in posed.instances
    }
    assert names == {"b": ["red", "red"], "c": ["blue", "red"]}


def test_a_mesh_without_vertices_is_not_written(tmp_path):
    posed = saved_pose(
        tmp_path, [Mesh((empty(),)), Mesh((surface(3),))], [Instance(1, 0, 0), Instance(2, 1, 0)]
    )
    (mesh,) = pantin.deform(posed, posed.rest_pose())
    assert np.allclose(mesh.positions, (TRIANGLE + 3)[:, [1, 0, 2]] * (-1, 1, 1), atol=1e-6)
