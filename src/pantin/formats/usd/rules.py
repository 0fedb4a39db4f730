"""Rules about common defects of rigs in USD files. Pointers are prim paths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct, field

from pantin.formats.usd import gf
from pantin.formats.usd.lift.context import count_of, first_value, tokens_of
from pantin.maths import affine
from pantin.report import Finding, rule
from pantin.report.wording import counted, quoted

WEIGHT_SUM = 1e-3
"""How far from 1 the sum of weights may be: sums of weights with 8 bits, as files have them, miss it by less
than 4 · ½/255 … after UsdSkel's own normalisation in float32, by a few roundings."""


class Subjects(Struct, eq=False):
    """The prims checked by rules."""

    stage: Any
    roots: list[Any] = field(default_factory=list)
    skeletons: list[Any] = field(default_factory=list)
    animations: list[Any] = field(default_factory=list)
    shapes: list[Any] = field(default_factory=list)
    skinnable: list[Any] = field(default_factory=list)

    @classmethod
    def from_stage(cls, stage: Any) -> Subjects:
        from pxr import Usd, UsdGeom, UsdSkel

        subjects = cls(stage)
        for prim in stage.Traverse(Usd.TraverseInstanceProxies()):
            if prim.IsA(UsdSkel.Root):
                subjects.roots.append(prim)
            elif prim.IsA(UsdSkel.Skeleton):
                subjects.skeletons.append(prim)
            elif prim.IsA(UsdSkel.Animation):
                subjects.animations.append(prim)
            elif prim.IsA(UsdSkel.BlendShape):
                subjects.shapes.append(prim)
            elif prim.IsA(UsdGeom.PointBased) and prim.HasAPI(UsdSkel.BindingAPI):
                subjects.skinnable.append(prim)
        return subjects


def check_stage(stage: Any) -> list[Finding]:
    """The findings of all rules about the content of a stage."""
    subjects = Subjects.from_stage(stage)
    return [finding for each in RULES for finding in each(subjects)]


@rule("USD-UNBOUND", "warning", "{prim} has {what} that do not move it: {why}")
def unbound(subjects: Subjects) -> Iterator[Finding]:
    """Prim with joint influences is not bound to a skeleton.

    What: A prim has joint indices and weights, or blend shapes, but no `skel:skeleton` on it or on a
    prim above it names a Skeleton, no SkelRoot is above it, or a prim between the two is not Imageable.
    Why: The prim does not move. UsdSkel looks for bindings below a SkelRoot only, and there not below prims
    without a type, or with one that is not of UsdGeom.
    Fix: Set `skel:skeleton` of the prim, make the prim that holds the character a SkelRoot, and the prims
    between the two Xforms or Scopes.
    Source: UsdSkel, "Binding Skeletons" and "SkelRoot"; the traversal of UsdSkelCache::Populate.
    """
    from pxr import UsdSkel

    for prim in subjects.skinnable:
        api = UsdSkel.BindingAPI(prim)
        has_influences = api.GetJointIndicesPrimvar().HasAuthoredValue()
        if not has_influences and not api.GetBlendShapeTargetsRel().HasAuthoredTargets():
            continue
        what = "joint influences" if has_influences else "blend shapes"
        if (why := _why_unbound(prim)) is not None:
            yield unbound.at(str(prim.GetPath()), prim=_name_prim(prim), what=what, why=why)


def _why_unbound(prim: Any) -> str | None:
    """The reason why UsdSkel does not deform a prim; None if it does."""
    from pxr import UsdGeom, UsdSkel

    if not UsdSkel.BindingAPI(prim).GetInheritedSkeleton():
        return "no skel:skeleton names a Skeleton"
    root = UsdSkel.Root.Find(prim)
    if not root:
        return "no SkelRoot is above it"
    above = prim.GetParent()
    while above != root.GetPrim():
        if not above.IsA(UsdGeom.Imageable):
            return f"{quoted(above.GetName())} above it is not an Xform, a Scope or another prim of UsdGeom"
        above = above.GetParent()
    return None


