"""Write clips: a SkelAnimation for each skeleton, and transform samples for other nodes. Variants choose a
clip. Local opinions would override variants, so every property that any clip animates is authored in each
variant."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.formats.usd import gf
from pantin.formats.usd.conventions import ANIMATION, CLIP_INDEX, CLIP_NAME
from pantin.formats.usd.lower import scales
from pantin.formats.usd.lower.key_times import sample_times, turn_times
from pantin.formats.usd.lower.skeletons import PlannedSkeleton
from pantin.formats.usd.lower.writer import TIME_CODES_PER_SECOND, StageWriter, joint_paths
from pantin.formats.usd.names import Siblings
from pantin.maths import affine, quaternion
from pantin.motion import sample, world_transforms
from pantin.rig import Channel, Clip, Doubles, Pose, Poses
from pantin.rig.transform import has_shear

PATHS = ("translation", "rotation", "scale")


class ClipWriter:
    """Writes the clips of a rig to its stage, and the transforms of its nodes."""

    def __init__(self, writer: StageWriter) -> None:
        self._writer, self.rig, self.stage = writer, writer.rig, writer.stage
        self._channels: dict[int, dict[int, list[Channel]]] = {}
        for number, clip in enumerate(self.rig.clips):
            by_node: dict[int, list[Channel]] = {}
            for channel in clip.channels:
                by_node.setdefault(channel.node, []).append(channel)
            self._channels[number] = by_node
        self._moving = {
            node
            for by_node in self._channels.values()
            for node, channels in by_node.items()
            if any(channel.property != "weights" for channel in channels)
        }
        self._ops = {node: self._define_ops(node) for node in writer.prims}
        self._attached = [
            (node, anchor, TransformOps(prim, parts=not sheared, matrix=sheared))
            for node, anchor, prim in writer.attached
            for sheared in (has_shear(self._relative(self.rig.rest_pose(), node, anchor)[0]),)
        ]
        self.half_error = 0.0
        """The largest relative error of an animated scale from rounding to 16 bits."""

    def write(self) -> None:
        rig = self.rig
        animations = {number: self._write_animations(number) for number in range(len(rig.clips))}
        rest = self._write_rest_weights() if not rig.clips else {}
        root = self.stage.GetPrimAtPath(self._writer.root)
        for node in self._ops:
            if node not in self._moving or len(rig.clips) == 1:
                self._write_rest(node)
        if len(rig.clips) < 2:
            self._bind_animations(animations.get(0, rest))
            for number in range(len(rig.clips)):
                self._write_samples(number)
            if rig.clips:
                self._mark_clip(root, 0)
        else:
            self._write_variants(root, animations)
        if not rig.clips:
            self._write_attached(None)
        else:
            last = max(clip.duration for clip in rig.clips)
            self.stage.SetStartTimeCode(0.0)
            self.stage.SetEndTimeCode(last * TIME_CODES_PER_SECOND)

    def _write_variants(self, root: Any, animations: dict[int, dict[str, str]]) -> None:
        variants = root.GetVariantSets().AddVariantSet(ANIMATION)
        names, chosen = Siblings(), []
        for number, clip in enumerate(self.rig.clips):
            chosen.append(names.claim(clip.name, f"clip_{number}"))
            variants.AddVariant(chosen[-1])
            variants.SetVariantSelection(chosen[-1])
            with variants.GetVariantEditContext():
                self._bind_animations(animations[number])
                for node in self._moving & set(self._ops):
                    self._write_rest(node)
                self._write_samples(number)
                self._mark_clip(root, number)
        variants.SetVariantSelection(chosen[0])

    def _mark_clip(self, root: Any, number: int) -> None:
        """Store the index and name of the selected clip."""
        root.SetCustomDataByKey(CLIP_INDEX, number)
        name = self.rig.clips[number].name
        if name is not None:
            root.SetCustomDataByKey(CLIP_NAME, name)

    def _bind_animations(self, animations: dict[str, str]) -> None:
        from pxr import UsdSkel

        for _, path in self._writer.skeletons:
            source = UsdSkel.BindingAPI(self.stage.GetPrimAtPath(path)).CreateAnimationSourceRel()
            source.SetTargets([animations[path]] if path in animations else [])

    # Nodes that are prims

    def _define_ops(self, node: int) -> TransformOps | None:
        """The transform ops of a node; None if it always is the identity."""
        nodes = self.rig.nodes
        prim = self.stage.GetPrimAtPath(self._writer.prims[node])
        properties = {
            channel.property for by_node in self._channels.values() for channel in by_node.get(node, [])
        } - {"weights"}
        if not properties and np.array_equal(nodes.local[node], affine.identity(3)):
            return None
        sheared = bool(nodes.general[node]) and has_shear(nodes.local[node])
        if sheared and properties <= {"translation"}:
            return TransformOps(prim, parts=bool(properties), matrix=True)
        return TransformOps(prim, parts=True, matrix=False)

    def _write_rest(self, node: int) -> None:
        ops, nodes = self._ops[node], self.rig.nodes
        if ops is None:
            return
        assert nodes.rotations is not None
        rest = self.rig.rest_pose()
        local = nodes.local[node].copy()
        if ops.translate is not None:
            local[:, 3] = 0.0
        ops.set_matrix(local)
        ops.set_parts(rest.translations[node], rest.rotations[node], rest.scales[node])

    def _write_samples(self, number: int) -> None:
        """Write the samples of a clip for nodes that are prims."""
        by_node = self._channels[number]
        for node, ops in self._ops.items():
            channels = [each for each in by_node.get(node, []) if each.property != "weights"]
            if ops is None or not channels:
                continue
            for name in PATHS:
                own = [each for each in channels if each.property == name]
                times = sample_times(own)
                if len(times):
                    values = self._parts(number, node, times, own)[name]
                    if name == "rotation":
                        times = turn_times(times, values)
                        values = self._parts(number, node, times, own)[name]
                    ops.write_samples(name, times * TIME_CODES_PER_SECOND, values)
        self._write_attached(number)

    def _sample(self, number: int, times: Doubles, channels: list[Channel]) -> Poses:
        """Sample channels of a clip at given times."""
        clip = self.rig.clips[number]
        return sample(self.rig, Clip(tuple(channels), clip.name), times)

    def _parts(self, number: int, node: int, times: Doubles, channels: list[Channel]) -> dict[str, Doubles]:
        """Sample the transform parts of a node at given times."""
        poses = self._sample(number, times, channels)
        parts = (poses.translations[:, node], poses.rotations[:, node], poses.scales[:, node])
        return dict(zip(PATHS, parts, strict=True))

    def _write_attached(self, number: int | None) -> None:
        """Write cameras and lights that follow a joint: the transform of the joint, sampled at keys."""
        for node, anchor, ops in self._attached:
            channels = [] if number is None else self._channels_above(number, node, anchor)
            times = sample_times(channels)
            if number is None or not len(times):
                times, poses = np.zeros(0), Poses.stack([self.rig.rest_pose()])
            else:
                times = dense_times(times)
                poses = self._sample(number, times, channels)
            local = self._relative(poses, node, anchor)
            if ops.matrix is not None:
                ops.write_matrices(times * TIME_CODES_PER_SECOND, local)
                continue
            translations, rotations, scale = affine.decompose(local)[:3]
            for name, values in zip(PATHS, (translations, rotations, scale), strict=True):
                ops.write_samples(name, times * TIME_CODES_PER_SECOND, values)

    def _channels_above(self, number: int, node: int, anchor: int) -> list[Channel]:
        """The channels of a node and its ancestors below the anchor."""
        channels: list[Channel] = []
        while node != anchor:
            channels += [each for each in self._channels[number].get(node, []) if each.property != "weights"]
            node = int(self.rig.nodes.parents[node])
        return channels

    def _relative(self, poses: Pose | Poses, node: int, anchor: int) -> Doubles:
        """(F, 3, 4) transforms of a node from an ancestor."""
        world = np.atleast_3d(world_transforms(self.rig, poses))
        world = world.reshape(-1, len(self.rig.nodes), 3, 4)
        return (
            world[:, node]
            if anchor < 0
            else affine.multiply(affine.invert(world[:, anchor])[0], world[:, node])
        )

    # Skeletons

    def _write_animations(self, number: int) -> dict[str, str]:
        """Write the SkelAnimations of a clip; returns their paths by skeleton path."""
        written = {}
        for plan, path in self._writer.skeletons:
            joints = [
                index
                for index, joint in enumerate(plan.joints)
                if joint.offset is None
                and joint.node in self._channels[number]
                and joint.node in self._moving
            ]
            instances = self._blended_instances(path)
            if joints or self._has_weights(instances, number):
                written[path] = self._write_animation(number, plan, path, joints, instances)
        return written

    def _blended_instances(self, skeleton: str) -> list[int]:
        """The instances with blend shapes bound to a skeleton."""
        return [index for path, index in self._writer.tokens if path == skeleton]

    def _has_weights(self, instances: list[int], number: int | None) -> bool:
        rest = self.rig.rest_pose().blend
        channels = {} if number is None else self._channels[number]
        moved = (self.rig.instances[index].node in channels for index in instances)
        return any(rest[index].any() for index in instances) or any(moved)

    def _write_rest_weights(self) -> dict[str, str]:
        """Without clips, write animations with rest weights of blend shapes, because USD stores them nowhere
        else."""
        written = {}
        for plan, path in self._writer.skeletons:
            instances = self._blended_instances(path)
            if self._has_weights(instances, None):
                written[path] = self._write_animation(None, plan, path, [], instances)
        return written

    def _write_animation(
        self,
        number: int | None,
        plan: PlannedSkeleton,
        skeleton: str,
        joints: list[int],
        instances: list[int],
    ) -> str:
        from pxr import UsdSkel

        name = "rest" if number is None else self.rig.clips[number].name
        path = self._writer.claim(skeleton, name, f"clip_{number}")
        animation = UsdSkel.Animation.Define(self.stage, path)
        if name is not None and name != animation.GetPrim().GetName():
            animation.GetPrim().SetDisplayName(name)
        if number is not None and joints:
            self._write_joints(animation, number, plan, joints)
        if instances:
            self._write_weights(animation, number, skeleton, instances)
        return path

    def _write_joints(self, animation: Any, number: int, plan: PlannedSkeleton, joints: list[int]) -> None:
        paths, _ = joint_paths(self.rig, plan)
        animation.CreateJointsAttr([paths[index] for index in joints])
        nodes = [plan.joints[index].node for index in joints]
        channels = [each for node in nodes for each in self._channels[number][node]]
        for column, name in enumerate(PATHS):
            own = [each for each in channels if each.property == name]
            times = sample_times(own)
            poses = self._sample(number, times, own) if len(times) else Poses.stack([self.rig.rest_pose()])
            sampled = (poses.translations[:, nodes], poses.rotations[:, nodes].copy(), poses.scales[:, nodes])
            values = scales.parts_of_joints(plan, joints, *sampled)[column]
            if len(times) > 2 and (values == values[0]).all():  # it holds still, for as long as it takes
                times, values = times[[0, -1]], values[:2]
            self._write_array(animation, name, times, values)

    def _write_array(self, animation: Any, name: str, times: Doubles, values: Doubles) -> None:
        attribute = {
            "translation": animation.CreateTranslationsAttr,
            "rotation": animation.CreateRotationsAttr,
            "scale": animation.CreateScalesAttr,
        }[name]()
        if name == "scale":
            with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
                error = np.abs(values.astype(np.float16) / values - 1)
            self.half_error = max(self.half_error, float(np.nanmax(error, initial=0.0)))
        kind = "Vec3h" if name == "scale" else "Vec3f"
        elements = [gf.quaternions(row) if name == "rotation" else gf.vectors(row, kind) for row in values]
        if not len(times):
            attribute.Set(elements[0])
        for time, each in zip((times * TIME_CODES_PER_SECOND).tolist(), elements, strict=False):
            attribute.Set(each, time)

    def _write_weights(self, animation: Any, number: int | None, skeleton: str, instances: list[int]) -> None:
        animation.CreateBlendShapesAttr(
            [token for index in instances for token in self._writer.tokens[skeleton, index]]
        )
        nodes = {self.rig.instances[index].node for index in instances}
        channels = (
            []
            if number is None
            else [
                each
                for node in nodes
                for each in self._channels[number].get(node, [])
                if each.property == "weights"
            ]
        )
        times = sample_times(channels)
        attribute = animation.CreateBlendShapeWeightsAttr()
        rest = self.rig.rest_pose().blend
        attribute.Set(gf.numbers(np.concatenate([rest[index] for index in instances])))
        if number is not None and len(times):
            poses = self._sample(number, times, channels)
            values = np.concatenate([poses.blend[index] for index in instances], axis=1)
            for time, each in zip((times * TIME_CODES_PER_SECOND).tolist(), values, strict=True):
                attribute.Set(gf.numbers(each), time)


ATTACHED_RATE = 60.0
"""Samples per second for a camera or light on a joint: its transform is a product over several nodes, and not
linear between keys."""


def dense_times(times: Doubles) -> Doubles:
    """Insert times so that neighbours are at most a frame apart."""
    count = int(np.ceil((times[-1] - times[0]) * ATTACHED_RATE))
    return np.union1d(times, np.linspace(times[0], times[-1], count + 1))


class TransformOps:
    """The transform ops of a prim: translate, orient and scale, a matrix, or a translation and a matrix."""

    def __init__(self, prim: Any, *, parts: bool, matrix: bool) -> None:
        from pxr import UsdGeom

        xformable, single = UsdGeom.Xformable(prim), UsdGeom.XformOp.PrecisionFloat
        self.translate = xformable.AddTranslateOp() if parts else None
        self.orient = xformable.AddOrientOp(single) if parts and not matrix else None
        self.scale = xformable.AddScaleOp(single) if parts and not matrix else None
        self.matrix = xformable.AddTransformOp() if matrix else None

    def set_parts(self, translation: Doubles, rotation: Doubles, scale: Doubles) -> None:
        """The constant parts."""
        for name, values in (("translation", translation), ("rotation", rotation), ("scale", scale)):
            self.write_samples(name, np.zeros(0), values[None])

    def set_matrix(self, local: Doubles) -> None:
        """The constant matrix."""
        self.write_matrices(np.zeros(0), local[None])

    def write_samples(self, name: str, times: Doubles, values: Doubles) -> None:
        """(F, k) values of a part at (F,) time codes; without times, the first is its constant value."""
        from pxr import Gf

        op = {"translation": self.translate, "rotation": self.orient, "scale": self.scale}[name]
        if op is not None:
            values = quaternion.normalize(values) if name == "rotation" else values
            rows = values.tolist()
            if name == "rotation":
                elements = [Gf.Quatf(w, x, y, z) for x, y, z, w in rows]
            else:
                kind = Gf.Vec3d if name == "translation" else Gf.Vec3f
                elements = [kind(*row) for row in rows]
            _write(op, times, elements)

    def write_matrices(self, times: Doubles, matrices: Doubles) -> None:
        """(F, 3, 4) matrices at (F,) time codes; without times, the first is the constant one."""
        if self.matrix is not None:
            _write(self.matrix, times, [gf.matrix(each) for each in matrices])


def _write(op: Any, times: Doubles, values: list[Any]) -> None:
    if not len(times):
        op.Set(values[0])
        return
    for time, value in zip(times.tolist(), values, strict=True):
        op.Set(value, time)
