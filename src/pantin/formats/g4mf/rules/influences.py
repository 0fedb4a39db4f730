"""Rules about the numbers of skins: order, ranges, sums and repetitions of influences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.model import Skin
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.rules.skin import skins
from pantin.report import Finding, rule
from pantin.report.wording import and_more

SUM_TOLERANCES = {"float8": 0.1, "float16": 2e-3, "float32": 1e-6, "float64": 1e-6}
"""How far a vertex's weights may sum from 1, by component type, per influence but at least once: half a unit
in the last place of numbers near 1 is 2^-4, 2^-11 and 2^-24; float64 weights are nearly always float32 ones
written out."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The influences of one skin in the order of the file."""

    mesh: int
    skin: Skin
    groups: NDArray[np.int64]
    vertices: NDArray[np.int64]
    weights: NDArray[np.float64]
    tolerance: float


def columns(scope: Scope) -> Iterator[Columns]:
    """The influences of every skin whose three accessors can be read together."""
    for at, skin in skins(scope):
        about = scope.extent(skin.weights)
        found = [scope.array(one) for one in (skin.groups, skin.vertices, skin.weights)]
        arrays = [one[:, 0] for one in found if one is not None and one.shape[1] == 1]
        if about is None or len(arrays) != 3 or len({len(one) for one in arrays}) != 1:
            continue
        groups, vertices, weights = arrays
        if groups.dtype.kind not in "iu" or vertices.dtype.kind not in "iu":
            continue
        yield Columns(
            at,
            skin,
            _indices(groups),
            _indices(vertices),
            weights.astype(np.float64),
            SUM_TOLERANCES.get(about.type, SUM_TOLERANCES["float32"]),
        )


def _indices(array: NDArray[Any]) -> NDArray[np.int64]:
    """Indices as int64; what lies beyond is beyond every count anyway."""
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(np.iinfo(np.int64).max))
    return array.astype(np.int64)


@rule("G4MF-SKIN-010", "error", "element {at} names vertex {vertex} of {count}{more}")
def skin_vertices_exist(scope: Scope) -> Iterator[Finding]:
    """Every vertex that a skin names is a vertex of the mesh.

    Why: the text says "not exceed the number"; an index equal to it names nothing either.
    Mend: correct the index, or remove the influence.
    Source: G4MF skeleton, Vertices; G4MF core, indices.
    """
    for one in columns(scope):
        vertices = scope.extent(scope.meshes[one.mesh].vertices)
        if vertices is None:
            continue
        count = vertices.count
        wrong = np.flatnonzero((one.vertices >= count) | (one.vertices < 0))
        if len(wrong):
            yield skin_vertices_exist.at(
                f"{one.skin.place}/vertices",
                at=int(wrong[0]),
                vertex=int(one.vertices[wrong[0]]),
                count=count,
                more=and_more(len(wrong)),
            )


@rule("G4MF-SKIN-011", "error", "element {at} is vertex {vertex} after vertex {before}{more}")
def skin_vertices_ascend(scope: Scope) -> Iterator[Finding]:
    """The vertices of a skin never decrease.

    Why: readers take all influences of a vertex in one go.
    Mend: sort the influences by vertex.
    Source: G4MF skeleton, Vertices.
    """
    for one in columns(scope):
        wrong = np.flatnonzero(one.vertices[1:] < one.vertices[:-1])
        if len(wrong):
            at = int(wrong[0])
            yield skin_vertices_ascend.at(
                f"{one.skin.place}/vertices",
                at=at + 1,
                vertex=int(one.vertices[at + 1]),
                before=int(one.vertices[at]),
                more=and_more(len(wrong)),
            )


@rule("G4MF-SKIN-012", "error", "element {at} is {weight:g} after {before:g}, of one vertex{more}")
def skin_weights_descend(scope: Scope) -> Iterator[Finding]:
    """Within one vertex, weights never increase.

    Why: a reader with room for few influences takes the first ones, which must be the strongest.
    Mend: sort the influences of each vertex by weight, strongest first.
    Source: G4MF skeleton, Weights.
    """
    for one in columns(scope):
        same = one.vertices[1:] == one.vertices[:-1]
        wrong = np.flatnonzero(same & (one.weights[1:] > one.weights[:-1]))
        if len(wrong):
            at = int(wrong[0])
            yield skin_weights_descend.at(
                f"{one.skin.place}/weights",
                at=at + 1,
                weight=float(one.weights[at + 1]),
                before=float(one.weights[at]),
                more=and_more(len(wrong)),
            )


