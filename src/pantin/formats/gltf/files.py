"""glTF files: condition, new documents from rigs, writing, and summaries for `inspect`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.errors import PantinError, Unsuitable
from pantin.base.records import replace
from pantin.formats.format import WriteOptions
from pantin.formats.gltf.document import Document, other_version
from pantin.formats.gltf.extension_names import KHR_CHARACTER
from pantin.formats.gltf.extensions import every

if TYPE_CHECKING:
    from pantin.formats.gltf.extension import Part
    from pantin.formats.gltf.summary import GltfSummary
    from pantin.operations.statistics import RigStatistics
    from pantin.report import Finding
    from pantin.rig import Rig

CHOSEN_PARTS: tuple[Part, ...] = ("character", "skeletons")
"""The parts of a rig for which an option chooses the extension."""

CHARACTER = ".vrm"
"""Files with this suffix must hold a VRM character."""


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """Write a rig with its skeletons and springs to a new glTF document; also returns findings for what is
    dropped. Raises `Unsupported` for a rig that is not in 3D."""
    from pantin.formats.gltf import policy
    from pantin.formats.gltf.new import REFERENCE, STANDARD, dropped_bone_lengths, losses, write

    # Most rigs need none of these imports: a small source compiles in less time than they take.
    if rig.nodes.general.any():
        from pantin.operations.edit.shear import split_shear

        rig = split_shear(rig)
    if rig.skeletons:
        from pantin.operations.edit.skeleton_roots import unwrap_skeleton_roots

        rig = unwrap_skeleton_roots(rig)
    split = carried = rig
    if any(surface.topology is not None for mesh in rig.meshes for surface in mesh.surfaces):
        from pantin.operations.edit.splitting import reserve_vertex_attributes, split_corners

        split, carried = split_corners(rig), reserve_vertex_attributes(rig)
    layout = {"standard": STANDARD, "reference": REFERENCE}[options.layout]
    document = write(split, layout, name=f"{options.name}.glb")
    policy.lower(document, _with_derived_skeletons(document, rig) if rig.skeletons else rig)
    return document, [*losses(carried), *dropped_bone_lengths(rig, document)]


def _with_derived_skeletons(document: Document, rig: Rig) -> Rig:
    """The rig of a document that was just written, with the skeletons and springs of its source rig.

    If a skeleton turns a node with a mesh into a joint, the mesh moves to a child.
    """
    from pantin.formats.gltf.edits import move_mesh_to_child
    from pantin.formats.gltf.lift import lift
    from pantin.operations.edit.rig_parts import RigParts
    from pantin.operations.edit.skeletons import plan_skeletons, with_skeletons

    parts = RigParts.from_rig(lift(document).rig)
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
    """Values of nodes, extended by `rest` for nodes that only the document has."""
    import numpy as np

    return np.concatenate([values, np.full(count - len(values), rest, values.dtype)])


def write(document: Document, path: Path, options: WriteOptions) -> list[Finding]:
    from pantin.formats.gltf.save import write

    is_avatar = path.suffix.lower() == CHARACTER
    if is_avatar and options.values.get("character") == "khr":
        raise ValueError(
            f"{path}: a .vrm file stores its character as VRM; with character khr, write a .glb or .gltf"
        )
    document, findings = _with_parts_as_asked(document, options)
    if is_avatar:
        require_character(document, path)
    return [*findings, *write(document, path, embed=options.embed)]


def _with_parts_as_asked(document: Document, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """The document, or a copy with its parts in the extensions that the options choose, and findings for what
    these cannot store."""
    asked = {part: options.values.get(part) for part in CHOSEN_PARTS}
    if not any(asked.values()):
        return document, []
    from pantin.formats.gltf.policy import store_as

    document = document.copy()
    return document, [
        replace(finding, pointer=None)  # such parts have no one place in files
        for part, word in asked.items()
        if word is not None
        for finding in store_as(document, part, word)
    ]


def require_character(document: Document, path: Path) -> None:
    """Raise `Unsupported` for a document that is not a VRM."""
    extensions = document.tree.get("extensions")
    names = [name for each in every() if each.avatar.human_bones is not None for name in each.names]
    if not isinstance(extensions, dict) or not any(name in extensions for name in names):
        why = f"it has no humanoid bones ({names[0]}); write it with another suffix"
        if isinstance(extensions, dict) and KHR_CHARACTER in extensions:
            raise Unsuitable(
                f"{path}: {CHARACTER} stores characters in {names[0]}, and this one is in {KHR_CHARACTER}: "
                'write it as .glb or .gltf, or in the other form with --character vrm (character="vrm")'
            )
        raise Unsuitable(f"{path}: the model is not a VRM: {why}")


def summarise(document: Document, rig: Callable[[], Rig], *, gaps: bool = False) -> GltfSummary:
    """Summarise the readable parts of a glTF file, with the statistics of its rig if it has one."""
    from pantin.formats.gltf.summarise import summarise

    return replace(summarise(document), rig=_statistics(document, rig))


def _statistics(document: Document, rig: Callable[[], Rig]) -> RigStatistics | None:
    from pantin.operations.statistics import rig_statistics

    if not document.tree or other_version(document):
        return None
    try:
        return rig_statistics(rig())
    except PantinError:  # a limit, or a decoder that is not installed: the summary names it
        return None


def about(document: Document) -> dict[str, Any]:
    """Facts from the file about itself: its extensions."""
    return {"extensions": tuple(document.model.extensions_used or ())}
