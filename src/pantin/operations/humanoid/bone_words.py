"""Names of joints cut into words: prefixes, separators, camel case, glued lower case, Japanese and Chinese.

Every spelling of a word becomes one canonical word, so that `thigh`, `femur` and `UpLeg` read alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

SPELLINGS: dict[str, str] = {
    "left": "left lft lf lt",
    "right": "right rgt rght rt",
    "upper": "upper up upr uppr",
    "lower": "lower low lwr lowr",
    "fore": "fore",
    "arm": "arm",
    "forearm": "forearm frarm radius ulna",
    "upperarm": "humerus bicep biceps uparm",
    "elbow": "elbow elb",
    "wrist": "wrist radiocarpal",
    "hand": "hand",
    "palm": "palm",
    "shoulder": "shoulder shldr shld",
    "clavicle": "clavicle clav clavical clavicula collar collarbone sternoclavicular",
    "scapula": "scapula",
    "leg": "leg",
    "thigh": "thigh femur upleg",
    "calf": "calf shin tibia crus fibula lowleg",
    "knee": "knee",
    "foot": "foot feet",
    "ankle": "ankle talocrural",
    "toe": "toe toes toebase ball",
    "metatarsal": "metatarsal metatarsals",
    "hip": "hip",
    "pelvis": "hips pelvis",
    "spine": "spine spn vertebra vertebrae",
    "abdomen": "abdomen abs ab belly stomach waist lumbar navel naval",
    "torso": "torso trunk",
    "back": "back",
    "body": "body",
    "chest": "chest ribcage ribs sternum breastbone",
    "thorax": "thorax",
    "neck": "neck nek cervical",
    "head": "head skull cranium",
    "eye": "eye eyeball",
    "jaw": "jaw mandible",
    "thumb": "thumb thm",
    "index": "index pointer indx",
    "middle": "middle mid midd",
    "ring": "ring third",
    "little": "little pinky pinkie pink small",
    "big": "big great hallux",
    "finger": "finger digit fingers",
    "metacarpal": "metacarpal meta carpal metacarp",
    "proximal": "proximal prox",
    "intermediate": "intermediate medial inter",
    "distal": "distal dist",
    "in": "in",
    "joint": "joint",
    "center": "center centre cog com",
    "root": "root master reference hiproot",
    "base": "base",
    # What is not a humanoid bone, although its name may contain the name of one.
    "helper": "twist twst roll rol ik fk pole target tgt ctrl control controller helper hlp adjust "
    "corrective muscle share offset aux dummy pivot attach socket prop weapon jiggle physics "
    "breast boob bust pectoral pec butt glute buttock tail wing hair skirt cloth cape sleeve "
    "ear tongue teeth tooth lid eyelid brow eyebrow lash cheek lip nose mouth hat heel "
    "effector eff null locator loc camera mesh geo mch groove widget handle slide volume "
    "correct fix trans bulge fwd bck inner outer tricep scap acromioclavicular "
    "armor armour bag belt pouch pocket holster knife gun sword "
    "shield bow grip scale const constraint follow parent space look lookat aim hold holder "
    "mount item accessory acc dyn dynamic deltoid lat trap trapezius elbowpad kneepad patella",
    "face": "face facial",
    "end": "end nub tip site top endsite leaf term",
}
"""Canonical words, and how they are spelled."""

CANONICAL: dict[str, str] = {word: canon for canon, words in SPELLINGS.items() for word in words.split()}

EAST_ASIAN: tuple[tuple[str, str], ...] = (
    *(("両目", "helper"), ("全ての親", "root"), ("センター先", "helper"), ("操作中心", "helper")),
    *(("上半身", "upper body"), ("下半身", "lower body"), ("センター", "center"), ("グルーブ", "helper")),
    *(("手首", "wrist"), ("足首", "ankle"), ("つま先", "toe"), ("爪先", "toe"), ("足先", "toe")),
    *(("親指", "thumb"), ("人差し指", "index"), ("人差指", "index"), ("人指", "index"), ("中指", "middle")),
    *(("薬指", "ring"), ("小指", "little"), ("ひじ", "elbow"), ("肘", "elbow"), ("ひざ", "knee")),
    *(
        ("膝", "knee"),
        ("キャンセル", "helper"),
        ("ダミー", "helper"),
        ("スカート", "helper"),
        ("補助", "helper"),
    ),
    *(("捩", "helper"), ("捻", "helper"), ("髪", "helper"), ("袖", "helper"), ("乳", "helper")),
    *(("胸", "chest"), ("腰", "mmdwaist"), ("顎", "jaw"), ("あご", "jaw"), ("目", "eye"), ("首", "neck")),
    *(("大腿", "thigh"), ("小腿", "calf"), ("大臂", "upperarm"), ("上臂", "upperarm"), ("小臂", "forearm")),
    *(("前臂", "forearm"), ("手腕", "wrist"), ("手掌", "hand"), ("脚踝", "ankle"), ("脚趾", "toe")),
    *(("锁骨", "clavicle"), ("鎖骨", "clavicle"), ("脊椎", "spine"), ("骨盆", "pelvis"), ("骨盤", "pelvis")),
    *(("脖子", "neck"), ("颈", "neck"), ("頸", "neck"), ("头", "head"), ("頭", "head"), ("脚", "foot")),
    *(("食指", "index"), ("拇指", "thumb"), ("无名指", "ring"), ("手指", "finger"), ("背骨", "spine")),
    *(("二の腕", "upperarm"), ("前腕", "forearm"), ("太もも", "thigh"), ("すね", "calf")),
    *(("肩", "mmdshoulder"), ("腕", "upperarm"), ("足", "thigh"), ("手", "hand"), ("先", "end")),
    *(("左", "left"), ("右", "right"), ("親", "helper")),
)
"""Japanese and Chinese words in search order, with their canonical words. In MMD the bone
of 足 is the thigh, and that of 腕 the upper arm."""

SEPARATED = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
VERTEBRA = re.compile(r"(?:^|[^a-z])([ltc])(\d{1,2})$", re.IGNORECASE)
SEPARATOR = re.compile(r"[\W_]+")
FEWEST_NAMES, MOST = 8, 0.8
"""A prefix shared by most of at least this many names is not part of bone names."""

SHORT_WORDS = {"U": "upper", "F": "fore", "L": "lower"}
SCAFFOLD = re.compile(r"bip\d+", re.IGNORECASE)
"""The name of a Biped; its number is not the number of a bone."""

ESCAPED = re.compile(r"FBXASC(\d{3})")
"""How FBX writes characters that are not letters, digits or underscores."""

SHORTENED = re.compile(r"(?<![A-Za-z])([LR])([UFL])(?=Arm|Leg)")
"""OptiTrack: LUArm, LFArm."""


def split_words(name: str) -> tuple[str, ...]:
    """The words of a name, canonical where they are known, in lower case; numbers as they are written."""
    plain = unicodedata.normalize("NFKC", name)
    plain = ESCAPED.sub(lambda match: chr(int(match[1])), plain)
    plain = SCAFFOLD.sub(" ", re.split(r"[:|]", plain)[-1])
    plain = SHORTENED.sub(lambda match: f"{match[1]} {SHORT_WORDS[match[2]]} ", plain)
    for word, canon in () if plain.isascii() else EAST_ASIAN:
        plain = plain.replace(word, f" {canon} ")
    words: list[str] = []
    for token in SEPARATED.findall(plain):
        words += segment(token.lower())
    return tuple({"l": "left", "r": "right"}.get(word, word) for word in words)


@lru_cache(maxsize=1 << 14)
def segment(token: str) -> tuple[str, ...]:
    """Split a lower-case word completely into known words; a single l or r may begin or end it. If that
    fails, the word itself."""
    if token in CANONICAL:
        return (CANONICAL[token],)
    if token.isdigit() or len(token) < 3:
        return (token,)
    for left, right in ((0, 0), (1, 0), (0, 1)):
        inner = token[left : len(token) - right]
        side = token[:left] or token[len(token) - right :] if left or right else ""
        if side not in ("", "l", "r"):
            continue
        words = _fill(inner)
        if words:
            sided = {"l": "left", "r": "right"}.get(side)
            return (sided, *words) if sided else words
    return (token,)


def _fill(text: str) -> tuple[str, ...] | None:
    """The fewest known words that make up a string; they have three or more letters, except "up"."""
    best: list[tuple[str, ...] | None] = [()] + [None] * len(text)
    for end in range(1, len(text) + 1):
        for start in range(end):
            before, word = best[start], text[start:end]
            known = word in CANONICAL and (len(word) > 2 or word == "up")
            if before is None or not known:
                continue
            filled = (*before, CANONICAL[word])
            current = best[end]
            if current is None or len(filled) < len(current):
                best[end] = filled
    return best[-1] or None


def shared_prefixes(names: Sequence[str]) -> list[str]:
    """The prefixes, up to a separator, of most names of a skeleton, longest first: the name of a character
    may contain words such as "hand"."""
    known = [name for name in names if name]
    if len(known) < FEWEST_NAMES:
        return []
    counts: dict[str, int] = {}
    for name in known:
        for match in SEPARATOR.finditer(name):
            if match.end() < len(name):
                prefix = name[: match.end()]
                counts[prefix] = counts.get(prefix, 0) + 1
    shared = [prefix for prefix, count in counts.items() if count >= MOST * len(known)]
    return sorted(shared, key=len, reverse=True)
