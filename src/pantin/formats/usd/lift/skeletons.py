"""Read skeletons, bound prims and blend shapes, as UsdSkel resolves them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.usd import gf
from pantin.formats.usd.conventions import JOINT_NAMES
from pantin.formats.usd.lift.added_joints import AddedJoints, read_added
from pantin.formats.usd.lift.context import Context, display_name, first_value, tokens_of
from pantin.maths import affine
from pantin.rig import BlendShape, Deltas, Doubles, Influences


class ReadSkeleton(Struct, eq=False):
    """A skeleton: its prim, the query of UsdSkel, joints with names and parents, and its bind pose.

    rest   (J, 3, 4) local transforms at rest
    binds  (J, 3, 4) bind transforms in the space of the skeleton; None where it has none that fits
    added  which joints are parts of the nodes of others
    nodes  the node of each joint, once there are nodes
    """

    prim: Any
    query: Any
    joints: list[str]
    names: list[str]
    parents: list[int]
    rest: Doubles
    binds: Doubles | None
    added: AddedJoints
    nodes: list[int] = field(default_factory=list)


class ReadBinding(Struct, eq=False):
    """How a prim is bound: the path of its skeleton, joints (of the skeleton, −1 for one that it lacks) for
    its influences, the transform of its geometry, one joint where it follows that alone, and the node
    of one more joint that moves points to the origin of the skeleton."""

    skeleton: str
    joints: list[int]
    influences: Influences | None
    geom_bind: Doubles
    dual_quaternions: bool
    rigid_joint: int | None
    origin: int | None = None


def read_skeleton(prim: Any, query: Any) -> ReadSkeleton | None:
    """Read a skeleton; None if its joints are not the paths of a tree."""
    if not query:
        return None
    topology = query.GetTopology()
    if not topology.Validate():
        return None
    joints = [str(joint) for joint in query.GetJointOrder()]
    parents = [int(topology.GetParent(index)) for index in range(len(joints))]
    names = [joint.rpartition("/")[2] for joint in joints]
    stated_names = prim.GetAttribute("jointNames").Get()
    if stated_names is not None and len(stated_names) == len(joints):
        names = [str(name) for name in stated_names]
    own = prim.GetCustomDataByKey(JOINT_NAMES)
    if own is not None and len(own) == len(joints):
        names = [str(name) for name in own]
    binds = _transforms(prim, "bindTransforms", len(joints))
    rest = _transforms(prim, "restTransforms", len(joints))
    if rest is None:
        rest = (
            _rest_of_binds(parents, binds)
            if binds is not None
            else np.tile(affine.identity(3), (len(joints), 1, 1))
        )
    added = read_added(prim, parents, rest)
    return ReadSkeleton(prim, query, joints, names, parents, *added.place(rest, binds), added)


def _transforms(prim: Any, name: str, count: int) -> Doubles | None:
    matrices = gf.to_matrices(first_value(prim.GetAttribute(name)))
    return matrices if count and len(matrices) == count and np.isfinite(matrices).all() else None


def _rest_of_binds(parents: Sequence[int], binds: Doubles) -> Doubles:
    """Local transforms derived from the bind pose, for a skeleton without a rest pose."""
    inverse = affine.invert(binds)[0]
    rest = binds.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            rest[joint] = affine.multiply(inverse[parent], binds[joint])
    return rest


def read_binding(prim: Any, query: Any, skeleton: ReadSkeleton, points: int) -> ReadBinding | None:
    """The influences of a prim; None if they do not fit, or without points."""
    if not points or not query or not query.HasJointInfluences() or skeleton.binds is None:
        return None
    order = query.GetJointOrder()
    slots = {joint: index for index, joint in enumerate(skeleton.joints)}
    joints = list(range(len(slots))) if order is None else [slots.get(str(joint), -1) for joint in order]
    width = int(query.GetNumInfluencesPerComponent())
    indices = gf.to_array(first_value(query.GetJointIndicesPrimvar().GetAttr()), dtype=np.int64)
    weights = gf.to_array(first_value(query.GetJointWeightsPrimvar().GetAttr()))
    rigid = query.IsRigidlyDeformed()
    if rigid:
        indices, weights = np.tile(indices[:width], points), np.tile(weights[:width], points)
    whole = width > 0 and len(indices) == len(weights) == width * points
    if not whole or not np.isfinite(weights).all() or not ((indices >= 0) & (indices < len(joints))).all():
        return None
    geom_bind = gf.from_rows(np.array(query.GetGeomBindTransform(), np.float64))
    alone = rigid and width == 1 and weights[0] == 1.0 and joints[int(indices[0])] >= 0
    influences = _sparse(indices.reshape(-1, width), weights.reshape(-1, width))
    rigid_joint = joints[int(indices[0])] if alone else None
    return ReadBinding(
        str(skeleton.prim.GetPath()),
        *_needed_joints(skeleton.added, joints, influences),
        geom_bind,
        str(query.GetSkinningMethod()) == "dualQuaternion",
        rigid_joint,
    )


def _needed_joints(
    added: AddedJoints, joints: list[int], influences: Influences
) -> tuple[list[int], Influences]:
    """The joints of a skin, without those added for other skins, and its influences by them."""
    used = {joints[slot] for slot in np.unique(influences.joints).tolist()}
    left_out = added.left_out(used)
    kept = [slot for slot, joint in enumerate(joints) if joint not in left_out]
    new_slots = np.zeros(len(joints), np.int64)
    new_slots[kept] = np.arange(len(kept))
    return [joints[slot] for slot in kept], influences.replace(joints=new_slots[influences.joints])


SUM = 1e-5
"""The largest difference from 1 of a sum of weights without a visible effect."""


def without_weight(influences: Influences) -> NDArray[np.float64]:
    """The amount by which the weights of each point fall short of 1; zero within rounding."""
    points = len(influences.offsets) - 1
    rows = np.repeat(np.arange(points), np.diff(influences.offsets))
    missing = 1 - np.bincount(rows, influences.weights, points)
    return np.where(np.abs(missing) > SUM, missing, 0.0)


def with_remainder(influences: Influences, joint: int) -> Influences:
    """The influences, with the missing weight of each point assigned to another joint."""
    missing = without_weight(influences)
    lacking = np.flatnonzero(missing)
    ends = influences.offsets[1:].astype(np.int64)[lacking]
    joints = np.insert(influences.joints, ends, joint)
    weights = np.insert(influences.weights, ends, missing[lacking].astype(influences.weights.dtype))
    added = np.concatenate([[0], np.cumsum(missing != 0)])
    return Influences(influences.offsets + added, joints, weights)


def _sparse(indices: NDArray[np.int64], weights: NDArray[np.float32]) -> Influences:
    """The influences with non-zero weight."""
    kept = weights != 0
    offsets = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    return Influences(offsets, indices[kept], weights[kept])


class ReadShapes(Struct, eq=False):
    """The blend shapes of a prim: for each of its sub-shapes (in-betweens too) a name and a shape; `tokens`
    are the names in animations of the shapes that they belong to, `query` blends between them, and `bends`
    are the weights at which the blend of a shape with in-betweens changes. `columns` has the index of each
    sub-shape of the query."""

    tokens: list[str]
    names: list[str]
    shapes: list[BlendShape]
    query: Any
    bends: dict[int, list[float]]
    columns: dict[int, int]

    def weights(self, weights: NDArray[np.float32]) -> Doubles:
        """Expand shape weights to all sub-shapes, (F, tokens) → (F, shapes)."""
        result = np.zeros((len(weights), len(self.shapes)))
        from pxr import Vt

        for row, stated in zip(result, weights, strict=True):
            computed = self.query.ComputeSubShapeWeights(
                Vt.FloatArray.FromNumpy(np.ascontiguousarray(stated))
            )
            sub_weights, _, sub_shapes = computed
            for weight, shape in zip(sub_weights, sub_shapes, strict=True):
                if shape in self.columns:
                    row[self.columns[shape]] += weight
        return result


def read_shapes(context: Context, prim: Any, points: int) -> ReadShapes | None:
    """The blend shapes of a prim; None without valid ones."""
    from pxr import UsdSkel

    binding = UsdSkel.BindingAPI(prim)
    tokens = tokens_of(binding.GetBlendShapesAttr())
    targets = binding.GetBlendShapeTargetsRel().GetTargets()
    if not tokens or len(targets) != len(tokens):
        return None
    query = UsdSkel.BlendShapeQuery(binding)
    whole = query.ComputeSubShapeWeights([1.0] * len(tokens))
    primary = {int(shape) for shape, weight in zip(whole[2], whole[0], strict=True) if weight}
    names: list[str] = []
    shapes: list[BlendShape] = []
    bends: dict[int, list[float]] = {}
    columns: dict[int, int] = {}
    for number in range(query.GetNumSubShapes()):
        inbetween = query.GetInbetween(number)
        if not inbetween and number not in primary:
            continue  # the shape of weight 0, which moves nothing
        owner = query.GetBlendShapeIndex(number)
        shape = UsdSkel.BlendShape(query.GetBlendShape(owner))
        name = display_name(shape.GetPrim())
        if inbetween:
            name = f"{name}_{inbetween.GetAttr().GetBaseName()}"
            bends.setdefault(owner, [0.0, 1.0]).append(float(inbetween.GetWeight()))
            what = f"split the in-betweens of {shape.GetPrim().GetName()}"
            context.drop("inbetween", shape.GetPrim(), what)
        columns[number] = len(shapes)
        names.append(name)
        shapes.append(_read_shape(shape, inbetween or shape, points, bool(inbetween)))
    if not shapes:
        return None
    return ReadShapes(tokens, names, shapes, query, bends, columns)


def _read_shape(shape: Any, source: Any, points: int, is_inbetween: bool) -> BlendShape:
    """Offsets of a shape; those that do not fit the points are skipped, and a rule reports them."""
    indices = gf.to_array(first_value(shape.GetPointIndicesAttr()), dtype=np.int64)
    if is_inbetween:
        offsets = gf.to_array(source.GetOffsets(), 3)
        normals = gf.to_array(source.GetNormalOffsets(), 3)
    else:
        offsets = gf.to_array(first_value(source.GetOffsetsAttr()), 3)
        normals = gf.to_array(first_value(source.GetNormalOffsetsAttr()), 3)
    if len(indices) and not (indices.min() >= 0 and indices.max() < points):
        return BlendShape()
    return BlendShape(_deltas(offsets, indices, points), _deltas(normals, indices, points))


def _deltas(values: NDArray[Any], indices: NDArray[np.int64], points: int) -> Deltas | None:
    wanted = len(indices) or points
    if len(values) != wanted or not np.isfinite(values).all():
        return None
    return Deltas(values, indices if len(indices) else None)
