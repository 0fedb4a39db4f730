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
    for at, node in _each(tree, "nodes"):
        place = pointer("nodes", at)
        for (part, key), collection in NODE.items():
            if part in node:
                yield from _members(node[part], f"{place}/{part}", {key: collection})
        if isinstance(node.get("mesh"), int):
            yield f"{place}/mesh", node["mesh"], "meshes"
        if "physics" in node:
            yield from _physics(node["physics"], f"{place}/physics")
    for at, mesh in _each(tree, "meshes"):
        for number, surface in _each(mesh, "surfaces"):
            yield from _surface(surface, pointer("meshes", at, "surfaces", number))
    for at, material in _each(tree, "materials"):
        for channel in CHANNELS:
            yield from _members(
                material.get(channel), pointer("materials", at, channel), {"texture": "textures"}
            )
    for at, shape in _each(tree, "shapes"):
        yield from _members(shape, pointer("shapes", at), {"mesh": "meshes", "heights": "accessors"})
    for at, texture in _each(tree, "textures"):
        for number, file in enumerate(objects(texture, "files")):
            yield pointer("textures", at, "files", number), file, "files"
    for at, file in _each(tree, "files"):
        yield from _members(file, pointer("files", at), {"bufferView": "bufferViews"})


def _each(holder: Any, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((at, one) for at, one in enumerate(objects(holder, key)) if isinstance(one, dict))


def _members(holder: Any, place: str, keys: dict[str, str]) -> Iterator[Reference]:
    for key, collection in keys.items():
        if isinstance(holder, dict) and key in holder:
            yield f"{place}/{key}", holder[key], collection


def _physics(physics: Any, place: str) -> Iterator[Reference]:
    for part in ("collider", "trigger"):
        inner = physics.get(part) if isinstance(physics, dict) else None
        yield from _members(inner, f"{place}/{part}", {"shape": "shapes"})


def _surface(surface: dict[str, Any], place: str) -> Iterator[Reference]:
    yield from _members(surface, place, SURFACE)
    for number, tier in enumerate(objects(surface, "geometry")):
        yield f"{place}/geometry/{number}", tier, "accessors"
    for key in ("normals", "textureMap"):
        bound = surface.get(key)
        if isinstance(bound, dict):
            keys = ("values", "simplexes", "perSimplex")
            yield from _members(bound, f"{place}/{key}", dict.fromkeys(keys, "accessors"))
            for number, tier in _each(bound, "geometry"):
                yield from _members(tier, f"{place}/{key}/geometry/{number}", {"accessor": "accessors"})
        elif key in surface:
            yield f"{place}/{key}", bound, "accessors"
