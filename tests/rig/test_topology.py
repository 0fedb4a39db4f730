"""Topology is data alone; the builder's tests say what it must hold."""

from __future__ import annotations

from pantin.rig.topology import Topology


def test_a_surface_may_have_nothing_of_it():
    empty = Topology()
    assert empty.simplexes is None
    assert empty.normals == ()
