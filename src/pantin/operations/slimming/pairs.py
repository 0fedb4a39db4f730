"""Vertices that follow the same nodes with the same weights in two rigs: how far they are apart is a matter
of the nodes alone, whatever numbers these have."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pantin.base.records import Record
from pantin.kernels.furthest import Groups, WeightedPoints, make_groups
from pantin.operations.slimming.skin import PosedVertices, SampledMotion
from pantin.rig import Indices

KEPT = 4
"""Pairs of skins that are remembered: clips of one rig are measured one after the other."""


class PairedNodes(Record, eq=False):
    """The vertices of two skins as sums of points that follow a node here and one there.

    here, there   (P,) the nodes of each pair
    vertices      as `WeightedPoints`, with the numbers of pairs in place of nodes; its transforms are empty
    groups        of these vertices
    """

    here: Indices
    there: Indices
    vertices: WeightedPoints
    groups: Groups

    def points(self, a: SampledMotion, b: SampledMotion) -> WeightedPoints:
        """The vertices with the differences of transforms as transforms: their sums are how far both are
        apart."""
        gaps = a.world[:, self.here] - b.world[:, self.there]
        world = np.ascontiguousarray(gaps.reshape(len(gaps), len(self.here), 12).transpose(1, 2, 0))
        return self.vertices._replace(world=world)


@lru_cache(KEPT)
def pair_nodes(a: PosedVertices, b: PosedVertices) -> PairedNodes | None:
    """The vertices of both skins together; None where their weights or places differ."""
    here, there = a.rows(a.real), b.rows(a.real)
    if not (np.array_equal(here.starts, there.starts) and np.array_equal(here.local, there.local)):
        return None
    width = len(b.rig.nodes)
    pairs, numbers = np.unique(here.nodes * width + there.nodes, return_inverse=True)
    vertices = here._replace(nodes=numbers.reshape(-1).astype(np.int64))
    return PairedNodes(pairs // width, pairs % width, vertices, make_groups(vertices))
