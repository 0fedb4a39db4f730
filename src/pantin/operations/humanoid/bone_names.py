"""Evidence of names: how well the name of a joint fits each humanoid bone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import field

from pantin.base.records import Record, replace
from pantin.operations.humanoid.bone_words import VERTEBRA, shared_prefixes, split_words

SIDES = ("left", "right")
FINGERS = ("thumb", "index", "middle", "ring", "little")

HELPER = 0.05
"""The factor for twist, roll and IK bones, ends and accessories: any other candidate wins."""

CLEAR = 0.85
LIMBS = ("upperArm", "lowerArm", "hand", "upperLeg", "lowerLeg", "foot")
"""If two joints in a row are clearly named as the same limb, they are its segments; the first one is the
bone."""

Scores = Mapping[str, float]


class NameEvidence(Record):
    """The evidence of one name.

    side     "left", "right", or "" if the name has no side
    roles    score in 0…1 of each bone it may be, without a side: `{"upperArm": 0.75, "lowerArm": 0.35}`
    helper   whether the name is that of a twist bone, a control, an end or an accessory
    finger   one of `FINGERS`, or "" ; `segment` is its number, −1 for a palm bone, None without a number
    numbers  the numbers in it
    words    all other words
    """

    side: str = ""
    roles: Scores = field(default_factory=dict)
    helper: bool = False
    finger: str = ""
    segment: int | None = None
    numbers: tuple[int, ...] = ()
    words: frozenset[str] = frozenset()


def read_names(names: Sequence[str | None]) -> list[NameEvidence]:
    """The evidence of all names of a skeleton. A common prefix, and the first number of fingers, only show in
    all names together."""
    plain = [re.split(r"[:|]", name or "")[-1] for name in names]
    prefixes = shared_prefixes(plain)
    own = [
        name.removeprefix(next((prefix for prefix in prefixes if name.startswith(prefix)), ""))
        for name in plain
    ]
    first = min((number for name in own for number in _numbered_finger(name)[:1]), default=1)
    return _read_metarig(own, [read_name(name, thumb=min(first, 1)) for name in own])


def _read_metarig(names: Sequence[str], by_name: list[NameEvidence]) -> list[NameEvidence]:
    """Whether one chain of bones named spine leads from the hips to the head, as in Blender's metarig."""
    numbers = [METARIG.search(name) for name in names]
    counts = {int(match[1] or 0) for match in numbers if match}
    if not {0, 1, 6} <= counts:
        return by_name
    return [
        replace(evidence, roles=METARIG_ROLES[int(match[1] or 0)])
        if match and int(match[1] or 0) in METARIG_ROLES
        else evidence
        for match, evidence in zip(numbers, by_name, strict=True)
    ]


METARIG = re.compile(r"(?:^|[^A-Za-z])spine(?:\.(\d{3}))?(?![A-Za-z.])", re.IGNORECASE)
METARIG_ROLES: dict[int, Scores] = {
    number: {bone: 0.9} if bone else {}
    for number, bone in enumerate(("hips", "spine", "chest", "upperChest", "neck", "", "head"))
}


def mark_continued(
    by_node: Sequence[NameEvidence], parents: Sequence[int], order: Sequence[int]
) -> list[NameEvidence]:
    """The evidence, with joints that continue a limb (upperleg02 below upperleg01) as helpers."""
    marked = list(by_node)
    for node in order:
        evidence, above = by_node[node], parents[node]
        clear = any(score >= CLEAR for role, score in evidence.roles.items() if role in LIMBS)
        if above >= 0 and clear and by_node[above].words == evidence.words:
            roles = {role: score * HELPER for role, score in evidence.roles.items()}
            marked[node] = replace(evidence, roles=roles, helper=True)
    return marked


