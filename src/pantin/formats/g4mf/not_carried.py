"""What a G4MF document has that its rig does not hold, and a conversion therefore drops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.accounting import Carried, NotCarried, Place, describe
from pantin.formats.accounting import not_carried as members_not_carried
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import CHANNELS, natural, objects
from pantin.formats.g4mf.newest import newest_form, origin
from pantin.report.pointer import pointer
from pantin.report.wording import and_more


def _all(*names: str) -> dict[str, bool]:
    return dict.fromkeys(names, True)


NAMED = _all("name", "extras")
BINDING = {
    **_all("values", "simplexes", "perSimplex"),
    "geometry": _all("accessor", "geometryDimension", "decomposeDimension"),
}
TARGET = _all("indices", "offsets")
CHANNEL = {"factor": True, "texture": True, "textureMap": BINDING, "extras": True}
FILE = {**NAMED, **_all("mimeType", "uri", "bufferView")}
CAMERA = {**NAMED, **_all("type", "fov", "size", "keepAspect", "clipNear", "clipFar")}
LIGHT = {
    **NAMED,
    **_all("type", "color", "intensity", "range", "coneInnerAngle", "coneOuterAngle"),
}
SURFACE = {
    **_all("simplexes", "edges", "geometry", "material", "extras"),
    "normals": BINDING,
    "textureMap": BINDING,
}

CARRIED: Carried = {
    "asset": {
        # The new file has a generator and lists of extensions of its own.
        **_all("dimension", "generator", "version", "specification"),
        **_all("extensionsUsed", "extensionsRequired", "extensionDependencies"),
        "extras": {"copyright": True},
    },
    "extras": True,
    "nodes": {
        **NAMED,
        **_all("children", "position", "basis", "rotor", "scale", "visible"),
        "bone": {"length": True},
        "skeleton": _all("joints", "name"),
        "meshInstance": _all("mesh", "blendAmounts", "materials"),
        "camera": CAMERA,
        "light": LIGHT,
    },
    "meshes": {
        **NAMED,
        "vertices": True,
        "surfaces": SURFACE,
        "skin": {**NAMED, **_all("groups", "vertices", "weights", "groupNames")},
        "blend": {
            "amounts": True,
            "shapes": {
                "name": True,
                "position": TARGET,
                "surfaces": {"surface": True, "normal": TARGET, "textureMap": TARGET},
            },
        },
    },
    "materials": {
        **NAMED,
        "baseColor": {**CHANNEL, "elementMap": BINDING},
        "emissive": CHANNEL,
        "normal": CHANNEL,
        "orm": CHANNEL,
    },
    "textures": {
        **NAMED,
        **_all("placeholder", "size", "files"),
        "sampler": {**NAMED, **_all("magFilter", "minFilter", "mipmapFilter", "wrap")},
    },
    "files": FILE,
    "lights": LIGHT,
    "accessors": _all("bufferView", "componentType", "vectorSize"),
    "bufferViews": _all("buffer", "byteOffset", "byteLength"),
    "buffers": _all("byteLength", "chunk", "uri", "encoding"),
}
"""What `lift` reads of a document."""


def not_carried(document: Document) -> list[NotCarried]:
    """The kinds of things in a document that `lift` does not carry over."""
    newest = newest_form(document)
    listed = [*members_not_carried(newest.tree, CARRIED), *_unused(newest.tree)]
    return [(kind, count, origin(newest, place)) for kind, count, place in listed]


def _unused(tree: dict[str, Any]) -> Iterator[NotCarried]:
    """Files that are not images, lights that no node has, extras of channels without a texture, and members
    of cameras that have no effect."""
    listed = [file for texture in objects(tree, "textures") for file in objects(texture, "files")]
    images = {natural(file) for file in listed}
    files: list[Place] = [
        ("files", index)
        for index, entry in enumerate(objects(tree, "files"))
        if index not in images and not str(_member(entry, "mimeType")).startswith("image/")
    ]
    lit = [_member(node, "light") for node in objects(tree, "nodes")]
    lights: list[Place] = [
        ("lights", index) for index, light in enumerate(objects(tree, "lights")) if light not in lit
    ]
    extras: list[Place] = [
        ("materials", index, channel, "extras")
        for index, material in enumerate(objects(tree, "materials"))
        for channel in CHANNELS
        if _member(_member(material, channel), "extras")
        and _member(_member(material, channel), "texture") is None
    ]
    for why, places in (
        ("not an image", files),
        ("not on any node", lights),
        ("without a texture", extras),
        ("without effect", list(_without_effect(tree))),
    ):
        if places:
            what = f"{describe(tree, places[0])} ({why})"
            yield what + and_more(len(places)), 1, pointer(*places[0])


def _without_effect(tree: dict[str, Any]) -> Iterator[Place]:
    """The size of a perspective camera, and the field of view of an orthographic one."""
    for index, node in enumerate(objects(tree, "nodes")):
        camera = _member(node, "camera")
        unused = "fov" if _member(camera, "type") == "orthographic" else "size"
        if _member(camera, unused) is not None:
            yield "nodes", index, "camera", unused


def _member(entry: Any, key: str) -> Any:
    return entry.get(key) if isinstance(entry, dict) else None
