"""The objects of MSFT_lod: simpler nodes or materials that replace their owner when it appears small."""

from typing import Annotated

from msgspec import Meta

from pantin.formats.gltf.schema import Material, MaterialIndex, Node, NodeIndex, Property


class NodeLevels(Property, frozen=True):
    ids: Annotated[tuple[NodeIndex, ...], Meta(min_length=1)] | None = None


class MaterialLevels(Property, frozen=True):
    ids: Annotated[tuple[MaterialIndex, ...], Meta(min_length=1)] | None = None


LEVELS = {Node: NodeLevels, Material: MaterialLevels}
