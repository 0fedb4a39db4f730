"""Small rigs for the tests of `pantin.torch`: any dimension, any number of influences."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.rig import BlendShape, Deltas, Influences, Instance, Mesh, Node, Rig, Skin, Surface, build


def random_rig(
    dimension: int = 3, *, vertices: int = 12, influences: int = 3, seed: int = 0, solver="linear"
) -> Rig:
    """A branching tree of five nodes; a skinned mesh with normals and blend shapes (one dense, one sparse
    with a vertex listed twice, one empty) whose joints repeat and include −1, and a plain mesh on a node."""
    random = np.random.default_rng(seed)
    nodes = [
        Node(f"n{index}", parent, **random_transform(random, dimension, general=index == 4))
        for index, parent in enumerate((-1, 0, 1, 0, 3))
    ]
    joints = np.array([0, 1, 2, 4, 1, -1])
    counts = random.integers(0, influences + 1, vertices)
    counts[0], counts[1] = influences, 0
    offsets = np.concatenate([[0], np.cumsum(counts)])
    shape = (vertices, dimension)
    deltas = [
        Deltas(random.normal(size=shape)),
        Deltas(random.normal(size=(3, dimension)), np.array([1, 4, 1])),
        None,
    ]
    normal_deltas = Deltas(0.1 * random.normal(size=shape))
    shapes = tuple(BlendShape(positions=delta, normals=normal_deltas) for delta in deltas)
    skinned = Surface(
        random.normal(size=shape),
        normals=random.normal(size=shape),
        influences=Influences(
            offsets, random.integers(0, len(joints), offsets[-1]), random.uniform(0.1, 1, offsets[-1])
        ),
        blend_shapes=shapes,
    )
    plain = Surface(random.normal(size=(6, dimension)))
    binds = 0.3 * random.normal(size=(len(joints), dimension, dimension + 1)) + np.eye(
        dimension, dimension + 1
    )
    return build(
        dimension=dimension,
        nodes=nodes,
        meshes=[Mesh((skinned,), blend_weights=np.array([0.2, 0.0, 0.5])), Mesh((plain,))],
        skins=[Skin(joints, binds, solver=solver)],
        instances=[Instance(3, 0, skin=0), Instance(2, 1)],
    )


def random_transform(random: np.random.Generator, dimension: int, general: bool) -> dict[str, object]:
    if general or dimension != 3:
        return {
            "matrix": 0.3 * random.normal(size=(dimension, dimension + 1)) + np.eye(dimension, dimension + 1)
        }
    return {
        "translation": random.normal(size=3),
        "rotation": random.normal(size=4),
        "scale": random.uniform(0.5, 1.5, 3),
    }


def in_double(rig: Rig) -> Rig:
    """The rig with vertex data in float64, so that `pantin.deform` computes in float64."""
    return rig.replace(
        meshes=[replace(mesh, surfaces=tuple(map(_surface_in_double, mesh.surfaces))) for mesh in rig.meshes]
    )


def _surface_in_double(surface: Surface) -> Surface:
    influences = surface.influences
    if influences is not None:
        influences = replace(influences, weights=influences.weights.astype(np.float64))
    return replace(
        surface,
        positions=surface.positions.astype(np.float64),
        normals=None if surface.normals is None else surface.normals.astype(np.float64),
        influences=influences,
    )
