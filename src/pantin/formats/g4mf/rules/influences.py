"""Rules about the numbers of skins: order, ranges, sums and duplicates of influences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.formats.g4mf.model import Skin
from pantin.formats.g4mf.naming import first_of
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.rules.skin import skins
from pantin.report import Finding, rule
from pantin.report.wording import and_more, counted

SUM_TOLERANCES = {"float8": 0.1, "float16": 2e-3, "float32": 1e-6, "float64": 1e-6}
"""How far the sum of a vertex's weights may be from 1, by component type, per influence but at least once:
half a unit in the last place of numbers near 1 is 2^-4, 2^-11 and 2^-24; float64 weights are nearly always
float32 ones written out."""


class SkinInfluences(Record):
    """The influences of one skin in the order of the file."""

    mesh: int
    skin: Skin
    groups: NDArray[np.int64]
    vertices: NDArray[np.int64]
    weights: NDArray[np.float64]
    tolerance: float


def skin_influences(scope: Scope) -> Iterator[SkinInfluences]:
    """The influences of every skin whose three accessors can be read and have the same length."""
    for mesh, skin in skins(scope):
        extent = scope.extent(skin.weights)
        result = [scope.array(accessor) for accessor in (skin.groups, skin.vertices, skin.weights)]
        arrays = [array[:, 0] for array in result if array is not None and array.shape[1] == 1]
        if extent is None or len(arrays) != 3 or len({len(array) for array in arrays}) != 1:
            continue
        groups, vertices, weights = arrays
        if groups.dtype.kind not in "iu" or vertices.dtype.kind not in "iu":
            continue
        yield SkinInfluences(
            mesh,
            skin,
            _to_int64(groups),
            _to_int64(vertices),
            weights.astype(np.float64),
            SUM_TOLERANCES.get(extent.type, SUM_TOLERANCES["float32"]),
        )


def _to_int64(array: NDArray[Any]) -> NDArray[np.int64]:
    """Indices as int64; larger ones are clamped, and are beyond every count anyway."""
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(np.iinfo(np.int64).max))
    return array.astype(np.int64)


@rule("G4MF-SKIN-010", "error", "influence {index} is on vertex {vertex}, but {mesh} has {count}")
def skin_vertex_missing(scope: Scope) -> Iterator[Finding]:
    """Skin refers to a vertex that does not exist.

    What: `vertices` of a skin holds indices from 0 to the number of vertices minus 1.
    Why: The influence has no effect. The specification says "not exceed the number", but an index equal to
    the number refers to nothing either.
    Fix: Correct the index, or remove the influence.
    Source: G4MF skeleton, Vertices; G4MF core, indices.
    """
    for skin in skin_influences(scope):
        vertices = scope.extent(scope.meshes[skin.mesh].vertices)
        if vertices is None:
            continue
        wrong = np.flatnonzero((skin.vertices >= vertices.count) | (skin.vertices < 0))
        if len(wrong):
            yield skin_vertex_missing.at(
                f"{skin.skin.pointer}/vertices",
                index=first_of(int(wrong[0]), len(wrong)),
                vertex=int(skin.vertices[wrong[0]]),
                mesh=scope.mesh(skin.mesh),
                count=counted(vertices.count, "vertex"),
            )


@rule(
    "G4MF-SKIN-011",
    "error",
    "influence {index} of {mesh} is on vertex {vertex}, after vertex {before}: not sorted",
)
def skin_vertices_not_sorted(scope: Scope) -> Iterator[Finding]:
    """Influences are not sorted by vertex.

    What: `vertices` of a skin never decreases.
    Why: Readers take all influences of a vertex in one run, and miss those that come later.
    Fix: Sort the influences by vertex.
    Source: G4MF skeleton, Vertices.
    """
    for skin in skin_influences(scope):
        wrong = np.flatnonzero(skin.vertices[1:] < skin.vertices[:-1])
        if len(wrong):
            before = int(wrong[0])
            yield skin_vertices_not_sorted.at(
                f"{skin.skin.pointer}/vertices",
                index=first_of(before + 1, len(wrong)),
                mesh=scope.mesh(skin.mesh),
                vertex=int(skin.vertices[before + 1]),
                before=int(skin.vertices[before]),
            )


@rule(
    "G4MF-SKIN-012",
    "error",
    "the weights of vertex {vertex} of {mesh} are not in descending order: {weight:g} comes after {before:g}",
)
def skin_weights_not_sorted(scope: Scope) -> Iterator[Finding]:
    """Weights of a vertex are not in descending order.

    What: The weights of the influences of one vertex never increase.
    Why: A reader with room for few influences takes the first ones, which must be the strongest.
    Fix: Sort the influences of each vertex by weight, strongest first.
    Source: G4MF skeleton, Weights.
    """
    for skin in skin_influences(scope):
        same_vertex = skin.vertices[1:] == skin.vertices[:-1]
        wrong = np.flatnonzero(same_vertex & (skin.weights[1:] > skin.weights[:-1]))
        if len(wrong):
            before = int(wrong[0])
            yield skin_weights_not_sorted.at(
                f"{skin.skin.pointer}/weights",
                vertex=first_of(int(skin.vertices[before]), len(wrong)),
                mesh=scope.mesh(skin.mesh),
                weight=float(skin.weights[before + 1]),
                before=float(skin.weights[before]),
            )


@rule("G4MF-SKIN-016", "info", "vertex group {group} of {mesh} has no name; groupNames has {names}")
def group_without_name(scope: Scope) -> Iterator[Finding]:
    """Vertex group has no name.

    What: Where a skin has `groupNames`, they cover every group that the skin uses.
    Why: A group without a name cannot be matched with the bones of another skeleton.
    Fix: Add the missing names, or remove `groupNames`.
    Source: G4MF skeleton, Groups.
    """
    for skin in skin_influences(scope):
        names = len(skin.skin.group_names)
        largest = int(skin.groups.max(initial=-1))
        if names and largest >= names:
            yield group_without_name.at(
                f"{skin.skin.pointer}/groupNames",
                group=largest,
                mesh=scope.mesh(skin.mesh),
                names=counted(names, "name"),
            )


@rule(
    "G4MF-SKIN-017",
    "warning",
    "vertex group {group} of {mesh} has no joint: {node} has {joints}",
)
def group_without_joint(scope: Scope) -> Iterator[Finding]:
    """Vertex group has no joint.

    What: Every group of a skin is the index of a joint in each skeleton that uses the mesh.
    Why: Influences of other groups are ignored.
    Fix: Add joints to the skeleton (−1 for a group that does not move), or remove the influences.
    Source: G4MF skeleton, Groups.
    """
    for skin in skin_influences(scope):
        largest = int(skin.groups.max(initial=-1))
        for skeleton in scope.skeletons_of(skin.mesh):
            joints = len(scope.nodes[skeleton].joints)
            if 0 < joints <= largest:
                yield group_without_joint.at(
                    f"{skin.skin.pointer}/groups",
                    group=largest,
                    mesh=scope.mesh(skin.mesh),
                    node=scope.skeleton(skeleton),
                    joints=counted(joints, "joint"),
                )
                break


@rule("G4MF-SKIN-019", "warning", "vertex {vertex} of {mesh} has vertex group {group} more than once{more}")
def influence_repeated(scope: Scope) -> Iterator[Finding]:
    """Vertex has the same group twice.

    What: A vertex has at most one influence per group.
    Why: The weights add up, which is rarely intended.
    Fix: Replace the influences by one with the sum of their weights.
    Source: not in the specification; files with it exist.
    """
    for skin in skin_influences(scope):
        order = np.lexsort((skin.groups, skin.vertices))
        vertices, groups = skin.vertices[order], skin.groups[order]
        repeated = np.flatnonzero((vertices[1:] == vertices[:-1]) & (groups[1:] == groups[:-1]))
        if len(repeated):
            yield influence_repeated.at(
                skin.skin.pointer,
                vertex=int(vertices[repeated[0]]),
                mesh=scope.mesh(skin.mesh),
                group=int(groups[repeated[0]]),
                more=and_more(len(repeated)),
            )


@rule("G4MF-SKIN-020", "error", "influence {index} of {mesh} has weight {weight:g}; expected {expected}")
def weight_invalid(scope: Scope) -> Iterator[Finding]:
    """Weight is not finite, or is negative.

    What: Weights are finite numbers (an error otherwise) of at least 0 (a warning otherwise).
    Why: A NaN makes the vertex disappear. A negative weight pushes it away from the bone.
    Fix: Correct the weight, or remove the influence.
    Source: not in the specification.
    """
    for skin in skin_influences(scope):
        not_finite, negative = ~np.isfinite(skin.weights), skin.weights < 0
        for wrong, is_error in ((not_finite, True), (negative, False)):
            indices = np.flatnonzero(wrong)
            if len(indices):
                finding = weight_invalid.at(
                    f"{skin.skin.pointer}/weights",
                    index=first_of(int(indices[0]), len(indices)),
                    mesh=scope.mesh(skin.mesh),
                    weight=float(skin.weights[indices[0]]),
                    expected="a finite number" if is_error else "at least 0",
                )
                yield finding if is_error else replace(finding, severity="warning")
                break


@rule("G4MF-SKIN-021", "info", "the weights of vertex {vertex} of {mesh} sum to {total:.6g}, expected 1")
def weights_do_not_sum_to_one(scope: Scope) -> Iterator[Finding]:
    """Weights of a vertex do not sum to 1.

    What: The weights of every vertex should sum to 1, within the precision of their type.
    Why: Pantin divides weights by their sum, but other readers may not, and deform the mesh differently.
    Fix: Divide the weights of each vertex by their sum.
    Source: the text is silent, and its own example sums to 1.5.
    """
    for skin in skin_influences(scope):
        if not len(skin.vertices) or not np.isfinite(skin.weights).all():
            continue
        vertices, rows, counts = np.unique(skin.vertices, return_inverse=True, return_counts=True)
        totals = np.bincount(rows, skin.weights, len(vertices))
        wrong = np.flatnonzero(np.abs(totals - 1) > skin.tolerance * counts)
        if len(wrong):
            yield weights_do_not_sum_to_one.at(
                f"{skin.skin.pointer}/weights",
                vertex=first_of(int(vertices[wrong[0]]), len(wrong)),
                mesh=scope.mesh(skin.mesh),
                total=float(totals[wrong[0]]),
            )


RULES = (
    skin_vertex_missing,
    skin_vertices_not_sorted,
    skin_weights_not_sorted,
    group_without_name,
    group_without_joint,
    influence_repeated,
    weight_invalid,
    weights_do_not_sum_to_one,
)
