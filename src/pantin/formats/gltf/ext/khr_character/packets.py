"""The objects of KHR_xmp_json_ld. The content of packets is free-form JSON-LD; KHR_character alone defines a
property with an index."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from pantin.formats.gltf.extension_names import XMP as NAME
from pantin.formats.gltf.schema import (
    Animation,
    Asset,
    Gltf,
    Image,
    ImageIndex,
    Material,
    Mesh,
    Node,
    Property,
    Scene,
    Several,
)
from pantin.formats.members.description import Style


class Packet(Property, frozen=True, forbid_unknown_fields=False):
    style: ClassVar[Style] = Style(names_unknown=False)

    context: dict[str, Any] | None = field(name="@context")
    thumbnail: ImageIndex | None = field(name="khr:thumbnailImage", default=None)


class Packets(Property, frozen=True):
    packets: Several[Packet] | None


class PacketReference(Property, frozen=True):
    root_extension: ClassVar[str | None] = NAME

    packet: Annotated[int, Meta(ge=0, extra={"refers": f"extensions/{NAME}/packets"})] | None


OWNERS = (Asset, Scene, Node, Mesh, Material, Image, Animation)
PACKETS = {Gltf: Packets, **dict.fromkeys(OWNERS, PacketReference)}
