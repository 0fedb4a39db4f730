"""Slices as rigs."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pantin.base.records import replace

sys.path.insert(0, str(Path(__file__).parent))

from tesseract import rig

from pantin.motion import sample
from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.operations.edit.rig_slices import PosedBodies, slice_rig
from pantin.rig import Instance, Mesh, Node, Surface, build
from pantin.rig.topology import Topology

AT_0 = Hyperplane.at_w(0)


def test_one_slice_is_one_mesh():
    model = rig()
    result = slice_rig(model, model.rest_pose(), AT_0)
    assert result.dimension == 3
    assert result.meshes[0].name == "Tesseract"
    assert len(result.meshes[0].surfaces[0].triangles) == 12


def test_surfaces_of_one_mesh_fit_together():
    """A tesseract with a lid: the points of either on their common border are those of the other."""
    model = rig()
    (whole,) = model.meshes[0].surfaces
    simplexes = whole.topology.simplexes
    lid = (whole.positions[simplexes][:, :, 0] == 1).all(1)
    halves = tuple(replace(whole, topology=Topology(simplexes=simplexes[model])) for model in (lid, ~lid))
    split = build(
        nodes=[Node("Root"), Node("Split", 0)],
        dimension=4,
        meshes=[Mesh(halves)],
        instances=[Instance(1, 0)],
    )
    for normal in ([1, 2, 3, 4], [0, 1, 1, 1], [0, 0, 1, 2]):
        made = slice_rig(split, split.rest_pose(), Hyperplane.from_normal(normal, 0.2)).meshes[0].surfaces
        assert len(made) == 2
        places: dict[tuple[float, ...], int] = {}
        edges: Counter[tuple[int, int]] = Counter()
        for surface in made:
            numbers = [places.setdefault(tuple(point), len(places)) for point in surface.positions.tolist()]
            for row in surface.triangles.tolist():
                edges.update((numbers[row[index]], numbers[row[index - 2]]) for index in range(3))
        assert all(edges[end, start] == count for (start, end), count in list(edges.items()))


def test_a_sweep_shows_one_slice_after_another():
    model = rig()
    result = PosedBodies.from_rig(model, model.rest_pose()).sweep(Hyperplane.from_normal([1, 1, 1, 1], 0), 5)
    assert len(result.meshes) == 5
    for number in range(5):
        shown = sample(result, clip=0, time=0.1 * number + 0.05).scales[1:, 0]
        assert np.flatnonzero(shown).tolist() == [number]


def test_many_cuts_are_those_made_one_by_one():
    model = rig()
    pose = model.rest_pose()
    bodies = PosedBodies.from_rig(model, pose)
    for plane in bodies.spread(Hyperplane.from_normal([1, 1, 1, 1], 0), 3):
        alone = slice_rig(model, pose, plane).meshes[0].surfaces[0]
        assert np.array_equal(bodies.slice(plane).meshes[0].surfaces[0].positions, alone.positions)


def test_slices_stand_inside():
    model = rig()
    posed = PosedBodies.from_rig(model, model.rest_pose())
    offsets = [plane.offset for plane in posed.spread(AT_0, 4)]
    assert offsets == [-0.75, -0.25, 0.25, 0.75]
    for count in (0, 10**12):
        with pytest.raises(ValueError, match="the number of slices must be 1 to 10,000"):
            posed.spread(AT_0, count)


def test_a_rig_without_a_point_has_no_slices():
    """Also one whose mesh has a surface, as of a file with broken vertices."""
    empty = build(
        nodes=[Node("Root"), Node("Empty", 0)],
        dimension=4,
        meshes=[Mesh((Surface(np.zeros((0, 4))),))],
        instances=[Instance(1, 0)],
    )
    posed = PosedBodies.from_rig(empty, empty.rest_pose())
    assert posed.spread(AT_0, 3) == []
    assert not posed.sweep(AT_0, 3).meshes


def test_only_4d_is_cut_by_a_3_space():
    flat = build()
    with pytest.raises(ValueError, match="4 dimensions"):
        slice_rig(flat, flat.rest_pose(), AT_0)
