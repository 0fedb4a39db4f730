"""Indices that a document holds, and the root collection that each points into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.g4mf.model import CHANNELS, asset_of, objects
from pantin.report.pointer import pointer

Reference = tuple[str, Any, str]
"""Place, value as it stands there, and the name of the collection."""

NODE: dict[tuple[str, str], str] = {
    ("meshInstance", "mesh"): "meshes",
    ("modelInstance", "file"): "files",
    ("modelInstance", "model"): "models",
}
SURFACE = {
    "simplexes": "accessors",
    "cells": "accessors",
    "edges": "accessors",
    "seams": "accessors",
    "material": "materials",
}


def references(tree: dict[str, Any]) -> Iterator[Reference]:
    """The indices that no other rule looks at: of nodes, surfaces, bindings, materials, shapes, textures."""
    yield from _members(asset_of(tree), "/asset", {"thumbnail": "textures"})
    for index, node in _each(tree, "nodes"):
        location = pointer("nodes", index)
        for (part, key), collection in NODE.items():
            if part in node:
                yield from _members(node[part], f"{location}/{part}", {key: collection})
        if isinstance(node.get("mesh"), int):
            yield f"{location}/mesh", node["mesh"], "meshes"
        if "physics" in node:
            yield from _physics(node["physics"], f"{location}/physics")
    for index, mesh in _each(tree, "meshes"):
        for number, surface in _each(mesh, "surfaces"):
            yield from _surface(surface, pointer("meshes", index, "surfaces", number))
    for index, material in _each(tree, "materials"):
        for channel in CHANNELS:
            yield from _members(
                material.get(channel), pointer("materials", index, channel), {"texture": "textures"}
            )
    for index, shape in _each(tree, "shapes"):
        yield from _members(shape, pointer("shapes", index), {"mesh": "meshes", "heights": "accessors"})
    for index, texture in _each(tree, "textures"):
        for number, file in enumerate(objects(texture, "files")):
            yield pointer("textures", index, "files", number), file, "files"
    for index, file in _each(tree, "files"):
        yield from _members(file, pointer("files", index), {"bufferView": "bufferViews"})


def _each(holder: Any, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((index, entry) for index, entry in enumerate(objects(holder, key)) if isinstance(entry, dict))


def _members(holder: Any, location: str, keys: dict[str, str]) -> Iterator[Reference]:
    for key, collection in keys.items():
        if isinstance(holder, dict) and key in holder:
            yield f"{location}/{key}", holder[key], collection


def _physics(physics: Any, location: str) -> Iterator[Reference]:
    for part in ("collider", "trigger"):
        inner = physics.get(part) if isinstance(physics, dict) else None
        yield from _members(inner, f"{location}/{part}", {"shape": "shapes"})


def _surface(surface: dict[str, Any], location: str) -> Iterator[Reference]:
    yield from _members(surface, location, SURFACE)
    for number, tier in enumerate(objects(surface, "geometry")):
        yield f"{location}/geometry/{number}", tier, "accessors"
    for key in ("normals", "textureMap"):
        bound = surface.get(key)
        if isinstance(bound, dict):
            keys = ("values", "simplexes", "perSimplex")
            yield from _members(bound, f"{location}/{key}", dict.fromkeys(keys, "accessors"))
            for number, tier in _each(bound, "geometry"):
                yield from _members(tier, f"{location}/{key}/geometry/{number}", {"accessor": "accessors"})
        elif key in surface:
            yield f"{location}/{key}", bound, "accessors"