@rule("G4MF-SKIN-016", "info", "group {group} has no name: there are {names}")
def groups_are_named(scope: Scope) -> Iterator[Finding]:
    """Where a skin names its groups, it names all that it uses.

    Why: an unnamed group cannot be matched with the bones of another skeleton.
    Mend: add the missing names, or leave `groupNames` out.
    Source: G4MF skeleton, Groups.
    """
    for one in columns(scope):
        names = len(one.skin.group_names)
        largest = int(one.groups.max(initial=-1))
        if names and largest >= names:
            yield groups_are_named.at(f"{one.skin.place}/groupNames", group=largest, names=names)


@rule(
    "G4MF-SKIN-017",
    "warning",
    "group {group} does nothing in the skeleton of node {node}: it has {joints} joints",
)
def groups_have_joints(scope: Scope) -> Iterator[Finding]:
    """Every group has a joint in each skeleton that uses the mesh.

    Why: influences of other groups are dropped.
    Mend: give the skeleton more joints (−1 for a group that stands still), or remove the influences.
    Source: G4MF skeleton, Groups.
    """
    for one in columns(scope):
        largest = int(one.groups.max(initial=-1))
        for skeleton in scope.skeletons_of(one.mesh):
            joints = len(scope.nodes[skeleton].joints)
            if 0 < joints <= largest:
                yield groups_have_joints.at(
                    f"{one.skin.place}/groups", group=largest, node=skeleton, joints=joints
                )
                break


@rule("G4MF-SKIN-019", "warning", "vertex {vertex} has group {group} more than once{more}")
def influences_are_unique(scope: Scope) -> Iterator[Finding]:
    """A vertex has each group once.

    Why: the weights add up, which is seldom meant.
    Mend: add them together.
    Source: common sense; files with it exist.
    """
    for one in columns(scope):
        order = np.lexsort((one.groups, one.vertices))
        vertices, groups = one.vertices[order], one.groups[order]
        again = np.flatnonzero((vertices[1:] == vertices[:-1]) & (groups[1:] == groups[:-1]))
        if len(again):
            yield influences_are_unique.at(
                one.skin.place,
                vertex=int(vertices[again[0]]),
                group=int(groups[again[0]]),
                more=and_more(len(again)),
            )


@rule("G4MF-SKIN-020", "error", "weight {at} is {weight:g}{more}")
def weights_are_sound(scope: Scope) -> Iterator[Finding]:
    """Weights are finite, and not negative.

    Why: a NaN moves a vertex nowhere; a negative weight, reported as a warning, pushes it away.
    Mend: correct the weight, or remove the influence.
    Source: common sense.
    """
    for one in columns(scope):
        for wrong, severity in ((~np.isfinite(one.weights), "error"), (one.weights < 0, "warning")):
            places = np.flatnonzero(wrong)
            if len(places):
                found = weights_are_sound.at(
                    f"{one.skin.place}/weights",
                    at=int(places[0]),
                    weight=float(one.weights[places[0]]),
                    more=and_more(len(places)),
                )
                yield found if severity == "error" else replace(found, severity="warning")
                break


@rule("G4MF-SKIN-021", "warning", "the weights of vertex {vertex} sum to {total:.6g}{more}")
def weights_sum_to_one(scope: Scope) -> Iterator[Finding]:
    """The weights of a vertex sum to 1, as closely as their type can say.

    Why: weights are divided by their sum here, but not by every reader.
    Mend: divide the weights of each vertex by their sum.
    Source: the text is silent, and its own example sums to 1.5.
    """
    for one in columns(scope):
        if not len(one.vertices) or not np.isfinite(one.weights).all():
            continue
        vertices, place, counts = np.unique(one.vertices, return_inverse=True, return_counts=True)
        totals = np.bincount(place, one.weights, len(vertices))
        wrong = np.flatnonzero(np.abs(totals - 1) > one.tolerance * counts)
        if len(wrong):
            yield weights_sum_to_one.at(
                f"{one.skin.place}/weights",
                vertex=int(vertices[wrong[0]]),
                total=float(totals[wrong[0]]),
                more=and_more(len(wrong)),
            )


RULES = (
    skin_vertices_exist,
    skin_vertices_ascend,
    skin_weights_descend,
    groups_are_named,
    groups_have_joints,
    influences_are_unique,
    weights_are_sound,
    weights_sum_to_one,
)
