"""The objects of EXT_meshopt_compression and KHR_meshopt_compression."""

from typing import Annotated, Literal

from msgspec import Meta

from pantin.formats.gltf.schema import Buffer, BufferIndex, BufferView, Natural, Positive, Property


class CompressedView(Property, frozen=True):
    buffer: BufferIndex | None
    byte_length: Positive | None
    byte_stride: Annotated[int, Meta(ge=2, le=256)] | None
    count: Positive | None
    mode: Literal["ATTRIBUTES", "TRIANGLES", "INDICES"] | None
    byte_offset: Natural | None = None
    # COLOR is of the KHR extension alone.
    filter: Literal["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"] | None = None


class FallbackBuffer(Property, frozen=True):
    """A buffer for readers without the extension, which may have no data."""

    fallback: bool | None = None


COMPRESSION = {BufferView: CompressedView, Buffer: FallbackBuffer}
