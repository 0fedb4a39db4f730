"""Fixes of members: removable members, lists of extensions, rotations of nodes, media types, PNG chunks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pantin.formats.document.buffer import Buffer
from pantin.formats.gltf.accessor import BadAccessor, buffer_view_bytes
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.fixes.arrays import SHORTEST, value_at
from pantin.formats.gltf.scope import Scope
from pantin.formats.images import PNG, image_mime
from pantin.formats.uri import OCTET_STREAM, make_data
from pantin.report import Finding
from pantin.report.pointer import pointer, tokens


def is_optional(document: Document, finding: Finding) -> bool:
    """Whether the empty member of a finding may be removed: not if required, and not a list item, because
    that would renumber the others."""
    path = tokens(finding.pointer or "")
    if not path or not isinstance(value_at(document, pointer(*path[:-1])), dict):
        return False
    without = document.copy()
    without.remove(finding.pointer or "")
    return _missing(without) <= _missing(document)


def _missing(document: Document) -> int:
    """The number of required members that a document lacks."""
    findings = (*document.shape_findings, *Scope(document).extended.findings)
    return sum(finding.rule == "GLTF-UNDEFINED_PROPERTY" for finding in findings)


def remove_members(document: Document, findings: Sequence[Finding]) -> int:
    """Remove the members that findings point to. Objects that become empty are removed too, if being empty is
    a fault."""
    pointers = dict.fromkeys(finding.pointer or "" for finding in findings)
    for where in pointers:
        document.remove(where)
        parent = pointer(*tokens(where)[:-1])
        while tokens(parent)[-1:] == ("extensions",) and not value_at(document, parent):
            document.remove(parent)
            parent = pointer(*tokens(parent)[:-1])
    return len(pointers)


def remove_normalized(document: Document, findings: Sequence[Finding]) -> int:
    """Remove `normalized` from accessors of floats and 32-bit integers."""
    indices = dict.fromkeys(tokens(finding.pointer or "")[1] for finding in findings)
    for index in indices:
        document.remove(pointer("accessors", index, "normalized"))
    return len(indices)


# Lists of extensions


def is_in_list(document: Document, finding: Finding) -> bool:
    return tokens(finding.pointer or "")[:1] in (("extensionsUsed",), ("extensionsRequired",))


def remove_repeats(document: Document, findings: Sequence[Finding]) -> int:
    """Remove repeated names from a list of extensions."""
    for where in sorted({finding.pointer or "" for finding in findings}, key=_index, reverse=True):
        document.remove(where)
    return len(findings)


def _index(where: str) -> int:
    return int(tokens(where)[-1])


def list_used(document: Document, findings: Sequence[Finding]) -> int:
    """Add extensions that the file contains or requires to `extensionsUsed`."""
    return _list_names(document, "extensionsUsed", findings)


def list_required(document: Document, findings: Sequence[Finding]) -> int:
    """Add extensions that readers cannot ignore to `extensionsRequired`."""
    return _list_names(document, "extensionsRequired", findings)


def has_name(document: Document, finding: Finding) -> bool:
    """Whether a finding names an extension that can be listed."""
    lists = (document.tree.get(member, []) for member in ("extensionsUsed", "extensionsRequired"))
    return all(isinstance(listed, list) for listed in lists) and _name(document, finding) is not None


def _name(document: Document, finding: Finding) -> str | None:
    """The extension of a finding: the item of a list, or the member of `extensions`."""
    path = tokens(finding.pointer or "")
    if is_in_list(document, finding):
        name = value_at(document, finding.pointer or "")
    else:
        name = path[-1] if path[-2:-1] == ("extensions",) else None
    return name if isinstance(name, str) else None


def _list_names(document: Document, member: str, findings: Sequence[Finding]) -> int:
    names = dict.fromkeys(name for finding in findings if (name := _name(document, finding)) is not None)
    added = [name for name in names if name not in document.tree.get(member, [])]
    for name in added:
        document.append(pointer(member), name)
    return len(added)


# Nodes


def has_length(document: Document, finding: Finding) -> bool:
    rotation = value_at(document, finding.pointer or "")
    return isinstance(rotation, list) and math.hypot(*rotation) > SHORTEST


def normalise_node_rotations(document: Document, findings: Sequence[Finding]) -> int:
    """Divide the rotations of nodes by their lengths."""
    pointers = dict.fromkeys(finding.pointer or "" for finding in findings)
    for where in pointers:
        rotation = value_at(document, where)
        length = math.hypot(*rotation)
        document.set(where, [number / length for number in rotation])
    return len(pointers)


# Media types


def _image(finding: Finding) -> str:
    return pointer(*tokens(finding.pointer or "")[:2])


def image_data(document: Document, where: str) -> memoryview | None:
    """The bytes of an image inside the document: of a buffer view or a data URI."""
    image = value_at(document, where)
    if not isinstance(image, dict):
        return None
    try:
        if type(image.get("bufferView")) is int:
            data, start, length, _ = buffer_view_bytes(document, image["bufferView"], where)
            return data[start : start + length]
        loaded = document.load(image["uri"]) if isinstance(image.get("uri"), str) else None
    except BadAccessor:
        return None
    return loaded.data if isinstance(loaded, Buffer) else None


def has_known_type(document: Document, finding: Finding) -> bool:
    data = image_data(document, _image(finding))
    return data is not None and image_mime(data) in (PNG, "image/jpeg")


def write_image_types(document: Document, findings: Sequence[Finding]) -> int:
    """Write the media type of an image as detected from its data."""
    pointers = dict.fromkeys(_image(finding) for finding in findings)
    for where in pointers:
        data = image_data(document, where)
        assert data is not None
        document.set(f"{where}/mimeType", image_mime(data))
    return len(pointers)


def write_buffer_types(document: Document, findings: Sequence[Finding]) -> int:
    """Write the media type of buffers in data URIs."""
    pointers = dict.fromkeys(finding.pointer or "" for finding in findings)
    for where in pointers:
        loaded = document.load(value_at(document, where))
        assert loaded.data is not None
        document.set(where, make_data(loaded.data, OCTET_STREAM))
    return len(pointers)


# Colour chunks of PNGs

COLOUR_CHUNKS = frozenset({b"gAMA", b"cHRM", b"iCCP", b"sRGB"})
"""PNG chunks that glTF readers must ignore (glTF 2.0 §3.8.2)."""

PIXEL_SIZE = frozenset({b"pHYs"})
PNG_HEADER = 8


def is_coloured_png(document: Document, finding: Finding) -> bool:
    """Whether an image inside the document is a PNG with removable chunks; animated PNGs have none."""
    where = _image(finding)
    data = image_data(document, where)
    if data is None or image_mime(data) != PNG or "animation" in finding.message:
        return False
    image = value_at(document, where)
    inside = "bufferView" in image or image["uri"].startswith("data:")
    return inside and len(without_colour_chunks(bytes(data))) < len(data)


def without_colour_chunks(data: bytes) -> bytes:
    """A PNG without the chunks that state a colour space or the size of pixels."""
    kept, at = [data[:PNG_HEADER]], PNG_HEADER
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] not in COLOUR_CHUNKS | PIXEL_SIZE:
            kept.append(data[at:end])
        at = end
    return b"".join(kept) + data[at:]


def drop_colour_chunks(document: Document, findings: Sequence[Finding]) -> int:
    """Drop the colour chunks of PNGs inside the document."""
    pointers = dict.fromkeys(_image(finding) for finding in findings)
    for where in pointers:
        data = image_data(document, where)
        assert data is not None
        fresh = without_colour_chunks(bytes(data))
        image = value_at(document, where)
        if "bufferView" not in image:
            document.set(f"{where}/uri", make_data(fresh, PNG))
            continue
        view = image["bufferView"]
        alone = [each.buffer_view for each in document.model.images if each is not None].count(view) == 1
        document.set(f"{where}/bufferView", document.append_bytes(fresh, instead_of=view if alone else None))
    return len(pointers)
