"""Edits of whole glTF documents: poses, clips, springs and skeletons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pantin.formats.geometry.static import degenerate_pose
from pantin.formats.gltf.heal import heal

if TYPE_CHECKING:
    from pantin.formats.edits import Model
    from pantin.formats.gltf.derivation import Derivation
    from pantin.formats.gltf.document import Document
    from pantin.operations.edit.skeletons import Merge
    from pantin.report import Finding
    from pantin.rig import Clip, Pose, Rig, Solver

SkeletonExtension: TypeAlias = Literal["staik", "khr"]
"""The extensions that store skeletons."""


def bake_pose(model: Model, pose: Pose, solver: Solver | None) -> tuple[Document, list[Finding]]:
    """A copy of the document with the pose baked into its geometry, without skins and clips.

    Materials, textures, names and everything else outside the rig stay.
    """
    from pantin.formats.gltf.bake_pose import bake_pose, busy_nodes
    from pantin.formats.gltf.check import with_lines
    from pantin.formats.gltf.expression_materials import write_expression_materials
    from pantin.operations.edit.bake_pose import plan_baked_pose

    document = model.document.copy()
    heal(document)
    state = plan_baked_pose(model.rig, pose, solver=solver, keep=busy_nodes(document), budget=model.budget)
    findings = bake_pose(document, model.rig, state.pose, state.surfaces, state.detached)
    write_expression_materials(document, pose)
    return document, [*with_lines(model.document, findings), *degenerate_pose(state.degenerate)]


def write_pose(model: Model, pose: Pose) -> Document:
    """A copy of the document with the pose in its nodes and blend weights; skins and clips stay."""
    from pantin.formats.gltf.bake_pose import write_pose
    from pantin.formats.gltf.expression_materials import write_expression_materials

    document: Document = model.document.copy()
    heal(document)
    write_pose(document, pose)
    write_expression_materials(document, pose)
    return document


def append_clip(document: Document, rig: Rig, clip: Clip, extras: dict[str, Any] | None = None) -> int:
    """Add an animation. A node that it moves gets translation, rotation and scale in place of a matrix, which
    cannot be animated (glTF 2.0 §3.11). Raises `ValueError` for a matrix that these cannot express."""
    from pantin.formats.gltf.edits import append_clip

    heal(document)
    _split_matrices(document, rig, clip)
    clip, pointers = _state_properties(document, rig, clip)
    index = append_clip(document, clip, pointers)
    if extras is not None:
        document.set(f"/animations/{index}/extras", extras)
    return index


def replace_clip(document: Document, rig: Rig, index: int, clip: Clip) -> int:
    """Give an animation other keys and another name; returns how many of its channels, those of pointers,
    keep theirs. Matrices of nodes as in `append_clip`."""
    from pantin.formats.gltf.clip_edits import replace_keys
    from pantin.formats.gltf.lift import lift

    heal(document)
    _split_matrices(document, rig, clip)
    clip, pointers = _state_properties(document, rig, clip)
    old = lift(document).rig.clips[index]
    if clip.name != old.name:
        where = f"/animations/{index}/name"
        document.remove(where) if clip.name is None else document.set(where, clip.name)
    return replace_keys(document, index, old, clip, pointers)


def _state_properties(document: Document, rig: Rig, clip: Clip) -> tuple[Clip, list[str]]:
    """The clip, and pointers to its properties."""
    if not clip.properties:
        return clip, []
    from pantin.formats.gltf.property_pointers import with_stated_properties

    return with_stated_properties(document, rig, clip)


def _split_matrices(document: Document, rig: Rig, clip: Clip) -> None:
    """Replace the matrices of nodes that a clip moves by translation, rotation and scale."""
    from pantin.formats.gltf.edits import set_trs
    from pantin.report.wording import named
    from pantin.rig.transform import has_shear

    rest = rig.rest_pose()
    for node in sorted({channel.node for channel in clip.channels if channel.property != "weights"}):
        if "matrix" in document.tree["nodes"][node]:
            if has_shear(rest.local[node]):
                what = named("node", node, rig.nodes.names[node])
                raise ValueError(f"{what} has a matrix with shear, which glTF cannot animate")
            parts = rest.translations[node], rest.rotations[node], rest.scales[node]
            set_trs(document, node, translation=parts[0], rotation=parts[1], scale=parts[2])


def strip_springs(document: Document, rig: Rig) -> None:
    """Remove the springs of all extensions."""
    from pantin.formats.gltf import extensions

    heal(document)
    extensions.strip(document, rig, "springs")


def derive_skeletons(
    document: Document, merge: Merge = "overlap", fix: bool = False, as_: SkeletonExtension = "staik"
) -> Derivation:
    """Derive skeletons from the skins of a document and write them into it, in one of two extensions.

    Refuses skins that are broken, joints without a common root (unless `fix` can add one), and skeletons that
    would violate a rule of the extension. The document is not usable after a refusal.
    """
    from pantin.formats.gltf.derivation import Derivation, obstacles
    from pantin.formats.gltf.lift import lift
    from pantin.formats.gltf.policy import Policy
    from pantin.operations.edit.skeletons import DerivedSkeletons

    heal(document)
    lifted = lift(document)
    broken = obstacles(document, lifted)
    if broken:
        return Derivation(lifted.rig, DerivedSkeletons(), tuple(broken))
    extension = Policy({"skeletons": as_}).skeletons(document)
    assert extension.derive is not None
    derivation: Derivation = extension.derive(document, lifted.rig, merge, fix)
    return derivation


def strip_skeletons(document: Document) -> None:
    """Remove the extensions of skeletons and bones; skins keep the pose they are bound in."""
    from pantin.formats.gltf import extensions
    from pantin.formats.gltf.lift import lift

    rig = lift(document).rig
    extensions.strip(document, rig, "skeletons")
    extensions.strip(document, rig, "bones")
