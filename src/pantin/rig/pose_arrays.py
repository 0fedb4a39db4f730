"""Poses of arrays: translations, rotations, scales and blend weights of one pose, or of a batch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.rig.arrays import Doubles, OnlyIn3D, doubles, read_only
from pantin.rig.names import find_index, names_of
from pantin.rig.surface_arrays import refuse_angles, unit_quaternion
from pantin.rig.transform import compose_local, decompose_nearest, has_shear

if TYPE_CHECKING:
    from pantin.rig.pose import Pose, Poses
    from pantin.rig.rig import Rig

BlendWeights = ArrayLike | Sequence[ArrayLike] | Mapping[str, ArrayLike]
"""Weights of blend shapes: of the only mesh that has any, of every instance, or by the names of shapes."""


def compose_poses(
    base: Pose | Poses,
    *,
    translations: ArrayLike | None = None,
    rotations: ArrayLike | None = None,
    scales: ArrayLike | None = None,
    blend_weights: BlendWeights | None = None,
    nodes: Iterable[int | str] | None = None,
    relative: bool = False,
) -> Pose | Poses:
    """`base` with other arrays; a batch if one of them is. Rows are those of `nodes`, or of all nodes."""
    from pantin.rig.pose import Poses

    rig = base.rig
    rows = _node_rows(rig, nodes)
    components = _given_parts(base, rows, translations, rotations, scales, relative)
    weights = None if blend_weights is None else _weights(base, blend_weights)
    counts = {array.shape[0] for array in components.values() if array.ndim == 3}
    counts |= {array.shape[0] for array in weights or () if array.ndim == 2}
    if isinstance(base, Poses):
        counts.add(len(base))
    if len(counts) > 1:
        raise ValueError(f"the arrays have different numbers of poses: {', '.join(map(str, sorted(counts)))}")
    whole = base if isinstance(base, Poses) or not counts else _repeat(base, counts.pop())
    if weights is not None:
        whole = replace(
            whole,
            blend=tuple(
                read_only(np.broadcast_to(array, current.shape).copy())
                for array, current in zip(weights, whole.blend, strict=True)
            ),
        )
    return _with_parts(whole, rows, components) if components else whole


def _repeat(pose: Pose | Poses, count: int) -> Poses:
    """A batch that has the same pose several times."""
    from pantin.rig.pose import Pose, Poses

    assert isinstance(pose, Pose)

    def rows(array: Any) -> Any:
        return np.broadcast_to(array, (count, *array.shape))

    return Poses(
        pose.rig,
        rows(pose.local),
        rows(pose.general),
        rows(pose.translations),
        None if pose.xyzw is None else rows(pose.xyzw),
        rows(pose.scales),
        tuple(rows(weights) for weights in pose.blend),
        (pose.expressions,) * count if pose.expressions else (),
    )


def _node_rows(rig: Rig, nodes: Iterable[int | str] | None) -> np.ndarray[Any, np.dtype[np.int64]]:
    if nodes is None:
        return np.arange(len(rig.nodes))
    rows = np.array([rig.node_index(node) for node in nodes], np.int64)
    if len(set(rows.tolist())) != len(rows):
        raise ValueError("nodes must not list a node twice")
    return rows


def _given_parts(
    base: Pose | Poses,
    rows: np.ndarray[Any, np.dtype[np.int64]],
    translations: ArrayLike | None,
    rotations: ArrayLike | None,
    scales: ArrayLike | None,
    relative: bool,
) -> dict[str, Doubles]:
    """The parts that are given, checked: (rows, width) each, or with F in front."""
    rig, components = base.rig, {}
    for name, value, width in (
        ("translations", translations, rig.dimension),
        ("rotations", rotations, 4),
        ("scales", scales, rig.dimension),
    ):
        if value is None:
            continue
        if name == "rotations":
            refuse_angles(value, name)
        shape = (len(rows), width)
        components[name] = doubles(value, name, (None, *shape) if np.ndim(value) == 3 else shape)
    if "rotations" in components:
        if rig.dimension != 3:
            raise OnlyIn3D(f"quaternions need 3 dimensions; this rig has {rig.dimension}")
        components["rotations"] = unit_quaternion(components["rotations"], "rotations")
        if relative:
            rest = quaternion.normalize(rig.rest_pose().rotations[rows])
            components["rotations"] = quaternion.product(rest, components["rotations"])
    elif relative:
        raise ValueError("relative=True needs rotations")
    return components


def _with_parts(
    base: Pose | Poses, rows: np.ndarray[Any, np.dtype[np.int64]], components: dict[str, Doubles]
) -> Pose | Poses:
    fields = {"translations": base.translations, "rotations": base.xyzw, "scales": base.scales}
    changed: dict[str, Any] = {}
    for name, array in fields.items():
        if array is None:
            continue
        changed[name] = np.array(array)
        if name in components:
            changed[name][..., rows, :] = components[name]
    general = _still_general(base, fields, changed, components)
    local = compose_local(changed["translations"], changed.get("rotations"), changed["scales"])
    local[general] = np.asarray(base.local)[general]
    return replace(
        base,
        local=read_only(local),
        general=read_only(general),
        translations=read_only(changed["translations"]),
        xyzw=None if base.xyzw is None else read_only(changed["rotations"]),
        scales=read_only(changed["scales"]),
    )


def _still_general(
    base: Pose | Poses, fields: dict[str, Any], changed: dict[str, Any], components: dict[str, Doubles]
) -> Any:
    """Which nodes keep a general matrix: those with unchanged parts. Raises `ValueError` for a changed matrix
    with shear, because its remaining parts cannot express it."""
    general = np.array(base.general)
    if not general.any():
        return general
    moved = np.zeros(general.shape, bool)
    for name in components:
        moved |= (changed[name] != fields[name]).any(axis=-1)
    if len(components) < (2 if base.xyzw is None else 3):
        for entry in np.argwhere(general & moved):
            if base.xyzw is None or has_shear(base.local[tuple(entry)]):
                raise ValueError(
                    f"node {entry[-1]} has a matrix, which has no rotation and scale: "
                    "give translations, rotations and scales together"
                )
    return general & ~moved


def _weights(base: Pose | Poses, blend_weights: BlendWeights) -> list[Doubles]:
    """An array for each instance: (shapes,), or (F, shapes)."""
    rig = base.rig
    if isinstance(blend_weights, Mapping):
        return _weights_by_name(base, blend_weights)
    shaped = [number for number, weights in enumerate(base.blend) if weights.shape[-1]]
    if len(shaped) == 1 and not _is_one_per_instance(blend_weights, len(rig.instances)):
        parts: list[Any] = list(base.blend)
        parts[shaped[0]] = blend_weights
    else:
        parts = list(blend_weights) if np.iterable(blend_weights) else []
        if len(parts) != len(rig.instances):
            wanted = f"{len(rig.instances)} arrays, one for each instance, not {len(parts)}"
            raise ValueError(f"blend_weights must be a mapping of names, or {wanted}")
    checked = []
    for part, current in zip(parts, base.blend, strict=True):
        shape = (current.shape[-1],)
        checked.append(doubles(part, "blend_weights", (None, *shape) if np.ndim(part) == 2 else shape))
    return checked


def _is_one_per_instance(weights: Any, instances: int) -> bool:
    """Whether this is a list of arrays, rather than the numbers of one instance."""
    return (
        isinstance(weights, list | tuple)
        and len(weights) == instances
        and all(np.ndim(part) for part in weights)
    )


def _weights_by_name(base: Pose | Poses, weights: Mapping[str, ArrayLike]) -> list[Doubles]:
    rig, used = base.rig, set()
    frames = max((np.ndim(value) for value in weights.values()), default=0)
    counts = {np.shape(value)[0] for value in weights.values() if np.ndim(value)}
    result = []
    for instance, current in zip(rig.instances, base.blend, strict=True):
        names = names_of((rig.meshes[instance.mesh].blend_names or ())[: current.shape[-1]])
        array = np.array(current)
        if frames and array.ndim == 1:
            array = np.tile(array, (max(counts), 1))
        for name, value in weights.items():
            if name in names:
                slot = find_index(name, names, array.shape[-1], "blend shape")
                array[..., slot] = doubles(value, f"blend_weights[{name!r}]", np.shape(value))
                used.add(name)
        result.append(array)
    missing = [name for name in weights if name not in used]
    if missing:
        raise ValueError(f"no mesh has a blend shape called {missing[0]!r}")
    return result


def named_weights(names: Sequence[str | None], current: Doubles, weights: Mapping[str, ArrayLike]) -> Doubles:
    """The weights of one instance with some of them changed by name."""
    array, known = np.array(current), names_of(names[: len(current)])
    for name, value in weights.items():
        array[find_index(name, known, len(array), "blend shape")] = doubles(value, f"weights[{name!r}]", ())
    return array


def with_matrices(base: Pose | Poses, matrices: ArrayLike) -> Pose | Poses:
    """`base` with other local transforms, which may be any affine matrices."""
    local = doubles(matrices, "local", base.local.shape)
    translations, rotations, scales = decompose_nearest(local)
    return replace(
        base,
        local=read_only(local),
        general=read_only(np.ones(local.shape[:-2], bool)),
        translations=read_only(translations),
        xyzw=None if rotations is None else read_only(rotations),
        scales=read_only(scales),
    )
