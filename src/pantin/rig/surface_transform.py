"""Surfaces put through a transform, with everything that has a direction."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine
from pantin.rig.arrays import Doubles, Reals
from pantin.rig.surface import Deltas, Surface
from pantin.rig.topology import ElementAttribute, Topology


def transform_surface(surface: Surface, matrix: Doubles) -> Surface:
    """The surface put through an (N, N + 1) matrix: points by it, differences and tangents by its linear
    part, normals by the inverse transpose. The winding of a mirrored surface is reversed, so that its outside
    stays outside. Normals stay as they are where the matrix has no inverse.
    """
    if np.array_equal(matrix, affine.identity(len(matrix))):
        return surface
    linear = matrix[:, :-1]
    determinant = float(affine.determinant(linear))
    side = -1.0 if determinant < 0 else 1.0
    # Of size 1, for the differences of directions, whose length is 1 before and after.
    size = abs(determinant) ** (1 / len(matrix)) or 1.0
    tangent_matrix, normal_matrix = linear / size, affine.invert(matrix)[0][:, :-1].T * size
    tangents = surface.tangents
    if tangents is not None:
        directions = _unit(affine.apply_linear(linear, tangents[:, :-1]))
        tangents = np.c_[directions, side * tangents[:, -1:]].astype(tangents.dtype)
    moved = replace(
        surface,
        positions=affine.apply(matrix, surface.positions).astype(surface.positions.dtype),
        normals=None if surface.normals is None else _turn_normals(surface.normals, normal_matrix),
        tangents=tangents,
        blend_shapes=tuple(
            replace(
                shape,
                positions=_turn(shape.positions, linear),
                normals=_turn(shape.normals, normal_matrix),
                tangents=_turn(shape.tangents, tangent_matrix),
            )
            for shape in surface.blend_shapes
        ),
        topology=None if surface.topology is None else _turn_topology(surface.topology, normal_matrix),
    )
    return reverse_winding(moved) if side < 0 else moved


def reverse_winding(surface: Surface) -> Surface:
    """The surface with its triangles and simplexes turned inside out."""
    topology = surface.topology
    if topology is not None and topology.simplexes is not None:
        surface = replace(surface, topology=_reverse_simplexes(topology))
    triangles = surface.triangles
    if not len(triangles):
        return surface
    return replace(surface, indices=np.ascontiguousarray(triangles[:, ::-1]).reshape(-1), mode="triangles")


def _turn_normals(normals: Reals, matrix: Doubles) -> Reals:
    return _unit(affine.apply_linear(matrix, normals)).astype(normals.dtype)


def _turn(deltas: Deltas | None, matrix: Doubles) -> Deltas | None:
    if deltas is None:
        return None
    return replace(deltas, values=affine.apply_linear(matrix, deltas.values).astype(deltas.values.dtype))


def _turn_topology(topology: Topology, normal_matrix: Doubles) -> Topology:
    normals = tuple(
        replace(
            attribute,
            values=_turn_normals(attribute.values, normal_matrix),
            blend_deltas=tuple(_turn(deltas, normal_matrix) for deltas in attribute.blend_deltas),
        )
        for attribute in topology.normals
    )
    return replace(topology, normals=normals)


def _reverse_simplexes(topology: Topology) -> Topology:
    """The first two corners of every simplex exchanged, and the values of those corners with them."""
    simplexes = topology.simplexes
    assert simplexes is not None
    order = np.arange(simplexes.shape[1])
    order[:2] = 1, 0

    def exchange(attribute: ElementAttribute) -> ElementAttribute:
        if attribute.elements != "corners" or len(attribute.vertices) != simplexes.size:
            return attribute
        rows = attribute.value_indices.reshape(simplexes.shape)[:, order]
        vertices = attribute.vertices.reshape(simplexes.shape)[:, order]
        return replace(attribute, value_indices=rows.reshape(-1), vertices=vertices.reshape(-1))

    return replace(
        topology,
        simplexes=np.ascontiguousarray(simplexes[:, order]),
        normals=tuple(map(exchange, topology.normals)),
        texcoords=tuple(map(exchange, topology.texcoords)),
    )


def _unit(vectors: Doubles) -> Doubles:
    lengths = np.sqrt((vectors * vectors).sum(-1, keepdims=True))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))
