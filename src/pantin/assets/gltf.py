"""The functions of the record `GLTF` of the registry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.assets.format import Condition, WriteOptions
from pantin.errors import PantinError, Unsupported
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.document import read as read_document

if TYPE_CHECKING:
    from pantin.assets.asset import Asset
    from pantin.assets.statistics import RigStatistics
    from pantin.files import Resolver
    from pantin.formats.exchange import Lifted
    from pantin.formats.gltf.summary import Summary
    from pantin.limits import Limits
    from pantin.report import Finding
    from pantin.rig import Rig

JSON_SPACE = b" \t\r\n"


def sniff(start: bytes, name: str) -> bool:
    """Any JSON object may be a glTF file under another name."""
    return start.removeprefix(b"\xef\xbb\xbf").lstrip(JSON_SPACE).startswith((b"glTF", b"{"))


def read(source: Path | bytes, *, name: str, limits: Limits, resolver: Resolver) -> Document:
    return read_document(source, name=name, limits=limits, resolver=resolver)


def condition(document: Document) -> Condition:
    """Raises `Unsupported` for another version of glTF."""
    from pantin.formats.gltf.rules.container import is_cut

    if not document.is_version_2:
        if not document.tree:
            return Condition.EMPTY
        if stated := other_version(document):
            raise Unsupported(f"glTF {stated} is not supported; Pantin reads glTF 2")
    return Condition.DAMAGED if is_cut(document.container) else Condition.WHOLE


def other_version(document: Document) -> str:
    """The version of glTF that a document states, if Pantin does not read it; else an empty string."""
    about = document.tree.get("asset")
    stated = about.get("version") if isinstance(about, dict) else None
    other = isinstance(stated, str) and stated[:1].isdigit() and not stated.startswith("2.")
    return str(stated) if other else ""


def lift(document: Document) -> Lifted:
    from pantin.formats.gltf.lift import lift

    return lift(document)


def check(document: Document) -> Iterable[Finding]:
    from pantin.formats.gltf.check import findings

    return findings(document)


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """A new glTF document with the rig, its skeletons and springs; and findings for what is dropped.

    Raises `Unsupported` for a rig that is not in 3D.
    """
    from pantin.formats.gltf import ext
    from pantin.formats.gltf.new import REFERENCE, STANDARD, dropped_bone_lengths, losses, write

    # Most rigs need none of these imports: a small source compiles in less time than they take.
    if rig.nodes.general.any():
        from pantin.edit.shear import split_shear

        rig = split_shear(rig)
    if rig.skeletons:
        from pantin.edit.skeleton_roots import unwrap_skeleton_roots

        rig = unwrap_skeleton_roots(rig)
    split = carried = rig
    if any(surface.topology is not None for mesh in rig.meshes for surface in mesh.surfaces):
        from pantin.edit.splitting import reserve_vertex_attributes, split_corners

        split, carried = split_corners(rig), reserve_vertex_attributes(rig)
    layout = {"standard": STANDARD, "reference": REFERENCE}[options.layout]
    document = write(split, layout, name=f"{options.name}.glb")
    ext.lower(document, _with_derived_skeletons(document, rig) if rig.skeletons else rig)
    return document, [*losses(carried), *dropped_bone_lengths(rig, document)]


def _with_derived_skeletons(document: Document, rig: Rig) -> Rig:
    """The rig of a document that was just written, with the skeletons and springs of its source rig.

    If a skeleton turns a node with a mesh into a joint, the mesh moves to a child.
    """
    from pantin.edit.rig_parts import RigParts
    from pantin.edit.skeletons import plan_skeletons, with_skeletons
    from pantin.formats.gltf.edits import move_mesh_to_child
    from pantin.formats.gltf.lift import lift

    parts = RigParts.of(lift(document).rig)
    parts.skeletons = list(rig.skeletons)
    whole = parts.rig()
    derived = plan_skeletons(whole)
    for node in derived.promoted:
        move_mesh_to_child(document, node)
    whole = replace(whole, skeletons=()) if derived.apart else with_skeletons(whole, derived)
    count = len(whole.nodes)
    nodes = replace(
        whole.nodes,
        visible=_pad(rig.nodes.visible, True, count),
        lights=_pad(rig.nodes.lights, -1, count),
        bone_lengths=_pad(rig.nodes.bone_lengths, float("nan"), count),
    )
    return replace(
        whole,
        springs=rig.springs,
        nodes=nodes,
        lights=rig.lights,
        character=rig.character,
        constraints=rig.constraints,
    )


def _pad(values: Any, rest: Any, count: int) -> Any:
    """The values of nodes, with `rest` for the nodes that the document has beside those of the rig."""
    import numpy as np

    return np.concatenate([values, np.full(count - len(values), rest, values.dtype)])


def write(document: Document, path: Path, options: WriteOptions) -> list[Finding]:
    from pantin.assets.registry import GLTF
    from pantin.formats.gltf.save import write

    if path.suffix.lower() in GLTF.characters:
        require_character(document, path)
    return write(document, path, embed=options.embed)


def require_character(document: Document, path: Path) -> None:
    """Raise `Unsupported` for a document that is not a VRM."""
    from pantin.formats.gltf.ext import vrm0, vrmc_vrm

    extensions = document.tree.get("extensions")
    names = (vrmc_vrm.NAME, vrm0.NAME)
    if not isinstance(extensions, dict) or not any(name in extensions for name in names):
        why = f"it has no humanoid bones ({vrmc_vrm.NAME}); write it with another suffix"
        raise Unsupported(f"{path}: the model is not a VRM: {why}")


def summarise(source: Path | bytes, name: str, limits: Limits, resolver: Resolver, gaps: bool) -> GltfSummary:
    """Summarise a glTF file as far as it can be read, with the statistics of its rig if it has one."""
    from pantin.assets.asset import Asset
    from pantin.assets.registry import GLTF

    document = read(source, name=name, limits=limits, resolver=resolver)
    return summarise_asset(Asset(name, GLTF, document=document))


def summarise_asset(asset: Asset) -> GltfSummary:
    """As `summarise`, of an asset as it is now."""
    from pantin.formats.gltf.summary import summarise

    return GltfSummary(summarise(asset.document), _statistics(asset))


@dataclass(frozen=True, slots=True)
class GltfSummary:
    """The file, and its rig."""

    file: Summary
    rig: RigStatistics | None

    def to_builtins(self) -> dict[str, Any]:
        import msgspec

        return {**msgspec.to_builtins(self.file), "rig": msgspec.to_builtins(self.rig)}


def _statistics(asset: Asset) -> RigStatistics | None:
    from pantin.assets.statistics import rig_statistics

    if not asset.document.tree or other_version(asset.document):
        return None
    try:
        return rig_statistics(asset.rig)
    except PantinError:  # a limit, or a decoder that is not installed: the summary names it
        return None
