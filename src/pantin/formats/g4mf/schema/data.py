"""Where data is stored: the asset, buffers, views, accessors and files."""

# Annotations stay objects here: msgspec would have to compile hundreds of strings at every start.
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from pantin.formats.g4mf.schema.item import Item, Named, Words, at_object, index, index_at_object
from pantin.formats.members.description import CARRIED, NOT_CARRIED, carried_keys, reports

ComponentType = Literal[
    "float8",
    "float16",
    "float32",
    "float64",
    "float128",
    "int8",
    "int16",
    "int32",
    "int64",
    "int128",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uint128",
]


class Asset(Item, frozen=True, kw_only=True):
    carried: ClassVar[bool] = True

    dimension: Annotated[int, Meta(ge=1), reports(any="G4MF-CORE-002")] | None
    # A new file has a generator and lists of extensions of its own.
    extensions_used: Words = ()
    extensions_required: Words = ()
    extension_dependencies: dict[str, tuple[str, ...]] | None = None
    generator: str | None = None
    specification: str | None = None
    thumbnail: Annotated[int, index("textures"), NOT_CARRIED] | None = None
    version: str | None = None
    extras: Annotated[dict[str, Any], carried_keys("copyright")] | None = None


class Buffer(Item, frozen=True, kw_only=True):
    byte_length: Annotated[int, Meta(ge=0), at_object("G4MF-DATA-001"), CARRIED] | None
    chunk: Annotated[int, CARRIED] | None = None
    encoding: Annotated[str, CARRIED] | None = None
    uri: Annotated[str, CARRIED] | None = None


class BufferView(Item, frozen=True, kw_only=True):
    buffer: Annotated[int, index_at_object("buffers", "G4MF-DATA-009"), CARRIED] = 0
    byte_length: Annotated[int, Meta(ge=0), at_object("G4MF-DATA-007"), CARRIED] | None
    byte_offset: Annotated[int, Meta(ge=0), at_object("G4MF-DATA-007"), CARRIED] = 0


class Accessor(Item, frozen=True, kw_only=True):
    buffer_view: Annotated[int, index_at_object("bufferViews", "G4MF-DATA-009"), CARRIED] | None
    component_type: Annotated[ComponentType, at_object("G4MF-DATA-010"), CARRIED] | None
    vector_size: Annotated[int, Meta(ge=1), reports(any="G4MF-DATA-014"), CARRIED] = 1


class File(Named, frozen=True, kw_only=True):
    carried: ClassVar[bool] = True

    buffer_view: Annotated[int, index("bufferViews")] | None = None
    mime_type: str | None
    uri: str | None = None
