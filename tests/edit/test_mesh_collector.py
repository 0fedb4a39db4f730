"""Meshes below one root."""

from __future__ import annotations

import numpy as np

from pantin.edit.mesh_collector import MeshCollector
from pantin.rig import Material, Mesh, Surface


def test_each_mesh_is_on_a_node_of_its_own_below_the_root():
    surface = Surface(np.zeros((3, 3)), indices=np.arange(3))
    result = MeshCollector("Root")
    assert [result.add(name, Mesh((surface,), name)) for name in ("a", None)] == [1, 2]
    rig = result.rig([Material("Red")])
    assert rig.nodes.names == ("Root", "a", None)
    assert rig.nodes.parents.tolist() == [-1, 0, 0]
    assert [(instance.node, instance.mesh) for instance in rig.instances] == [(1, 0), (2, 1)]
    assert rig.shown().all()


def test_nothing_gathered_is_a_root_alone():
    assert len(MeshCollector().rig(()).nodes) == 1
