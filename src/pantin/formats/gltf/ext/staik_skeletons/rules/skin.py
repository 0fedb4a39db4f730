"""Rules about skins: their joints, their root, and the skeleton that owns them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from pantin.base.records import replace
from pantin.formats.gltf.ext.staik_skeletons.model import skeleton_objects
from pantin.formats.gltf.ext.staik_skeletons.rules.skeleton import skeleton_name
from pantin.formats.gltf.extension_names import SKELETON_BONE as BONES
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.skin_errors import core_errors
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


def _joints_outside(scope: Scope, skin: int, known: Collection[int]) -> Iterator[tuple[int, int]]:
    """(slot, node) of each joint of a skin that is an existing node outside the known joints."""
    skin_object = scope.model.skins[skin]
    joints = (skin_object.joints or ()) if skin_object else ()
    strays = set(joints).difference(known)
    for slot, joint in enumerate(joints if strays else ()):
        if joint in strays and joint is not None and get(scope.model.nodes, joint) is not None:
            yield slot, joint


@rule("STAIK-017", "error", "joint {slot} of {skin}, {node}, is not marked as a joint of a skeleton")
def unmarked_skin_joint(scope: Scope) -> Iterator[Finding]:
    """Joint of a skin is not marked.

    What: Every joint of a skin must be a node with the extension object that names its skeleton.
    Why: In a file that uses the extension, only skeletons define what is a joint.
    Fix: Add the node to the skeleton that owns the skin, and mark it; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skins".
    """
    objects = scope.fact(skeleton_objects)
    for skin in range(len(scope.model.skins)) if objects.occurs else ():
        for slot, joint in _joints_outside(scope, skin, objects.marked):
            yield unmarked_skin_joint.at(
                pointer("skins", skin, "joints", slot), **_joint_values(scope, skin, slot, joint)
            )


def _joint_values(scope: Scope, skin: int, slot: int, node: int) -> dict[str, Any]:
    return {"slot": slot, "skin": scope.named("skin", skin), "node": scope.named("node", node)}


@rule(
    "STAIK-018", "error", "joint {slot} of {skin}, {node}, is not a joint of {skeleton}, which owns the skin"
)
def foreign_skin_joint(scope: Scope) -> Iterator[Finding]:
    """Joint of a skin belongs to another skeleton.

    What: Every joint of a skin must be a joint of the skeleton that owns the skin.
    Why: A skin is bound to one skeleton and cannot use bones of another.
    Fix: Merge the skeletons, or name the one that has all these joints as owner.
    Source: STAIK_skeletons, "Skins" (all joints in the skin belong to the same skeleton).
    """
    objects = scope.fact(skeleton_objects)
    for skin, owner in objects.owners.items():
        for slot, joint in _joints_outside(scope, skin, objects.skeletons[owner].slots):
            values = _joint_values(scope, skin, slot, joint)
            where = pointer("skins", skin, "joints", slot)
            yield foreign_skin_joint.at(where, **values, skeleton=skeleton_name(scope, owner))


@rule("STAIK-019", "error", '{skin} has no "skeleton"')
def rootless_skin(scope: Scope) -> Iterator[Finding]:
    """Skin has no root.

    What: In a file that uses the extension, every skin must have `skeleton`, the root of its skeleton.
    Why: Readers without the extension may attach the joints to another node.
    Fix: Set `skeleton` of the skin to the root of the skeleton that owns it.
    Source: STAIK_skeletons, "Skins" (the optional property is now required).
    """
    if scope.fact(skeleton_objects).occurs:
        for i, skin in enumerate(scope.model.skins):
            if skin is not None and "skeleton" not in scope.tree["skins"][i]:
                yield rootless_skin.at(pointer("skins", i), skin=scope.named("skin", i))


@rule("STAIK-020", "error", '"skeleton" of {skin} is {named}, expected {root}, the root of {skeleton}{form}')
def other_root(scope: Scope) -> Iterator[Finding]:
    """Skin has another root than its skeleton.

    What: The `skeleton` of a skin must be the root of the skeleton that owns it. The parent of the root is
    accepted with a warning. In a file that uses KHR_skeleton_bone, which asks for the parent of the topmost
    bones, it may be any node above the root: the rules of that extension check it.
    Why: A later draft of the extension asked for the parent of the root, so files of both kinds exist.
    Fix: Name the root of the skeleton.
    Source: STAIK_skeletons, "Skins" (its value is the skeleton's root joint).
    """
    objects = scope.fact(skeleton_objects)
    for i, owner in objects.owners.items():
        root = objects.skeletons[owner].root
        skin = scope.model.skins[i]
        if skin is None or root is None or "skeleton" not in scope.tree["skins"][i]:
            continue
        stated = scope.tree["skins"][i]["skeleton"]
        if skin.skeleton == root:
            continue
        is_parent = skin.skeleton is not None and skin.skeleton == scope.parents[root]
        if BONES in scope.used_extensions and _is_above(scope, skin.skeleton, root):
            continue
        values = {
            "skin": scope.named("skin", i),
            "named": shown(stated) if skin.skeleton is None else scope.named("node", skin.skeleton),
            "root": scope.named("node", root),
            "skeleton": skeleton_name(scope, owner),
            "form": "; a later draft of the extension expects the parent of the root" if is_parent else "",
        }
        finding = other_root.at(pointer("skins", i, "skeleton"), **values)
        yield replace(finding, severity="warning") if is_parent else finding


def _is_above(scope: Scope, node: int | None, root: int) -> bool:
    """Whether a node exists and is an ancestor of the root."""
    return (
        node is not None
        and get(scope.model.nodes, node) is not None
        and scope.hierarchy.is_within(root, node)
    )


@rule("STAIK-029", "error", "{skin} breaks {rule} of core glTF: {message}{more}")
def broken_skin(scope: Scope) -> Iterator[Finding]:
    """Skin breaks a rule of core glTF.

    What: In a file that uses the extension, skins must satisfy every rule of core glTF.
    Why: Readers without the extension cannot use the skin.
    Fix: Fix the rule named in the message.
    Source: STAIK_skeletons, "Overview"; glTF 2.0 §3.7.3.
    """
    if scope.fact(skeleton_objects).occurs:
        for i, errors in sorted(scope.fact(core_errors).items()):
            values = {"rule": errors[0].rule, "message": errors[0].message}
            more = others(len(errors), "error")
            yield broken_skin.at(pointer("skins", i), skin=scope.named("skin", i), **values, more=more)
