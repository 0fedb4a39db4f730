"""Wireframes of 4D."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from tesseract import rig

from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.operations.edit.projection import project_points, project_rig, surface_edges
from pantin.rig import Instance, Mesh, Node, Surface, build

AT_0 = Hyperplane.at_w(0)


def test_the_tesseract_has_32_edges_that_stay_lines():
    model = rig()
    result = project_rig(model, model.rest_pose(), [AT_0])
    surface = result.meshes[0].surfaces[0]
    assert surface.mode == "lines"
    assert len(surface.indices) == 2 * 32
    assert np.abs(surface.positions).max() == 1


def test_a_surface_without_edges_is_left_out():
    """A glTF accessor has at least one element."""
    model = rig()
    bare = build(
        nodes=[Node("Root"), Node("Points", 0)],
        dimension=4,
        meshes=[Mesh((Surface(model.meshes[0].surfaces[0].positions),))],
        instances=[Instance(1, 0)],
    )
    assert not project_rig(bare, bare.rest_pose(), [AT_0]).meshes


def test_from_a_point_what_is_nearer_is_larger():
    points = np.array([[1.0, 0, 0, 1], [1.0, 0, 0, -1]])
    assert project_points(points, AT_0, 3.0)[:, 0].tolist() == [1.5, 0.75]


@pytest.mark.parametrize("distance", [1.0, 0.0, np.nan, np.inf])
def test_the_eye_must_be_outside(distance):
    with pytest.raises(ValueError, match="distance must be finite and larger than"):
        project_points(np.array([[0.0, 0, 0, 2]]), AT_0, distance)


def test_edges_come_from_simplexes_where_none_are_stored():
    from pantin.rig.topology import Topology

    assert len(surface_edges(Topology(np.array([[0, 1, 2, 3]])))) == 6
    assert len(surface_edges(None)) == len(surface_edges(Topology())) == 0
