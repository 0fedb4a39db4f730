"""Skeletons lifted into the rig, and the skins they own, with the binds that the extension gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.ext.staik_skeletons import NAME
from pantin.formats.gltf.ext.staik_skeletons.claims import Claim, Claims, as_index
from pantin.maths import affine
from pantin.rig import Doubles, InvalidRig, Node, Rig, Skeleton, Skin, build

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.lift.draft import Draft
    from pantin.formats.gltf.lift.source import Source


def lift(source: Source, draft: Draft) -> None:
    """Give the draft the skeletons of the file, and its skins those that own them."""
    draft.skeletons, draft.skins = owned(source, draft.nodes, draft.skins)


def owned(source: Source, nodes: Sequence[Node], skins: Sequence[Skin]) -> tuple[list[Skeleton], list[Skin]]:
    """The skeletons of the file, and the skins, each with the skeleton that owns it.

    A skin without matrices that is owned is bound as the scene rests, in the space of the parent of the
    skeleton's root; the skeleton's own matrices have no part in that. A skin that no skeleton of the file
    owns, or that has a joint outside the one it names, stays as core glTF has it. A skeleton that is not one
    tree of joints of its own is left out, and those behind it move up.
    """
    found = Claims(source.document.tree, source.model)
    if not found.skeletons:
        return [], list(skins)
    places: dict[int, int] = {}
    taken: set[int] = set()
    given: list[Skeleton] = []
    parents = [node.parent for node in nodes]
    for index, claim in enumerate(found.skeletons):
        fault = _fault(claim, parents, taken)
        if fault:
            source.leave_out(("extensions", NAME, "skeletons", index), f"skeleton {index}", fault)
            continue
        assert claim.root is not None
        places[index] = len(given)
        taken.update(claim.slots)
        binds = _inverse_binds(source, index, claim)
        given.append(Skeleton(np.fromiter(claim.slots, np.int64), claim.root, binds, claim.name))
    try:
        built = build(nodes=nodes, skeletons=given).skeletons
    except InvalidRig:
        # A node of numbers that are not finite: `lift` comes back here with nodes that a rig can have.
        return [], list(skins)
    owners = {skin: places[owner] for skin, owner in found.owners.items() if owner in places}
    rests = {owner: _Rest(owner, built[owner]) for owner in set(owners.values())}
    return given, [
        _owned(source, at, one, rests[owners[at]]) if at in owners else one for at, one in enumerate(skins)
    ]


def _fault(claim: Claim, parents: Sequence[int], taken: set[int]) -> str:
    """Why a claim is no skeleton; empty if it is one."""
    if claim.root is None or not claim.joints or None in claim.joints:
        return "its root or a joint is no node of the file"
    if len(claim.slots) < len(claim.joints):
        return "it lists a joint twice"
    if claim.root not in claim.slots:
        return "its root is not among its joints"
    if taken & claim.slots.keys():
        return f"node {min(taken & claim.slots.keys())} is a joint of another skeleton"
    loose = [joint for joint in claim.slots if parents[joint] not in claim.slots and joint != claim.root]
    if loose:
        return f"joint {loose[0]} does not hang from another joint"
    return "its root hangs from another joint" if parents[claim.root] in claim.slots else ""


def unfinished(document: Document, rig: Rig) -> list[Skeleton]:
    """The skeletons of a file that `owned` left out and that list some nodes: they can be made whole."""
    there = {(one.root, *one.joints.tolist()) for one in rig.skeletons}
    found = []
    for claim in Claims(document.tree, document.model).skeletons:
        if claim.slots and (claim.root, *(claim.joints or ())) not in there:
            joints = np.fromiter(claim.slots, np.int64)
            root = int(joints[0]) if claim.root is None else claim.root
            found.append(Skeleton(joints, root, name=claim.name))
    return found


def _inverse_binds(source: Source, index: int, claim: Claim) -> Doubles | None:
    """The skeleton's own matrices, by the order of its joints; None where it has none that can be used."""
    members = claim.members or {}
    if "inverseBindMatrices" not in members:
        return None
    accessor = as_index(members["inverseBindMatrices"], len(source.model.accessors))
    try:
        if accessor is None:
            raise BadAccessor("undefined", "there is no such accessor")
        matrices = source.values(accessor)
        if matrices.shape[1:] != (4, 4) or len(matrices) < len(claim.slots):
            raise BadAccessor("undefined", f"accessor {accessor} has no matrix for each joint")
        with np.errstate(invalid="ignore"):  # a signalling NaN
            used = matrices[: len(claim.slots), :3].astype(np.float64)
        if not np.isfinite(used).all():
            raise BadAccessor("undefined", f"accessor {accessor} holds a number that is not finite")
    except BadAccessor as fault:
        place = ("extensions", NAME, "skeletons", index, "inverseBindMatrices")
        source.leave_out(place, "the bind pose of a skeleton", str(fault))
        return None
    return used


class _Rest:
    """Where the joints of skeleton `index` rest, in the space of the parent of its root; inverted once for
    all skins it owns.
    """

    def __init__(self, index: int, skeleton: Skeleton) -> None:
        self.index = index
        self.slots = {joint: slot for slot, joint in enumerate(skeleton.joints.tolist())}
        self.skeleton = skeleton

    @cached_property
    def inverses(self) -> tuple[Doubles, NDArray[np.bool_]]:
        """The inverse of each rest map, and which are singular."""
        return affine.invert(self.skeleton.rest_transforms())


def _owned(source: Source, index: int, skin: Skin, rest: _Rest) -> Skin:
    joints = skin.joints.tolist()
    if not joints or not rest.slots.keys() >= set(joints):
        return skin
    if skin.inverse_binds is not None:
        return replace(skin, skeleton=rest.index)
    slots = [rest.slots[joint] for joint in joints]
    inverses, singular = rest.inverses
    if singular[slots].any():
        what = f"the bind of joint {joints[int(np.argmax(singular[slots]))]}"
        source.leave_out(("skins", index), what, "at rest the joint flattens space; the identity is used")
    return replace(skin, skeleton=rest.index, inverse_binds=inverses[slots])
