"""Differences of everything besides clips that moves nodes: springs, colliders, constraints, expressions and
gaze."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pantin.base.records import in_words
from pantin.operations.comparison.difference import Change
from pantin.operations.comparison.matching import Matching, homes
from pantin.operations.comparison.structure import brief, changed_fields, translate, values_equal
from pantin.operations.comparison.vertices import describe_node
from pantin.rig import Expression, HumanoidMotion, Indices, Rig, Spring


def compare_springs(a: Rig, b: Rig, nodes: Matching) -> Iterator[Change]:
    """Match springs by the first joint they move, and colliders by their values."""
    mine = {spring.joints[0].node: spring for spring in a.springs.springs if spring.joints}
    theirs = {
        int(nodes.backward[spring.joints[0].node]): spring for spring in b.springs.springs if spring.joints
    }
    for node in sorted(mine.keys() | theirs.keys()):
        where = f"spring from {describe_node(a, node)}" if node >= 0 else "spring"
        if node not in mine or node not in theirs:
            yield Change("springs", where, f"only in the {'first' if node in mine else 'second'} file")
            continue
        changed = list(_changed_spring(a, b, nodes, mine[node], theirs[node]))
        if changed:
            yield Change("springs", where, "; ".join(changed))


def _changed_spring(a: Rig, b: Rig, nodes: Matching, mine: Spring, theirs: Spring) -> Iterator[str]:
    joints = [translate(joint, nodes, "node") for joint in theirs.joints]
    if [joint.node for joint in mine.joints] != [joint.node for joint in joints]:
        yield "joint list differs"
        return
    for joint, other in zip(mine.joints, joints, strict=True):
        changed = changed_fields(joint, other)
        if changed:
            yield f"{describe_node(a, joint.node)}: {', '.join(changed)}"
    center = None if theirs.center is None else int(nodes.backward[theirs.center])
    if mine.center != center:
        yield "has another center"
    if not values_equal(mine.end, theirs.end):
        yield "has another end"
    if _colliders(a, mine) != _colliders(b, theirs, nodes):
        yield "collides with other colliders"


def _colliders(rig: Rig, spring: Spring, nodes: Matching | None = None) -> list[tuple[Any, ...]]:
    """The colliders of a spring as plain values, in the order in which they push."""
    colliders = []
    for group in spring.groups:
        for index in rig.springs.groups[group].colliders:
            collider = rig.springs.colliders[index]
            node = collider.node if nodes is None else int(nodes.backward[collider.node])
            numbers = [
                collider.radius,
                *_list(collider.offset),
                *_list(collider.tail),
                *_list(collider.normal),
            ]
            rounded = tuple(float(f"{number:.5g}") for number in numbers)
            colliders.append((node, collider.shape, collider.keeps_inside, rounded))
    return colliders


def _list(values: Any) -> list[float]:
    return [float(value) for value in values]


def compare_constraints(a: Rig, b: Rig, nodes: Matching) -> Iterator[Change]:
    mine = {constraint.node: constraint for constraint in a.constraints}
    theirs = {}
    for constraint in b.constraints:
        translated = translate(constraint, nodes, "node", "source")
        theirs[translated.node] = translated
    for node in sorted(mine.keys() | theirs.keys()):
        where = f"constraint of {describe_node(a, node)}" if node >= 0 else "constraint"
        if node not in mine or node not in theirs:
            yield Change("constraints", where, f"only in the {'first' if node in mine else 'second'} file")
            continue
        changed = changed_fields(mine[node], theirs[node])
        if changed:
            yield Change("constraints", where, ", ".join(changed))


def compare_characters(a: Rig, b: Rig, nodes: Matching) -> Iterator[Change]:
    """Humanoid bones, expressions, gaze, and what the first-person view shows."""
    mine, theirs = a.character, b.character
    if mine is None or theirs is None:
        if mine is not theirs:
            which = "first" if theirs is None else "second"
            yield Change("character", "character", f"only in the {which} file")
        return
    bones = {bone: int(nodes.backward[node]) for bone, node in theirs.humanoid.items()}
    for bone in sorted(mine.humanoid.keys() | bones.keys()):
        if mine.humanoid.get(bone) != bones.get(bone):
            yield Change("character", f"humanoid bone {bone}", "is another node, or in one file only")
    own, home = homes(a, nodes.forward), homes(b, nodes.backward)
    backward = np.where(home < 0, -1, nodes.backward[home])
    yield from _compare_expressions(mine.expressions, theirs.expressions, own, backward)
    if not values_equal(mine.look_at, theirs.look_at):
        yield Change("character", "gaze", "is set in another way")
    if not _same_motion(mine.motion, theirs.motion, nodes):
        yield Change("character", "motion", "has other nodes for expressions or gaze")
    flags = {int(own[node]): flag for node, flag in mine.first_person.items()}
    if flags != {int(backward[node]): flag for node, flag in theirs.first_person.items()}:
        yield Change("character", "first person", "shows other meshes")
    for name, message in _meta_changes(mine.meta or {}, theirs.meta or {}):
        yield Change("character", f"meta {name}", message)


THUMBNAILS = ("texture", "thumbnailImage")
"""Members of the meta of VRM 0.x and 1.0 that are indices in their file."""


def _meta_changes(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in dict.fromkeys((*mine, *theirs)):
        first, second = mine.get(name), theirs.get(name)
        if first is None or second is None:
            if first is not second:
                yield name, f"only in the {'second' if first is None else 'first'} file"
        elif name not in THUMBNAILS and not values_equal(first, second):
            yield name, f"{brief(first)} → {brief(second)}"


def _compare_expressions(
    mine: Sequence[Expression], theirs: Sequence[Expression], own: Indices, backward: Indices
) -> Iterator[Change]:
    """Expressions of the same name."""
    others = {expression.name: expression for expression in theirs}
    for expression in mine:
        other = others.pop(expression.name, None)
        where = f"expression {expression.name!r}"
        if other is None:
            yield Change("character", where, "only in the first file")
            continue
        changed = _expression_changes(expression, other, own, backward)
        if changed:
            yield Change("character", where, "; ".join(changed))
    for name in others:
        yield Change("character", f"expression {name!r}", "only in the second file")


def _expression_changes(mine: Expression, theirs: Expression, own: Indices, backward: Indices) -> list[str]:
    changed = changed_fields(mine, theirs, skip=("morphs", "colors", "texture_transforms"))
    morphs, there = (
        {(int(nodes[bind.node]), bind.shape, round(bind.weight, 5)) for bind in expression.morphs}
        for expression, nodes in ((mine, own), (theirs, backward))
    )
    if morphs != there:
        changed.append("moves other blend shapes")
    for name in ("colors", "texture_transforms"):
        binds, other_binds = getattr(mine, name), getattr(theirs, name)
        if len(binds) != len(other_binds) or any(
            changed_fields(*pair, skip=("material",)) for pair in zip(binds, other_binds, strict=True)
        ):
            changed.append(f"changes other {in_words(name)}")
    return changed


def _same_motion(mine: HumanoidMotion | None, theirs: HumanoidMotion | None, nodes: Matching) -> bool:
    """Whether the same nodes stand for the same expressions and for the gaze."""
    if mine is None or theirs is None:
        return mine is theirs
    expressions = {key: int(nodes.backward[node]) for key, node in theirs.expressions.items()}
    gaze = None if theirs.look_at is None else int(nodes.backward[theirs.look_at])
    return dict(mine.expressions) == expressions and mine.look_at == gaze
