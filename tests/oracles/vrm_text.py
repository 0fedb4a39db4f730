"""The texts of VRMC_node_constraint 1.0 and VRMC_vrm 1.0 (expressions, lookAt) in plain Python, one number
at a time. Quaternions are tuples xyzw; nothing here is shared with Pantin."""

from __future__ import annotations

import math
from typing import Any

Quaternion = tuple[float, float, float, float]
Vector = tuple[float, float, float]

AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


def mul(a: Quaternion, b: Quaternion) -> Quaternion:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def inverse(q: Quaternion) -> Quaternion:
    return (-q[0], -q[1], -q[2], q[3])


def unit(values: Any) -> Any:
    size = math.sqrt(sum(value * value for value in values))
    return tuple(value / size for value in values)


def turn(q: Quaternion, v: Vector) -> Vector:
    x, y, z, _ = mul(mul(q, (*v, 0.0)), inverse(q))
    return (x, y, z)


def from_to(start: Vector, end: Vector) -> Quaternion:
    """fromToRotation: the smallest rotation; directions that are opposite are for nobody to compare."""
    sx, sy, sz = start
    ex, ey, ez = end
    cross = (sy * ez - sz * ey, sz * ex - sx * ez, sx * ey - sy * ex)
    dot = sx * ex + sy * ey + sz * ez
    return unit((*cross, 1.0 + dot))


def slerp(a: Quaternion, b: Quaternion, t: float) -> Quaternion:
    cosine = sum(x * y for x, y in zip(a, b, strict=True))
    if cosine < 0:
        b, cosine = tuple(-x for x in b), -cosine
    angle = math.acos(min(cosine, 1.0))
    if angle < 1e-9:
        return unit(tuple(x + (y - x) * t for x, y in zip(a, b, strict=True)))
    first, second = math.sin((1 - t) * angle) / math.sin(angle), math.sin(t * angle) / math.sin(angle)
    return tuple(first * x + second * y for x, y in zip(a, b, strict=True))


class Skeleton:
    """Nodes with translation, rotation and scale, and the rotations that they rest in."""

    def __init__(
        self,
        parents: list[int],
        translations: list[Vector],
        rests: list[Quaternion],
        scales: list[Vector],
        rotations: list[Quaternion],
        constraints: dict[int, dict[str, Any]],
    ) -> None:
        self.parents, self.translations, self.scales = parents, translations, scales
        self.rests = [unit(rest) for rest in rests]
        self.rotations = [unit(rotation) for rotation in rotations]
        self.constraints = constraints
        self.done: set[int] = set()

    def world_rotation(self, node: int) -> Quaternion:
        if node < 0:
            return (0.0, 0.0, 0.0, 1.0)
        return mul(self.world_rotation(self.parents[node]), self.rotations[node])

    def to_world(self, node: int, point: Vector) -> Vector:
        while node >= 0:
            scaled = tuple(value * size for value, size in zip(point, self.scales[node], strict=True))
            turned = turn(self.rotations[node], scaled)
            point = tuple(value + move for value, move in zip(turned, self.translations[node], strict=True))
            node = self.parents[node]
        return point

    def update_all(self) -> None:
        for node in self.constraints:
            self.update(node)

    def update(self, node: int) -> None:
        """Dependencies first, as the text's pseudocode has it."""
        if node in self.done or node not in self.constraints:
            return
        self.done.add(node)
        ((kind, body),) = self.constraints[node].items()
        self.update(body["source"])
        if kind == "aim":
            for start in (body["source"], node):
                above = self.parents[start]
                while above >= 0:
                    self.update(above)
                    above = self.parents[above]
        rest = self.rests[node]
        target = getattr(self, kind)(node, body)
        self.rotations[node] = slerp(rest, target, body.get("weight", 1.0))

    def roll(self, node: int, body: dict[str, Any]) -> Quaternion:
        source, destination = self.rests[body["source"]], self.rests[node]
        delta = mul(inverse(source), self.rotations[body["source"]])
        in_parent = mul(mul(source, delta), inverse(source))
        in_destination = mul(mul(inverse(destination), in_parent), destination)
        axis = AXES[body["rollAxis"]]
        swing = from_to(axis, turn(in_destination, axis))
        return mul(mul(destination, inverse(swing)), in_destination)

    def aim(self, node: int, body: dict[str, Any]) -> Quaternion:
        word = body["aimAxis"]
        axis = tuple((1.0 if word.startswith("Positive") else -1.0) * part for part in AXES[word[-1]])
        parent = self.world_rotation(self.parents[node])
        start = turn(mul(parent, self.rests[node]), axis)
        there, here = self.to_world(body["source"], (0, 0, 0)), self.to_world(node, (0, 0, 0))
        towards = unit(tuple(a - b for a, b in zip(there, here, strict=True)))
        return mul(mul(mul(inverse(parent), from_to(start, towards)), parent), self.rests[node])

    def rotation(self, node: int, body: dict[str, Any]) -> Quaternion:
        delta = mul(inverse(self.rests[body["source"]]), self.rotations[body["source"]])
        return mul(self.rests[node], delta)


def angle(a: Any, b: Any) -> float:
    """Radians between two rotations."""
    near = min(math.dist(a, b), math.dist(a, [-value for value in b]))
    return 4 * math.asin(min(near / 2, 1.0))


MOUTH = {"aa", "ih", "ou", "ee", "oh"}
BLINK = {"blink", "blinkLeft", "blinkRight"}
GAZE = {"lookUp", "lookDown", "lookLeft", "lookRight"}


def shown_weights(expressions: dict[str, dict[str, Any]], weights: dict[str, float]) -> dict[str, float]:
    """The weights that expressions show, by name of presets (expressions.md, "Procedural override")."""
    output = {}
    for name, body in expressions.items():
        value = min(max(weights.get(name, 0.0), 0.0), 1.0)
        output[name] = (1.0 if value > 0.5 else 0.0) if body.get("isBinary") else value
    made = {}
    for name, body in expressions.items():
        value = output[name]
        for member, family in (("overrideBlink", BLINK), ("overrideLookAt", GAZE), ("overrideMouth", MOUTH)):
            if name not in family:
                continue
            taken = 0.0
            for other, given in expressions.items():
                if other in family:  # "settings for the same kind are treated as invalid"
                    continue
                if given.get(member) == "block" and output[other] > 0:
                    taken += 1.0
                elif given.get(member) == "blend":
                    taken += output[other]
            factor = 1.0 - min(max(taken, 0.0), 1.0)
            if body.get("isBinary") and factor < 1.0:
                factor = 0.0
            value *= factor
        made[name] = value
    return made
