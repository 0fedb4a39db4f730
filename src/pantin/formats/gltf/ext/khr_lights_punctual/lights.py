"""Read the lights of a document into a rig, and write them back."""

from __future__ import annotations

from typing import Any

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.ext.khr_lights_punctual import schema
from pantin.formats.gltf.ext.khr_lights_punctual.schema import DEFAULT_OUTER
from pantin.formats.gltf.extension_names import LIGHTS as NAME
from pantin.formats.gltf.lift.source import Draft, Source
from pantin.formats.gltf.new.ranges import fit_light
from pantin.formats.members.encode import encode
from pantin.report.pointer import JsonPath, pointer
from pantin.rig import Light, Rig

KINDS = ("directional", "point", "spot")


def lift(source: Source, draft: Draft) -> None:
    """Add the lights of the file, and those of its nodes, to a rig."""
    for path, reference in source.objects_of(NAME):
        if isinstance(reference, schema.Lights):
            if reference.lights is None:
                source.skip_broken(NAME, path, NAME)
            listed = enumerate(reference.lights or ())
            draft.lights = [_light(source, (*path, "lights", index), light) for index, light in listed]
    for path, reference in source.objects_of(NAME):
        if isinstance(reference, schema.NodeLight):
            index, number = int(path[1]), reference.light
            if number is not None and number < len(draft.lights):
                draft.nodes[index] = replace(draft.nodes[index], light=number)
            else:
                what = f"the light of {source.named('node', index)}"
                source.skip((*path, "light"), what, f"there is no light {_stated_light(source, index)}")


def _stated_light(source: Source, node: int) -> Any:
    """The light of a node as stored in the file."""
    return source.model.nodes[node].extensions[NAME].get("light")  # type: ignore[union-attr,index]


def _light(source: Source, path: JsonPath, light: schema.Light) -> Light:
    what = f"light {path[-1]}"
    source.skip_broken(NAME, path, what)
    if light.type not in KINDS:
        source.skip(path, what, "it has no type; a point light replaces it")
    spot = light.spot or schema.Spot()
    return Light(
        light.type if light.type in KINDS else "point",
        light.color or (1.0, 1.0, 1.0),  # type: ignore[arg-type]
        1.0 if light.intensity is None else light.intensity,
        light.range,
        0.0 if spot.inner_cone_angle is None else spot.inner_cone_angle,
        DEFAULT_OUTER if spot.outer_cone_angle is None else spot.outer_cone_angle,
        light.name,
        source.extras(light.extras, path, what),
    )


def lower(document: Document, rig: Rig) -> None:
    """Write the lights of a rig into the document that was made from it."""
    lights = schema.Lights(lights=tuple(_without_defaults(fit_light(light)) for light in rig.lights))
    set_extension(document, "", NAME, encode(lights))
    for node, light in enumerate(rig.nodes.lights.tolist()):
        if light >= 0:
            set_extension(document, pointer("nodes", node), NAME, encode(schema.NodeLight(light=light)))


def _without_defaults(light: Light) -> schema.Light:
    """A light without members that have their default value."""
    cone = (light.inner_cone or None, light.outer_cone if light.outer_cone != DEFAULT_OUTER else None)
    is_spot = light.kind == "spot"
    return schema.Light(
        type=light.kind,
        name=light.name,
        color=tuple(light.color) if light.color != (1.0, 1.0, 1.0) else None,
        intensity=light.intensity if light.intensity != 1.0 else None,
        range=light.range if light.kind != "directional" else None,
        spot=schema.Spot(inner_cone_angle=cone[0], outer_cone_angle=cone[1]) if is_spot else None,
        extras=dict(light.extras) if light.extras else None,
    )
