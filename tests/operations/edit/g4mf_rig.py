"""A rig for edits of groups: two skeletons with the same bones, and meshes whose groups have names."""

from __future__ import annotations

import numpy as np

from pantin.deformation import deform
from pantin.rig import Influences, Instance, Mesh, Node, Rig, Skeleton, Skin, Surface, build

BONES = ("Hips", "Arm", "Hand")


def mesh(names, weights, dimension=4, start=0.0):
    """A mesh of three points, its groups named; `weights` has a row of (group, weight) for each point."""
    offsets = np.cumsum([0, *(len(row) for row in weights)])
    flat = [one for row in weights for one in row]
    influences = Influences(offsets, np.array([g for g, _ in flat]), np.array([float(w) for _, w in flat]))
    points = np.arange(3 * dimension, dtype=float).reshape(3, dimension) + start
    return Mesh((Surface(points, mode="points", influences=influences),), group_names=names)


def rig(meshes, uses, dimension=4) -> Rig:
    """Skeletons at nodes 1 and 5 (with bones 2, 3, 4 and 6, 7, 8), and for each use (skeleton or None, mesh,
    joints) a node with that mesh and a skin bound at rest."""
    rng = np.random.default_rng(7)

    def local():
        return np.eye(dimension, dimension + 1) + 0.2 * rng.standard_normal((dimension, dimension + 1))

    nodes = [Node("World")]
    for side, top in (("", 1), ("2", 5)):
        nodes.append(Node(f"Skeleton{side}", 0, matrix=local()))
        nodes += [Node(f"{name}{side}", top + index, matrix=local()) for index, name in enumerate(BONES)]
    skeletons = [Skeleton(np.arange(1, 5), 1), Skeleton(np.arange(5, 9), 5)]
    plain = build(dimension=dimension, nodes=nodes)
    from pantin.operations.edit.rig_parts import bind_at_rest, rest_world_transforms

    placed = rest_world_transforms(plain)
    skins, instances = [], []
    for top, which, joints in uses:
        nodes.append(Node(f"Mesh{len(instances)}", 0 if top is None else top))
        skin = None
        if top is not None:
            binds = bind_at_rest(placed, top, joints, np.eye(dimension, dimension + 1))
            skins.append(Skin(np.array(joints), binds, root=top, skeleton=0 if top == 1 else 1))
            skin = len(skins) - 1
        instances.append(Instance(len(nodes) - 1, which, skin))
    return build(
        dimension=dimension, nodes=nodes, meshes=meshes, skins=skins, skeletons=skeletons, instances=instances
    )


def posed(one: Rig):
    """Positions by node name, in a pose that moves every bone."""
    pose = one.rest_pose()
    rng = np.random.default_rng(3)
    for node in range(2, 9):
        pose = pose.with_local(
            node, matrix=one.nodes.local[node] + 0.1 * rng.standard_normal(one.nodes.local[node].shape)
        )
    result: dict[str, list] = {}
    for surface in deform(one, pose, normals=False):
        result.setdefault(one.nodes.names[surface.node] or "", []).append(surface.positions)
    return {name: np.concatenate(parts) for name, parts in result.items()}
