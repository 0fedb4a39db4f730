"""Spring bones one number at a time, straight from the text of VRMC_springBone 1.0: the oracle of `springs`.

Plain Python floats, world matrices found anew by walking up the tree at every question, no order but the one
the text gives (ancestors first). Nothing is shared with the package but the settings it reads.
"""

from __future__ import annotations

import math

TINY = 1e-12
SINGULAR = 2.0**-13


def add(a, b):
    return [x + y for x, y in zip(a, b, strict=True)]


def sub(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


def times(a, k):
    return [x * k for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return math.sqrt(dot(a, a))


def unit(a, instead):
    size = length(a)
    return times(a, 1 / size) if size >= TINY else list(instead)


def qmul(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def qmat(q):
    x, y, z, w = q
    n = x * x + y * y + z * z + w * w
    x, y, z, w = (c / math.sqrt(n) for c in (x, y, z, w))
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]


def trs(t, q, s):
    """A 3x4 matrix as (rows of the linear part, translation)."""
    return [[value * s[c] for c, value in enumerate(row)] for row in qmat(q)], list(t)


def mul(a, b):
    (la, ta), (lb, tb) = a, b
    linear = [[sum(la[i][k] * lb[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return linear, add([dot(row, tb) for row in la], ta)


def point(m, p):
    return add([dot(row, p) for row in m[0]], m[1])


def vector(m, v):
    return [dot(row, v) for row in m[0]]


def inverse(m):
    a, b, c = m[0]
    det = dot(a, cross(b, c))
    cols = [times(cross(b, c), 1 / det), times(cross(c, a), 1 / det), times(cross(a, b), 1 / det)]
    linear = [[cols[j][i] for j in range(3)] for i in range(3)]
    return linear, times([dot(row, m[1]) for row in linear], -1)


def from_to(a, b):
    """The shortest turn between unit vectors."""
    w = 1 + dot(a, b)
    if w < 1e-8:
        axis = [-a[1], a[0], 0.0] if abs(a[0]) > abs(a[2]) else [0.0, -a[2], a[1]]
        q = [*axis, 0.0]
    else:
        q = [*cross(a, b), w]
    return times(q, 1 / math.sqrt(dot(q, q)))


class Scalar:
    """One simulation of a rig; `rotations` maps each head to its local rotation."""

    def __init__(self, rig):
        self.rig = rig
        self.parents = rig.nodes.parents.tolist()
        self.rest_rotation = [list(map(float, q)) for q in rig.nodes.rotations]
        self.bones = []
        for spring in rig.springs.springs:
            for head, tail in zip(spring.joints, spring.joints[1:], strict=False):
                self.bones.append((spring, head, tail.node, None))
            if spring.end is not None:
                self.bones.append((spring, spring.joints[-1], None, list(map(float, spring.end))))
        self.order = self.sorted()
        self.rotations = {}
        self.reset(rig.rest_pose())

    def ancestors(self, node):
        while node >= 0:
            yield node
            node = self.parents[node]

    def colliders(self, spring):
        settings = self.rig.springs
        return [settings.colliders[c] for g in spring.groups for c in settings.groups[g].colliders]

    def sorted(self):
        heads = {bone[1].node: number for number, bone in enumerate(self.bones)}
        done, order, busy = set(), [], set()

        def visit(at):
            if at in done or at in busy:
                return
            busy.add(at)
            spring, head, _, _ = self.bones[at]
            groups = [list(self.ancestors(self.parents[head.node]))]
            groups += [list(self.ancestors(collider.node)) for collider in self.colliders(spring)]
            for group in groups:
                above = [heads[node] for node in reversed(group) if node in heads]
                # a collider that hangs below a joint waiting for it cannot come first
                if not busy.intersection(above) or group is groups[0]:
                    for one in above:
                        visit(one)
            busy.discard(at)
            done.add(at)
            order.append(at)

        for index in range(len(self.bones)):
            visit(index)
        return order

    def local(self, node):
        pose = self.pose
        q = self.rotations.get(node)
        if q is None:
            if pose.general[node]:
                m = pose.local[node].tolist()
                return [row[:3] for row in m], [row[3] for row in m]
            q = pose.rotations[node].tolist()
        return trs(pose.translations[node].tolist(), q, pose.scales[node].tolist())

    def world(self, node):
        m = ([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]], [0.0, 0, 0])
        for ancestor in reversed(list(self.ancestors(node))):
            m = mul(m, self.local(ancestor))
        return m

    def rest_vector(self, at):
        """The tail in the space of the head, in the rest pose."""
        _, head, tail, end = self.bones[at]
        if end is not None:
            return end
        rest, m = self.rig.rest_pose(), None
        node = tail
        while node != head.node:
            step = trs(rest.translations[node], rest.rotations[node], rest.scales[node])
            m = step if m is None else mul(step, m)
            node = self.parents[node]
        return [float(x) for x in m[1]]

    def reset(self, pose):
        self.pose = pose
        self.rotations = {bone[1].node: self.rest_rotation[bone[1].node] for bone in self.bones}
        self.rest = [self.rest_vector(number) for number in range(len(self.bones))]
        self.state = [None] * len(self.bones)
        for index, (spring, head, _, _) in enumerate(self.bones):
            tail = point(self.world(head.node), self.rest[index])
            if spring.center is not None:
                tail = point(inverse(self.world(spring.center)), tail)
            self.state[index] = (tail, tail)

    def step(self, dt, pose=None, external=(0.0, 0.0, 0.0)):
        if pose is not None:
            self.pose = pose
        if dt > 0:
            for index in self.order:
                self.bone(index, dt, external)
        return self.rotations

    def bone(self, at, dt, external):
        spring, head, _, _ = self.bones[at]
        rest_q = self.rest_rotation[head.node]
        parent = self.parents[head.node]
        pose = self.pose
        base = trs(pose.translations[head.node].tolist(), rest_q, pose.scales[head.node].tolist())
        if parent >= 0:
            base = mul(self.world(parent), base)
        mapped = vector(base, self.rest[at])
        size = length(mapped)
        stiff = unit(mapped, [0.0, 1.0, 0.0])
        origin = base[1]
        current, previous = self.state[at]
        center = None if spring.center is None else self.world(spring.center)
        if center is not None:
            current, previous = point(center, current), point(center, previous)
        tail = add(current, times(sub(current, previous), 1.0 - head.drag))
        tail = add(tail, times(stiff, dt * head.stiffness))
        tail = add(tail, times([float(x) for x in head.gravity_dir], dt * head.gravity_power))
        tail = add(tail, times(external, dt))

        def constrained(tail):
            tail = add(origin, times(unit(sub(tail, origin), stiff), size))
            return self.limited(head, base, self.rest[at], origin, tail, size)

        tail = constrained(tail)
        for collider in self.colliders(spring):
            direction, distance = self.collision(collider, tail, head.hit_radius)
            if distance < 0:
                tail = constrained(sub(tail, times(direction, distance)))
        kept = tail if center is None else point(inverse(center), tail)
        self.state[at] = (kept, self.state[at][0])
        axis = unit(self.rest[at], [0.0, 1.0, 0.0])
        to = unit(point(inverse(base), tail), axis)
        self.rotations[head.node] = qmul(rest_q, from_to(axis, to))

    def collision(self, collider, tail, hit):
        m = self.world(collider.node)
        offset = point(m, [float(x) for x in collider.offset])
        delta = sub(tail, offset)
        if collider.shape == "plane":
            inv = inverse(m)[0]
            normal = [float(x) for x in collider.normal]
            normal = unit([sum(inv[k][i] * normal[k] for k in range(3)) for i in range(3)], [0.0, 0, 0])
            return normal, dot(delta, normal) - hit
        if collider.shape == "capsule":
            along = sub(point(m, [float(x) for x in collider.tail]), offset)
            d = dot(along, delta)
            if d > 0:
                delta = (
                    sub(delta, along)
                    if d > dot(along, along)
                    else sub(delta, times(along, d / dot(along, along)))
                )
        size = length(delta)
        direction = unit(delta, [0.0, 1.0, 0.0])
        if collider.inside:
            return times(direction, -1), collider.radius - hit - size
        return direction, size - collider.radius - hit

    def limited(self, head, base, rest, origin, tail, size):
        """The tail within the joint's limit: directions measured in the space whose +Y is the rest
        direction.
        """
        if head.limit is None:
            return tail
        axis = unit(rest, [0.0, 1.0, 0.0])
        to_axis = [1.0, 0.0, 0.0, 0.0] if axis[1] == -1 else from_to([0.0, 1.0, 0.0], axis)
        turn = qmat(qmul(to_axis, [float(x) for x in head.limit.rotation]))
        local = unit(point(inverse(base), tail), axis)
        x, y, z = (sum(turn[k][i] * local[k] for k in range(3)) for i in range(3))
        x, y, z = clamped(head.limit, x, y, z)
        back = [sum(turn[i][k] * (x, y, z)[k] for k in range(3)) for i in range(3)]
        return add(origin, times(unit(vector(base, back), [0.0, 1.0, 0.0]), size))


def clamped(limit, x, y, z):
    """A unit direction in limit space, within the limit; singular directions as the draft says."""
    if limit.kind == "cone":
        angle = min(limit.angle, math.pi)
        if math.atan2(math.hypot(x, z), y) <= angle:
            return x, y, z
        side = math.hypot(x, z)
        x, z = (x / side, z / side) if side >= SINGULAR else (0.0, 1.0)
        return x * math.sin(angle), math.cos(angle), z * math.sin(angle)
    if limit.kind == "hinge":
        angle = min(limit.angle, math.pi)
        pitch = math.atan2(z, y) if math.hypot(y, z) >= SINGULAR else 0.0
        pitch = max(-angle, min(angle, pitch))
        return 0.0, math.cos(pitch), math.sin(pitch)
    pitch = math.atan2(z, y) if math.hypot(y, z) >= SINGULAR else 0.0
    most, side = min(limit.angle, math.pi), min(limit.yaw, math.pi / 2)
    pitch = max(-most, min(most, pitch))
    yaw = max(-side, min(side, math.asin(max(-1.0, min(1.0, x)))))
    return math.sin(yaw), math.cos(yaw) * math.cos(pitch), math.cos(yaw) * math.sin(pitch)
