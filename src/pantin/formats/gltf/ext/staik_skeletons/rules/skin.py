"""Rules about skins: their joints belong to the skeleton that owns them, and so does the root they name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pantin.formats.gltf.ext.staik_skeletons.claims import claims
from pantin.formats.gltf.model import Skin, get
from pantin.formats.gltf.rules import property, reference
from pantin.formats.gltf.rules import skin as core
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer, tokens
from pantin.report.wording import and_more

JOINT_RULES = (
    reference.unresolved_reference,
    property.duplicate_elements,
    core.skin_no_common_root,
    core.skin_skeleton_invalid,
)
BIND_RULES = (
    core.skin_ibm_accessor_with_bytestride,
    core.skin_ibm_invalid_format,
    core.invalid_ibm_accessor_count,
    core.accessor_invalid_ibm,
)
"""The rules of core glTF that skins are judged by, beside those about the shape of the JSON."""


def _joints_outside(scope: Scope, skin: int, known: Collection[int]) -> Iterator[tuple[int, int]]:
    """(place, node) of each joint of a skin that is a node, and not a known one."""
    given = scope.model.skins[skin]
    joints = (given.joints or ()) if given else ()
    strays = set(joints).difference(known)
    for slot, joint in enumerate(joints if strays else ()):
        if joint in strays and joint is not None and get(scope.model.nodes, joint) is not None:
            yield slot, joint


@rule("STAIK-017", "error", "node {node} is not marked as a joint")
def unmarked_skin_joint(scope: Scope) -> Iterator[Finding]:
    """Every joint of a skin is a node marked as a joint of a skeleton.

    Why: in a file that uses the extension, skeletons alone say what is a joint.
    Mend: add the node to the skeleton that owns the skin, and mark it; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skins".
    """
    found = scope.fact(claims)
    for at in range(len(scope.model.skins)) if found.used else ():
        for slot, joint in _joints_outside(scope, at, found.marked):
            yield unmarked_skin_joint.at(pointer("skins", at, "joints", slot), node=joint)


@rule("STAIK-018", "error", "node {node} is no joint of skeleton {skeleton}, which owns the skin")
def foreign_skin_joint(scope: Scope) -> Iterator[Finding]:
    """Every joint of a skin is a joint of the skeleton that owns the skin.

    Why: a skin is bound to one skeleton, and can use no bone of another.
    Mend: merge the skeletons, or name the one that has all these joints as owner.
    Source: STAIK_skeletons, "Skins" (all joints in the skin belong to the same skeleton).
    """
    found = scope.fact(claims)
    for at, owner in found.owners.items():
        for slot, joint in _joints_outside(scope, at, found.skeletons[owner].slots):
            where = pointer("skins", at, "joints", slot)
            yield foreign_skin_joint.at(where, node=joint, skeleton=owner)


@rule("STAIK-019", "error", 'the skin has no member "skeleton"')
def rootless_skin(scope: Scope) -> Iterator[Finding]:
    """In a file that uses the extension, every skin names the root of its skeleton as `skeleton`.

    Why: readers without the extension then hang the joints where the others do.
    Mend: give the skin `"skeleton"`: the root of the skeleton that owns it.
    Source: STAIK_skeletons, "Skins" (the optional property is now required).
    """
    if scope.fact(claims).used:
        for at, skin in enumerate(scope.model.skins):
            if skin is not None and "skeleton" not in scope.tree["skins"][at]:
                yield rootless_skin.at(pointer("skins", at))


@rule("STAIK-020", "error", "{named} is not the root of skeleton {skeleton}, which is node {root}{form}")
def other_root(scope: Scope) -> Iterator[Finding]:
    """A skin's `skeleton` is the root of the skeleton that owns it. The parent of the root is accepted, with
    a warning.

    Why: a later draft of the extension asked for the parent of the root; files of both kinds exist.
    Mend: name the root of the skeleton.
    Source: STAIK_skeletons, "Skins" (its value is the skeleton's root joint).
    """
    found = scope.fact(claims)
    for at, owner in found.owners.items():
        root = found.skeletons[owner].root
        skin = scope.model.skins[at]
        if skin is None or root is None or "skeleton" not in scope.tree["skins"][at]:
            continue
        stated = scope.tree["skins"][at]["skeleton"]
        if skin.skeleton == root:
            continue
        above = skin.skeleton is not None and skin.skeleton == scope.parents[root]
        form = "; it is the parent of it, as a later draft of the extension had it" if above else ""
        named = shown(stated) if skin.skeleton is None else f"node {skin.skeleton}"
        where = pointer("skins", at, "skeleton")
        finding = other_root.at(where, named=named, skeleton=owner, root=root, form=form)
        yield replace(finding, severity="warning") if above else finding


def core_errors(scope: Scope) -> dict[int, list[Finding]]:
    """The errors of core glTF in each skin that has some.

    The rules about references and roots go through the whole file, joint by joint; where one look at each
    skin finds nothing amiss they would find nothing.
    """
    sound = all(_is_sound(scope, skin) for skin in scope.model.skins)
    rules = BIND_RULES if sound else (*JOINT_RULES, *BIND_RULES)
    found = [*scope.document.shape_findings, *(one for each in rules for one in each(scope))]
    errors: dict[int, list[Finding]] = {}
    for finding in found:
        path = tokens(finding.pointer or "")
        if finding.severity == "error" and len(path) > 1 and path[0] == "skins":
            errors.setdefault(int(path[1]), []).append(finding)
    return errors


def _is_sound(scope: Scope, skin: Skin | None) -> bool:
    """Whether the joints, the root and the matrices of a skin are there, and the joints under that root."""
    nodes, accessors = scope.model.nodes, scope.model.accessors
    if skin is None or not skin.joints or None in skin.joints or max(skin.joints) >= len(nodes):  # type: ignore[type-var, operator]
        return False
    joints = [joint for joint in skin.joints if joint is not None and nodes[joint] is not None]
    top = scope.hierarchy.common_ancestor(joints)
    if top is None or len(set(joints)) < len(skin.joints):
        return False
    binds, root = skin.inverse_bind_matrices, skin.skeleton
    if (binds is not None and get(accessors, binds) is None) or (
        root is not None and get(nodes, root) is None
    ):
        return False
    return root is None or scope.hierarchy.is_within(top, root)


@rule("STAIK-029", "error", "the skin breaks {rule} of core glTF: {what}{more}")
def broken_skin(scope: Scope) -> Iterator[Finding]:
    """In a file that uses the extension, skins still keep every rule of core glTF.

    Why: the extension adds to skins; readers without it must be able to use them.
    Mend: mend what the rule named in the message asks for.
    Source: STAIK_skeletons, "Overview"; glTF 2.0 §3.7.3.
    """
    if scope.fact(claims).used:
        for at, errors in sorted(scope.fact(core_errors).items()):
            first, more = errors[0], and_more(len(errors))
            yield broken_skin.at(pointer("skins", at), rule=first.rule, what=first.message, more=more)
