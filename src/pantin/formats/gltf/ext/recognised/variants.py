"""The objects of KHR_materials_variants."""

from typing import Annotated, ClassVar

from msgspec import Meta

from pantin.formats.gltf.extension_names import VARIANTS as NAME
from pantin.formats.gltf.schema import Gltf, MaterialIndex, Primitive, Property, Several

VariantIndex = Annotated[int, Meta(ge=0, extra={"refers": f"extensions/{NAME}/variants"})]


class Variant(Property, frozen=True):
    name: str | None


class Variants(Property, frozen=True):
    variants: Several[Variant] | None


class Mapping(Property, frozen=True):
    root_extension: ClassVar[str | None] = NAME

    variants: Annotated[tuple[VariantIndex | None, ...], Meta(min_length=1)] | None
    material: MaterialIndex | None
    name: str | None = None


class Mappings(Property, frozen=True):
    mappings: Several[Mapping] | None


VARIANTS = {Gltf: Variants, Primitive: Mappings}
