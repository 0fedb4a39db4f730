"""What of a model goes into a page: a GLB that a browser can load by itself, and the rig that numbers it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pantin.assets.registry import GLTF
from pantin.edit.splitting import split_corners
from pantin.errors import LimitExceeded, Unsupported
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import listed, unlist_unused, unpack_primitive
from pantin.formats.gltf.ext import draco, meshopt
from pantin.formats.gltf.ext.recognised import TEXTURE_BASISU
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.formats.gltf.repack import to_glb
from pantin.formats.gltf.save import to_bytes
from pantin.rig import Rig
from pantin.viewer.swaying import baked_for_show

if TYPE_CHECKING:
    from pantin.assets.asset import Asset

MOST_BYTES = 192 << 20
"""Bytes of a GLB that a page still takes: a browser holds its text, its bytes and its arrays at once."""

BROKEN = frozenset({"GLTF-UNRESOLVED_REFERENCE", "GLTF-INVALID_GLB", "GLTF-NODE_LOOP"})
"""Findings after which a browser's loader would give up, or never come to an end."""


@dataclass(frozen=True, eq=False, slots=True)
class Embedded:
    """A GLB, the rig in it, the rig that frames are posed of, which clips springs move in, and sentences on
    what is not as in the file."""

    data: bytes
    rig: Rig
    posed: Rig
    sprung: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()


def embedded(asset: Asset, clip: int | str | None = None) -> Embedded:
    """The model of a 3D asset: its own document wherever a browser can load it, else its rig written anew.

    Springs are run along `clip`, along the first, or while the model sways. Raises `Unsupported` and
    `LimitExceeded`.
    """
    rig = asset.rig
    if rig.dimension != 3:
        raise Unsupported(f"a page shows models in 3 and 4 dimensions; this rig has {rig.dimension}")
    if asset.format is not GLTF:
        return replace(rewritten(rig), posed=rig)
    if why := obstacle(asset):
        return rewritten(rig, (why,))
    shown, sprung, notes = baked_for_show(asset, clip)
    document = shown.document.copy()
    notes += tuple(made_plain(document))
    packed = to_glb(document).document
    return Embedded(bounded(to_bytes(packed)), shown.rig, shown.rig, sprung, notes)


def rewritten(rig: Rig, notes: tuple[str, ...] = ()) -> Embedded:
    """The rig as a new GLB: nodes keep their numbers, corners their normals; empty clips are left out."""
    document = write(split_corners(rig))
    with_scene(document)
    written = lift(document).rig
    return Embedded(bounded(to_bytes(document)), written, written, notes=notes)


def obstacle(asset: Asset) -> str:
    """Why a browser could not load the document as it stands; empty where it can."""
    document = asset.document
    used = document.tree.get("extensionsUsed")
    packed = [name for name in meshopt.NAMES if isinstance(used, list) and name in used]
    broken = any(one.rule in BROKEN for one in asset.report.errors) or bool(document.shape_findings)
    if broken or asset.lifted.findings:
        return "Parts of the file are broken: what has a meaning is shown, in plain colours."
    if packed:
        return f"The file is compressed with {packed[0]}: it is shown unpacked, in plain colours."
    return ""


def made_plain(document: Document) -> Iterator[str]:
    """Undo in a copy what the page has no decoder for; says what is lost by it."""
    unpacked = False
    for mesh, entry in listed(document.tree, "meshes"):
        for at, _ in listed(entry, "primitives"):
            unpacked = unpack_primitive(document, mesh, at) or unpacked
    if unpacked:
        unlist_unused(document)
    required = document.tree.get("extensionsRequired")
    if isinstance(required, list) and TEXTURE_BASISU in required:
        undone = (TEXTURE_BASISU, draco.NAME)
        document.set("/extensionsRequired", [one for one in required if one not in undone])
        yield "Basis textures are not shown: a page has no decoder for them."
    with_scene(document)
    for at, image in listed(document.tree, "images"):
        if isinstance(name := image.get("uri"), str) and document.load(name).data is None:
            yield f"Image {at} is not there; a grey one stands in its place."


def with_scene(document: Document) -> None:
    """Give a document that has no scene one of all its nodes: a browser's loader shows scenes alone."""
    scenes = document.tree.get("scenes")
    count = len(document.tree.get("nodes") or ())
    if count and not (isinstance(scenes, list) and scenes):
        children = {child for _, node in listed(document.tree, "nodes") for child in node.get("children", ())}
        document.set("/scenes", [{"nodes": [node for node in range(count) if node not in children]}])


def bounded(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise LimitExceeded("page", f"a page holds models of up to {MOST_BYTES:,} bytes, not {len(data):,}")
    return data
