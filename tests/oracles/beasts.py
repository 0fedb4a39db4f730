"""Random creatures with four, six or eight legs, named as animators name them: none of them is a person."""

from __future__ import annotations

import numpy as np

from pantin.rig import Node, build

PAIRS = {4: ("Front", "Back"), 6: ("Front", "Mid", "Back"), 8: ("Front", "MidFront", "MidBack", "Back")}
"""What the pairs of legs are called, from the head to the tail."""

PARTS = {2: ("Upper", "Lower"), 3: ("Upper", "Lower", "Foot"), 4: ("Upper", "Lower", "Foot", "Toe")}
MIXAMO = {"Front": ("Arm", "ForeArm", "Hand", "HandIndex1"), "Back": ("UpLeg", "Leg", "Foot", "ToeBase")}
ANATOMY = {
    "Front": ("UpperArm", "Forearm", "Hand", "Finger0"),
    "Back": ("Thigh", "Calf", "Foot", "Toe0"),
}
SIDES = {"left": ("L", "Left", "left"), "right": ("R", "Right", "right")}


def _first(pair, number, part, segment, side):
    """FrontLeg.L, FrontLeg2.L, FrontFoot.L."""
    if part == "Foot":
        return f"{pair}Foot.{side[0]}"
    return f"{pair}Leg{segment or ''}.{side[0]}"


def _numbered(pair, number, part, segment, side):
    return f"leg{number + 1}_{segment + 1}_{side[0].lower()}"


def _sided_first(pair, number, part, segment, side):
    return f"{side[0]}_Leg{number + 1:02}_{part}"


def _words(pair, number, part, segment, side):
    return f"{side[2]}_{pair.lower()}_leg_{part.lower()}"


def _camel(pair, number, part, segment, side):
    return f"{side[1]}{pair}{part if part == 'Foot' else part + 'Leg'}"


def _joints(pair, number, part, segment, side):
    words = ("hip", "knee", "ankle", "toe")
    return f"{pair.lower()}_{words[segment]}_{side[0]}_jnt"


def _person(pair, number, part, segment, side):
    """The bones of a person, those of a quadruped's forelegs being arms."""
    names = MIXAMO["Front" if pair == "Front" else "Back"]
    again = "" if pair in ("Front", "Back") else str(number)
    return f"mixamorig:{side[1]}{names[segment]}{again}"


def _biped(pair, number, part, segment, side):
    names = ANATOMY["Front" if pair == "Front" else "Back"]
    again = "" if pair in ("Front", "Back") else f" {number}"
    return f"Bip01 {side[0]} {names[segment]}{again}"


def _upper(pair, number, part, segment, side):
    """UpperLeg.L, UpperLeg.L.001: copied in Blender."""
    name = "Foot" if part == "Foot" else "Toes" if part == "Toe" else part + "Leg"
    return f"{name}.{side[0]}" + (f".{number:03}" if number else "")


def _hind(pair, number, part, segment, side):
    word = {"Front": "fore", "Back": "hind"}.get(pair, f"mid{number}")
    return f"{side[0]}_{word}leg_{('thigh', 'shin', 'foot', 'toe')[segment]}"


LEG_NAMES = (
    _first,
    _numbered,
    _sided_first,
    _words,
    _camel,
    _joints,
    _person,
    _biped,
    _upper,
    _hind,
)
TRUNKS = (
    ("Root", "Body", "Thorax", "Neck", "Head", "Abdomen"),
    ("root", "pelvis", "spine", "neck", "head", "tail"),
    ("Hips", "Spine", "Spine2", "Neck", "Head", "Tail"),
    ("Armature", "Hips", "Chest", "Neck", "Head", "Tail"),
    ("Bip01", "Bip01 Pelvis", "Bip01 Spine", "Bip01 Neck", "Bip01 Head", "Bip01 Tail"),
    ("master", "body", "torso", "neck", "head", "tail"),
)


def beast(legs: int, rng: np.random.Generator):
    """A creature at rest on its feet: a level trunk, a head in front, legs in pairs. Its root is on the floor
    or in the body; legs hang down as those of a horse or are splayed as those of a spider."""
    trunk = TRUNKS[int(rng.integers(len(TRUNKS)))]
    call = LEG_NAMES[int(rng.integers(len(LEG_NAMES)))]
    height, length = rng.uniform(0.3, 1.5), rng.uniform(0.5, 1.8)
    width, splay = rng.uniform(0.1, 0.3), rng.choice([rng.uniform(0.0, 0.2), rng.uniform(0.5, 2.0)])
    tilt = np.tan(np.radians(rng.uniform(-10, 25)))  # how much the shoulders are above the hips

    def along(part: float) -> np.ndarray:
        """A point of the trunk, 0 at the hips and 1 at the shoulders."""
        return np.array([0.0, height + tilt * length * part, (part - 0.5) * length])

    names: list[str] = []
    places: list[np.ndarray] = []
    parents: list[int] = []

    def add(name: str, place: np.ndarray, parent: int) -> int:
        names.append(name)
        places.append(np.asarray(place, float))
        parents.append(parent)
        return len(names) - 1

    floor_root = bool(rng.integers(2))
    root = add(trunk[0], np.zeros(3) if floor_root else along(rng.uniform(0, 0.5)), -1)
    hips = add(trunk[1], along(0.0), root)
    chest = add(trunk[2], along(1.0), hips)
    up, ahead = np.array([0, 1.0, 0]), np.array([0, 0, 1.0])
    neck = add(trunk[3], along(1.0) + height * 0.2 * (up + ahead), chest)
    add(trunk[4], along(1.0) + height * (rng.uniform(0.1, 0.8) * up + rng.uniform(0.3, 0.7) * ahead), neck)
    if rng.integers(2):
        add(trunk[5], along(0.0) - 0.4 * length * ahead, hips)
    pairs, count = PAIRS[legs], int(rng.integers(3, 5))
    for number, pair in enumerate(pairs):
        part = 1.0 - number / (len(pairs) - 1)
        above = chest if part > 0.5 else hips
        reach = rng.uniform(0.0, 0.6) * np.sign(part - 0.5) * height * (splay > 0.3)
        for sign, side in ((1, "left"), (-1, "right")):
            top = along(part) * (1, 0.9, 1) + (sign * width, 0, 0)
            foot = np.array([sign * (width + splay * height), 0.03 * height, top[2] + reach])
            parent = above
            for segment in range(count):
                share = min(segment / 2, 1.0)
                place = top + (foot - top) * share
                if segment == 1:
                    knee = np.array([sign * 0.1 * splay, 0.35 * min(splay, 1.0), 0.1 * (2 * part - 1)])
                    place = place + height * knee
                if segment == 3:
                    place = foot + height * np.array([0, -0.02, 0.1])
                parent = add(call(pair, number, PARTS[4][segment], segment, SIDES[side]), place, parent)
    nodes = [
        Node(name, parent, place - (places[parent] if parent >= 0 else 0))
        for name, place, parent in zip(names, places, parents, strict=True)
    ]
    return build(nodes=nodes)
