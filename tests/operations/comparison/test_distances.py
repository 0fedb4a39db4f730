from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.errors import Unsupported
from pantin.operations.comparison.distances import vertex_distances
from pantin.rig import Channel, Clip, Instance, Mesh, Node, Scene, Surface, build

EXAMPLES = Path(__file__).parents[3] / "examples"
SQUARE = np.float32([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])


def square(positions, faces=(0, 1, 2, 0, 2, 3), clips=()):
    return build(
        nodes=[Node("square")],
        meshes=[Mesh((Surface(np.float32(positions), indices=np.uint16(faces)),))],
        instances=[Instance(0, 0)],
        clips=clips,
        scenes=[Scene((0,))],
    )


def test_a_vertex_is_as_far_as_it_was_moved():
    moved = SQUARE.copy()
    moved[2] += [0, 3, 4]
    distances = vertex_distances(square(SQUARE), square(moved))
    for side in distances.sides:
        assert side[0] == pytest.approx([0, 0, 5, 0])
    assert distances.largest == pytest.approx(5)


def test_a_vertex_that_only_one_has_is_as_far_as_the_nearest():
    more = np.concatenate([SQUARE, [[1, 1, 2]]])
    distances = vertex_distances(square(SQUARE), square(more, (0, 1, 2, 0, 2, 3, 2, 3, 4)))
    assert distances.sides[0][0] == pytest.approx([0, 0, 0, 0])
    assert distances.sides[1][0] == pytest.approx([0, 0, 0, 0, 2])


def test_a_clip_counts_at_its_farthest():
    rise = Channel(0, "translation", np.float32([0, 1]), np.float32([[0, 0, 0], [0, 7, 0]]))
    still = Channel(0, "translation", np.float32([0, 1]), np.float32([[0, 0, 0], [0, 0, 0]]))
    pair = (square(SQUARE, clips=[Clip((rise,), "go")]), square(SQUARE, clips=[Clip((still,), "go")]))
    assert vertex_distances(*pair).sides[0][0] == pytest.approx([7, 7, 7, 7])


def test_other_dimensions_have_no_distance():
    four = pantin.load(EXAMPLES / "g4mf" / "creature.g4b").rig
    with pytest.raises(Unsupported, match="of 3 and 4 dimensions"):
        vertex_distances(square(SQUARE), four)
