"""Random FBX scenes as text, for posed points that ufbx evaluated: every part of the transform chain at rest
and animated, rotation orders, inherit types, geometric transforms, units and axes, layers, keys of all kinds,
skins, and blend shapes with in-betweens.

`scene(seed)` gives the same file on every machine. The points are in `fbx_scenes.json`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from fbx_animations import KINDS, WEIGHTED, File, Row, curve, properties, row, stack

Entries = list[tuple[str, str, Sequence[float]]]

MOST_MODELS = 7
SECONDS = 3
POINTS = 6
"""Points of each mesh."""

UP = [(up, front) for up in range(3) for front in range(3) if up != front]
PIVOTED = ("RotationOffset", "RotationPivot", "ScalingOffset", "ScalingPivot")
TURNED = ("PreRotation", "PostRotation")


class Scene:
    """Makes one scene."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.file = File()
        self.models: list[int] = []
        self.channels: list[int] = []
        self.most_layers = self.chance.choice((1, 3))

    def text(self) -> bytes:
        chance, file = self.chance, self.file
        geometries = []
        for number in range(chance.randint(2, MOST_MODELS)):
            model = file.add("Model", f"model {number}", "Mesh", properties(self._transform()))
            parent = chance.choice([0, *self.models])
            file.link(model, parent)
            geometry = self._geometry(number)
            file.link(geometry, model)
            self.models.append(model)
            geometries.append(geometry)
        for geometry in geometries:
            if chance.random() < 0.3:
                self._skin(geometry)
            if chance.random() < 0.4:
                self._shapes(geometry)
        for number in range(chance.randint(1, 2)):
            self._stack(number)
        return file.text().replace(*_settings(chance))

    def _number(self, size: float) -> float:
        return round(self.chance.uniform(-size, size), 4)

    def _vector(self, size: float) -> list[float]:
        return [self._number(size) for _ in range(3)]

    def _scale(self) -> list[float]:
        kind = self.chance.random()
        if kind < 0.4:
            return [1, 1, 1]
        if kind < 0.6:
            return [round(self.chance.uniform(0.5, 2), 4)] * 3
        signs = [1, 1, 1] if kind < 0.9 else self.chance.choices((1, -1), k=3)
        return [sign * round(self.chance.uniform(0.5, 2), 4) for sign in signs]

    def _transform(self) -> Entries:
        chance = self.chance
        entries: Entries = [
            ("Lcl Translation", "Lcl Translation", self._vector(5)),
            ("Lcl Rotation", "Lcl Rotation", self._vector(chance.choice((40, 360)))),
            ("Lcl Scaling", "Lcl Scaling", self._scale()),
            # ufbx mixes layers in the rotation order of models that are not to have one.
            ("RotationActive", "bool", [int(self.most_layers > 1 or chance.random() < 0.8)]),
            ("RotationOrder", "enum", [chance.randint(0, 5)]),
            ("InheritType", "enum", [chance.choice((0, 1, 1, 1, 2))]),
        ]
        if chance.random() < 0.5:
            entries += [(name, "Vector3D", self._vector(180)) for name in TURNED]
        entries += [(name, "Vector3D", self._vector(2)) for name in PIVOTED if chance.random() < 0.3]
        if chance.random() < 0.3:
            entries += [
                ("GeometricTranslation", "Vector3D", self._vector(2)),
                ("GeometricRotation", "Vector3D", self._vector(180)),
                ("GeometricScaling", "Vector3D", self._scale()),
            ]
        return entries

    def _geometry(self, number: int) -> int:
        points = [value for _ in range(POINTS) for value in self._vector(1)]
        faces = "0,1,-3,3,4,-6,0,2,4,-6"
        body = f"\t\tVertices: *{len(points)} {{\n\t\t\ta: {_join(points)}\n\t\t}}\n"
        body += f"\t\tPolygonVertexIndex: *10 {{\n\t\t\ta: {faces}\n\t\t}}\n"
        return self.file.add("Geometry", f"mesh {number}", "Mesh", body)

    def _skin(self, geometry: int) -> None:
        chance, file = self.chance, self.file
        skin = file.add("Deformer", "skin", "Skin", "\t\tLink_DeformAcuracy: 50\n")
        file.link(skin, geometry)
        for bone in chance.sample(self.models, chance.randint(1, min(3, len(self.models)))):
            indices = chance.sample(range(POINTS), chance.randint(1, POINTS))
            arrays = {
                "Indexes": indices,
                "Weights": [round(chance.uniform(0.1, 1), 4) for _ in indices],
                "Transform": _matrix([self._vector(1) for _ in range(4)]),
                "TransformLink": _matrix([self._vector(1) for _ in range(4)]),
            }
            cluster = file.add("Deformer", "cluster", "Cluster", _arrays(arrays))
            file.link(cluster, skin)
            file.link(bone, cluster)

    def _shapes(self, geometry: int) -> None:
        chance, file = self.chance, self.file
        blend = file.add("Deformer", "blend", "BlendShape", "\t\tVersion: 100\n")
        file.link(blend, geometry)
        for _ in range(chance.randint(1, 2)):
            full = chance.choice([[100], [100], [50, 100], [30, 60, 100], [-50, 100]])
            entry: Entries = [("DeformPercent", "Number", [self._number(120)])]
            body = properties(entry) + _arrays({"FullWeights": full})
            channel = file.add("Deformer", f"channel {len(self.channels)}", "BlendShapeChannel", body)
            file.link(channel, blend)
            self.channels.append(channel)
            for number in range(len(full)):
                indices = sorted(chance.sample(range(POINTS), chance.randint(1, POINTS)))
                moved = [value for _ in indices for value in self._vector(1)]
                arrays = {"Indexes": indices, "Vertices": moved}
                shape = file.add("Geometry", f"shape {number}", "Shape", _arrays(arrays))
                file.link(shape, channel)

    # Animation

    def _stack(self, number: int) -> None:
        chance, file = self.chance, self.file
        take = stack(file, f"take {number}", SECONDS)
        for layer_number in range(chance.randint(1, self.most_layers)):
            settings: Entries = [
                ("Weight", "Number", [round(chance.choice((100, 100, chance.uniform(0, 100))), 3)]),
                ("BlendMode", "enum", [chance.randint(0, 2) if layer_number else 0]),
                ("RotationAccumulationMode", "enum", [chance.randint(0, 1)]),
                ("ScaleAccumulationMode", "enum", [chance.randint(0, 1)]),
            ]
            layer = file.add("AnimationLayer", f"layer {layer_number}", "", properties(settings))
            file.link(layer, take)
            if layer_number and chance.random() < 0.3:
                self._animate(layer, layer, "Weight", ["d|Weight"], 50, 50)
            for model in self.models:
                self._animate_model(layer, model)
            for channel in self.channels:
                if chance.random() < 0.6:
                    self._animate(layer, channel, "DeformPercent", ["d|DeformPercent"], 100, 0)

    def _animate_model(self, layer: int, model: int) -> None:
        chance = self.chance
        axes = ["d|X", "d|Y", "d|Z"]
        for name, size, middle in (
            ("Lcl Translation", 5.0, 0.0),
            ("Lcl Rotation", chance.choice((30, 100, 500)), 0.0),
            ("Lcl Scaling", 0.5, 1.2),
        ):
            if chance.random() < 0.5:
                self._animate(layer, model, name, axes, size, middle)
        for name in (*TURNED, *PIVOTED):
            if chance.random() < 0.05:
                self._animate(layer, model, name, axes, 90 if name in TURNED else 2, 0)

    def _animate(
        self, layer: int, thing: int, name: str, axes: list[str], size: float, middle: float
    ) -> None:
        file, chance = self.file, self.chance
        values = [(axis, "Number", [round(middle + self._number(size), 4)]) for axis in axes]
        node = file.add("AnimationCurveNode", name, "", properties(values))
        file.link(node, layer)
        file.link(node, thing, name)
        for axis in axes:
            if len(axes) == 1 or chance.random() < 0.8:
                file.link(self._curve(size, middle), node, axis)

    def _curve(self, size: float, middle: float) -> int:
        chance = self.chance
        count = chance.choice((1, 2, 3, 5))
        times = sorted(chance.sample(range(SECONDS * 30 + 1), count))
        seconds = [(time + (0.37 if chance.random() < 0.2 else 0)) / 30 for time in times]
        values = [round(middle + self._number(size), 4) for _ in range(count)]
        if chance.random() < 0.2:
            values = [values[0]] * count
        kinds = list(KINDS)
        usual = chance.choice(kinds)
        outside = chance.choice("CCCKRMA")
        # Behind a line to an automatic key, ufbx goes on with a slope that is neither's.
        own = 1.0 if outside == "K" else 0.7
        flags, rows = [], []
        for _ in range(count):
            kind = usual if chance.random() < own else chance.choice(kinds)
            flag, numbers = self._key(kind, size)
            flags.append(flag)
            rows.append(numbers)
        repeats = chance.choice((-1, -1, 0, 1, 2))
        return curve(self.file, seconds, values, flags, rows, outside, repeats)

    def _key(self, kind: str, size: float) -> tuple[int, Row]:
        chance, flag = self.chance, KINDS[kind]
        weights = (0.3333, 0.3333)
        if kind not in ("constant", "next", "linear", "tcb") and chance.random() < 0.3:
            flag |= WEIGHTED
            weights = (round(chance.uniform(0.05, 0.95), 3), round(chance.uniform(0.05, 0.95), 3))
        if kind in ("user", "broken"):
            return flag, row(self._number(2 * size), self._number(2 * size), weights)
        if kind == "tcb":
            return flag, (self._number(0.9), self._number(0.9), float(self._number(0.9)), 0)
        if kind.startswith("auto") and chance.random() < 0.3:
            return flag, row(self._number(95), self._number(95), weights)
        return flag, row(weights=weights)


