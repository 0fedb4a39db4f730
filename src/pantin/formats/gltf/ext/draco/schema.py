"""The object of KHR_draco_mesh_compression."""

from typing import Annotated

from msgspec import Meta

from pantin.formats.gltf.schema import BufferViewIndex, Primitive, Property

# By semantic the id of the attribute in the stream, which is not an index into the file.
AttributeIds = Annotated[dict[str, Annotated[int, Meta(ge=0)] | None], Meta(min_length=1)]


class CompressedPrimitive(Property, frozen=True):
    buffer_view: BufferViewIndex | None
    attributes: AttributeIds | None


COMPRESSION = {Primitive: CompressedPrimitive}
