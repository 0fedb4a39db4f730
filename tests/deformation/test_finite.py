"""Numbers too large for the format are drawn back to finite ones and counted; nothing warns."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.deformation.finite import LARGEST, make_finite, stays_finite
from pantin.rig import BlendShape, Deltas, Influences, Instance, Mesh, Node, Skin, Surface, build


def test_only_rows_that_are_not_finite_change():
    rows = np.array([[[1, 2], [np.inf, 3]], [[np.nan, -np.inf], [3e38, 3e38]]], np.float32)
    assert make_finite(rows) == 2
    big = float(np.float32(LARGEST))
    assert rows.astype(float).tolist() == [
        [[1, 2], [big, 3]],
        [[0, -big], [float(np.float32(3e38)), float(np.float32(3e38))]],
    ]


def rig(size: float, *, skinned: bool, delta: float = 1.0):
    positions = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32) * np.float32(size)
    moved = BlendShape(Deltas(np.full((3, 3), delta, np.float32)), texcoords=(Deltas(np.eye(3, 2)),))
    surface = Surface(
        positions,
        texcoords=(np.zeros((3, 2), np.float32),),
        blend_shapes=(moved,),
        influences=Influences([0, 1, 2, 3], [0, 0, 0], np.ones(3, np.float32)) if skinned else None,
    )
    return build(
        nodes=[Node(scale=[1e20] * 3), Node(parent=0)],
        meshes=[Mesh((surface,))],
        skins=[Skin([0])],
        instances=[Instance(1, 0, 0 if skinned else None)],
    )


@pytest.mark.parametrize("skinned", [True, False])
@pytest.mark.parametrize("solver", ["linear", "dqs"])
def test_positions_beyond_float32_are_drawn_back(skinned, solver):
    """1e20 times 1e20 is more than float32 holds (3.4e38)."""
    huge = rig(1e20, skinned=skinned)
    posed = deform(huge, huge.rest_pose(), solver=solver)
    assert np.isfinite(posed[0].positions).all()
    assert posed.degenerate.vertices == 3
    several = deform(huge, [huge.rest_pose()] * 4, solver=solver)
    assert (several[0].positions == posed[0].positions).all()
    assert several.degenerate.vertices == 12


@pytest.mark.parametrize("weight", [1.0, 3.0])
def test_results_are_surely_finite_below_half_of_the_largest_number(weight):
    """The largest result of 2D points up to 2 and entries up to e is (2 · 2 + 1) e, times the weights."""
    limit = float(np.finfo(np.float32).max) / 2 / 5 / weight
    points = np.array([[1, -2], [0.5, 0]], np.float32)
    for entry, sure in ((limit * 0.999, True), (limit * 1.001, False), (np.inf, False), (np.nan, False)):
        maps = np.zeros((3, 1, 2, 3))
        maps[1, 0, 1, 2] = -entry
        assert stays_finite(maps, points, weight) is sure


def test_blend_amounts_beyond_float32_are_drawn_back():
    plain = rig(1.0, skinned=False, delta=0.0)
    posed = deform(plain, plain.rest_pose().with_blend(1, [1e300]))
    assert np.isfinite(posed[0].positions).all()
    assert np.isfinite(posed[0].texcoords[0]).all()
    assert posed.degenerate.transforms == 1


def test_palettes_that_are_drawn_back_are_counted():
    bound = rig(1.0, skinned=True)
    skin = Skin([0], np.eye(3, 4)[None] * 1e20)
    nodes = [Node(scale=[1e20] * 3), Node(parent=0)]
    bound = build(nodes=nodes, meshes=bound.meshes, skins=[skin], instances=[Instance(1, 0, 0)])
    posed = deform(bound, bound.rest_pose())
    assert np.isfinite(posed[0].positions).all()
    assert posed.degenerate.transforms == 1
