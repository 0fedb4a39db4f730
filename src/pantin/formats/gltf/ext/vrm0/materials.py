"""Materials of a rig from VRM 0.x, which lists the properties of their shaders beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pantin.base.records import replace
from pantin.formats.gltf.ext.vrm0.mtoon import SHADER, UNLIT_SHADERS, Properties, mtoon_json
from pantin.formats.gltf.extension_names import MTOON, VRM0
from pantin.formats.gltf.json_values import as_object, objects
from pantin.formats.gltf.lift.material_parts import group_fields
from pantin.formats.gltf.material_extensions import BY_NAME
from pantin.rig import Material

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Source


def shaded_materials(source: Source, materials: Sequence[Material]) -> Iterator[Material]:
    """The materials with toon shading, or without lighting, where their shaders in VRM 0.x have it."""
    block = as_object(as_object(source.document.tree.get("extensions")).get(VRM0))
    listed = objects(block.get("materialProperties"))
    textures = len(source.model.textures)
    for index, material in enumerate(materials):
        properties = listed[index] if index < len(listed) else {}
        shader = properties.get("shader")
        if shader == SHADER and material.mtoon is None:
            payload = mtoon_json(Properties(properties, textures))
            path = ("extensions", VRM0, "materialProperties", index)
            fields = group_fields(source, BY_NAME[MTOON], payload, path, source.named("material", index))
            yield replace(material, **fields)
        else:
            yield replace(material, unlit=True) if shader in (*UNLIT_SHADERS,) else material
