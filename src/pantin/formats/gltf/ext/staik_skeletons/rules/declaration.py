"""Rules about the declaration of the extension, and its objects in nodes and skins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.ext.staik_skeletons.model import RawExtension, as_index, raw_extension
from pantin.formats.gltf.extension_names import SKELETONS as NAME
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("STAIK-001", "error", "the file uses STAIK_skeletons, but extensionsUsed does not list it")
def undeclared(scope: Scope) -> Iterator[Finding]:
    """STAIK_skeletons is not declared.

    What: A file with objects of the extension must list "STAIK_skeletons" in `extensionsUsed`.
    Why: Readers decide by that list what to look for, so they ignore the skeletons.
    Fix: Add "STAIK_skeletons" to `extensionsUsed`.
    Source: glTF 2.0 §3.12.
    """
    raw = scope.fact(raw_extension)
    if raw.occurs and not raw.listed:
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
    raw = scope.fact(raw_extension)
    if raw.occurs and not raw.skeletons:
        yield no_skeletons.at("/extensions", fault=_lack(raw))


def _lack(raw: RawExtension) -> str:
    if not raw.has_root:
        return "is missing, although nodes or skins use it"
    if not isinstance(raw.whole, dict):
        return f"is {shown(raw.whole)}, expected an object"
    if "skeletons" not in raw.whole:
        return 'has no "skeletons"'
    listed = raw.whole["skeletons"]
    if isinstance(listed, list):
        return "has an empty list of skeletons"
    return f"has {shown(listed)} as skeletons, expected a list"


@rule("STAIK-010", "error", "STAIK_skeletons of {node} is invalid: {fault}")
def bad_mark(scope: Scope) -> Iterator[Finding]:
    """Node refers to a skeleton that does not exist.

    What: The extension object of a node must have `skeleton`, the index of a skeleton of the file.
    Why: Readers cannot tell which skeleton the joint belongs to.
    Fix: Write the index of the skeleton, as in `"skeleton": 0`, or remove the object.
    Source: STAIK_skeletons, "Nodes and Joints".
    """
    raw = scope.fact(raw_extension)
    for node, value in raw.nodes.items():
        fault = _fault(value, "skeleton", node in raw.marks, raw)
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
    raw = scope.fact(raw_extension)
    if not raw.occurs:
        return
    for skin in range(len(scope.model.skins)):
        fault = "it does not have the extension"
        if skin in raw.owned:
            fault = _fault(raw.owned[skin], "skeleton_owner", skin in raw.owners, raw)
        if fault:
            yield unowned.at(pointer("skins", skin), skin=scope.named("skin", skin), fault=fault)


def _fault(value: Any, member: str, good: bool, raw: RawExtension) -> str:
    """The fault of the extension object of a node or skin; empty if it has none.

    Where the file has no skeletons at all, only STAIK-003 reports it, not every mark.
    """
    if not isinstance(value, dict):
        return f"it is {shown(value)}, expected an object"
    if member not in value:
        return f'"{member}" is missing'
    if as_index(value[member]) is None:
        return f'"{member}" is {shown(value[member])}, expected an index'
    return "" if good or not raw.skeletons else f"there is no skeleton {shown(value[member])}"
