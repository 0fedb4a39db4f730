"""Distances of posed surfaces against those that follow from how the surfaces are made."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pantin
from pantin.operations.slimming.measure import measure_poses
from pantin.operations.slimming.promise import RANDOM_SLACK, measure_apart
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Skin, Surface, build

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
FAN = np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
HALVES = np.array([[0, 1, 2], [0, 2, 3]])


def square(height: float | None = None, lift: float = 0.0, clips: tuple[Clip, ...] = ()) -> pantin.Rig:
    """A unit square of two triangles, or a pyramid over it, on a node that is lifted."""
    points, triangles = CORNERS, HALVES
    if height is not None:
        points, triangles = np.vstack([CORNERS, [[0.5, 0.5, height]]]).astype(np.float32), FAN
    return build(
        nodes=[Node("square", translation=(0, 0, lift))],
        meshes=[Mesh((Surface(points, indices=triangles.reshape(-1)),))],
        instances=[Instance(0, 0)],
        clips=clips,
    )


def distances(a: pantin.Rig, b: pantin.Rig) -> dict[str, float]:
    return {apart.where: apart.distance for apart in measure_apart(a, b)}


def test_parallel_squares_are_as_far_apart_as_their_planes():
    assert distances(square(), square(lift=0.25))["the rest pose"] == pytest.approx(0.25)


@pytest.mark.parametrize(("a", "b"), [(None, 0.125), (0.125, None)])
def test_a_peak_counts_from_either_side(a, b):
    assert distances(square(a), square(b))["the rest pose"] == pytest.approx(0.125)


def test_a_square_that_is_divided_the_other_way_is_the_same_surface():
    """The four triangles of a pyramid of no height."""
    assert distances(square(0.0), square())["the rest pose"] < 1e-15


def test_clips_are_compared_by_name():
    def rise(height: float, name: str) -> Clip:
        keys = np.array([[0, 0, 0], [0, 0, height]], float)
        return Clip((Channel(0, "translation", np.array([0.0, 1.0]), keys),), name)

    a = square(clips=(rise(1.0, "up"), rise(2.0, "further")))
    b = square(clips=(rise(2.5, "further"), rise(1.125, "up")))
    found = distances(a, b)
    assert found["clip 'up' (0)"] == pytest.approx(0.125)
    assert found["clip 'further' (1)"] == pytest.approx(0.5)


def test_a_surface_that_is_gone_is_infinitely_far():
    empty = build(nodes=[Node("square")])
    assert distances(square(), empty) == {"the rest pose": math.inf}
    assert distances(empty, empty) == {}


def bent(weight: float) -> pantin.Rig:
    """Two joints, one above the other; the far corners of a square follow the second by a weight."""
    joints = np.array([0, 0, 0, 1, 0, 1])
    weights = np.array([1, 1, 1 - weight, weight, 1 - weight, weight], np.float32)
    binds = np.tile(np.eye(3, 4), (2, 1, 1))
    binds[1, 1, 3] = -0.5
    influences = Influences(np.array([0, 1, 2, 4, 6]), joints, weights)
    return build(
        nodes=[Node("root"), Node("tip", parent=0, translation=(0, 0.5, 0)), Node("square")],
        meshes=[Mesh((Surface(CORNERS, indices=HALVES.reshape(-1), influences=influences),))],
        skins=[Skin(np.array([0, 1]), binds)],
        instances=[Instance(2, 0, skin=0)],
    )


def test_weights_show_in_random_poses_alone():
    found = {apart.where: apart for apart in measure_apart(bent(1.0), bent(0.5))}
    assert found["the rest pose"].distance < 1e-15
    assert found["random poses"].distance > 0.01
    assert found["random poses"].slack == RANDOM_SLACK


def test_nodes_that_move_no_vertex_are_not_vertices():
    """The points around them stand for what hangs on them; `measure_poses` measures vertices alone."""
    nodes = [Node("mesh"), Node("hip"), Node("hand", parent=1, translation=(0, 2, 0))]
    skin = Skin(joints=(1, 2))
    alone = build(nodes=nodes, skins=[skin])
    assert measure_poses(alone, alone) == 0.0
    here, there = (
        build(
            nodes=nodes,
            skins=[skin],
            meshes=[
                Mesh(
                    (
                        Surface(
                            [[0, 0, 0], [1, 0, 0], [0, 0, z]],
                            influences=Influences([0, 1, 2, 3], [0, 0, 0], [1.0, 1.0, 1.0]),
                        ),
                    )
                )
            ],
            instances=[Instance(0, 0, skin=0)],
        )
        for z in (1.0, 1.5)
    )
    assert measure_poses(here, there) == pytest.approx(0.5)