@rule("USD-JOINT_TREE", "error", "the joints of {prim} do not form a tree: {why}")
def joint_tree(subjects: Subjects) -> Iterator[Finding]:
    """Joint paths do not form a tree.

    What: `joints` of a Skeleton lists a path twice, a path that is not valid, or a joint before its parent.
    Why: UsdSkel refuses the skeleton: nothing that is bound to it moves.
    Fix: List every joint once, after its parent, as a relative path: "hips", "hips/spine".
    Source: UsdSkelSkeleton, "joints"; UsdSkelTopology, `Validate`.
    """
    from pxr import Sdf

    for prim in subjects.skeletons:
        seen: set[str] = set()
        paths = tokens_of(prim.GetAttribute("joints"))
        every = set(paths)
        for path in paths:
            why = None
            if not path or not Sdf.Path.IsValidPathString(path):
                why = f"{quoted(path)} is not a valid path"
            elif path in seen:
                why = f"{quoted(path)} is listed twice"
            else:
                late = next(
                    (above for above in _ancestors(path) if above in every and above not in seen), None
                )
                why = late and f"{quoted(path)} is before its parent {quoted(late)}"
            if why:
                yield joint_tree.at(str(prim.GetPath()), prim=_name_prim(prim), why=why)
                break
            seen.add(path)


