"""A document of any dialect as one of the newest: renamed keys, bindings, and blend shapes per surface.

Only what has an older spelling is touched; new arrays go behind the old ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.errors import LimitExceeded
from pantin.formats.g4mf.accessor import AccessorFault, extent
from pantin.formats.g4mf.dialects import CHANNEL_KEYS
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import CHANNELS, natural, objects, read_model
from pantin.formats.g4mf.rebind import bind_surface, flat_blend_to_surfaces
from pantin.report.pointer import pointer


def upgrade(document: Document) -> Document:
    """The document in the newest form; itself unchanged. Raises `AccessorFault` where its data are broken."""
    newest = document.copy()
    _blends(newest)
    _renames(newest)
    _buffers(newest)
    _nodes(newest)
    _files(newest)
    _materials(newest)
    return newest


def _rename(document: Document, place: str, entry: dict[str, Any], was: str, now: str) -> None:
    if was in entry:
        value = entry[was]
        document.remove(f"{place}/{was}")
        if now not in entry:
            document.set(f"{place}/{now}", value)


def _each(document: Document, collection: str) -> list[tuple[str, dict[str, Any]]]:
    listed = enumerate(objects(document.tree, collection))
    return [(pointer(collection, at), entry) for at, entry in listed if isinstance(entry, dict)]


def _renames(document: Document) -> None:
    for place, entry in _each(document, "accessors"):
        _rename(document, place, entry, "primitiveType", "componentType")
    for place, entry in _each(document, "buffers"):
        _rename(document, place, entry, "compression", "encoding")
    for place, entry in _each(document, "meshes"):
        for at, surface in enumerate(objects(entry, "surfaces")):
            if isinstance(surface, dict):
                _rename(document, f"{place}/surfaces/{at}", surface, "cells", "simplexes")
                _rename(document, f"{place}/surfaces/{at}", surface, "polytopeCells", "polytopeSimplexes")


def _buffers(document: Document) -> None:
    if document.kind != "g4b":
        return
    for at, entry in enumerate(objects(document.tree, "buffers")):
        if isinstance(entry, dict) and "uri" not in entry and "chunk" not in entry:
            document.set(pointer("buffers", at, "chunk"), at + 1)


def _files(document: Document) -> None:
    """Models and images become files; what names them counts from where they begin there."""
    first = len(objects(document.tree, "files"))
    models = objects(document.tree, "models")
    if isinstance(document.tree.get("models"), list):
        for entry in models:
            document.append("/files", entry)
        document.remove("/models")
    for place, node in _each(document, "nodes"):
        instance = node.get("modelInstance")
        if isinstance(instance, dict) and natural(instance.get("model")) is not None:
            which = instance["model"]
            document.remove(f"{place}/modelInstance/model")
            document.set(f"{place}/modelInstance/file", first + which if models else which)
    for place, texture in _each(document, "textures"):
        images = texture.get("images")
        if not isinstance(images, list):
            continue
        document.remove(f"{place}/images")
        named = [document.append("/files", one) if isinstance(one, dict) else one for one in images]
        document.set(f"{place}/files", named)


def _materials(document: Document) -> None:
    """An accessor with a value for each element becomes a binding in which element i has value i."""
    for place, material in _each(document, "materials"):
        for name in CHANNELS:
            channel = material.get(name)
            if not isinstance(channel, dict):
                continue
            for key in CHANNEL_KEYS:
                if natural(channel.get(key)) is None:
                    continue
                values = channel[key]
                document.remove(f"{place}/{name}/{key}")
                if "elementMap" not in channel:
                    document.set(f"{place}/{name}/elementMap", _dense(document, values, key))
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


def _nodes(document: Document) -> None:
    lights = objects(document.tree, "lights")
    for place, node in _each(document, "nodes"):
        length = node.get("boneLength")
        if isinstance(length, int | float):
            document.remove(f"{place}/boneLength")
            if length >= 0 and "bone" not in node:
                document.set(f"{place}/bone", {"length": length})
        for was, now in (("mesh", "meshInstance"), ("model", "modelInstance")):
            if natural(node.get(was)) is not None:
                which = node[was]
                document.remove(f"{place}/{was}")
                document.set(f"{place}/{now}", {was: which})
        light = natural(node.get("light"))
        if light is not None and light < len(lights):
            document.set(f"{place}/light", lights[light])
    if isinstance(document.tree.get("lights"), list):
        document.remove("/lights")


def _blends(document: Document) -> None:
    """Values per corner become bindings and flat targets those of surfaces: first, while both are told
    apart by their structure."""
    model = read_model(document.tree)
    if model.dimension is None:
        raise AccessorFault("the document does not say how many dimensions it has")
    for mesh in model.meshes:
        flat_blend_to_surfaces(document, mesh)
        for surface in mesh.surfaces:
            bind_surface(document, mesh, surface, model.dimension)
