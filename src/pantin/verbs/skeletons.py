"""`derive_skeletons` and `strip_skeletons`: add explicit skeletons to an asset, and remove them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pantin.base.errors import BadFile
from pantin.report import Report
from pantin.verbs.asset import Asset
from pantin.verbs.editing import edit_of

if TYPE_CHECKING:
    from pantin.formats.gltf.model_edits import SkeletonExtension
    from pantin.operations.edit.skeletons import DerivedSkeletons, Merge
    from pantin.rig import Rig, Skeleton


class JointOutline(Struct, frozen=True, omit_defaults=True):
    """A joint: the node, its parent among the joints, and its index in each skin that lists it.

    promoted  whether the node becomes a joint
    added     whether the node is new
    """

    node: int
    name: str | None
    parent: int | None
    promoted: bool
    skins: dict[str, int]
    added: bool = False


class SkeletonOutline(Struct, frozen=True):
    """A skeleton, its joints from the root down."""

    index: int
    name: str | None
    root: int
    skins: list[int]
    joints: list[JointOutline]


class WithSkeletons(Asset):
    """An asset with explicit skeletons; `skeletons` lists them, joint by joint."""

    skeletons: list[SkeletonOutline]


def derive_skeletons(
    asset: Asset | Rig, *, as_: SkeletonExtension = "staik", merge: Merge = "overlap", fix: bool = False
) -> WithSkeletons:
    """The asset with explicit skeletons, derived from its skins.

    as_    the extension that stores them: "staik" (`STAIK_skeletons`) or "khr" (`KHR_skeleton_bone`)
    merge  which skins share a skeleton: those whose joints "overlap"; also those that are children of a joint
           of another ("touching"); also those that are children of one node ("siblings"). For "staik" only:
           in `KHR_skeleton_bone`, bones that touch are one skeleton
    fix    add a root node if the joints of a skin have no common root; "khr" always adds those it needs

    Returns a copy. Raises `BadFile`, whose report says why, if no skeletons can be derived, and `Unsupported`
    for a format without skeletons.

    >>> asset = pantin.load("examples/skeletons/plain.gltf")
    >>> [len(skeleton.joints) for skeleton in pantin.derive_skeletons(asset).skeletons]
    [3, 1]
    >>> [skeleton.root for skeleton in pantin.derive_skeletons(asset, as_="khr").skeletons]
    [0]
    """
    if as_ not in ("staik", "khr"):
        raise ValueError(f'as_ must be "staik" or "khr", not {as_!r}')
    if as_ == "khr" and merge != "overlap":
        raise ValueError('merge goes with as_="staik" only: as "khr", bones that touch are one skeleton')
    asset = Asset.of(asset)
    derive = edit_of(asset, "derive_skeletons")
    document = asset.document.copy()
    derivation = derive(document, merge, fix, as_)
    if derivation.refused:
        findings = asset.format.locate(document, derivation.refused)
        raise BadFile(Report(asset.path, asset.kind, tuple(findings)))
    result = WithSkeletons(asset.path, asset.format, document=document, findings=asset.carried)
    result.skeletons = outline_skeletons(derivation.rig, derivation.derived)
    return result


def strip_skeletons(asset: Asset | Rig) -> Asset:
    """A copy of the asset without explicit skeletons; its skins keep their bind pose.

    >>> asset = pantin.load("examples/skeletons/explicit.gltf")
    >>> pantin.strip_skeletons(asset).rig.skeletons
    ()
    """
    asset = Asset.of(asset)
    strip = edit_of(asset, "strip_skeletons")
    document = asset.document.copy()
    strip(document)
    return Asset(asset.path, asset.format, document=document, findings=asset.carried)


def outline_skeletons(rig: Rig, derived: DerivedSkeletons) -> list[SkeletonOutline]:
    """The skeletons of a rig. New nodes have no name."""
    parents = dict(enumerate(rig.nodes.parents.tolist()))
    parents |= {below: root.node for root in derived.roots for below in root.below}
    slots: dict[int, dict[str, int]] = {}
    for index, skin in enumerate(rig.skins):
        for slot, joint in enumerate(skin.joints.tolist()):
            slots.setdefault(joint, {}).setdefault(str(index), slot)
    promoted = set(derived.promoted) | {root.node for root in derived.roots}
    outlines = []
    for index, skeleton in enumerate(derived.skeletons):
        owned = [skin for skin, owner in enumerate(derived.owners) if owner == index]
        joints = [
            JointOutline(
                joint,
                rig.nodes.names[joint] if joint < len(rig.nodes) else None,
                None if joint == skeleton.root else parents[joint],
                joint in promoted,
                slots.get(joint, {}),
                joint >= len(rig.nodes),
            )
            for joint in _parents_first(skeleton, parents)
        ]
        outlines.append(SkeletonOutline(index, skeleton.name, int(skeleton.root), owned, joints))
    return outlines


def _parents_first(skeleton: Skeleton, parents: dict[int, int]) -> list[int]:
    """The joints, each after its parent; a file may list them in any order."""
    children: dict[int, list[int]] = {}
    for joint in skeleton.joints.tolist():
        if joint != skeleton.root:
            children.setdefault(parents[joint], []).append(joint)
    order, waiting = [], [int(skeleton.root)]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(children.get(order[-1], []))
    return order
