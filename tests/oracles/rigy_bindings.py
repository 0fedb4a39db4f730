"""Bindings of Rigy documents, resolved as the text of Rigy 0.3 has it, in exact fractions.

`resolve` shares no code with the compiler; the other functions build documents and read what was compiled.
"""

from __future__ import annotations

import json
from fractions import Fraction

from pantin.formats.rigy.compile import check_text, compile_text

BONES = ["hip", "zed", "arm", "Arm", "b10", "b9", "leg_L"]
AXES = "xyz"


def document(binding, *, version="0.3", primitives=None, bones=None, **more):
    """A box (24 vertices) of size 2 around the origin, bound to `BONES`."""
    boxes = primitives or [{"id": "p", "type": "box", "dimensions": {"x": 2, "y": 2, "z": 2}}]
    names = bones or BONES
    rig = [
        {"id": name, "parent": "hip" if name != "hip" else "none", "head": [0, 0, 0], "tail": [0, 1, 0]}
        for name in names
    ]
    return {
        "version": version,
        "meshes": [{"id": "m", "primitives": boxes}],
        "armatures": [{"id": "r", "bones": rig}],
        "bindings": [{"mesh_id": "m", "armature_id": "r", **binding}],
        **more,
    }


def text(tree):
    return json.dumps(tree, indent=1)  # JSON is YAML


def rules(tree, **options):
    return [finding.rule for finding in check_text(text(tree), **options).findings]


def rows(tree, **options):
    """The influences of each vertex as they are stored in JOINTS_0 and WEIGHTS_0, bones by name."""
    return stored(compile_text(text(tree), **options).rig)


def stored(rig):
    names, made = [rig.nodes.names[joint] for joint in rig.skins[0].joints], []
    for surface in rig.meshes[0].surfaces:
        influences = surface.influences
        for start, end in zip(influences.offsets[:-1], influences.offsets[1:], strict=True):
            pairs = zip(influences.joints[start:end], influences.weights[start:end], strict=True)
            made.append([(names[joint], float(weight)) for joint, weight in pairs])
    return made


def listed(value):
    return value if isinstance(value, list) else [value]


def as_dict(bones):
    return {bone["bone_id"]: Fraction(bone["weight"]) for bone in bones}


def resolve(tree, positions, files=None):
    """Influence Resolution Order, Joint Influence Limits and Weight Normalization, as the text has them."""
    binding = tree["bindings"][0]
    result = [{"hip": Fraction(1)} for _ in positions]
    for entry in binding.get("weights", ()):
        result = [as_dict(entry["bones"]) for _ in positions]
    maps = binding.get("weight_maps", ())
    for weight_map in maps:
        for item in (files or {}).get(weight_map.get("source"), ()):
            result[item["vertex"]] = as_dict(item["bones"])
    for weight_map in maps:
        for gradient in weight_map.get("gradients", ()):
            low, high = map(Fraction, gradient["range"])
            start, end = as_dict(listed(gradient["from"])), as_dict(listed(gradient["to"]))
            for vertex, position in enumerate(positions):
                p = Fraction(float(position[AXES.index(gradient["axis"])]))
                t = min(max((p - low) / (high - low), Fraction(0)), Fraction(1))
                result[vertex] = {
                    bone: start.get(bone, 0) * (1 - t) + end.get(bone, 0) * t for bone in {**start, **end}
                }
    for weight_map in maps:
        for override in weight_map.get("overrides", ()):
            for vertex in override["vertices"]:
                result[vertex] = as_dict(override["bones"])
    made = []
    for influences in result:
        kept = sorted(influences.items(), key=lambda item: (-item[1], item[0]))[:4]
        total = sum(weight for _, weight in kept)
        made.append(
            [(bone, weight / total) for bone, weight in kept if weight] if total else [("hip", Fraction(1))]
        )
    return made
