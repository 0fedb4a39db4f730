"""Rules about skinning influences: the joints and weights of each vertex, over all sets of a primitive
together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.base.tuples import NamedTuple
from pantin.formats.gltf.codes import INTEGER_RANGES, SUM_TOLERANCE_PER_WEIGHT
from pantin.formats.gltf.extent import Extent, numbers
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.accessor_data import by_columns
from pantin.formats.gltf.rules.semantics import sets_of
from pantin.formats.gltf.rules.usage import (
    PrimitiveRef,
    attributes_by_primitive,
    primitives,
    vertex_count,
)
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, Rule, rule
from pantin.report.wording import counted

# Joints and weights looked at at a time: 256 KiB of float64, which stay in a processor's cache.
CHUNK_SLOTS: Final = 1 << 15
# Up to here it costs less to compare each slot with those before it than to sort them; a file may have
# thousands.
FEW_SLOTS: Final = 16


class VertexFault(Struct):
    """The first of `count` faulty vertices in one set, with the offending number."""

    vertex: int
    value: Any
    count: int = 0


class InfluenceFaults(Struct):
    """The faults in the joints and weights of a primitive, by kind of fault and set.

    `last` is the greatest joint that every skin of the mesh has, `skin` the one that has no more.
    """

    owner: PrimitiveRef
    sets: int
    last: int
    skin: int
    faults: dict[tuple[str, int], VertexFault] = field(default_factory=dict)

    def note_slots(self, kind: str, wrong: NDArray[np.bool_], values: NDArray[Any], start: int) -> None:
        """Like `note`, for the slots of all sets; few files have such a fault."""
        if np.logical_or.reduce(wrong, axis=None):
            for slot in range(len(wrong)):
                self.note(kind, slot % self.sets, wrong[slot], values[slot], start)

    def note(self, kind: str, set: int, wrong: NDArray[np.bool_], values: NDArray[Any], start: int) -> None:
        rows = np.flatnonzero(wrong)
        if len(rows):
            fault = self.faults.setdefault((kind, set), VertexFault(start + int(rows[0]), values[rows[0]]))
            fault.count += len(rows)


def influences(scope: Scope) -> list[InfluenceFaults]:
    """Examine the influences of every skinned primitive."""
    limits = _joint_limits(scope)
    listed = []
    known: dict[tuple[Any, ...], dict[tuple[str, int], VertexFault]] = {}
    for owner in scope.fact(primitives):
        pairs = _pairs(scope, owner) if owner.mesh in limits else None
        if pairs:
            examined = InfluenceFaults(owner, len(pairs), limits[owner.mesh][0] - 1, limits[owner.mesh][1])
            # Primitives of one vertex buffer share their influences: each is looked at once.
            key = (examined.last, *(pair.accessors for pair in pairs))
            if key in known:
                examined.faults = known[key]
            else:
                _examine(examined, pairs)
                known[key] = examined.faults
            listed.append(examined)
    return listed


def _joint_limits(scope: Scope) -> dict[int, tuple[int, int]]:
    """For each skinned mesh, the joint count and index of its smallest skin."""
    limits: dict[int, tuple[int, int]] = {}
    for node in scope.model.nodes:
        skin = get(scope.model.skins, node.skin) if node is not None else None
        if node is None or node.mesh is None or node.skin is None or skin is None or skin.joints is None:
            continue
        if node.mesh not in limits or len(skin.joints) < limits[node.mesh][0]:
            limits[node.mesh] = len(skin.joints), node.skin
    return limits


class InfluenceSet(NamedTuple):
    """One set as stored: the joints, the weights, the accessor of the weights, and the indices of both
    accessors.
    """

    joints: NDArray[Any]
    weights: NDArray[Any]
    extent: Extent
    accessors: tuple[int, int]


def _pairs(scope: Scope, owner: PrimitiveRef) -> list[InfluenceSet] | None:
    """The stored joints and weights of each set, flat; None unless all can be read and have the vertex
    count.
    """
    named = scope.fact(attributes_by_primitive)[owner.mesh, owner.number]
    vertices = vertex_count(scope, owner)
    pairs: list[InfluenceSet] = []
    for set in range(sets_of(scope, owner).influences):
        joints, weights = named.get(f"JOINTS_{set}"), named.get(f"WEIGHTS_{set}")
        if joints is None or weights is None or not joints.count == weights.count == vertices:
            return None
        joint_array, weight_array = numbers(scope, joints), numbers(scope, weights)
        if joint_array is None or weight_array is None or joint_array.dtype.kind == "f":
            return None
        pairs.append(InfluenceSet(joint_array, weight_array, weights, (joints.index, weights.index)))
    return pairs


def _by_fours(array: NDArray[Any], components: int) -> NDArray[Any]:
    """Rows of four of the first `components` numbers, padded with zeros."""
    if array.shape[1:] == (4,) and array.size == components:
        return array
    flat = by_columns(array).reshape(-1)[:components]
    return np.concatenate((flat, np.zeros(-components % 4, array.dtype))).reshape(-1, 4)


def _examine(examined: InfluenceFaults, pairs: list[InfluenceSet]) -> None:
    components = min(min(pair.joints.size, pair.weights.size) for pair in pairs)
    all_joints = [_by_fours(pair.joints, components) for pair in pairs]
    all_weights = [_by_fours(pair.weights, components) for pair in pairs]
    rows = max(1, CHUNK_SLOTS // (4 * len(pairs)))
    for start in range(0, len(all_joints[0]), rows):
        chunk = slice(start, start + rows)
        shares = [
            _weights(pair.extent, stored[chunk]) for pair, stored in zip(pairs, all_weights, strict=True)
        ]
        joints = np.array(_by_slots([stored[chunk] for stored in all_joints]), np.int64)
        weights = np.array(_by_slots(shares))
        total, wrong = _examine_chunk(examined, joints, weights, start)
        # The padding at the end has no sum.
        wrong[components // 4 - start :] = False
        for set in range(examined.sets):
            examined.note("sum", set, wrong, total, start)


def _by_slots(sets: list[NDArray[Any]]) -> list[NDArray[Any]]:
    """The columns of all sets, component by component."""
    return [stored[:, component] for component in range(4) for stored in sets]


def _weights(extent: Extent, stored: NDArray[Any]) -> NDArray[np.float64]:
    """Weights in double precision; integers always stand for fractions."""
    wide = stored.astype(np.float64)
    if stored.dtype.kind != "f":
        wide *= 1.0 / INTEGER_RANGES[extent.accessor.component_type or 0][1]
        np.maximum(wide, -1.0, out=wide)
    return wide


def _examine_chunk(
    examined: InfluenceFaults, joints: NDArray[np.int64], weights: NDArray[np.float64], start: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Examine a slot per component and set, component by component, with a column per vertex.

    This is the Khronos validator's order: a joint that is out of range, or taken by an earlier slot, adds
    no weight.
    """
    inside = joints <= examined.last
    weighted = weights != 0
    used = inside & weighted
    repeated = _repeated_joints(joints, used)
    negative = used & (weights < 0)
    examined.note_slots("outside", ~inside, joints, start)
    examined.note_slots("repeated", repeated, joints, start)
    examined.note_slots("negative", negative, weights, start)
    examined.note_slots("idle", inside & ~weighted & (joints != 0), joints, start)
    adds = used & ~repeated & ~negative
    added = np.where(adds, weights, 0.0)
    total = np.zeros(joints.shape[1], np.float32)
    for weight in added:
        # Sums are kept in single precision, the precision of the data.
        total = (total.astype(np.float64) + weight).astype(np.float32)
    tolerances = _tolerances(len(joints))[np.add.reduce(adds, axis=0, dtype=np.int64)]
    return total, np.abs(total.astype(np.float64) - 1.0) > tolerances


