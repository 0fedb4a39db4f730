"""Rigs with springs for tests: chains hung in simple ways, and random ones that use every kind of part."""

from __future__ import annotations

import numpy as np

from pantin.rig import Collider, ColliderGroup, Node, Spring, SpringJoint, SpringLimit, SpringSettings, build


def chain(count=3, *, length=0.1, along=(0.0, -1.0, 0.0), colliders=(), parent=None, **parameters):
    """A root (node 0) and below it `count` bones in a row; `parameters` are those of every joint.

    `parent` gives the root other transforms; `center` and `end` are the spring's.
    """
    own = {name: parameters.pop(name) for name in ("center", "end") if name in parameters}
    step = np.asarray(along, float) * length
    nodes = [Node("root", **(parent or {})), Node("joint 0", 0)]
    nodes += [Node(f"joint {index}", index, step) for index in range(1, count + 1)]
    joints = tuple(SpringJoint(index + 1, **parameters) for index in range(count + 1))
    groups = (ColliderGroup(tuple(range(len(colliders)))),) if colliders else ()
    spring = Spring(joints, tuple(range(len(groups))), **own)
    return build(nodes=nodes, springs=SpringSettings((spring,), tuple(colliders), groups))


def everything(seed, *, limits=False, center=False, scale=False, skip=False, cycle=False):
    """Four chains of six nodes with random transforms and parameters, and a collider of every shape."""
    rng = np.random.default_rng(seed)

    def turn():
        q = rng.normal(size=4)
        return q / np.linalg.norm(q)

    nodes = [Node(None, -1, rng.normal(size=3), turn(), np.full(3, 1.3) if scale else None)]
    nodes += [Node(None, 0, rng.normal(size=3) * 0.1, turn()) for _ in range(2)]
    springs = []
    for at in range(4):
        above, joints = 1, []
        for place in range(6):
            size = rng.uniform(0.8, 1.2, 3) if scale else None
            nodes.append(Node(None, above, rng.normal(size=3) * 0.1, turn(), size))
            above = len(nodes) - 1
            limit = None
            if limits and place % 2 == 0:
                kind = ("cone", "hinge", "spherical")[at % 3]
                limit = SpringLimit(kind, rng.uniform(0.1, 1), rng.uniform(0.1, 1), turn())
            if skip and place == 2:
                continue
            numbers = rng.uniform(0, 0.05), rng.uniform(0, 2), rng.uniform(0, 1), rng.normal(size=3)
            joints.append(SpringJoint(above, *numbers, rng.uniform(0.1, 0.9), limit))
        springs.append(
            Spring(
                tuple(joints),
                (0, 1) if at % 2 else (1,),
                (0 if at < 2 else joints[0].node) if center else None,
                end=(0.05, 0.02, 0.0) if at == 3 else None,
            )
        )
    shapes = (("sphere", False), ("capsule", False), ("sphere", True), ("capsule", True), ("plane", False))
    colliders = []
    for at, (shape, inside) in enumerate(shapes):
        normal = rng.normal(size=3)
        offset, tail = rng.normal(size=3) * 0.1, rng.normal(size=3) * 0.2
        radius = 0.8 if inside else 0.1
        colliders.append(Collider(2 if at % 2 else 0, shape, offset, radius, tail, normal, inside))
    colliders.append(Collider(4, "sphere", (0, 0, 0), 0.05))
    groups = (ColliderGroup((0, 2, 1)), ColliderGroup((3, 4, 5) if cycle else (3, 4)))
    return build(nodes=nodes, springs=SpringSettings(tuple(springs), tuple(colliders), groups))


def swung(rig, frame):
    """The rest pose with the root thrown about: the same for every caller."""
    rng = np.random.default_rng(frame)
    angle = 0.02 * frame
    return rig.rest_pose().with_local(
        0,
        translation=rng.normal(size=3) * 0.05 + [0.02 * frame, 0, 0],
        rotation=[np.sin(angle), 0, 0, np.cos(angle)],
    )


def angles(a, b):
    """Radians between unit quaternions, whatever their signs."""
    near = np.minimum(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1))
    far = np.maximum(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1))
    return 4 * np.arctan2(near, far)
