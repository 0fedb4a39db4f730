"""Lift skeletons into the rig, with the skins they own and their binds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.ext.staik_skeletons.model import SkeletonObjects, StatedSkeleton
from pantin.formats.gltf.extension_names import SKELETONS as NAME
from pantin.formats.gltf.lift.nodes import without_views
from pantin.maths import affine
from pantin.rig import Doubles, InvalidRig, Node, Rig, Skeleton, Skin, build

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.lift.source import Draft, Source


def lift(source: Source, draft: Draft) -> None:
    """Set the skeletons of the draft, and the owner of each skin."""
    draft.skeletons, draft.skins = lift_skeletons(source, draft.nodes, draft.skins)


def lift_skeletons(
    source: Source, nodes: Sequence[Node], skins: Sequence[Skin]
) -> tuple[list[Skeleton], list[Skin]]:
    """The skeletons of the file, and the skins, each with the skeleton that owns it.

    A skin without matrices that is owned is bound as the scene rests, in the space of the parent of the
    skeleton's root; the skeleton's own matrices are not used. A skin without an owner, or with a
    joint outside its owner, stays as in core glTF. A skeleton that is not a tree of its joints is
    skipped, and those after it move up.
    """
    stated = SkeletonObjects(source.document, source.extended(NAME))
    if not stated.skeletons:
        return [], list(skins)
    new_indices: dict[int, int] = {}
    taken: set[int] = set()
    skeletons: list[Skeleton] = []
    parents = [node.parent for node in nodes]
    for index, skeleton in enumerate(stated.skeletons):
        fault = _fault(skeleton, parents, taken)
        if fault:
            source.skip(("extensions", NAME, "skeletons", index), f"skeleton {index}", fault)
            continue
        assert skeleton.root is not None
        new_indices[index] = len(skeletons)
        taken.update(skeleton.slots)
        binds = _inverse_binds(source, index, skeleton)
        skeletons.append(Skeleton(np.fromiter(skeleton.slots, np.int64), skeleton.root, binds, skeleton.name))
    try:
        built = build(nodes=without_views(nodes), skeletons=skeletons).skeletons
    except InvalidRig:
        # A node with numbers that are not finite: `lift` calls again with valid nodes.
        return [], list(skins)
    owners = {skin: new_indices[owner] for skin, owner in stated.owners.items() if owner in new_indices}
    rests = {owner: _Rest(owner, built[owner]) for owner in set(owners.values())}
    return skeletons, [
        _bind_to_owner(source, index, skin, rests[owners[index]]) if index in owners else skin
        for index, skin in enumerate(skins)
    ]


def _fault(skeleton: StatedSkeleton, parents: Sequence[int], taken: set[int]) -> str:
    """The fault of a skeleton; empty if it is valid."""
    if skeleton.root is None or not skeleton.joints or None in skeleton.joints:
        return "its root or a joint does not exist"
    if len(skeleton.slots) < len(skeleton.joints):
        return "it lists a joint more than once"
    if skeleton.root not in skeleton.slots:
        return "its root is not among its joints"
    if taken & skeleton.slots.keys():
        return f"node {min(taken & skeleton.slots.keys())} is a joint of another skeleton"
    loose = [
        joint for joint in skeleton.slots if parents[joint] not in skeleton.slots and joint != skeleton.root
    ]
    if loose:
        return f"the parent of joint {loose[0]} is not one of its joints"
    return "the parent of its root is one of its joints" if parents[skeleton.root] in skeleton.slots else ""


def incomplete_skeletons(document: Document, rig: Rig) -> list[Skeleton]:
    """The skipped skeletons of a file that list some nodes and could be completed."""
    lifted = {(skeleton.root, *skeleton.joints.tolist()) for skeleton in rig.skeletons}
    incomplete = []
    for skeleton in SkeletonObjects(document).skeletons:
        if skeleton.slots and (skeleton.root, *(skeleton.joints or ())) not in lifted:
            joints = np.fromiter(skeleton.slots, np.int64)
            root = int(joints[0]) if skeleton.root is None else skeleton.root
            incomplete.append(Skeleton(joints, root, name=skeleton.name))
    return incomplete


def _inverse_binds(source: Source, index: int, skeleton: StatedSkeleton) -> Doubles | None:
    """The skeleton's own matrices, in joint order; None if it has no usable ones."""
    if not skeleton.states_matrices:
        return None
    accessor = skeleton.matrices
    try:
        if accessor is None or accessor >= len(source.model.accessors):
            raise BadAccessor("undefined", "there is no such accessor")
        matrices = source.values(accessor)
        if matrices.shape[1:] != (4, 4) or len(matrices) < len(skeleton.slots):
            raise BadAccessor("undefined", f"accessor {accessor} does not have a matrix for each joint")
        with np.errstate(invalid="ignore"):  # a signalling NaN
            used = matrices[: len(skeleton.slots), :3].astype(np.float64)
        if not np.isfinite(used).all():
            raise BadAccessor("undefined", f"accessor {accessor} has a number that is not finite")
    except BadAccessor as fault:
        path = ("extensions", NAME, "skeletons", index, "inverseBindMatrices")
        source.skip(path, "the bind pose of a skeleton", str(fault))
        return None
    return used


class _Rest:
    """The rest transforms of the joints of skeleton `index`, relative to the parent of its root; inverted
    once for all skins that it owns.
    """

    def __init__(self, index: int, skeleton: Skeleton) -> None:
        self.index = index
        self.slots = {joint: slot for slot, joint in enumerate(skeleton.joints.tolist())}
        self.skeleton = skeleton

    @cached_property
    def inverses(self) -> tuple[Doubles, NDArray[np.bool_]]:
        """The inverse of each rest transform, and a flag for singular ones."""
        return affine.invert(self.skeleton.rest_transforms())


def _bind_to_owner(source: Source, index: int, skin: Skin, rest: _Rest) -> Skin:
    joints = skin.joints.tolist()
    if not joints or not rest.slots.keys() >= set(joints):
        return skin
    if skin.inverse_binds is not None:
        return replace(skin, skeleton=rest.index)
    slots = [rest.slots[joint] for joint in joints]
    inverses, singular = rest.inverses
    if singular[slots].any():
        what = f"the bind of joint {joints[int(np.argmax(singular[slots]))]}"
        source.skip(("skins", index), what, "the joint has zero scale at rest; the identity is used")
    return replace(skin, skeleton=rest.index, inverse_binds=inverses[slots])
