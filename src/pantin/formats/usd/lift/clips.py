"""Read animated skeletons and prim transforms as clips. A variant set `animation` on the default prim, as the
writer creates it, gives one clip per variant. A SkelAnimation not bound to any skeleton becomes a separate
clip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.formats.usd import gf
from pantin.formats.usd.conventions import ANIMATION, CLIP_INDEX, CLIP_NAME
from pantin.formats.usd.lift.context import Context, display_name, size_of, tokens_of
from pantin.formats.usd.lift.skeletons import ReadShapes, ReadSkeleton
from pantin.formats.usd.lift.stage import StageReader
from pantin.formats.usd.lift.transforms import EXACT, PARTS, keys_of, part_channels, prim_channels
from pantin.maths import affine, quaternion
from pantin.report.wording import counted, quoted
from pantin.rig import Channel, Clip, Doubles
from pantin.rig.transform import compose_local


def read_clips(reader: StageReader, chosen: Mapping[str, str]) -> list[Clip]:
    """The clips of a stage; an animation without samples updates the rest pose in `reader` instead."""
    return _ClipReader(reader).read(chosen)


class _ClipReader:
    def __init__(self, reader: StageReader) -> None:
        self._reader, self._context, self._stage = reader, reader.context, reader.context.stage
        self._used: set[str] = set()

    def read(self, chosen: Mapping[str, str]) -> list[Clip]:
        root = self._stage.GetDefaultPrim()
        names = root.GetVariantSets().GetVariantSet(ANIMATION).GetVariantNames() if root else []
        if len(names) < 2 or ANIMATION in chosen:
            self._apply_static()
            clips = [clip for clip in (self._clip_now(None),) if clip is not None]
        else:
            self._apply_static_weights_of_all()
            clips = self._variant_clips(str(root.GetPath()), list(names))
        return clips if ANIMATION in chosen else [*clips, *self._unbound_clips()]

    def _variant_clips(self, root: str, names: list[str]) -> list[Clip]:
        """A clip for each variant, in the order of their custom data, else by name."""
        from pxr import Usd

        stage, clips = self._stage, []
        with Usd.EditContext(stage, stage.GetSessionLayer()):
            selected = stage.GetPrimAtPath(root).GetVariantSet(ANIMATION).GetVariantSelection()
            for number, name in enumerate(names):
                stage.GetPrimAtPath(root).GetVariantSet(ANIMATION).SetVariantSelection(name)
                index = stage.GetPrimAtPath(root).GetCustomDataByKey(CLIP_INDEX)
                clip = self._clip_now(name) or Clip((), name)
                clips.append((index if isinstance(index, int) else number, clip))
            stage.GetPrimAtPath(root).GetVariantSet(ANIMATION).SetVariantSelection(selected)
        return [clip for _, clip in sorted(clips, key=lambda item: item[0])]

    def _clip_now(self, name: str | None) -> Clip | None:
        """The animation of the stage with the selected variants; None if there is none."""
        channels: list[Channel] = []
        for node, path in self._reader.prims.items():
            channels += prim_channels(self._context, self._stage.GetPrimAtPath(path), node)
        named = []
        for path, skeleton in self._reader.skeletons.items():
            animation = self._animation_of(path)
            if animation is not None:
                own = self._animation_channels(skeleton, path, animation)
                channels += own
                named += [display_name(animation.GetPrim())] if own else []
        root = self._stage.GetDefaultPrim()
        stated_name = root.GetCustomDataByKey(CLIP_NAME) if root else None
        marked = root and root.HasCustomDataKey(CLIP_INDEX)  # then a clip without a name has none
        title = (
            stated_name
            if isinstance(stated_name, str)
            else None
            if marked
            else name or (named[0] if named else None)
        )
        return Clip(tuple(_one_per_property(channels)), title) if channels else None

    def _animation_of(self, skeleton: str) -> Any:
        """The SkelAnimation bound to a skeleton, directly or through an ancestor prim."""
        from pxr import UsdSkel

        prim = UsdSkel.BindingAPI(self._stage.GetPrimAtPath(skeleton)).GetInheritedAnimationSource()
        if not prim:
            return None
        self._used.add(str(prim.GetPath()))
        return UsdSkel.Animation(prim) if prim.IsA(UsdSkel.Animation) else None

    def _unbound_clips(self) -> list[Clip]:
        """Clips from animations not bound to any skeleton, for the skeletons with their joints."""
        from pxr import Usd, UsdSkel

        clips = []
        for prim in self._stage.Traverse(Usd.TraverseInstanceProxies()):
            if not prim.IsA(UsdSkel.Animation) or str(prim.GetPath()) in self._used:
                continue
            animation = UsdSkel.Animation(prim)
            path = self._skeleton_for(animation)
            if path is None:
                self._context.drop("animation", prim, "a SkelAnimation that fits no Skeleton")
                continue
            channels = self._animation_channels(self._reader.skeletons[path], path, animation)
            if channels:
                clips.append(Clip(tuple(_one_per_property(channels)), display_name(prim)))
        return clips

    def _skeleton_for(self, animation: Any) -> str | None:
        """The first skeleton with all joints of an animation; for an animation without joints, the first with
        one of its blend shapes."""
        joints = set(tokens_of(animation.GetJointsAttr()))
        tokens = set(tokens_of(animation.GetBlendShapesAttr()))
        for path, skeleton in self._reader.skeletons.items():
            shapes = {
                each for item in self._reader.blended if item.skeleton == path for each in item.shapes.tokens
            }
            if joints <= set(skeleton.joints) and (joints or tokens & shapes):
                return path
        return None

    def _animation_channels(self, skeleton: ReadSkeleton, path: str, animation: Any) -> list[Channel]:
        channels = self._joint_channels(skeleton, animation)
        for blended in self._reader.blended:
            if blended.skeleton == path:
                channels += self._weight_channels(blended.node, blended.shapes, animation)
        return channels

    def _joint_channels(self, skeleton: ReadSkeleton, animation: Any) -> list[Channel]:
        joints = tokens_of(animation.GetJointsAttr())
        sampled = _joint_samples(self._context, animation, joints)
        if sampled is None:
            return []  # UsdSkel needs all three, of the right size; a rule reports it
        channels: list[Channel] = []
        longest: Channel | None = None
        slots = {joint: index for index, joint in enumerate(skeleton.joints)}
        for column, joint in enumerate(joints):
            if joint not in slots:
                continue
            slot = slots[joint]
            rest = affine.decompose(skeleton.rest[slot])[:3]
            if skeleton.added.is_added(slot):
                self._report_added(animation, joint, rest, [values[:, column] for _, values in sampled])
                continue
            own = skeleton.added.parts(slot, [values[:, column] for _, values in sampled])
            for number, (codes, _) in enumerate(sampled):
                parts = [np.broadcast_to(part, (len(codes), len(part))) for part in rest]
                parts[number] = own[number]
                node = skeleton.nodes[slot]
                channels += part_channels(self._context, node, codes, tuple(parts), rest)  # type: ignore[arg-type]
                if longest is None or _ends_after(self._context.seconds(codes[-1]), [longest]):
                    longest = next(
                        iter(keys_of(self._context, node, PARTS[number], codes, parts[number])), longest
                    )
        if longest is not None and _ends_after(longest.times[-1], channels) and len(longest.times) > 1:
            channels.append(longest)  # parts at rest are dropped; the clip still takes as long
        return channels

    def _report_added(
        self, animation: Any, joint: str, rest: tuple[Doubles, ...], parts: list[Doubles]
    ) -> None:
        """Report the animation of a joint that was added for the scale or bind transform of another joint."""
        if any(np.abs(values - at_rest).max() > EXACT for values, at_rest in zip(parts, rest, strict=True)):
            what = f"the motion of joint {quoted(joint)}, which is part of the joint above it"
            self._context.drop("animation", animation.GetPrim(), what)

    def _weight_channels(self, node: int, shapes: ReadShapes, animation: Any) -> list[Channel]:
        tokens = tokens_of(animation.GetBlendShapesAttr())
        attribute = animation.GetBlendShapeWeightsAttr()
        sampled = _samples(self._context, attribute, (len(tokens),))
        if sampled is None:
            return []
        codes, values = sampled
        mine = _of_tokens(shapes.tokens, tokens, values)
        codes, mine = _with_crossings(codes, mine, shapes)
        weights = shapes.weights(mine.astype(np.float32))
        if not attribute.GetNumTimeSamples() and np.array_equal(weights[0], self._reader.blend_weights(node)):
            return []  # as at rest
        return keys_of(self._context, node, "weights", codes, weights)

    def _apply_static_weights_of_all(self) -> None:
        """Use the constant weights of bound animations as rest weights."""
        for path in self._reader.skeletons:
            animation = self._animation_of(path)
            if animation is not None:
                self._apply_static_weights(path, animation)

    def _apply_static(self) -> None:
        """Use an animation without samples as the rest pose: joint transforms and blend weights."""
        for path, skeleton in self._reader.skeletons.items():
            animation = self._animation_of(path)
            if animation is not None:
                self._apply_static_joints(skeleton, animation)
                self._apply_static_weights(path, animation)

    def _apply_static_joints(self, skeleton: ReadSkeleton, animation: Any) -> None:
        joints = tokens_of(animation.GetJointsAttr())
        if not joints or any(each.GetNumTimeSamples() for each in _joint_attributes(animation)):
            return
        sampled = _joint_samples(self._context, animation, joints)
        if sampled is None:
            return
        slots = {joint: index for index, joint in enumerate(skeleton.joints)}
        for column, joint in enumerate(joints):
            if joint in slots and not skeleton.added.is_added(slots[joint]):
                own = [values[0, column] for _, values in sampled]
                parts = skeleton.added.parts(slots[joint], own)
                skeleton.rest[slots[joint]] = compose_local(*parts)
                node = skeleton.nodes[slots[joint]]
                self._reader.nodes[node] = replace(
                    self._reader.nodes[node],
                    matrix=None,
                    translation=parts[0],
                    rotation=parts[1],
                    scale=parts[2],
                )

    def _apply_static_weights(self, path: str, animation: Any) -> None:
        attribute = animation.GetBlendShapeWeightsAttr()
        tokens = tokens_of(animation.GetBlendShapesAttr())
        value = attribute.Get()
        static_weights = gf.to_array(value)[None]
        if static_weights.shape != (1, len(tokens)) or not np.isfinite(static_weights).all():
            return
        for blended in self._reader.blended:
            if blended.skeleton == path:
                weights = blended.shapes.weights(_of_tokens(blended.shapes.tokens, tokens, static_weights))[0]
                if weights.any():
                    self._reader.set_blend_weights(blended.node, weights)


UNIT = 1e-4
"""Rotations whose lengths differ more than this from 1 are not unit: text files have four digits."""


def _joint_attributes(animation: Any) -> tuple[Any, Any, Any]:
    return animation.GetTranslationsAttr(), animation.GetRotationsAttr(), animation.GetScalesAttr()


def _joint_samples(context: Context, animation: Any, joints: list[str]) -> list[_Samples] | None:
    """Samples of the translations, rotations and scales of joints; None if any has a wrong size or type."""
    samples = [
        _samples(context, attribute, (len(joints), numbers))
        for attribute, numbers in zip(_joint_attributes(animation), (3, 4, 3), strict=True)
    ]
    sampled = [each for each in samples if each is not None]
    if len(sampled) < len(samples):
        return None
    codes, rotations = sampled[1]
    lengths = np.linalg.norm(rotations, axis=-1)
    off = np.argwhere(np.abs(lengths - 1) > UNIT)
    if len(off):
        frame, column = off[0]
        length, joint = lengths[frame, column], quoted(joints[column])
        first = f"first: {length:.4g} instead of 1, of joint {joint} at time code {codes[frame]:g}"
        what = f"the lengths of {counted(len(off), 'rotation')} ({first})"
        context.drop("animation", animation.GetPrim(), what)
    sampled[1] = codes, quaternion.normalize(rotations)
    return sampled


_Samples: TypeAlias = tuple[Doubles, Doubles]


def _samples(context: Context, attribute: Any, shape: tuple[int, ...]) -> _Samples | None:
    """Time codes and (F, *shape) values of an array attribute; a constant value is at the start of the stage.
    None if any value has a wrong size or type."""
    sampled = {code: attribute.Get(code) for code in attribute.GetTimeSamples()}
    context.count_samples(len(sampled) * max(1, shape[0]))
    blocked = [code for code, value in sampled.items() if value is None]
    if blocked:
        where = f"{counted(len(blocked), 'value block')} of {attribute.GetName()}"
        context.drop("animation", attribute.GetPrim(), f"{where} (first: time code {blocked[0]:g})")
    codes = [code for code in sampled if code not in blocked]
    values = [sampled[code] for code in codes]
    if not codes:
        codes, values = [context.start], [attribute.Get()]
    if not codes or any(size_of(value) != shape[0] for value in values):
        return None
    try:
        array = np.array([np.asarray(value, np.float64) for value in values])
    except (TypeError, ValueError):  # values of another type
        return None
    is_readable = array.shape[1:] == shape and np.isfinite(array).all()
    return (np.array(codes, np.float64), array) if is_readable else None


def _ends_after(seconds: float, channels: list[Channel]) -> bool:
    """Whether a time is after the last key of all channels."""
    return all(np.float32(seconds) > channel.times[-1] for channel in channels)


def _of_tokens(wanted: list[str], tokens: list[str], values: NDArray[Any]) -> NDArray[Any]:
    """The columns for some blend shapes; zeros for those missing in the animation."""
    index_of = {token: index for index, token in enumerate(tokens)}
    chosen = np.zeros((len(values), len(wanted)), values.dtype)
    for column, token in enumerate(wanted):
        if token in index_of:
            chosen[:, column] = values[:, index_of[token]]
    return chosen


def _with_crossings(codes: Doubles, values: Doubles, shapes: ReadShapes) -> tuple[Doubles, Doubles]:
    """Add samples where the weight of a shape passes one of its in-betweens, because the blend of sub-shapes
    changes slope there."""
    added = []
    for column, bends in shapes.bends.items():
        for bend in bends:
            before, after = values[:-1, column] - bend, values[1:, column] - bend
            crossing = np.flatnonzero(before * after < 0)
            part = before[crossing] / (before[crossing] - after[crossing])
            added.append(codes[crossing] + part * (codes[crossing + 1] - codes[crossing]))
    if not added:
        return codes, values
    every = np.union1d(codes, np.concatenate(added))
    return every, np.stack([np.interp(every, codes, column) for column in values.T], axis=1)


def _one_per_property(channels: list[Channel]) -> list[Channel]:
    """The channels, keeping only the first for each property of a node."""
    by_property: dict[tuple[int, str], Channel] = {}
    for channel in channels:
        by_property.setdefault((channel.node, channel.property), channel)
    return list(by_property.values())
