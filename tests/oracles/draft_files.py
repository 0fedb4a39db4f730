"""Files with every member of the drafts that Pantin follows, and each member changed to many values.

`draft_verdicts.py` asks the JSON schemas of the drafts about each of these files. Nothing here is read from
Pantin or from a schema.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import planting
from spring_files import strand

Place = tuple[str | int, ...]
Tree = dict[str, Any]

CHARACTER = Path(__file__).parents[1] / "cases" / "KHR-CHAR-001" / "good.gltf"
REMOVED = object()
VALUES: tuple[Any, ...] = (None, True, 0, 1, -1, 0.5, 1.5, 1.001, -1.001, 3, "", "a", "1", [], {}, [0], [[]])
"""What any member is changed to."""


def whole_character() -> Tree:
    """A character with every member of KHR_character and its family."""
    tree = json.loads(CHARACTER.read_text())
    pose = {"poseType": "TPose"}
    hints = {
        "KHR_node_camera_hint": {"role": "portrait", "camera": 0, "targetNode": 1, "label": "a"},
        "KHR_node_lookat_target": {"hint": "eye_target"},
        "KHR_node_visibility_hint": {"role": "always", "label": "a"},
    }
    mapping = {"expressionSetMappings": {"a": {"b": [{"source": "aa", "weight": 1}]}}}
    textures = {"KHR_character_expression_texture": {"channels": [0]}}
    tree["extensions"]["KHR_character_expression_mapping"] = mapping
    expressions = tree["extensions"]["KHR_character_expression"]["expressions"]
    mask = expressions[1]["extensions"]["KHR_character_expression_mask"]["masks"][0]
    mask |= {"type": "block", "amount": 0.5, "threshold": 0.1}
    time, place = len(tree["accessors"]), len(tree["accessors"]) + 1
    tree["accessors"] += [
        {"componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
        {"componentType": 5126, "count": 1, "type": "VEC3"},
    ]
    step = [{"input": time, "output": place, "interpolation": "STEP"}]
    moved = {"path": "pointer"} | extended("KHR_animation_pointer", pointer="/materials/0/emissiveFactor")
    still = {"node": 1, "path": "translation"}
    tree["animations"] += [
        {"channels": [{"sampler": 0, "target": moved}], "samplers": step},
        {"channels": [{"sampler": 0, "target": still}], "samplers": step}
        | extended("KHR_character_reference_pose", **pose),
    ]
    expressions.append({"expression": "blush", "animation": 2, "extensions": textures})
    tree["nodes"][3]["extensions"] = hints
    primitive = tree["meshes"][0]["primitives"][0]
    primitive |= extended("KHR_mesh_primitive_visibility_hint", role="always", label="a")
    tree["materials"] = [{}]
    tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}]
    names = {*hints, *textures, "KHR_character_expression_mapping", "KHR_character_reference_pose"}
    names |= {"KHR_mesh_primitive_visibility_hint", "KHR_animation_pointer"}
    tree["extensionsUsed"] = sorted({*tree["extensionsUsed"], *names})
    return tree


def extended(name: str, **members: Any) -> Tree:
    return {"extensions": {name: members}}


def whole_core() -> Tree:
    """A file of glTF 2.1 with every member of its core objects."""
    tree = planting.gltf()
    for planted in list(planting.plants_in_gltf(tree)):
        *owner, member = planted.place
        is_core = member not in ("extensions", "extras", planting.NEEDLE) and "extensions" not in owner
        if is_core and len(owner) > 1 and (*owner[:1], member) != ("cameras", "orthographic"):
            planting.at(tree, tuple(owner)).setdefault(member, planted.value)
    tree["asset"] |= {"version": "2.1", "minVersion": "2.0", "copyright": "a"}
    tree["nodes"].append({"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]})
    tree["nodes"][0]["children"].append(len(tree["nodes"]) - 1)
    tree["nodes"][3]["weights"] = [0.5]
    tree["meshes"][0]["primitives"][0]["targets"][0].pop("_HEAT", None)
    tree["meshes"][0]["primitives"][0]["mode"] = 4
    tree["bufferViews"][0]["byteStride"] = 12
    tree["extensionsRequired"] = ["KHR_lights_punctual"]
    views = len(tree["bufferViews"])
    picture = planting.PNG + bytes(-len(planting.PNG) % 4)
    parts = [picture[: len(planting.PNG)], bytes(4), bytes(12)]
    start = 0
    for part in parts:
        tree["bufferViews"].append({"buffer": 1, "byteOffset": start, "byteLength": len(part)})
        start += len(part) + -len(part) % 4
    data = picture + bytes(16)
    uri = "data:application/octet-stream;base64," + b64encode(data).decode()
    tree["buffers"].append({"byteLength": len(data), "uri": uri})
    tree["images"].append({"bufferView": views, "mimeType": "image/png"})
    indices = {"bufferView": views + 1, "byteOffset": 0, "componentType": 5123}
    sparse = {"count": 1, "indices": indices, "values": {"bufferView": views + 2, "byteOffset": 0}}
    tree["accessors"][0] |= {"byteOffset": 0, "normalized": False}
    tree["accessors"].append(tree["accessors"][0] | {"sparse": sparse, "min": [0, 0, 0], "max": [1, 2, 2]})
    return tree


def whole_springs() -> Tree:
    """A chain with a limit and a collider of each kind."""
    tree = strand()
    turned = {"rotation": [0, 0.6, 0, 0.8]}
    limits = [
        {"cone": {"angle": 0.5} | turned},
        {"hinge": {"angle": 0.5} | turned},
        {"spherical": {"pitch": 0.5, "yaw": 1} | turned},
    ]
    shapes = [
        {"sphere": {"offset": [0, 1, 0], "radius": 2, "inside": True}},
        {"capsule": {"offset": [0, 1, 0], "radius": 2, "tail": [0, 2, 0], "inside": True}},
        {"plane": {"offset": [0, -5, 0], "normal": [0, 1, 0]}},
    ]
    springs = tree["extensions"]["VRMC_springBone"]
    for joint, limit in zip(springs["springs"][0]["joints"], limits, strict=False):
        joint |= extended("VRMC_springBone_limit", specVersion="1.0-draft", limit=limit)
    plain = springs["colliders"][0]
    name = "VRMC_springBone_extended_collider"
    springs["colliders"] = [plain | extended(name, specVersion="1.0", shape=shape) for shape in shapes]
    springs["colliderGroups"][0]["colliders"] = [0, 1, 2]
    tree["extensionsUsed"] += ["VRMC_springBone_limit", name]
    return tree


def changes(value: Any, place: Place = ()) -> Iterator[tuple[Place, list[Any]]]:
    """Each member at or below a value, but for extensions and extras, with what it is changed to."""
    for key, member in value.items() if isinstance(value, dict) else different_items(value):
        if key in ("extensions", "extras"):
            continue
        below = (*place, key)
        others = [REMOVED] if isinstance(key, str) else []
        others += [item for item in VALUES if item != member or type(item) is not type(member)]
        if isinstance(member, list) and member:
            others += [member[:-1], [*member, member[-1]], ["a", *member[1:]], [None, *member[1:]]]
        yield below, others
        if isinstance(member, dict | list):
            yield from changes(member, below)


def different_items(values: list[Any]) -> Iterator[tuple[int, Any]]:
    """The first item of a list, and each with a member that those before it lack."""
    known: set[str] = set()
    for index, item in enumerate(values):
        members = set(item) if isinstance(item, dict) else set()
        if index == 0 or members - known:
            yield index, item
        known |= members


def changed(tree: Tree, place: Place, value: Any) -> Tree:
    tree = deepcopy(tree)
    owner = planting.at(tree, place[:-1])
    if value is REMOVED:
        del owner[place[-1]]
    else:
        owner[place[-1]] = value
    return tree


ITEM = "extensions", "KHR_character_expression", "expressions"
SPRINGS = "extensions", "VRMC_springBone"
CORE = {
    "asset": ("asset",),
    "scene": ("scenes", 0),
    "node": ("nodes", 3),
    "node with children": ("nodes", 0),
    "node with a camera": ("nodes", 4),
    "node with a matrix": ("nodes", 6),
    "mesh": ("meshes", 0),
    "material": ("materials", 0),
    "texture": ("textures", 0),
    "sampler": ("samplers", 0),
    "image": ("images", 0),
    "image in a buffer": ("images", 1),
    "camera": ("cameras", 0),
    "camera, orthographic": ("cameras", 1),
    "skin": ("skins", 0),
    "animation": ("animations", 0),
    "accessor": ("accessors", 12),
    "bufferView": ("bufferViews", 0),
    "buffer": ("buffers", 0),
}
"""The objects of glTF 2.1, by the names of their schemas."""

WHOLE: dict[str, tuple[Callable[[], Tree], Place, str]] = {
    **{
        f"glTF 2.1 {kind}": (whole_core, place, f"{re.split('[ ,]', kind)[0]}.schema.json")
        for kind, place in CORE.items()
    },
    "KHR_character": (whole_character, ("extensions", "KHR_character"), "glTF.KHR_character.schema.json"),
    "KHR_character_expression": (
        whole_character,
        ("extensions", "KHR_character_expression"),
        "glTF.KHR_character_expression.schema.json",
    ),
    "KHR_character_expression_mapping": (
        whole_character,
        ("extensions", "KHR_character_expression_mapping"),
        "glTF.KHR_character_expression_mapping.schema.json",
    ),
    "KHR_character_skeleton_mapping": (
        whole_character,
        ("extensions", "KHR_character_skeleton_mapping"),
        "glTF.KHR_character_skeleton_mapping.schema.json",
    ),
    "KHR_character_reference_pose": (
        whole_character,
        ("animations", 3, "extensions", "KHR_character_reference_pose"),
        "animation.KHR_character_reference_pose.schema.json",
    ),
    "KHR_mesh_primitive_visibility_hint": (
        whole_character,
        ("meshes", 0, "primitives", 0, "extensions", "KHR_mesh_primitive_visibility_hint"),
        "mesh.primitive.KHR_mesh_primitive_visibility_hint.schema.json",
    ),
    "KHR_animation_pointer": (
        whole_character,
        ("animations", 2, "channels", 0, "target", "extensions", "KHR_animation_pointer"),
        "animation.channel.target.KHR_animation_pointer.schema.json",
    ),
    **{
        name: (whole_character, ("nodes", 3, "extensions", name), f"node.{name}.schema.json")
        for name in ("KHR_node_visibility_hint", "KHR_node_camera_hint", "KHR_node_lookat_target")
    },
    **{
        name: (
            whole_character,
            (*ITEM, number, "extensions", name),
            f"KHR_character_expression.{name}.schema.json",
        )
        for number, name in (
            (0, "KHR_character_expression_morphtarget"),
            (1, "KHR_character_expression_joint"),
            (1, "KHR_character_expression_mask"),
            (2, "KHR_character_expression_texture"),
        )
    },
    **{
        f"VRMC_springBone_limit {kind}": (
            whole_springs,
            (*SPRINGS, "springs", 0, "joints", number, "extensions", "VRMC_springBone_limit"),
            "VRMC_springBone_limit.schema.json",
        )
        for number, kind in enumerate(("cone", "hinge", "spherical"))
    },
    **{
        f"VRMC_springBone_extended_collider {kind}": (
            whole_springs,
            (*SPRINGS, "colliders", number, "extensions", "VRMC_springBone_extended_collider"),
            "VRMC_springBone_extended_collider.schema.json",
        )
        for number, kind in enumerate(("sphere", "capsule", "plane"))
    },
}
"""Each draft with a file that has all of its members, where its object is, and the schema of that."""