def _ancestors(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


@rule("USD-BIND_TRANSFORMS", "error", "the bindTransforms of {prim} {why}")
def bind_transforms(subjects: Subjects) -> Iterator[Finding]:
    """Bind transforms are missing, of the wrong number or singular.

    What: `bindTransforms` of a Skeleton must have one invertible matrix for each joint.
    Why: Skinning multiplies by their inverses. Without them, nothing that is bound to the skeleton moves.
    Fix: Write the transforms of the joints in the bind pose, in world space.
    Source: UsdSkelSkeleton, "bindTransforms".
    """
    for prim in subjects.skeletons:
        joints = tokens_of(prim.GetAttribute("joints"))
        matrices = gf.to_matrices(first_value(prim.GetAttribute("bindTransforms")))
        count = len(matrices)
        if not joints:
            continue
        why = None
        if count != len(joints):
            why = "are missing" if not count else f"have {count} matrices for {counted(len(joints), 'joint')}"
        else:
            bad = np.flatnonzero(affine.invert(matrices)[1])
            if len(bad):
                why = f"are singular at {quoted(str(joints[int(bad[0])]))} ({counted(len(bad), 'joint')})"
        if why:
            yield bind_transforms.at(str(prim.GetPath()), prim=_name_prim(prim), why=why)


@rule("USD-REST_TRANSFORMS", "warning", "the restTransforms of {prim} {why}")
def rest_transforms(subjects: Subjects) -> Iterator[Finding]:
    """Rest transforms are missing or of the wrong number.

    What: `restTransforms` of a Skeleton must have one matrix for each joint.
    Why: Joints that an animation does not move have no transform. UsdSkel then uses the animation only where
    it moves every joint; Pantin computes the rest pose from the bind pose.
    Fix: Write the local transforms of the joints at rest.
    Source: UsdSkelSkeleton, "restTransforms".
    """
    for prim in subjects.skeletons:
        joints = tokens_of(prim.GetAttribute("joints"))
        count = len(gf.to_matrices(first_value(prim.GetAttribute("restTransforms"))))
        if joints and count != len(joints):
            why = "are missing" if not count else f"have {count} matrices for {counted(len(joints), 'joint')}"
            yield rest_transforms.at(str(prim.GetPath()), prim=_name_prim(prim), why=why)


@rule("USD-ELEMENT_SIZE", "error", "the joint influences of {prim} are inconsistent: {why}")
def element_size(subjects: Subjects) -> Iterator[Finding]:
    """Number of joint influences does not fit the points.

    What: `jointIndices` and `jointWeights` need the same length: `elementSize` for each point, or
    `elementSize` in all where their interpolation is constant.
    Why: UsdSkel refuses to skin the prim.
    Fix: Set `elementSize` to the number of influences of each point, and fill up with weights of 0.
    Source: UsdSkelBindingAPI, "Joint Influences".
    """
    from pxr import UsdSkel

    for prim in subjects.skinnable:
        api = UsdSkel.BindingAPI(prim)
        why = _influence_fault(prim, api.GetJointIndicesPrimvar(), api.GetJointWeightsPrimvar())
        if why:
            yield element_size.at(str(prim.GetPath()), prim=_name_prim(prim), why=why)


def _influence_fault(prim: Any, indices: Any, weights: Any) -> str | None:
    from pxr import UsdGeom

    if not indices.HasAuthoredValue() and not weights.HasAuthoredValue():
        return None
    lengths = [count_of(each.GetAttr()) for each in (indices, weights)]
    sizes = [each.GetElementSize() for each in (indices, weights)]
    if sizes[0] != sizes[1]:
        return f"jointIndices have elementSize {sizes[0]}, jointWeights {sizes[1]}"
    if lengths[0] != lengths[1]:
        return f"there are {lengths[0]:,} jointIndices and {lengths[1]:,} jointWeights"
    if sizes[0] < 1 or lengths[0] % sizes[0]:
        return f"elementSize {sizes[0]} does not divide {lengths[0]:,}"
    points = count_of(UsdGeom.PointBased(prim).GetPointsAttr())
    expected = sizes[0] if indices.GetInterpolation() == "constant" else sizes[0] * points
    if lengths[0] != expected:
        return f"{counted(points, 'point')} with elementSize {sizes[0]} need {expected:,}, not {lengths[0]:,}"
    return None


@rule("USD-JOINT_INDEX", "error", "{prim} has joint index {index}, but {count}")
def joint_index(subjects: Subjects) -> Iterator[Finding]:
    """Joint index is out of range.

    What: `jointIndices` are positions in `skel:joints` of the prim, or else in `joints` of its Skeleton.
    Why: UsdSkel refuses to skin the prim.
    Fix: Correct the indices, or list the joints that they mean.
    Source: UsdSkelBindingAPI, "jointIndices".
    """
    from pxr import UsdSkel

    for prim in subjects.skinnable:
        api = UsdSkel.BindingAPI(prim)
        skeleton = api.GetInheritedSkeleton()
        own = tokens_of(api.GetJointsAttr())
        joints = own or (tokens_of(skeleton.GetJointsAttr()) if skeleton else None)
        indices = gf.to_array(first_value(api.GetJointIndicesPrimvar().GetAttr()), dtype=np.int64)
        if joints is None or not len(indices):
            continue
        lowest, highest = int(indices.min()), int(indices.max())
        if lowest < 0 or highest >= len(joints):
            index = lowest if lowest < 0 else highest
            count = f"there are {counted(len(joints), 'joint')}"
            yield joint_index.at(str(prim.GetPath()), prim=_name_prim(prim), index=index, count=count)


@rule(
    "USD-WEIGHTS",
    "warning",
    "the weights of {points} of {prim} do not sum to 1 (first: point {first}, {sum:.4g})",
)
def weights_not_one(subjects: Subjects) -> Iterator[Finding]:
    """Joint weights do not sum to 1.

    What: The weights of each point, or of the whole prim where they are constant, should sum to 1.
    Why: UsdSkel uses them as they are: points with a smaller sum are drawn towards the origin.
    Fix: Divide the weights of each point by their sum (`UsdSkel.NormalizeWeights`).
    Source: UsdSkelBindingAPI, "jointWeights": they should be normalised.
    """
    from pxr import UsdSkel

    for prim in subjects.skinnable:
        primvar = UsdSkel.BindingAPI(prim).GetJointWeightsPrimvar()
        weights = gf.to_array(first_value(primvar.GetAttr()), dtype=np.float64)
        size = primvar.GetElementSize()
        if not len(weights) or size < 1 or len(weights) % size:
            continue
        sums = weights.reshape(-1, size).sum(axis=1)
        off = np.flatnonzero(~(np.abs(sums - 1) <= WEIGHT_SUM))
        if len(off):
            yield weights_not_one.at(
                str(prim.GetPath()),
                points=counted(len(off), "point"),
                prim=_name_prim(prim),
                first=int(off[0]),
                sum=float(sums[off[0]]),
            )


@rule("USD-BLEND_SHAPE_SIZE", "error", "{shape} of {prim} {why}")
def blend_shape_size(subjects: Subjects) -> Iterator[Finding]:
    """Offsets of a blend shape do not fit the points.

    What: `offsets` needs an entry for each of `pointIndices`, or for each point of the prim without them;
    `normalOffsets` likewise. Point indices must be points of the prim.
    Why: UsdSkel refuses the shape: it moves nothing.
    Fix: Export the shape again with the points of the prim that it belongs to.
    Source: UsdSkelBlendShape, "offsets" and "pointIndices".
    """
    from pxr import UsdGeom, UsdSkel

    for prim in subjects.skinnable:
        points = count_of(UsdGeom.PointBased(prim).GetPointsAttr())
        for target in UsdSkel.BindingAPI(prim).GetBlendShapeTargetsRel().GetTargets():
            shape = UsdSkel.BlendShape(subjects.stage.GetPrimAtPath(target))
            why = _shape_fault(shape, points) if shape else "does not exist"
            if why:
                name = f"blend shape {quoted(target.name)}"
                yield blend_shape_size.at(str(target), shape=name, prim=_name_prim(prim), why=why)


def _shape_fault(shape: Any, points: int) -> str | None:
    indices = gf.to_array(first_value(shape.GetPointIndicesAttr()), dtype=np.int64)
    if len(indices) and (indices.min() < 0 or indices.max() >= points):
        bad = int(indices.min() if indices.min() < 0 else indices.max())
        return f"has point index {bad:,}, but there are {counted(points, 'point')}"
    wanted = len(indices) or points
    what = counted(wanted, "point index" if len(indices) else "point")
    for name, attribute in (
        ("offsets", shape.GetOffsetsAttr()),
        ("normalOffsets", shape.GetNormalOffsetsAttr()),
    ):
        count = count_of(attribute)
        if count != wanted and (count or name == "offsets"):
            return f"has {count:,} {name} for {what}"
    for inbetween in shape.GetInbetweens():
        count = len(inbetween.GetOffsets() or ())
        if count != wanted:
            return f"has {count:,} offsets in an in-between for {what}"
    return None


@rule("USD-BLEND_SHAPE_TARGETS", "error", "{prim} has {names} and {targets}")
def blend_shape_targets(subjects: Subjects) -> Iterator[Finding]:
    """Blend shapes and their targets differ in number.

    What: `skel:blendShapes` of a prim names one shape for each target of `skel:blendShapeTargets`.
    Why: UsdSkel refuses the blend shapes of the prim.
    Fix: Write both in the same order and number.
    Source: UsdSkelBindingAPI, "skel:blendShapeTargets".
    """
    from pxr import UsdSkel

    for prim in subjects.skinnable:
        api = UsdSkel.BindingAPI(prim)
        names = len(tokens_of(api.GetBlendShapesAttr()))
        targets = len(api.GetBlendShapeTargetsRel().GetTargets())
        if names != targets:
            yield blend_shape_targets.at(
                str(prim.GetPath()),
                prim=_name_prim(prim),
                names=counted(names, "blend shape name"),
                targets=counted(targets, "target"),
            )


@rule("USD-ANIMATION_SIZE", "error", "{animation} has {count} for {expected}")
def animation_size(subjects: Subjects) -> Iterator[Finding]:
    """Animation has values for another number of joints.

    What: `translations`, `rotations` and `scales` of a SkelAnimation need one value for each of `joints`, and
    `blendShapeWeights` one for each of `blendShapes`, in each sample.
    Why: UsdSkel ignores the animation.
    Fix: Write all arrays in the order and number of `joints`.
    Source: UsdSkelAnimation.
    """
    for prim in subjects.animations:
        joints = len(tokens_of(prim.GetAttribute("joints")))
        shapes = len(tokens_of(prim.GetAttribute("blendShapes")))
        parts = (("translations", 3), ("rotations", 4), ("scales", 3))
        names = [(name, joints, "joint", width) for name, width in parts]
        for name, expected, noun, width in [*names, ("blendShapeWeights", shapes, "blend shape", None)]:
            attribute = prim.GetAttribute(name)
            if not expected and not attribute.HasAuthoredValue():
                continue
            sampled = [attribute.Get(time) for time in attribute.GetTimeSamples()]
            values = [value for value in sampled if value is not None] or [attribute.Get()]  # None: a block
            counts = {len(gf.to_array(value, width)) for value in values}  # none of values of another type
            for count in sorted(counts - {expected}):
                yield animation_size.at(
                    str(prim.GetPath()),
                    animation=_name_prim(prim),
                    count=f"{count:,} {name}",
                    expected=counted(expected, noun),
                )


@rule("USD-JOINT_ORDER", "warning", "{animation} moves {joints}, which {skeleton} does not have")
def joint_order(subjects: Subjects) -> Iterator[Finding]:
    """Animation moves joints that its skeleton does not have.

    What: `joints` of a SkelAnimation names joints by the same paths as `joints` of the Skeleton that is bound
    to it. The order may differ, and it may have fewer.
    Why: Values for other joints are ignored; the joints that were meant stay at rest.
    Fix: Use the joint paths of the Skeleton.
    Source: UsdSkelAnimation, "joints"; UsdSkelAnimMapper.
    """
    from pxr import UsdSkel

    for prim in subjects.skeletons:
        source = UsdSkel.BindingAPI(prim).GetInheritedAnimationSource()
        if not source or not source.IsA(UsdSkel.Animation):
            continue
        known = set(tokens_of(prim.GetAttribute("joints")))
        others = [joint for joint in tokens_of(source.GetAttribute("joints")) if joint not in known]
        if others:
            joints = f"{quoted(others[0])}" + (
                f" and {counted(len(others) - 1, 'other joint')}" if others[1:] else ""
            )
            yield joint_order.at(
                str(source.GetPath()), animation=_name_prim(source), joints=joints, skeleton=_name_prim(prim)
            )


@rule(
    "USD-TIME_RANGE",
    "warning",
    "{prim} has samples from {first:g} to {last:g}, but the stage plays {start:g} to {end:g}",
)
def time_range(subjects: Subjects) -> Iterator[Finding]:
    """Time samples are outside the range of the stage.

    What: An animation has samples before `startTimeCode` or after `endTimeCode` of the root layer.
    Why: Players stop at the end of the range: a part of the motion does not show.
    Fix: Set `startTimeCode` and `endTimeCode` to the first and the last sample.
    Source: UsdStage, "startTimeCode" and "endTimeCode".
    """
    stage = subjects.stage
    if not stage.HasAuthoredTimeCodeRange():
        return
    start, end = float(stage.GetStartTimeCode()), float(stage.GetEndTimeCode())
    for prim in subjects.animations:
        times = [time for attribute in prim.GetAttributes() for time in attribute.GetTimeSamples()]
        if times and (min(times) < start - SAME_TIME or max(times) > end + SAME_TIME):
            yield time_range.at(
                str(prim.GetPath()),
                prim=_name_prim(prim),
                first=min(times),
                last=max(times),
                start=start,
                end=end,
            )


SAME_TIME = 1e-6
"""Time codes closer than this count as equal."""


def _name_prim(prim: Any) -> str:
    return f"{prim.GetTypeName()} {quoted(prim.GetName())}"


RULES = (
    unbound,
    joint_tree,
    bind_transforms,
    rest_transforms,
    element_size,
    joint_index,
    weights_not_one,
    blend_shape_targets,
    blend_shape_size,
    animation_size,
    joint_order,
    time_range,
)