def _join(numbers: Sequence[float]) -> str:
    return ",".join(map(str, numbers))


def _arrays(arrays: dict[str, Sequence[float]]) -> str:
    return "".join(
        f"\t\t{name}: *{len(numbers)} {{\n\t\t\ta: {_join(numbers)}\n\t\t}}\n"
        for name, numbers in arrays.items()
    )


def _matrix(columns: list[list[float]]) -> list[float]:
    return [value for column, last in zip(columns, (0, 0, 0, 1), strict=True) for value in (*column, last)]


def _settings(chance: random.Random) -> tuple[bytes, bytes]:
    """The unit and the axes of a file, in the place of those of `File`."""
    up, front = chance.choice(UP)
    signs = chance.choices((1, -1), k=2)
    right = 3 - up - front
    turn = 1 if (up - right) % 3 == 1 else -1  # right, up and front are right-handed
    entries: Entries = [("UnitScaleFactor", "double", [chance.choice((1, 2.54, 100, 0.1))])]
    for name, axis, sign in (
        ("Up", up, signs[0]),
        ("Front", front, signs[1]),
        ("Coord", right, turn * signs[0] * signs[1]),
    ):
        entries += [(f"{name}Axis", "int", [axis]), (f"{name}AxisSign", "int", [sign])]
    old = b'\tProperties70:  {\n\t\tP: "UnitScaleFactor", "double", "Number", "",100\n\t}\n'
    return old, properties(entries).encode()


def scene(seed: int) -> bytes:
    return Scene(seed).text()
