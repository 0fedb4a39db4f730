"""Derive the bones and skeletons of KHR_skeleton_bone from the skins of a document."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.derivation import Derivation, no_common_root
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.khr_skeleton_bone.plan import BonePlan, plan_bones, write_bones
from pantin.formats.gltf.ext.khr_skeleton_bone.rules import RULES
from pantin.formats.gltf.ext.khr_skeleton_bone.rules.skeleton import misplaced_at
from pantin.formats.gltf.scope import Scope
from pantin.operations.edit.skeletons import DerivedSkeletons, Merge, NewRoot
from pantin.report import Finding
from pantin.rig import Rig, Skeleton


def derive(document: Document, rig: Rig, merge: Merge, fix: bool) -> Derivation:
    """Derive bones and skeletons and write them. Connected bones form one skeleton, and roots are added where
    needed, regardless of the options."""
    plan = plan_bones(document)
    if plan.refused or not rig.skins:
        return Derivation(rig, DerivedSkeletons(), _findings(document, plan))
    write_bones(document, plan)
    return Derivation(rig, _planned_skeletons(rig, plan), tuple(remaining_errors(document)))


def _planned_skeletons(rig: Rig, plan: BonePlan) -> DerivedSkeletons:
    """The skeletons of a plan. The first joint of each is its skeleton node."""
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


def _findings(document: Document, plan: BonePlan) -> tuple[Finding, ...]:
    """Findings that explain why a plan is refused."""
    scope = Scope(document)
    apart = [refusal.skin for refusal in plan.refused if refusal.node is None]
    misplaced = [
        misplaced_at(scope, refusal.node, refusal.skin, refusal.root, refusal.why)
        for refusal in plan.refused
        if refusal.node is not None
    ]
    return (*no_common_root(document, apart), *misplaced)


def remaining_errors(document: Document) -> list[Finding]:
    """The errors of the extension that remain in a document."""
    scope = Scope(document)
    return [finding for rule in RULES for finding in rule(scope) if finding.severity == "error"]
