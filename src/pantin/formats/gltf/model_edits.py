"""Edits of whole glTF documents: poses, clips, springs, skeletons and fixes."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from pantin.base.records import Record
from pantin.formats.geometry.static import degenerate_pose
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.formats.edits import Model
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.ext.khr_skeleton_bone.derive import BonePlan
    from pantin.operations.edit.skeletons import DerivedSkeletons, Merge
    from pantin.report import Finding
    from pantin.rig import Clip, Pose, Rig, Solver

T_POSE = "RIG-T_POSE"
"""The rule about arms at rest, whose fix changes how the model looks."""

SkeletonExtension: TypeAlias = Literal["staik", "khr"]
"""What stores skeletons: `STAIK_skeletons` or `KHR_skeleton_bone`."""


def bake_pose(model: Model, pose: Pose, solver: Solver | None) -> tuple[Document, list[Finding]]:
    """A copy of the document with the pose baked into its geometry, without skins and clips.

    Materials, textures, names and everything else outside the rig stay.
    """
    from pantin.formats.gltf.bake_pose import bake_pose, busy_nodes
    from pantin.formats.gltf.check import with_lines
    from pantin.formats.gltf.expression_materials import write_expression_materials
    from pantin.operations.edit.bake_pose import plan_baked_pose

    document = model.document.copy()
    state = plan_baked_pose(model.rig, pose, solver=solver, keep=busy_nodes(document), budget=model.budget)
    findings = bake_pose(document, model.rig, state.pose, state.surfaces, state.detached)
    write_expression_materials(document, pose)
    return document, [*with_lines(model.document, findings), *degenerate_pose(state.degenerate)]


def write_pose(model: Model, pose: Pose) -> Document:
    """A copy of the document with the pose in its nodes and blend weights; skins and clips stay."""
    from pantin.formats.gltf.bake_pose import write_pose
    from pantin.formats.gltf.expression_materials import write_expression_materials

    document: Document = model.document.copy()
    write_pose(document, pose)
    write_expression_materials(document, pose)
    return document


def append_clip(document: Document, rig: Rig, clip: Clip, extras: dict[str, Any] | None = None) -> int:
    """Add an animation. A node that it moves gets translation, rotation and scale in place of a matrix, which
    cannot be animated (glTF 2.0 §3.11). Raises `ValueError` for a matrix that these cannot express."""
    from pantin.formats.gltf.edits import append_clip, set_trs
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
    index = append_clip(document, clip)
    if extras is not None:
        document.set(f"/animations/{index}/extras", extras)
    return index


def strip_springs(document: Document, rig: Rig) -> None:
    """Remove the springs of all extensions."""
    from pantin.formats.gltf import extensions

    extensions.strip(document, rig, "springs")


class Derivation(Record):
    """The rig of a document, the skeletons derived for it, and the findings if they were refused."""

    rig: Rig
    derived: DerivedSkeletons
    refused: tuple[Finding, ...] = ()


def derive_skeletons(
    document: Document, merge: Merge = "overlap", fix: bool = False, as_: SkeletonExtension = "staik"
) -> Derivation:
    """Derive skeletons from the skins of a document and write them into it, in one of two extensions.

    Refuses skins that are broken, joints without a common root (unless `fix` can add one), and skeletons that
    would violate a rule of the extension. The document is not usable after a refusal.
    """
    from pantin.formats.gltf.ext.staik_skeletons.lift import incomplete_skeletons
    from pantin.formats.gltf.ext.staik_skeletons.lower import lower
    from pantin.formats.gltf.ext.staik_skeletons.obstacles import no_common_root, obstacles, remaining
    from pantin.formats.gltf.lift import lift
    from pantin.operations.edit.skeletons import DerivedSkeletons, plan_skeletons

    lifted = lift(document)
    rig = lifted.rig
    broken = obstacles(document, lifted)
    if broken:
        return Derivation(rig, DerivedSkeletons(), tuple(broken))
    if as_ == "khr":
        return _derive_bones(document, rig)
    children = [(node.children or ()) if node else () for node in document.model.nodes]
    begun = incomplete_skeletons(document, rig)
    result = plan_skeletons(rig, merge=merge, fix=fix, children=children, unfinished=begun)
    if result.apart:
        return Derivation(rig, result, tuple(no_common_root(document, result.apart)))
    roots = [root.below for root in result.roots]
    lower(document, rig, result.skeletons, result.owners, promoted=result.promoted, roots=roots)
    return Derivation(rig, result, tuple(remaining(document)))


def _derive_bones(document: Document, rig: Rig) -> Derivation:
    """Derive the bones and skeletons of `KHR_skeleton_bone`, and write them into the document."""
    from pantin.formats.gltf.ext.khr_skeleton_bone.derive import plan_bones, remaining, write_bones
    from pantin.operations.edit.skeletons import DerivedSkeletons

    plan = plan_bones(document)
    if plan.refused or not rig.skins:
        return Derivation(rig, DerivedSkeletons(), plan.refused)
    write_bones(document, plan)
    return Derivation(rig, _planned_skeletons(rig, plan), tuple(remaining(document)))


def _planned_skeletons(rig: Rig, plan: BonePlan) -> DerivedSkeletons:
    """The skeletons of a plan: the first joint of each is the node that is the skeleton."""
    from pantin.operations.edit.skeletons import DerivedSkeletons, NewRoot
    from pantin.rig import Skeleton

    parents = rig.nodes.parents.tolist() + [-1] * len(plan.added)
    for new in plan.added:
        for top in new.below:
            parents[top] = new.node
    roots = list(dict.fromkeys(root for root in plan.roots if root is not None))
    bones, root_of = set(plan.bones), dict[int, int]()
    for bone in plan.bones:
        root_of[bone] = root_of[parents[bone]] if parents[bone] in bones else parents[bone]
    skeletons = []
    for root in roots:
        joints = [root, *(bone for bone in plan.bones if root_of[bone] == root)]
        name = rig.nodes.names[root] if root < len(rig.nodes) else None
        skeletons.append(Skeleton(np.array(joints), root, name=name))
    numbers = {root: number for number, root in enumerate(roots)}
    return DerivedSkeletons(
        tuple(skeletons),
        tuple(None if root is None else numbers[root] for root in plan.roots),
        (None,) * len(skeletons),
        plan.promoted,
        tuple(NewRoot(new.node, new.below) for new in plan.added),
    )


def strip_skeletons(document: Document) -> None:
    """Remove the extensions of skeletons and bones; skins keep the pose they are bound in."""
    from pantin.formats.gltf import extensions
    from pantin.formats.gltf.lift import lift

    rig = lift(document).rig
    extensions.strip(document, rig, "skeletons")
    extensions.strip(document, rig, "bones")


class Change(Record):
    """A fix: the rule, the number of vertices, skins or joints changed, and a description. A count of 0: why
    nothing could be changed."""

    rule: str
    count: int
    what: str


DESCRIPTIONS = {
    "drop_zero_influences": ("dropped influences of weight 0 at", "vertex"),
    "sort_influences": ("sorted influences at", "vertex"),
    "normalise_weights": ("normalised weights at", "vertex"),
    "write_identity_binds": ("wrote identity inverse bind matrices for", "skin"),
}
"""What each fix does, and what it counts."""


def fix(document: Document, rules: Collection[str]) -> list[Change]:
    """Fix the violations of these rules for which there is a fix; those that need more get a count of 0."""
    from pantin.formats.gltf.fixes import FIXES

    done: dict[str, Change] = {}
    for rule, function in FIXES.items():
        name = function.__name__
        if rule in rules and name not in done:
            count = function(document)
            what, noun = DESCRIPTIONS[name]
            done[name] = Change(rule, count, f"{what} {counted(count, noun)}")
    turned = rest_in_t_pose(document) if T_POSE in rules else None
    return [*(change for change in done.values() if change.count), *([turned] if turned else ())]


def rest_in_t_pose(document: Document) -> Change | None:
    """Rotate the arms of a character into T-pose at rest; None if they are in it.

    Inverse bind matrices and clips stay: the skin follows the joints, and joints that a clip rotates play as
    before.
    """
    from pantin.formats.gltf.bake_pose import write_pose
    from pantin.formats.gltf.lift import lift
    from pantin.motion.t_pose import turn_arms

    try:
        pose = turn_arms(lift(document).rig)
    except ValueError as error:
        return Change(T_POSE, 0, str(error))
    count = write_pose(document, pose)
    return Change(T_POSE, count, f"rotated {counted(count, 'joint')}") if count else None
