"""Rules about each skeleton: one tree of joints below one root, each joint in one skeleton and marked so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pantin.formats.gltf.ext.staik_skeletons import NAME
from pantin.formats.gltf.ext.staik_skeletons.claims import Claim, claims
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import and_more


def place(skeleton: int, *tokens: str | int) -> str:
    """The pointer of a skeleton, or of something in it."""
    return pointer("extensions", NAME, "skeletons", skeleton, *tokens)


@rule("STAIK-004", "error", "{fault}{more}")
def incomplete(scope: Scope) -> Iterator[Finding]:
    """A skeleton has a root and joints, all of them nodes of the file.

    Why: it is nothing but those nodes.
    Mend: give `root` and `joints` as indices of nodes.
    Source: STAIK_skeletons, "Skeletons", "Properties".
    """
    for i, claim in enumerate(scope.fact(claims).skeletons):
        faults = list(_faults(claim))
        if faults:
            yield incomplete.at(place(i), fault=faults[0], more=and_more(len(faults)))


def _faults(claim: Claim) -> Iterator[str]:
    if claim.members is None:
        yield "the skeleton is no object"
        return
    if claim.root is None:
        yield _no_node("root", claim.members)
    if claim.joints is None:
        yield _no_node("joints", claim.members)
    listed = claim.members.get("joints")
    for slot, joint in enumerate(claim.joints or ()):
        if joint is None and isinstance(listed, list):
            yield f"joint {slot} is {shown(listed[slot])}, not a node of the file"


def _no_node(member: str, members: dict[str, Any]) -> str:
    if member not in members:
        return f'"{member}" is missing'
    wanted = "a node of the file" if member == "root" else "a list of nodes"
    return f'"{member}" is {shown(members[member])}, not {wanted}'


@rule("STAIK-005", "error", "{fault}")
def empty_or_repeated(scope: Scope) -> Iterator[Finding]:
    """A skeleton lists at least one joint, and none twice.

    Why: joints are numbered by their place, and a joint with two numbers has two bind poses.
    Mend: list every joint once.
    Source: STAIK_skeletons, "Skeletons", and the schema of a skeleton.
    """
    for i, claim in enumerate(scope.fact(claims).skeletons):
        joints = [joint for joint in claim.joints or () if joint is not None]
        again = [
            joint
            for slot, joint in enumerate(claim.joints or ())
            if joint is not None and claim.slots[joint] != slot
        ]
        if claim.joints == ():
            yield empty_or_repeated.at(place(i, "joints"), fault="there is no joint in the list")
        elif len(joints) > len(claim.slots):
            fault = f"node {again[0]} is in the list twice{and_more(len(again))}"
            yield empty_or_repeated.at(place(i, "joints"), fault=fault)


@rule("STAIK-006", "error", "the root, node {root}, is not among the joints")
def root_no_joint(scope: Scope) -> Iterator[Finding]:
    """The root of a skeleton is one of its joints.

    Why: what lies between the joints and their root would be outside the skeleton.
    Mend: add the node to `joints` and mark it, or name the topmost joint as root.
    Source: STAIK_skeletons, "Skeletons" (the root must be in the joints array).
    """
    for i, claim in enumerate(scope.fact(claims).skeletons):
        if claim.root is not None and claim.joints is not None and claim.root not in claim.slots:
            yield root_no_joint.at(place(i, "root"), root=claim.root)


@rule("STAIK-007", "error", "node {node} is a joint of skeleton {other} too")
def shared_joint(scope: Scope) -> Iterator[Finding]:
    """A node is a joint of one skeleton at most.

    Why: joints are unique to their skeleton; an engine can move a bone from one place only.
    Mend: merge the two skeletons, or take the node out of one.
    Source: STAIK_skeletons, "Overview" (joints are unique to skeletons).
    """
    found = scope.fact(claims)
    first: dict[int, int] = {}
    for i, claim in enumerate(found.skeletons):
        for node, slot in claim.slots.items():
            other = first.setdefault(node, i)
            if other != i:
                yield shared_joint.at(place(i, "joints", slot), node=node, other=other)


@rule("STAIK-008", "error", "the node is a joint of skeleton {skeleton}, and {mark}")
def unmarked_joint(scope: Scope) -> Iterator[Finding]:
    """Every joint of a skeleton is marked with that skeleton.

    Why: readers go by the mark, and take a node without it for no joint.
    Mend: give the node `"extensions": {"STAIK_skeletons": {"skeleton": …}}`.
    Source: STAIK_skeletons, "Nodes and Joints".
    """
    found = scope.fact(claims)
    said: set[int] = set()
    for i, claim in enumerate(found.skeletons):
        for node in claim.slots:
            mark = found.marks.get(node)
            if mark != i and node not in said:
                said.add(node)
                words = "is not marked as one" if mark is None else f"is marked with skeleton {mark}"
                yield unmarked_joint.at(pointer("nodes", node), skeleton=i, mark=words)


@rule("STAIK-009", "error", "the node is marked with skeleton {skeleton}, which does not list it")
def unlisted_joint(scope: Scope) -> Iterator[Finding]:
    """Every node marked with a skeleton is among that skeleton's joints.

    Why: the mark and the list say the same; where they differ readers disagree.
    Mend: add the node to the skeleton's `joints`, or remove the mark.
    Source: STAIK_skeletons, "Nodes and Joints" and "Skeletons".
    """
    found = scope.fact(claims)
    for node, skeleton in found.marks.items():
        if node not in found.skeletons[skeleton].slots:
            yield unlisted_joint.at(pointer("nodes", node), skeleton=skeleton)


@dataclass(frozen=True, slots=True)
class Top:
    """A joint whose parent is not a joint of the same skeleton."""

    skeleton: int
    slot: int
    node: int
    parent: int | None


def tops(scope: Scope) -> list[Top]:
    """The tops of all skeletons: one each where all is well."""
    found = scope.fact(claims)
    return [
        Top(i, slot, node, scope.parents[node])
        for i, claim in enumerate(found.skeletons)
        for node, slot in claim.slots.items()
        if scope.parents[node] not in claim.slots
    ]


@rule("STAIK-011", "error", "node {node} {fault}, so it does not hang from the root through joints alone")
def gap(scope: Scope) -> Iterator[Finding]:
    """Every joint but the root is the child of another joint of the skeleton.

    Why: bones form one tree; what lies between two joints and is none would be lost with its transform.
    Mend: make the node between them a joint; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skeletons" (a complete subtree with a single root).
    """
    found = scope.fact(claims)
    spared: set[int] = set()
    for top in scope.fact(tops):
        root = found.skeletons[top.skeleton].root
        # A skeleton without a usable root is STAIK-004; its first top is taken for the root.
        if top.node == root or (root is None and top.skeleton not in spared):
            spared.add(top.skeleton)
            continue
        above = "has no parent" if top.parent is None else f"is a child of node {top.parent}, no joint of it"
        yield gap.at(place(top.skeleton, "joints", top.slot), node=top.node, fault=above)


@rule("STAIK-012", "error", "the parent of the root, node {parent}, is a joint of the skeleton")
def root_below_joint(scope: Scope) -> Iterator[Finding]:
    """The root of a skeleton is its topmost joint.

    Why: the skinned mesh follows the parent of the root, which must be outside the skeleton.
    Mend: name the topmost joint as `root`.
    Source: STAIK_skeletons, "Skeletons" (the root of the connected joint tree).
    """
    for i, claim in enumerate(scope.fact(claims).skeletons):
        parent = None if claim.root is None else scope.parents[claim.root]
        if parent is not None and parent in claim.slots:
            yield root_below_joint.at(place(i, "root"), parent=parent)


@rule("STAIK-013", "error", "skeleton {other} has the same root, node {root}")
def shared_root(scope: Scope) -> Iterator[Finding]:
    """No two skeletons have the same root.

    Why: the root is a joint, and a joint belongs to one skeleton.
    Mend: merge the two skeletons.
    Source: STAIK_skeletons, "Skeletons" (the root is unique).
    """
    first: dict[int, int] = {}
    for i, claim in enumerate(scope.fact(claims).skeletons):
        if claim.root is not None and first.setdefault(claim.root, i) != i:
            yield shared_root.at(place(i, "root"), other=first[claim.root], root=claim.root)
