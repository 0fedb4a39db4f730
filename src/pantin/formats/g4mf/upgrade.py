"""Upgrade a document of any dialect to the newest: renamed keys, bindings, and blend shapes per surface.

Only older spellings are changed; new arrays are appended.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.base.errors import LimitExceeded
from pantin.formats.g4mf.accessor import AccessorFault, extent
from pantin.formats.g4mf.dialects import CHANNEL_KEYS
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import CHANNELS, natural, objects, read_model
from pantin.formats.g4mf.rebind import bind_surface, flat_blend_to_surfaces
from pantin.report.pointer import pointer


def upgrade(document: Document) -> Document:
    """A copy of the document in the newest form. Raises `AccessorFault` where its data are broken."""
    newest = document.copy()
    _upgrade_blends(newest)
    _rename_keys(newest)
    _upgrade_buffers(newest)
    _upgrade_nodes(newest)
    _upgrade_files(newest)
    _upgrade_materials(newest)
    return newest


def _rename(document: Document, location: str, entry: dict[str, Any], was: str, now: str) -> None:
    if was in entry:
        value = entry[was]
        document.remove(f"{location}/{was}")
        if now not in entry:
            document.set(f"{location}/{now}", value)


def _each(document: Document, collection: str) -> list[tuple[str, dict[str, Any]]]:
    listed = enumerate(objects(document.tree, collection))
    return [(pointer(collection, index), entry) for index, entry in listed if isinstance(entry, dict)]


def _rename_keys(document: Document) -> None:
    for location, entry in _each(document, "accessors"):
        _rename(document, location, entry, "primitiveType", "componentType")
    for location, entry in _each(document, "buffers"):
        _rename(document, location, entry, "compression", "encoding")
    for location, entry in _each(document, "meshes"):
        for index, surface in enumerate(objects(entry, "surfaces")):
            if isinstance(surface, dict):
                _rename(document, f"{location}/surfaces/{index}", surface, "cells", "simplexes")
                _rename(
                    document, f"{location}/surfaces/{index}", surface, "polytopeCells", "polytopeSimplexes"
                )


def _upgrade_buffers(document: Document) -> None:
    if document.kind != "g4b":
        return
    for index, entry in enumerate(objects(document.tree, "buffers")):
        if isinstance(entry, dict) and "uri" not in entry and "chunk" not in entry:
            document.set(pointer("buffers", index, "chunk"), index + 1)


def _upgrade_files(document: Document) -> None:
    """Turn models and images into files, and shift the indices of models."""
    first = len(objects(document.tree, "files"))
    models = objects(document.tree, "models")
    if isinstance(document.tree.get("models"), list):
        for entry in models:
            document.append("/files", entry)
        document.remove("/models")
    for location, node in _each(document, "nodes"):
        instance = node.get("modelInstance")
        if isinstance(instance, dict) and natural(instance.get("model")) is not None:
            which = instance["model"]
            document.remove(f"{location}/modelInstance/model")
            document.set(f"{location}/modelInstance/file", first + which if models else which)
    for location, texture in _each(document, "textures"):
        images = texture.get("images")
        if not isinstance(images, list):
            continue
        document.remove(f"{location}/images")
        named = [document.append("/files", image) if isinstance(image, dict) else image for image in images]
        document.set(f"{location}/files", named)


def _upgrade_materials(document: Document) -> None:
    """Turn an accessor with a value per element into a binding in which element i has value i."""
    for location, material in _each(document, "materials"):
        for name in CHANNELS:
            channel = material.get(name)
            if not isinstance(channel, dict):
                continue
            for key in CHANNEL_KEYS:
                if natural(channel.get(key)) is None:
                    continue
                values = channel[key]
                document.remove(f"{location}/{name}/{key}")
                if "elementMap" not in channel:
                    document.set(f"{location}/{name}/elementMap", _dense(document, values, key))
                    break


def _dense(document: Document, values: int, key: str) -> dict[str, Any]:
    count = extent(document.tree, values).count
    if count > document.limits.elements:
        raise LimitExceeded("elements", f"accessor {values} has {count:,} elements")
    identity = document.append_indices(np.arange(count))
    if key in ("perCell", "perSimplex"):
        return {"values": values, "perSimplex": identity}
    dimension = 1 if key == "perEdge" else 0
    tier = {"accessor": identity, "geometryDimension": dimension, "decomposeDimension": dimension}
    return {"values": values, "geometry": [tier]}


def _upgrade_nodes(document: Document) -> None:
    lights = objects(document.tree, "lights")
    for location, node in _each(document, "nodes"):
        length = node.get("boneLength")
        if isinstance(length, int | float):
            document.remove(f"{location}/boneLength")
            if length >= 0 and "bone" not in node:
                document.set(f"{location}/bone", {"length": length})
        for was, now in (("mesh", "meshInstance"), ("model", "modelInstance")):
            if natural(node.get(was)) is not None:
                which = node[was]
                document.remove(f"{location}/{was}")
                document.set(f"{location}/{now}", {was: which})
        light = natural(node.get("light"))
        if light is not None and light < len(lights):
            document.set(f"{location}/light", lights[light])
    if isinstance(document.tree.get("lights"), list):
        document.remove("/lights")


def _upgrade_blends(document: Document) -> None:
    """Turn values per corner into bindings, and flat targets into those of surfaces. This comes first, while
    their structure still tells them apart."""
    model = read_model(document.tree)
    if model.dimension is None:
        raise AccessorFault("the document has no dimension")
    for mesh in model.meshes:
        flat_blend_to_surfaces(document, mesh)
        for surface in mesh.surfaces:
            bind_surface(document, mesh, surface, model.dimension)
