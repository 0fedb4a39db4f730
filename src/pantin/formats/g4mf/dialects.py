"""Dialects of the format: the ones that can be written, and older forms with their replacements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pantin.base.records import Record
from pantin.formats.g4mf.model import CHANNELS, natural, objects
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

FLAT_KEYS = ("normal", "textureMap", "topologyNormal", "topologyTextureMap")
"""Blend shape targets that span all surfaces."""

Dialect: TypeAlias = Literal["newest", "2026-01"]
"""The dialects in which a document can be written."""


class Older(Record):
    """An older form in use: the old spelling, the new one, the version of the change, and its first
    occurrence."""

    was: str
    now: str
    since: str
    pointer: str
    count: int


RENAMED = {
    ("accessors", "primitiveType"): ("componentType", "2025-12-28"),
    ("buffers", "compression"): ("encoding", "2026-04-15"),
    ("nodes", "boneLength"): ("bone", "2025-11-17"),
}
"""Keys of root collection objects that were renamed or changed in form."""

SURFACE_RENAMED = {
    "cells": ("simplexes", "2025-12-28"),
    "polytopeCells": ("polytopeSimplexes", "2025-12-28"),
    "topology": ("geometry and seams of the surface", "2026-01-16"),
}


def has_older_forms(document: Document) -> bool:
    """Whether a document uses any older form."""
    return any(True for _ in _older_places(document))


def older_forms(document: Document) -> Iterator[Older]:
    """The older forms that a document uses, without repetition, with the number of uses."""
    seen: dict[tuple[str, str, str], list[str]] = {}
    for was, now, since, location in _older_places(document):
        seen.setdefault((was, now, since), []).append(location)
    for (was, now, since), locations in seen.items():
        yield Older(was, now, since, locations[0], len(locations))


OlderPlace = tuple[str, str, str, str]
"""The old spelling, the new one, the version of the change, and a pointer."""


def _older_places(document: Document) -> Iterator[OlderPlace]:
    tree = document.tree
    for (collection, was), (now, since) in RENAMED.items():
        for index, entry in enumerate(objects(tree, collection)):
            if isinstance(entry, dict) and was in entry:
                yield was, now, since, pointer(collection, index, was)
    yield from _buffers(document)
    yield from _nodes(tree)
    for key, since in (("lights", "2026-01-11"), ("models", "2026-03-13")):
        if isinstance(tree.get(key), list):
            now = "a light object on each node" if key == "lights" else "files"
            yield key, now, since, pointer(key)
    for index, entry in enumerate(objects(tree, "textures")):
        if isinstance(entry, dict) and "images" in entry:
            yield "images", "files", "2026-03-13", pointer("textures", index, "images")
    yield from _channels(tree)
    for index, mesh in enumerate(objects(tree, "meshes")):
        yield from _mesh(mesh, pointer("meshes", index))


CHANNEL_KEYS = ("perCell", "perSimplex", "perEdge", "perVertex")
"""Accessors of a material channel with a value per element, now bindings named `elementMap`."""


def _channels(tree: dict[str, Any]) -> Iterator[OlderPlace]:
    for index, material in enumerate(objects(tree, "materials")):
        for name in CHANNELS:
            channel = material.get(name) if isinstance(material, dict) else None
            for key in CHANNEL_KEYS:
                if isinstance(channel, dict) and key in channel:
                    location = pointer("materials", index, name, key)
                    yield f"{key} of a material channel", "elementMap", "2026-01-16", location
            if isinstance(channel, dict) and natural(channel.get("textureMap")) is not None:
                location = pointer("materials", index, name, "textureMap")
                yield "textureMap as a number", "a binding object", "2026-01-16", location


def _buffers(document: Document) -> Iterator[OlderPlace]:
    if document.kind != "g4b":
        return
    for index, entry in enumerate(objects(document.tree, "buffers")):
        if isinstance(entry, dict) and "uri" not in entry and "chunk" not in entry:
            yield "a buffer without `chunk`", "chunk", "2026-06-25", pointer("buffers", index)


def _nodes(tree: dict[str, Any]) -> Iterator[OlderPlace]:
    today = {"mesh": "meshInstance", "model": "modelInstance", "light": "a light object"}
    looked_for = frozenset((*today, "modelInstance"))
    for index, node in enumerate(objects(tree, "nodes")):
        if not isinstance(node, dict) or looked_for.isdisjoint(node):  # as most of a hundred thousand
            continue
        for was, now in today.items():
            if isinstance(node.get(was), int):
                yield f"{was} as a number", now, "2026-01-11", pointer("nodes", index, was)
        instance = node.get("modelInstance")
        if isinstance(instance, dict) and "model" in instance:
            yield "model", "file", "2026-03-13", pointer("nodes", index, "modelInstance", "model")


def _mesh(mesh: Any, location: str) -> Iterator[OlderPlace]:
    for index, surface in enumerate(objects(mesh, "surfaces")):
        if not isinstance(surface, dict):
            continue
        here = f"{location}/surfaces/{index}"
        for was, (now, since) in SURFACE_RENAMED.items():
            if was in surface:
                yield was, now, since, f"{here}/{was}"
        for key in ("normals", "textureMap"):
            if isinstance(surface.get(key), int):
                yield f"{key} as a number", "a binding object", "2026-01-16", f"{here}/{key}"
    blend = mesh.get("blend") if isinstance(mesh, dict) else None
    for index, shape in enumerate(objects(blend, "shapes")):
        for key in FLAT_KEYS:
            if isinstance(shape, dict) and key in shape:
                yield (
                    f"{key} of a blend shape",
                    "surfaces",
                    "2026-07-09",
                    f"{location}/blend/shapes/{index}/{key}",
                )
