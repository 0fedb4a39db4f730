"""Lights of a rig, read from a document and written into one."""

from __future__ import annotations

from math import pi
from typing import Any

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.extension_names import LIGHTS as NAME
from pantin.formats.gltf.lift.members import Members
from pantin.formats.gltf.lift.source import Draft, Source
from pantin.formats.gltf.new.ranges import fit_light
from pantin.report.pointer import pointer
from pantin.rig import Light, Rig

KINDS = {"directional": "directional", "point": "point", "spot": "spot"}
SPOT = {"innerConeAngle": ("inner_cone", 0.0), "outerConeAngle": ("outer_cone", pi / 4)}


def lift(source: Source, draft: Draft) -> None:
    """Add the lights of the file, and those of its nodes, to a rig."""
    root = source.document.tree.get("extensions")
    block = root.get(NAME) if isinstance(root, dict) else None
    listed = block.get("lights") if isinstance(block, dict) else None
    lights = listed if isinstance(listed, list) else []
    draft.lights = [_light(source, value, index) for index, value in enumerate(lights)]
    for index, node in enumerate(source.model.nodes):
        given = (node.extensions or {}).get(NAME) if node else None
        if given is None:
            continue
        number = given.get("light") if isinstance(given, dict) else None
        if type(number) is int and 0 <= number < len(lights):
            draft.nodes[index] = replace(draft.nodes[index], light=number)
        else:
            what = f"the light of {source.named('node', index)}"
            source.skip(("nodes", index, "extensions", NAME, "light"), what, f"there is no light {number}")


def _light(source: Source, value: Any, index: int) -> Light:
    members = Members(source, value, ("extensions", NAME, "lights", index), f"light {index}")
    kind = members.choice("type", KINDS, None)
    if kind is None:
        source.skip(members.place, members.what, "it has no type; a point light replaces it")
    spot = members.member("spot")
    return Light(
        kind or "point",
        members.numbers("color", (1.0, 1.0, 1.0)),
        members.number("intensity", 1.0),
        members.optional_number("range"),
        spot.number("innerConeAngle", 0.0),
        spot.number("outerConeAngle", pi / 4),
        members.text("name"),
        members.json("extras"),
    )


def lower(document: Document, rig: Rig) -> None:
    """Write the lights of a rig into the document that was made from it."""
    set_extension(document, "", NAME, {"lights": [_light_json(fit_light(light)) for light in rig.lights]})
    for node, light in enumerate(rig.nodes.lights.tolist()):
        if light >= 0:
            set_extension(document, pointer("nodes", node), NAME, {"light": light})


def _light_json(light: Light) -> dict[str, Any]:
    members: dict[str, Any] = {"type": light.kind}
    if light.name is not None:
        members["name"] = light.name
    if light.colour != (1.0, 1.0, 1.0):
        members["color"] = list(light.colour)
    if light.intensity != 1.0:
        members["intensity"] = light.intensity
    if light.range is not None and light.kind != "directional":
        members["range"] = light.range
    if light.kind == "spot":
        cone = {name: getattr(light, field) for name, (field, _) in SPOT.items()}
        members["spot"] = {name: angle for name, angle in cone.items() if angle != SPOT[name][1]}
    if light.extras:
        members["extras"] = dict(light.extras)
    return members
