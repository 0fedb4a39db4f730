"""Convert the meta of a character to a KHR_xmp_json_ld packet, which KHR_character prescribes, and back."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext.vrm_family import UNKNOWN
from pantin.formats.gltf.extension_names import KHR_CHARACTER, XMP
from pantin.formats.gltf.json_values import Object, as_list, as_object, block_of

if TYPE_CHECKING:
    from pantin.formats.accounting import Carried
    from pantin.formats.gltf.document import Document

CONTEXT = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "vrm": "https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm-1.0/meta.md",
}
"""The value in the example of the draft."""

REQUIRED = ("dc:title", "dc:creator", "dc:source")

SINGLE = {
    "dc:title": "name",
    "dc:rights": "copyrightInformation",
    "khr:version": "version",
    "khr:thumbnailImage": "thumbnailImage",
}
LISTS = {"dc:creator": "authors", "dc:source": "references"}
LICENCE = "dc:license"
PREFIX = "vrm:"
"""The prefix of VRM members for which the draft has no property."""


def packet_of(meta: Object) -> dict[str, Any]:
    """The packet for VRM 1.0 meta."""
    rest = deepcopy(dict(meta))
    packet: dict[str, Any] = {"@context": dict(CONTEXT)}
    packet |= {key: rest.pop(member) for key, member in SINGLE.items() if member in rest}
    for key, member in LISTS.items():
        packet[key] = {"@list": rest.pop(member)} if member in rest else UNKNOWN
    if "licenseUrl" in rest:
        packet[LICENCE] = {"@list": [rest.pop("licenseUrl")]}
    packet.setdefault("dc:title", UNKNOWN)
    return packet | {f"{PREFIX}{member}": value for member, value in rest.items()}


def meta_of(packet: Object) -> dict[str, Any]:
    """The VRM 1.0 meta in a packet."""
    meta: dict[str, Any] = {}
    for key, member in SINGLE.items():
        if key in packet:
            meta[member] = deepcopy(packet[key])
    for key, member in LISTS.items():
        if (listed := _as_list(packet.get(key))) is not None:
            meta[member] = listed
    if licences := _as_list(packet.get(LICENCE)):
        meta["licenseUrl"] = licences[0]
    own = {key.removeprefix(PREFIX): value for key, value in packet.items() if key.startswith(PREFIX)}
    return meta | deepcopy(own)


def _as_list(value: Any) -> list[Any] | None:
    """A JSON-LD value as a list; None if it is empty."""
    if isinstance(value, dict):
        inner = value.get("@list", value.get("@set"))
        return deepcopy(inner) if isinstance(inner, list) else None
    if isinstance(value, list):
        return deepcopy(value)
    return [value] if isinstance(value, str) and value != UNKNOWN else None


def asset_packet(tree: Object) -> dict[str, Any] | None:
    """The packet about the whole asset, which `asset` references."""
    stated, packets = _asset_index(tree), _packets(tree)
    if stated is None or not 0 <= stated < len(packets) or not isinstance(packets[stated], dict):
        return None
    packet: dict[str, Any] = packets[stated]
    return packet


def _packets(tree: Object) -> list[Any]:
    return as_list(as_object(block_of(tree, XMP)).get("packets"))


def _asset_index(tree: Object) -> int | None:
    stated = as_object(as_object(as_object(tree.get("asset")).get("extensions")).get(XMP)).get("packet")
    return stated if type(stated) is int else None


def carried_packets(document: Document) -> Carried:
    """The members of KHR_xmp_json_ld that a rig holds: in the packet about the asset, the meta of a
    character."""
    tree = document.tree
    if not document.draft or block_of(tree, KHR_CHARACTER) is None or asset_packet(tree) is None:
        return False
    members = ("@context", *SINGLE, *LISTS, LICENCE, f"{PREFIX}*")
    packet: Carried = dict.fromkeys(members, True) if len(_packets(tree)) == 1 else False
    return {"packets": packet, "packet": lambda index: index == _asset_index(tree)}
