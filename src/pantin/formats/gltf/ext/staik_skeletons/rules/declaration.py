"""Rules about the declaration of the extension, and its objects in nodes and skins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pantin.formats.gltf.ext.staik_skeletons.model import PATH, SkeletonObjects, skeleton_objects
from pantin.formats.gltf.extension_names import SKELETONS as NAME
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer


@rule("STAIK-001", "error", "the file uses STAIK_skeletons, but extensionsUsed does not list it")
def undeclared(scope: Scope) -> Iterator[Finding]:
    """STAIK_skeletons is not declared.

    What: A file with objects of the extension must list "STAIK_skeletons" in `extensionsUsed`.
    Why: Readers decide by that list what to look for, so they ignore the skeletons.
    Fix: Add "STAIK_skeletons" to `extensionsUsed`.
    Source: glTF 2.0 §3.12.
    """
    objects = scope.fact(skeleton_objects)
    if objects.occurs and not objects.listed:
        yield undeclared.at("/extensionsUsed")


@rule("STAIK-002", "warning", "extensionsRequired lists STAIK_skeletons, which should be optional")
def required(scope: Scope) -> Iterator[Finding]:
    """STAIK_skeletons is required.

    What: `extensionsRequired` should not list "STAIK_skeletons".
    Why: Readers without the extension refuse the file, although its skins alone are complete.
    Fix: Remove "STAIK_skeletons" from `extensionsRequired`.
    Source: STAIK_skeletons, "Overview".
    """
    listed = scope.tree.get("extensionsRequired")
    if isinstance(listed, list) and NAME in listed:
        yield required.at("/extensionsRequired")


@rule("STAIK-003", "error", "STAIK_skeletons of the root object {fault}")
def no_skeletons(scope: Scope) -> Iterator[Finding]:
    """List of skeletons is missing or empty.

    What: A file with objects of the extension must list at least one skeleton in
    `extensions.STAIK_skeletons.skeletons` of the root.
    Why: Nodes and skins refer to that list.
    Fix: Add the list to the root object, or remove the extension from nodes and skins.
    Source: STAIK_skeletons, "Skeletons", and its schema of the root object.
    """
    objects = scope.fact(skeleton_objects)
    if objects.occurs and not objects.skeletons:
        yield no_skeletons.at("/extensions", fault=_lack(scope, objects))


def _lack(scope: Scope, objects: SkeletonObjects) -> str:
    if not objects.root:
        return "is missing, although nodes or skins use it"
    for fault in scope.faults("STAIK-003"):
        if fault.path == PATH:
            return f"is {shown(fault.value)}, expected an object"
        if fault.kind == "missing":
            return 'has no "skeletons"'
        return f"has {shown(fault.value)} as skeletons, expected a list"
    return "has an empty list of skeletons"


@rule("STAIK-010", "error", "STAIK_skeletons of {node} is invalid: {fault}")
def bad_mark(scope: Scope) -> Iterator[Finding]:
    """Node refers to a skeleton that does not exist.

    What: The extension object of a node must have `skeleton`, the index of a skeleton of the file.
    Why: Readers cannot tell which skeleton the joint belongs to.
    Fix: Write the index of the skeleton, as in `"skeleton": 0`, or remove the object.
    Source: STAIK_skeletons, "Nodes and Joints".
    """
    objects = scope.fact(skeleton_objects)
    faults = _faults(scope, "STAIK-010")
    for node in objects.nodes:
        fault = faults.get(node) or _describe_unresolved(
            scope, objects, ("nodes", node), "skeleton", objects.marks
        )
        if fault:
            where = pointer("nodes", node, "extensions")
            yield bad_mark.at(where, node=scope.named("node", node), fault=fault)


@rule("STAIK-016", "error", "{skin} does not name a skeleton as its owner: {fault}")
def unowned(scope: Scope) -> Iterator[Finding]:
    """Skin has no owner.

    What: In a file that uses the extension, every skin must have `skeleton_owner`, the index of a skeleton of
    the file.
    Why: Readers that build skeletons cannot bind the skin and have to guess.
    Fix: Add `extensions.STAIK_skeletons.skeleton_owner` to the skin; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skins".
    """
    objects = scope.fact(skeleton_objects)
    if not objects.occurs:
        return
    faults = _faults(scope, "STAIK-016")
    for skin in range(len(scope.model.skins)):
        fault = "it does not have the extension"
        if skin in objects.owned:
            path = ("skins", skin)
            fault = faults.get(skin) or _describe_unresolved(
                scope, objects, path, "skeleton_owner", objects.owners
            )
        if fault:
            yield unowned.at(pointer("skins", skin), skin=scope.named("skin", skin), fault=fault)


def _faults(scope: Scope, rule_id: str) -> dict[int, str]:
    """For a rule, the faults of extension objects of nodes or skins, in words, by index."""
    faults: dict[int, str] = {}
    for fault in scope.faults(rule_id):
        words = f"it is {shown(fault.value)}, expected an object"
        if fault.kind == "missing":
            words = f'"{fault.name}" is missing'
        elif fault.path[-1] != NAME:
            words = f'"{fault.name}" is {shown(fault.value)}, expected an index'
        faults.setdefault(int(fault.path[1]), words)
    return faults


def _describe_unresolved(
    scope: Scope, objects: SkeletonObjects, owner: JsonPath, member: str, resolved: Mapping[int, int]
) -> str:
    """The fault of a skeleton index in a node or skin, in words; empty if the skeleton exists. In a file
    without skeletons, STAIK-003 reports this once instead of every mark."""
    if owner[1] in resolved or not objects.skeletons:
        return ""
    return f"there is no skeleton {shown(scope.raw((*owner, *PATH))[member])}"