def read_name(name: str, *, thumb: int = 1) -> NameEvidence:
    """The evidence of one name. `thumb` is the number of the thumb where fingers are numbered."""
    words = split_words(name)
    vertebra = VERTEBRA.search(re.split(r"[:|]", name)[-1])
    if vertebra and len(words) <= 3 and not set(words) & {"toe", "thumb", "finger"}:
        evidence = _vertebra(vertebra[1].lower(), int(vertebra[2]))
        if evidence and not _is_sided_number(words):
            return NameEvidence(roles=evidence)
    side = next((word for word in words if word in SIDES), "")
    numbers = tuple(int(word) for word in words if word.isdigit() and len(word) < 6)
    known = frozenset(words)
    helper = bool(known & {"helper", "end"}) or ("face" in known and not known & {"eye", "jaw"})
    finger = _finger(name, words, known, thumb)
    if finger:
        which, segment = finger
        return NameEvidence(side, {}, helper, which, segment, numbers)
    factor = _helper_factor(known, name)
    roles = {role: score * factor for role, score in _roles(known, bool(side), numbers).items()}
    others = frozenset(word for word in known if not word.isdigit())
    return NameEvidence(side, roles, helper, "", None, numbers, others)


def _helper_factor(known: frozenset[str], name: str) -> float:
    if "end" in known or ("face" in known and not known & {"eye", "jaw"}):
        return HELPER
    if "helper" in known:
        # Character Creator names the bones of the neck NeckTwist01 and 02.
        return 0.8 if "neck" in known and re.search("twist", name, re.IGNORECASE) else HELPER
    return HELPER if MMD_COPY.search(name) else 1.0


MMD_COPY = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff](D|EX|P|C|S|\+)$")
"""MMD's bones for deformation only, for IK and for cancelling: 左足D, 左足先EX, 左肩P."""


def _is_sided_number(words: Sequence[str]) -> bool:
    return len(words) >= 2 and bool(
        set(words) - {"left", "right", "t", "c"} - {word for word in words if word.isdigit()}
    )


def _vertebra(region: str, number: int) -> Scores | None:
    """Xsens and anatomical models name the spine by its vertebrae."""
    if region == "l" and 1 <= number <= 5:
        return {"spine": 0.7 + 0.05 * number, "chest": 0.7 - 0.05 * number}
    if region == "t" and 1 <= number <= 12:
        return {"chest": 0.4 + 0.03 * number, "upperChest": 0.9 - 0.03 * number}
    return {"neck": 0.7} if region == "c" and 1 <= number <= 7 else None


def _numbered_finger(name: str) -> tuple[int, ...]:
    """The numbers of a finger and of its segment: `Finger21`, `finger2-1`, `Finger2_01`, `Digit2Proximal`."""
    match = re.search(
        r"(?:finger|digit)(?!\.\d{3})[ _.-]?(\d)(?:[ _.-]?(\d{1,2}))?(?!\d)", name, re.IGNORECASE
    )
    return tuple(int(group) for group in match.groups() if group is not None) if match else ()


def _finger(
    name: str, words: Sequence[str], known: frozenset[str], thumb: int
) -> tuple[str, int | None] | None:
    if known & {"toe", "spine", "foot", "chest", "leg", "abdomen", "torso", "neck", "eye", "back"}:
        return None
    named = next((finger for finger in FINGERS if finger in known), None)
    if named is None and "fore" in known and "arm" not in known:
        named = "index"
    numbers = [int(word) for word in words if word.isdigit() and len(word) < 4]
    segment: int | None = numbers[-1] if numbers else None
    if named is None:
        digits = _numbered_finger(name)
        if not digits or not 0 <= digits[0] - thumb < len(FINGERS):
            return None
        named = FINGERS[digits[0] - thumb]
        segment = digits[1] if len(digits) > 1 else (0 if thumb == 0 else None)
        if thumb == 0 and segment is not None:
            segment += 1  # Biped: Finger1, Finger11, Finger12
    if known & {"metacarpal", "base"} or {"in", "hand"} <= known:
        segment = -1
    for word, number in (("proximal", 1), ("intermediate", 2), ("distal", 3)):
        if word in known:
            segment = number
    return named, segment


def _roles(known: frozenset[str], sided: bool, numbers: Sequence[int]) -> Scores:
    return _arm(known) or _leg(known, sided, numbers) or _torso(known, sided, numbers)


def _arm(known: frozenset[str]) -> Scores:
    if "forearm" in known or ("arm" in known and known & {"fore", "lower"}):
        return {"lowerArm": 1.0}
    if "upperarm" in known or {"arm", "upper"} <= known:
        return {"upperArm": 1.0}
    if "mmdshoulder" in known or "clavicle" in known:
        return {"shoulder": 1.0}
    if "elbow" in known:
        return {"lowerArm": 0.95}
    if "wrist" in known:
        return {"hand": 0.95}
    if "hand" in known:
        return {"hand": 0.9}
    if "palm" in known:
        return {"hand": 0.2}
    if "scapula" in known:
        return {"shoulder": 0.8}
    if "shoulder" in known:
        return {} if "spine" in known else {"shoulder": 0.62, "upperArm": 0.58}
    return {"upperArm": 0.75, "lowerArm": 0.35, "shoulder": 0.2} if "arm" in known else {}


