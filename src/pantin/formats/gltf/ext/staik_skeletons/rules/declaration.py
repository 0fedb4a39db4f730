"""Rules about where the extension is announced, and about the objects that nodes and skins carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.ext.staik_skeletons import NAME
from pantin.formats.gltf.ext.staik_skeletons.claims import Claims, as_index, claims
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("STAIK-001", "error", "the file has objects of STAIK_skeletons, and extensionsUsed does not list it")
def undeclared(scope: Scope) -> Iterator[Finding]:
    """A file with objects of the extension lists it in `extensionsUsed`.

    Why: by that list readers decide what to look for.
    Mend: add "STAIK_skeletons" to `extensionsUsed`.
    Source: glTF 2.0 §3.12.
    """
    found = scope.fact(claims)
    if found.occurs and not found.listed:
        yield undeclared.at("/extensionsUsed")


@rule("STAIK-002", "warning", "STAIK_skeletons is meant to be optional, and extensionsRequired lists it")
def required(scope: Scope) -> Iterator[Finding]:
    """The extension is not required.

    Why: a reader without it falls back to the skins alone, which are complete; required, it refuses the file.
    Mend: take "STAIK_skeletons" out of `extensionsRequired`.
    Source: STAIK_skeletons, "Overview".
    """
    listed = scope.tree.get("extensionsRequired")
    if isinstance(listed, list) and NAME in listed:
        yield required.at("/extensionsRequired")


@rule("STAIK-003", "error", "the extension object of the root {fault}")
def no_skeletons(scope: Scope) -> Iterator[Finding]:
    """A file with objects of the extension lists at least one skeleton in that of its root.

    Why: the marks of nodes and skins are places in that list.
    Mend: add `extensions.STAIK_skeletons.skeletons` to the root, or take the marks away.
    Source: STAIK_skeletons, "Skeletons", and its schema of the root object.
    """
    found = scope.fact(claims)
    if found.occurs and not found.skeletons:
        yield no_skeletons.at("/extensions", fault=_lack(found))


def _lack(found: Claims) -> str:
    if not found.has_root:
        return "is missing, though nodes or skins refer to it"
    if not isinstance(found.whole, dict):
        return f"is {shown(found.whole)}"
    if "skeletons" not in found.whole:
        return 'has no member "skeletons"'
    listed = found.whole["skeletons"]
    return "lists no skeleton" if isinstance(listed, list) else f"has {shown(listed)} as skeletons"


@rule("STAIK-010", "error", "the node is marked wrongly: {fault}")
def bad_mark(scope: Scope) -> Iterator[Finding]:
    """The extension object of a node names a skeleton of the file.

    Why: without it nothing says which skeleton the joint belongs to.
    Mend: give the place of the skeleton in the list, as `"skeleton": 0`, or remove the object.
    Source: STAIK_skeletons, "Nodes and Joints".
    """
    found = scope.fact(claims)
    for node, value in found.nodes.items():
        fault = _fault(value, "skeleton", node in found.marks, found)
        if fault:
            yield bad_mark.at(pointer("nodes", node, "extensions"), fault=fault)


@rule("STAIK-016", "error", "the skin belongs to no skeleton: {fault}")
def unowned(scope: Scope) -> Iterator[Finding]:
    """In a file that uses the extension, every skin names the skeleton of the file that owns it.

    Why: a reader that builds skeletons has none to bind the skin to, and falls back to guessing.
    Mend: give the skin `extensions.STAIK_skeletons.skeleton_owner`; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skins".
    """
    found = scope.fact(claims)
    if not found.used:
        return
    for skin in range(len(scope.model.skins)):
        fault = "it has no object of the extension"
        if skin in found.owned:
            fault = _fault(found.owned[skin], "skeleton_owner", skin in found.owners, found)
        if fault:
            yield unowned.at(pointer("skins", skin), fault=fault)


def _fault(value: Any, member: str, good: bool, found: Claims) -> str:
    """What is wrong with the object of a node or skin; empty if nothing is.

    Where the file has no skeletons at all, STAIK-003 says so once, and not each mark again.
    """
    if not isinstance(value, dict):
        return f"the object is {shown(value)}"
    if member not in value:
        return f'"{member}" is missing'
    if as_index(value[member]) is None:
        return f'"{member}" is {shown(value[member])}, not an index'
    return "" if good or not found.skeletons else f"there is no skeleton {shown(value[member])}"
