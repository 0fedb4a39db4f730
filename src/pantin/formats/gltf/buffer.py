"""Where the bytes of a buffer are: in the BIN chunk, in a data URI, or in a file beside the asset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pantin.formats.document.buffer import Buffer, BufferFault
from pantin.formats.gltf.container import Container


def load(entry: object, index: int, container: Container, load_uri: Callable[[str], Buffer]) -> Buffer:
    """Buffer `index`, of which the document says `entry`; with the fault `short` where it states more bytes
    than there are."""
    if not isinstance(entry, dict):
        return Buffer(fault=BufferFault("not_object", f"there is no buffer {index}"))
    found = _find(entry, index, container, load_uri)
    stated = entry.get("byteLength")
    if found.stored is None or not isinstance(stated, int | float) or stated <= len(found.stored):
        return found
    fault = BufferFault("short", f"buffer {index} states {stated} bytes, {len(found.stored)} are there")
    return replace(found, fault=fault)


def _find(
    entry: dict[str, Any], index: int, container: Container, load_uri: Callable[[str], Buffer]
) -> Buffer:
    if "uri" in entry:
        reference = entry["uri"]
        if not isinstance(reference, str):
            return Buffer(fault=BufferFault("bad_uri", "the URI is not a string"))
        return load_uri(reference)
    if container.kind == "gltf" or index != 0:
        return Buffer(fault=BufferFault("no_uri", f"buffer {index} has no URI, nor is it a GLB's own"))
    chunk = container.bin
    if chunk is None:
        return Buffer(None, BufferFault("no_chunk", "the GLB has no BIN chunk"), "chunk")
    return Buffer(chunk, None, "chunk")