def _leg(known: frozenset[str], sided: bool, numbers: Sequence[int]) -> Scores:
    if "thigh" in known or {"leg", "upper"} <= known:
        return {"upperLeg": 1.0}
    if "calf" in known or {"leg", "lower"} <= known:
        return {"lowerLeg": 1.0}
    if "knee" in known:
        return {"lowerLeg": 0.95}
    if "ankle" in known:
        return {"foot": 0.95}
    if "toe" in known:
        return {"toes": 0.35 if len(numbers) > 1 or known & {"big", *FINGERS} else 1.0}
    if "metatarsal" in known:
        return {"toes": 0.3}
    if "foot" in known:
        return {"foot": 0.9, "toes": 0.45}
    if "leg" in known:
        return {"lowerLeg": 0.6, "upperLeg": 0.55}
    if "hip" in known and sided:
        return {"upperLeg": 0.35 if "joint" in known else 0.85}
    return {}


def _torso(known: frozenset[str], sided: bool, numbers: Sequence[int]) -> Scores:
    if "eye" in known:
        return {"eye": 1.0} if sided else {}
    if sided:
        return {}
    if "jaw" in known:
        return {"jaw": 1.0}
    if "neck" in known:
        return {"neck": 0.6 if numbers and numbers[-1] > 1 else 1.0}
    if "head" in known:
        return {"head": 1.0}
    return _spine(known, numbers) or _hips(known)


def _hips(known: frozenset[str]) -> Scores:
    if known & {"pelvis", "hip"}:
        return {"hips": 1.0 if "pelvis" in known else 0.95}
    if "center" in known:
        return {"hips": 0.9}
    if "mmdwaist" in known:
        return {"hips": 0.75}
    return {"hips": 0.3} if "root" in known else {}


def _spine(known: frozenset[str], numbers: Sequence[int]) -> Scores:
    number = numbers[-1] if numbers else 0
    if "body" in known and known & {"upper", "lower"}:
        if "lower" in known:
            return {"hips": 0.6}
        return {"spine": 0.9} if number < 2 else {"chest": 0.9, "upperChest": 0.2 * number}
    if "torso" in known:
        if "lower" in known:
            return {"hips": 0.8}
        return {"spine": 0.7, "chest": 0.7} if "upper" in known else {"spine": 0.8, "chest": 0.4}
    if "chest" in known:
        if "upper" in known:
            return {"upperChest": 0.95}
        if "lower" in known:
            return {"chest": 0.9, "spine": 0.3}
        return (
            {"chest": 0.95, "upperChest": 0.6, "spine": 0.5}
            if number < 2
            else {"upperChest": 0.7, "chest": 0.6, "spine": 0.4}
        )
    if "thorax" in known:
        return {"chest": 0.7, "upperChest": 0.6}
    if "spine" in known:
        return _generic_spine(known)
    if "abdomen" in known:
        return {"spine": 0.5, "chest": 0.6} if "upper" in known else {"spine": 0.9, "chest": 0.3}
    if "back" in known:
        if "upper" in known:
            return {"chest": 0.7, "upperChest": 0.6}
        return {"spine": 0.9, "chest": 0.3} if "lower" in known else {"spine": 0.6, "chest": 0.5}
    return {}


def _generic_spine(known: frozenset[str]) -> Scores:
    if "root" in known:
        return {"hips": 0.2, "spine": 0.2}
    if "base" in known:
        return {"hips": 0.8, "spine": 0.5}
    if "abdomen" in known or "lower" in known:
        return {"spine": 0.9, "chest": 0.2}
    if "shoulder" in known or "upper" in known:
        return {"chest": 0.7, "upperChest": 0.75}
    if "middle" in known:
        return {"spine": 0.75, "chest": 0.75}
    return {"spine": 0.8, "chest": 0.75, "upperChest": 0.7, "hips": 0.2}
