"""Text FBX files with curves and layers of every kind, for values that ufbx 0.0.5 evaluated.

`curves()` has a model for each kind of key and extrapolation, `layers()` a stack for each blend mode,
accumulation mode and weight. The values are in `fbx_animations.json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

TICKS = 46_186_158_000
HEAD = """; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Properties70:  {
		P: "UnitScaleFactor", "double", "Number", "",100
	}
}
"""
Row = tuple[float, float, int | float, int]

KINDS = {
    "constant": 0x2,
    "next": 0x102,
    "linear": 0x4,
    "user": 0x408,
    "broken": 0xC08,
    "auto": 0x108,
    "auto_clamp": 0x1108,
    "auto_progressive": 0x4108,
    "auto_independent": 0x2108,
    "auto_both": 0x5108,
    "tcb": 0x208,
}
KEY_TIMES = [1.0, 1.5, 2.5, 3.0, 4.0]
KEY_VALUES = [0.0, 2.0, 1.5, 1.50005, -3.0]
WEIGHTED = 0x3000000


class File:
    """Objects and connections of a file that is written."""

    def __init__(self) -> None:
        self._objects: list[str] = []
        self._links: list[str] = []

    def add(self, kind: str, name: str, subclass: str = "", body: str = "") -> int:
        identity = 101 + len(self._objects)
        self._objects.append(f'\t{kind}: {identity}, "{kind}::{name}", "{subclass}" {{\n{body}\t}}\n')
        return identity

    def link(self, child: int, parent: int, prop: str | None = None) -> None:
        kind, end = ("OP", f', "{prop}"') if prop else ("OO", "")
        self._links.append(f'\tC: "{kind}",{child},{parent}{end}\n')

    def track(self, layer: int, model: int, prop: str, parts: dict[str, int]) -> None:
        """Curves of a property, by their names."""
        defaults = [(name, "Number", [value]) for name, value in (("d|X", 1), ("d|Y", 2), ("d|Z", 0.5))]
        node = self.add("AnimationCurveNode", prop, "", properties(defaults))
        self.link(node, layer)
        self.link(node, model, prop)
        for name, curve in parts.items():
            self.link(curve, node, name)

    def text(self) -> bytes:
        sections = ("Objects", self._objects), ("Connections", self._links)
        body = "".join(f"{name}:  {{\n{''.join(lines)}}}\n" for name, lines in sections)
        return (HEAD + body).encode()


def properties(entries: Iterable[tuple[str, str, Sequence[float]]]) -> str:
    lines = [
        f'\t\t\tP: "{name}", "{kind}", "", "A",{",".join(map(str, values))}\n'
        for name, kind, values in entries
    ]
    return "\t\tProperties70:  {\n" + "".join(lines) + "\t\t}\n"


def row(right: float = 0.0, left: float = 0.0, weights: tuple[float, float] = (0.3333, 0.3333)) -> Row:
    """The four floats of a key: slopes, and two weights in the bits of the third."""
    packed = round(weights[0] * 10000) | round(weights[1] * 10000) << 16
    return right, left, packed, 0


def curve(
    file: File,
    times: Sequence[float],
    values: Sequence[float],
    flags: Sequence[int],
    rows: Sequence[Row],
    outside: str = "C",
    count: int = -1,
) -> int:
    bits = [
        part if isinstance(part, int) else int(np.float32(part).view(np.int32))
        for each in rows
        for part in each
    ]
    arrays = {
        "KeyTime": [round(time * TICKS) for time in times],
        "KeyValueFloat": values,
        "KeyAttrFlags": flags,
        "KeyAttrDataFloat": bits,
        "KeyAttrRefCount": [1] * len(flags),
    }
    body = "\t\tDefault: 0\n\t\tKeyVer: 4009\n" + "".join(
        f"\t\t{name}: *{len(numbers)} {{\n\t\t\ta: {','.join(map(str, numbers))}\n\t\t}}\n"
        for name, numbers in arrays.items()
    )
    for side in ("Pre", "Post") if outside != "C" else ():
        body += f"\t\t{side}-Extrapolation:  {{\n\t\t\tType: {outside}\n\t\t\tRepetition: {count}\n\t\t}}\n"
    return file.add("AnimationCurve", "", "", body)


def stack(file: File, name: str, seconds: int) -> int:
    span = [("LocalStart", "KTime", [0]), ("LocalStop", "KTime", [seconds * TICKS])]
    return file.add("AnimationStack", name, "", properties(span))


def curve_cases() -> dict[str, tuple[list[int], list[Row], str, int]]:
    """(flags, rows, extrapolation, count) by name."""
    rng = np.random.default_rng(5)

    def slopes() -> tuple[float, float]:
        first, second = rng.uniform(-4, 4, 2).tolist()
        return first, second

    cases: dict[str, tuple[list[int], list[Row], str, int]] = {}
    for name, flag in KINDS.items():
        rows = [row() for _ in KEY_TIMES]
        if name in ("user", "broken"):
            rows = [row(*slopes()) for _ in KEY_TIMES]
        elif name == "tcb":
            rows = [(*rng.uniform(-0.8, 0.8, 3).tolist(), 0) for _ in KEY_TIMES]  # type: ignore[misc]
        cases[name] = [flag] * 5, rows, "C", -1
    weighted = [row(*slopes(), tuple(rng.uniform(0.05, 0.95, 2).tolist())) for _ in KEY_TIMES]  # type: ignore[arg-type]
    cases["weighted"] = [0x408 | WEIGHTED] * 5, weighted, "C", -1
    automatic = [row(weights=tuple(rng.uniform(0.1, 0.9, 2).tolist())) for _ in KEY_TIMES]  # type: ignore[arg-type]
    cases["auto_weighted"] = [0x4108 | WEIGHTED] * 5, automatic, "C", -1
    biases = [row(*pair) for pair in ((30, -20), (-60, 50), (10, 10), (80, -90), (0, 0))]
    cases["biased"] = [0x108] * 5, [tuple(map(float, each[:2])) + each[2:] for each in biases], "C", -1  # type: ignore[misc]
    mixed = [row(), row(), row(2.0, -1.0), row(), row()]
    cases["mixed"] = [0x4, 0x2, 0x408, 0x102, 0x108], mixed, "C", -1
    for kind in "KRMA":
        cases[f"outside_{kind}"] = [0x108] * 5, [row() for _ in KEY_TIMES], kind, -1
    for kind in "RM":
        cases[f"outside_{kind}_once"] = [0x4] * 5, [row() for _ in KEY_TIMES], kind, 1
    return cases


def curves() -> bytes:
    file = File()
    take = stack(file, "Take", 5)
    layer = file.add("AnimationLayer", "Base")
    file.link(layer, take)
    for name, (flags, rows, outside, count) in curve_cases().items():
        model = file.add("Model", name, "Null")
        file.link(model, 0)
        moved = curve(file, KEY_TIMES, KEY_VALUES, flags, rows, outside, count)
        file.track(layer, model, "Lcl Translation", {"d|X": moved})
    return file.text()


BASES = {"Lcl Translation": (1, -2, 4), "Lcl Rotation": (30, 50, -70), "Lcl Scaling": (1.5, 0.5, 2)}
WEIGHTS: tuple[float | str, ...] = (100.0, 40.0, "curve")
STACKS = [
    (mode, rotation, scale, weight)
    for mode in (0, 1, 2)
    for rotation in (0, 1)
    for scale in (0, 1)
    for weight in WEIGHTS
]


def line(file: File, values: Sequence[float]) -> int:
    return curve(file, [0.0, 1.0, 2.0], [float(value) for value in values], [0x4] * 3, [row()] * 3)


def layers() -> bytes:
    """Three layers: the second has the mode and the weight, the third adds to one of the models."""
    file = File()
    models = [_turned_model(file, order) for order in (0, 3, 5)]
    for mode, rotation, scale, weight in STACKS:
        take = stack(file, f"{mode} {rotation} {scale} {weight}", 2)
        for number in range(3):
            settings = [
                ("Weight", "Number", [weight if number == 1 and not isinstance(weight, str) else 100.0]),
                ("BlendMode", "enum", [mode if number == 1 else 0]),
                ("RotationAccumulationMode", "enum", [rotation]),
                ("ScaleAccumulationMode", "enum", [scale]),
            ]
            layer = file.add("AnimationLayer", f"L{number}", "", properties(settings))
            file.link(layer, take)
            if number == 1 and weight == "curve":
                entry = [("d|Weight", "Number", [100])]
                node = file.add("AnimationCurveNode", "Weight", "", properties(entry))
                file.link(node, layer)
                file.link(node, layer, "Weight")
                file.link(line(file, [0, 80, 30]), node, "d|Weight")
            for model in models if number < 2 else (models[0], models[2]):
                _animate(file, layer, model, number)
    return file.text()


def _turned_model(file: File, order: int) -> int:
    entries = [
        ("RotationActive", "bool", [1]),
        ("RotationOrder", "enum", [order]),
        ("PreRotation", "Vector3D", [10, 20, 30]),
        ("PostRotation", "Vector3D", [-15, 25, 5]),
        ("Lcl Translation", "Lcl Translation", [1, 2, 3]),
        ("Lcl Rotation", "Lcl Rotation", [5, 10, 15]),
        ("Lcl Scaling", "Lcl Scaling", [1, 2, 0.5]),
    ]
    model = file.add("Model", f"order {order}", "Null", properties(entries))
    file.link(model, 0)
    return model


def _animate(file: File, layer: int, model: int, number: int) -> None:
    """Lines for all properties; the third layer leaves z at the value of the curve node."""
    for prop, base in BASES.items():
        factor = (1 + 0.3 * number) * (0.5 if prop == "Lcl Rotation" and number else 1)
        parts = {
            f"d|{axis}": line(file, [start * base[index] * factor for start in (1.0, 2.0, 1.5)])
            for index, axis in enumerate("XYZ" if number < 2 else "XY")
        }
        file.track(layer, model, prop, parts)
