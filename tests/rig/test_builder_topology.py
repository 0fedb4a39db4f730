"""What the builder refuses of topology."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pantin.rig import Deltas, NotARig
from pantin.rig.builder_topology import topology
from pantin.rig.topology import Bound, Topology

CORNERS = Bound(np.eye(4)[:2], np.array([0, 1, 0]), np.arange(4), np.array([0, 1, 2]))


def built(**parts):
    return topology(Topology(**parts), "surface", 3, 4, 1)


def test_arrays_become_read_only():
    made = built(simplexes=np.array([[0, 1, 2, 0]]), normals=(CORNERS,))
    assert not made.simplexes.flags.writeable
    assert not made.normals[0].values.flags.writeable


@pytest.mark.parametrize(
    "bound",
    [
        replace(CORNERS, which=np.array([0, 1, 2])),
        replace(CORNERS, vertices=np.array([0, 1, 3])),
        replace(CORNERS, offsets=np.array([0, 0, 1, 3])),
        replace(CORNERS, offsets=np.array([0, 1, 2, 2])),
        replace(CORNERS, values=np.eye(3)),
        replace(CORNERS, targets=(None, None)),
        replace(CORNERS, targets=(Deltas(np.zeros((1, 4)), np.array([2])),)),
    ],
)
def test_bound_values_that_do_not_fit_are_refused(bound):
    with pytest.raises(NotARig):
        built(normals=(bound,))


@pytest.mark.parametrize("rows", [np.array([[0, 3]]), np.array([0, 1])])
def test_rows_name_vertices(rows):
    with pytest.raises(NotARig):
        built(edges=rows)


def test_parts_of_cells_are_there():
    edges = np.array([[0, 1], [1, 2], [0, 2]])
    assert built(edges=edges, cells=([[0, 1, 2]], [[0]])).cells == (((0, 1, 2),), ((0,),))
    for cells in (([[0, 1, 3]],), ([[0, 1, 2]], [[1]])):
        with pytest.raises(NotARig, match="cells of dimension"):
            built(edges=edges, cells=cells)
    with pytest.raises(NotARig, match="cells of dimension 2"):
        built(cells=([[0]],))
