"""A G4MF file with every member of the published JSON schemas, and files with wrong values in their places.

`g4mf_verdicts.py` asks the schemas about them.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from g4mf_cases import Kit
from vrm_files import DELETED, WRONG, Change, Place, at, change, members

Json = dict[str, Any]

ITEM: Json = {"comment": "a comment", "extensions": {"X_wave": {}}, "extras": {"a": 1}}
"""What every object may have, except for its name, which is unique in the file."""

COMPONENTS: dict[str, Json] = {
    "Camera": {
        "camera": {
            "clipFar": 100.0,
            "clipNear": 0.5,
            "fov": 1.0,
            "keepAspect": 1,
            "size": 2.0,
            "type": "perspective",
        }
    },
    "Light": {
        "light": {
            "type": "spot",
            "color": [1.0, 0.5, 0.25],
            "coneInnerAngle": 0.25,
            "coneOuterAngle": 0.5,
            "intensity": 10.0,
            "range": 5.0,
        }
    },
    "Model": {
        "modelInstance": {
            "file": 0,
            "materialOverrides": {"Metal": {"baseColor": {"factor": [1.0]}}},
            "nodeAdditionalChildren": {"Hand": [6]},
            "nodeOverrides": {"Foot": {"visible": False}},
        }
    },
    "Moving": {
        "physics": {
            "motion": {
                "type": "kinematic",
                "mass": 2.0,
                "inertiaDiagonal": [0.0, 0.0, 0.0],
                "inertiaOrientation": [1.0, 0.0, 0.0, 0.0],
                "linearVelocity": [0.0, 0.0, 0.0],
                "angularVelocity": [0.0, 0.0, 0.0],
                "gravityFactor": 1.0,
            }
        }
    },
    "Solid": {"physics": {"collider": {"shape": 0}}},
    "Zone": {"physics": {"trigger": {"shape": 0}}},
    "Zones": {"physics": {"trigger": {"nodes": [1]}}},
    "Turned": {"basis": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], "visible": True},
}
"""Nodes of the other kinds, by name."""


def whole() -> Kit:
    """The kit with every member that the schemas have."""
    kit = Kit()
    tree = kit.tree
    tree["asset"] |= {
        "extensionsUsed": ["X_wave"],
        "extensionsRequired": [],
        "extensionDependencies": {"X_wave": ["X_sea"]},
        "generator": "by hand",
        "specification": "a URL",
        "thumbnail": 0,
        "version": "0",
    }
    tree["bufferViews"][0] |= {"buffer": 0}
    tree["accessors"][0] |= {"vectorSize": 3}
    tree["files"] = [{"bufferView": 0, "mimeType": "model/off"}, {"uri": "a.png", "mimeType": "image/png"}]
    tree["textures"][0] |= {
        "files": [1],
        "sampler": {
            "magFilter": "linear",
            "minFilter": "nearest",
            "mipmapFilter": "none",
            "wrap": ["repeat", "clamp"],
        },
    }
    binding = {
        "values": kit.accessor([[1.0, 0.0, 0.0]] * 4, "float32"),
        "perSimplex": kit.accessor([0, 1, 2, 3], "uint8"),
        "geometry": [
            {
                "accessor": kit.accessor([0, 1, 2, 3], "uint8"),
                "geometryDimension": 0,
                "decomposeDimension": 0,
            }
        ],
    }
    channel = {
        "factor": [1.0, 0.5, 0.25, 1.0],
        "texture": 0,
        "textureMap": deepcopy(kit.surface["textureMap"]),
        "elementMap": binding,
    }
    tree["materials"][0] |= {
        key: deepcopy(channel) if key == "baseColor" else {"factor": [0.5]}
        for key in ("baseColor", "emissive", "normal", "orm")
    }
    curve = {"radii": [1.0, 1.0, 0.0], "exponent": 2.0}
    tree["shapes"] += [
        {
            "type": "general",
            "curves": [curve | {"taper": [curve | {"position": [0.0, 0.0, 1.0]}]}],
            "length": 1.0,
        },
        {"type": "concave", "mesh": 0, "heights": kit.accessor([0.0, 1.0], "float32")},
    ]
    kit.surface["polytopeSimplexes"] = True
    first = len(kit.nodes)
    kit.nodes += [{"name": name, **deepcopy(members)} for name, members in COMPONENTS.items()]
    kit.nodes[0]["children"] += list(range(first, len(kit.nodes)))
    _add_items(tree)
    for index, holder in enumerate(_unnamed(tree)):
        holder["name"] = f"Item{index}"
    return kit


SCHEMAS = ("asset", "accessors", "bufferViews", "files", "materials", "meshes", "shapes", "textures")


def _add_items(tree: Json) -> None:
    """Give one object of each kind the members that every object may have."""
    tree |= deepcopy(ITEM)
    kinds = [tree["asset"], *(tree[key][0] for key in SCHEMAS if key != "asset")]
    mesh, material, texture = tree["meshes"][0], tree["materials"][0], tree["textures"][0]
    surface, shape = mesh["surfaces"][0], mesh["blend"]["shapes"][0]
    kinds += [surface, surface["normals"], mesh["skin"], mesh["blend"], shape, shape["position"]]
    kinds += [shape["surfaces"][0], material["baseColor"], material["baseColor"]["elementMap"]["geometry"][0]]
    kinds += [texture["sampler"], tree["shapes"][1]["curves"][0], tree["shapes"][1]["curves"][0]["taper"][0]]
    nodes = {node["name"]: node for node in tree["nodes"]}
    kinds += [nodes["Turned"], nodes["Skeleton"]["skeleton"], nodes["Hips"]["bone"]]
    kinds += [nodes["Skinned"]["meshInstance"], nodes["Camera"]["camera"], nodes["Light"]["light"]]
    kinds += [
        nodes["Model"]["modelInstance"],
        nodes["Moving"]["physics"],
        nodes["Solid"]["physics"]["collider"],
    ]
    kinds += [nodes["Moving"]["physics"]["motion"], nodes["Zone"]["physics"]["trigger"]]
    for kind in kinds:
        kind |= deepcopy(ITEM)


def _unnamed(value: Any) -> list[Json]:
    """The objects that have a comment, but no name."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = [value] if isinstance(value, dict) and "comment" in value and "name" not in value else []
    return own + [holder for item in inner for holder in _unnamed(item)]


def whole_tree() -> Json:
    """The document of the whole file, with its data in a URI."""
    tree: Json = json.loads(whole().text())
    return tree


def free(place: Place) -> bool:
    """Whether a place is inside of data that no schema describes."""
    return any(key in ("extras", "X_wave") for key in place[:-1])


def faults(tree: Json) -> list[Change]:
    """Every member with every wrong value, and those of objects removed."""
    result = []
    for place in members(tree):
        if free(place):
            continue
        value = at(tree, place)
        result += [(place, wrong) for wrong in WRONG if repr(wrong) != repr(value)]
        if isinstance(place[-1], str):
            result.append((place, DELETED))
    return result


def with_fault(tree: Json, fault: Change) -> Json:
    """A copy of the document with one fault; only what is on the way to it is copied."""
    place, _ = fault
    copy: Any = dict(tree)
    holder = copy
    for key in place[:-1]:
        holder[key] = holder[key].copy()
        holder = holder[key]
    change(copy, [fault])
    return copy  # type: ignore[no-any-return]