def _repeated_joints(joints: NDArray[np.int64], used: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The used slots with the joint of an earlier used slot of the vertex."""
    slots = len(joints)
    repeated = np.zeros(joints.shape, bool)
    if slots <= FEW_SLOTS:
        for slot in range(1, slots):
            for earlier in range(slot):
                repeated[slot] |= (joints[earlier] == joints[slot]) & used[earlier]
            repeated[slot] &= used[slot]
        return repeated
    # A slot that is not used gets its own number, which no joint has.
    numbers = np.where(used, joints, int(joints.max(initial=0)) + 1 + np.arange(slots)[:, None])
    order = np.argsort(numbers, axis=0, kind="stable")
    ranked = np.take_along_axis(numbers, order, axis=0)
    np.put_along_axis(repeated, order[1:], ranked[1:] == ranked[:-1], axis=0)
    return repeated


def _tolerances(slots: int) -> NDArray[np.float64]:
    """The tolerance for 0, 1, … non-zero weights, added up one by one."""
    return np.cumsum(np.concatenate(([0.0], np.full(slots, SUM_TOLERANCE_PER_WEIGHT))))


def _findings(scope: Scope, rule: Rule[[Scope]], kind: str, semantic: str) -> Iterator[Finding]:
    for examined in scope.fact(influences):
        for set in range(examined.sets):
            fault = examined.faults.get((kind, set))
            if fault is not None:
                values: dict[str, Any] = {
                    "set": set,
                    "vertex": fault.vertex,
                    "value": fault.value,
                    "primitive": examined.owner.describe(scope),
                    "skin": scope.named("skin", examined.skin),
                    "joints": counted(examined.last + 1, "joint"),
                    "more": others(fault.count, "vertex"),
                }
                yield rule.at(examined.owner.pointer("attributes", f"{semantic}_{set}"), **values)


@rule(
    "GLTF-ACCESSOR_JOINTS_INDEX_OOB",
    "error",
    "vertex {vertex} of {primitive} uses joint {value}, but {skin} has only {joints}{more}",
)
def accessor_joints_index_oob(scope: Scope) -> Iterator[Finding]:
    """Joint index is out of range.

    What: The values of JOINTS_n must be smaller than the number of joints of every skin that the mesh is used
    with, even where the weight is zero.
    Why: Readers look up the matrix before they multiply it by the weight.
    Fix: Correct the index. Write 0 where the weight is zero.
    Source: glTF 2.0 §3.7.3.3.
    """
    yield from _findings(scope, accessor_joints_index_oob, "outside", "JOINTS")


@rule(
    "GLTF-ACCESSOR_JOINTS_INDEX_DUPLICATE",
    "error",
    "vertex {vertex} of {primitive} has more than one weight for joint {value}{more}",
)
def accessor_joints_index_duplicate(scope: Scope) -> Iterator[Finding]:
    """Vertex uses a joint twice.

    What: A joint may have at most one non-zero weight per vertex, over all sets together.
    Why: Tools that edit or sort influences by joint lose one of the weights.
    Fix: Add up the weights in one entry.
    Source: glTF 2.0 §3.7.3.3.
    """
    yield from _findings(scope, accessor_joints_index_duplicate, "repeated", "JOINTS")


@rule(
    "GLTF-ACCESSOR_WEIGHTS_NEGATIVE",
    "error",
    "vertex {vertex} of {primitive} has the negative weight {value:.6g} in WEIGHTS_{set}{more}",
)
def accessor_weights_negative(scope: Scope) -> Iterator[Finding]:
    """Negative weight.

    What: The values of WEIGHTS_n must not be negative.
    Why: The vertex moves away from its joint.
    Fix: Set the weight to 0 and normalise the others.
    Source: glTF 2.0 §3.7.3.3.
    """
    yield from _findings(scope, accessor_weights_negative, "negative", "WEIGHTS")


@rule(
    "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED",
    "error",
    "the weights of vertex {vertex} of {primitive} sum to {value:.8g}, expected 1{more}",
)
def accessor_weights_non_normalized(scope: Scope) -> Iterator[Finding]:
    """Weights do not sum to 1.

    What: The weights of a vertex, over all sets together, must sum to 1.
    Why: With any other sum the vertex moves even in the bind pose.
    Fix: Divide the weights by their sum, and correct the largest by the remaining error.
    Source: glTF 2.0 §3.7.3.3.
    """
    yield from _findings(scope, accessor_weights_non_normalized, "sum", "WEIGHTS")


@rule(
    "GLTF-ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
    "warning",
    "vertex {vertex} of {primitive} uses joint {value} with weight 0{more}",
)
def accessor_joints_used_zero_weight(scope: Scope) -> Iterator[Finding]:
    """Joint is used with zero weight.

    What: Where a weight is zero, the joint index should be 0 too.
    Why: Zeros compress better, and an index without weight may hide an error.
    Fix: Write 0 as the joint of every zero weight.
    Source: glTF 2.0 §3.7.3.3.
    """
    yield from _findings(scope, accessor_joints_used_zero_weight, "idle", "JOINTS")


RULES = (
    accessor_joints_index_oob,
    accessor_joints_index_duplicate,
    accessor_weights_negative,
    accessor_weights_non_normalized,
    accessor_joints_used_zero_weight,
)
