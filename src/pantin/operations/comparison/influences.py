"""The influences of each vertex, in a form that does not depend on how a file stores them.

A vertex is a list of nodes, each with a weight and the position of the vertex relative to the node. Two
vertices with the same list move together in every pose, however joints are numbered, influences ordered and
bind matrices split between the skin and the mesh. A vertex without a skin has one node, with weight 1.
"""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.operations.comparison.vertices import VertexRange, VertexTable
from pantin.rig import Doubles, Indices

FIXED = -1
"""Stands for a node that is fixed in the world."""


class Influenced(Record, eq=False):
    """Rows sorted by vertex and node, each pair once.

    vertices  (R,) in the table
    nodes     (R,) nodes, or `FIXED`
    weights   (R,)
    local     (R, N) the position relative to the node, at rest
    """

    vertices: Indices
    nodes: Indices
    weights: Doubles
    local: Doubles


def influences_of(table: VertexTable) -> Influenced:
    """The rows of all vertices of a rig."""
    rows = [_of_part(table, part) for part in table.parts]
    dimension = table.rig.dimension
    vertices = np.concatenate([np.zeros(0, np.int64), *(row[0] for row in rows)])
    nodes = np.concatenate([np.zeros(0, np.int64), *(row[1] for row in rows)])
    weights = np.concatenate([np.zeros(0), *(row[2] for row in rows)])
    local = np.concatenate([np.zeros((0, dimension)), *(row[3] for row in rows)])
    used = weights != 0
    vertices, nodes, weights, local = vertices[used], nodes[used], weights[used], local[used]
    order = np.lexsort((nodes, vertices))
    vertices, nodes, weights, local = vertices[order], nodes[order], weights[order], local[order]
    first = np.ones(len(vertices), bool)
    first[1:] = (vertices[1:] != vertices[:-1]) | (nodes[1:] != nodes[:-1])
    starts = np.flatnonzero(first)
    if not len(starts):
        return Influenced(vertices, nodes, weights, local)
    # A node that moves a vertex twice counts once, with both weights, at the mean of both positions: affine
    # transforms of the two add up to that.
    total = np.add.reduceat(weights, starts)
    sums = np.add.reduceat(weights[:, None] * local, starts)
    single = np.diff(np.append(starts, len(vertices))) == 1
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.where(single[:, None], local[starts], sums / total[:, None])
    return Influenced(vertices[starts], nodes[starts], total, np.nan_to_num(means))


def _of_part(table: VertexTable, part: VertexRange) -> tuple[Indices, Indices, Doubles, Doubles]:
    instance, surface = table.instance(part), part.surface
    positions = surface.positions.astype(np.float64)
    ids = np.arange(part.first, part.first + len(positions))
    if instance.skin is None or surface.influences is None:
        return ids, np.full(len(ids), instance.node), np.ones(len(ids)), positions
    skin = table.rig.skins[instance.skin]
    stored = surface.influences
    counts = np.diff(stored.offsets)
    who, joints = np.repeat(np.arange(len(ids)), counts), stored.joints.astype(np.int64)
    local = positions[who]
    if skin.inverse_binds is not None:
        local = affine.apply(skin.inverse_binds[joints], local)
    root = FIXED if skin.root is None else skin.root
    nodes = np.where(skin.joints[joints] < 0, root, skin.joints[joints])
    return ids[who], nodes, stored.weights.astype(np.float64), local


def in_world(table: VertexTable, nodes: Indices, local: Doubles) -> Doubles:
    """Positions relative to nodes as positions in the world at rest."""
    world = world_transforms(table.rig)
    moved = local.copy()
    free = nodes >= 0
    moved[free] = affine.apply(world[nodes[free]], local[free])
    return moved
