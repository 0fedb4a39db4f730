"""The retarget formula, transcribed one bone and one moment at a time, with quaternions as tuples xyzw.

D = A · W · W(rest)⁻¹ · T⁻¹ · A⁻¹;  W' = A'⁻¹ · D · A' · T' · W'(rest);  q' = W'_parent⁻¹ · W'.
"""

from __future__ import annotations

import math

ONE = (0.0, 0.0, 0.0, 1.0)
HALF_TURN = (0.0, 1.0, 0.0, 0.0)


def mul(*factors):
    result = ONE
    for bx, by, bz, bw in factors:
        ax, ay, az, aw = result
        result = (
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        )
    return result


def inv(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    x, y, z, _ = mul(q, (*v, 0.0), inv(q))
    return (x, y, z)


def arc(a, b):
    """The smallest rotation between two directions."""
    a, b = unit(a), unit(b)
    x = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return unit((*x, 1.0 + sum(i * j for i, j in zip(a, b, strict=True))))


def unit(v):
    length = math.sqrt(sum(i * i for i in v))
    return tuple(i / length for i in v)


def straighten(positions, axes):
    """The rotation T of each bone from rest to a T-pose, in the axes of the rig. Upper arms and legs, spine
    and neck take the smallest rotation to their direction; lower ones theirs after that of the upper one;
    hands and fingers that of the lower arm. Hips that are level, shoulders, feet and head have none."""

    def along(start, end, first=ONE):
        return rotate(first, tuple(b - a for a, b in zip(positions[start], positions[end], strict=True)))

    def goal(*direction):
        return rotate(inv(axes), direction)

    found = {}
    for start, end in zip(
        ("spine", "chest", "upperChest", "neck"), ("chest", "upperChest", "neck", "head"), strict=True
    ):
        after = (
            next(bone for bone in (end, "neck", "head") if bone in positions) if start in positions else None
        )
        if after:
            found[start] = arc(along(start, after), goal(0.0, 1.0, 0.0))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        for limb, end, to in (("Arm", "Hand", goal(sign, 0.0, 0.0)), ("Leg", "Foot", goal(0.0, -1.0, 0.0))):
            upper, lower = f"{side}Upper{limb}", f"{side}Lower{limb}"
            found[upper] = arc(along(upper, lower), to)
            found[lower] = mul(arc(along(lower, side + end, found[upper]), to), found[upper])
        for bone in positions:
            if bone.startswith(side) and bone.endswith(
                ("Hand", "Proximal", "Intermediate", "Distal", "Metacarpal")
            ):
                found[bone] = found[f"{side}LowerArm"]
    return found


def world(parents, local):
    """World rotations of all nodes; parents come first."""
    found = []
    for node, parent in enumerate(parents):
        found.append(mul(found[parent], local[node]) if parent >= 0 else tuple(local[node]))
    return found


def retarget(source, target, local, *, axes=ONE, target_axes=ONE, straight=None, target_straight=None):
    """Local rotations of the nodes of the target. `source` and `target` are (parents, rest rotations, bones);
    nodes come after their parents."""
    straight, target_straight = straight or {}, target_straight or {}
    parents, rest, bones = source
    to_parents, to_rest, to_bones = target
    now, before, to_before = world(parents, local), world(parents, rest), world(to_parents, to_rest)
    bone_at = {node: bone for bone, node in to_bones.items() if bone in bones}
    made, made_world = [], []
    for node, parent in enumerate(to_parents):
        above = made_world[parent] if parent >= 0 else ONE
        bone = bone_at.get(node)
        if bone is None:
            made.append(tuple(to_rest[node]))
        else:
            b = bones[bone]
            d = mul(axes, now[b], inv(before[b]), inv(straight.get(bone, ONE)), inv(axes))
            turned = mul(inv(target_axes), d, target_axes, target_straight.get(bone, ONE), to_before[node])
            made.append(mul(inv(above), turned))
        made_world.append(mul(above, made[-1]))
    return made
