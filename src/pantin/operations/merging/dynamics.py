"""Springs and colliders of a part, beside those of the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.facts import Dropped
from pantin.operations.merging.placement import Placement
from pantin.rig import Collider, ColliderGroup, Doubles, Rig, Spring, SpringJoint, SpringSettings

SAME_PLACE = 1e-6
"""How far two colliders may be apart, in metres, to be one: positions in float32 a metre away are rounded by
6e-8."""


def add_springs(parts: RigParts, part: Rig, placement: Placement) -> list[Dropped]:
    """Add the springs of a part, with the colliders that they collide with. Returns those that move a bone
    that a spring moves already: the body's stays."""
    own, added = parts.springs, part.springs
    moved = {joint.node for spring in own.springs for joint in spring.joints}
    kept = [
        index
        for index, spring in enumerate(added.springs)
        if not any(placement[joint.node] in moved for joint in spring.joints)
    ]
    colliders = [*own.colliders]
    collider_indices = [
        _collider_index(colliders, _moved_collider(collider, placement)) for collider in added.colliders
    ]
    groups = [*own.groups]
    group_indices = _add_groups(groups, added, kept, collider_indices)
    springs = [
        *own.springs,
        *(_moved_spring(added.springs[index], placement, group_indices) for index in kept),
    ]
    used = {collider for group in groups for collider in group.colliders} | set(range(len(own.colliders)))
    parts.springs = _without_unused(SpringSettings(tuple(springs), tuple(colliders), tuple(groups)), used)
    skipped = [spring for index, spring in enumerate(added.springs) if index not in kept]
    skipped = [spring for spring in skipped if not _has_spring(own, spring, placement)]
    return [
        Dropped(f"spring {spring.name!r}" if spring.name else "a spring", "its bones have springs already")
        for spring in skipped
    ]


def _has_spring(settings: SpringSettings, spring: Spring, placement: Placement) -> bool:
    """Whether the same chain with the same numbers already exists."""
    moved = [_numbers(_moved_joint(joint, placement)) for joint in spring.joints]
    return any([_numbers(joint) for joint in known.joints] == moved for known in settings.springs)


def _numbers(joint: SpringJoint) -> tuple[object, ...]:
    direction = tuple(np.asarray(joint.gravity_dir, np.float64).tolist())
    parameters = (joint.hit_radius, joint.stiffness, joint.gravity_power, joint.drag)
    return joint.node, *parameters, direction


def _add_groups(
    groups: list[ColliderGroup], added: SpringSettings, kept: Sequence[int], colliders: Sequence[int]
) -> dict[int, int]:
    """Append the groups of the springs that are kept, and those that no spring uses; their indices."""
    wanted = {group for index in kept for group in added.springs[index].groups}
    wanted |= set(range(len(added.groups))) - {group for spring in added.springs for group in spring.groups}
    indices = {}
    for number in sorted(wanted):
        group = added.groups[number]
        moved = replace(group, colliders=tuple(dict.fromkeys(colliders[index] for index in group.colliders)))
        same = [
            index
            for index, known in enumerate(groups)
            if (known.name, known.colliders) == (moved.name, moved.colliders)
        ]
        indices[number] = same[0] if same else len(groups)
        if not same:
            groups.append(moved)
    return indices


def _collider_index(colliders: list[Collider], collider: Collider) -> int:
    for index, known in enumerate(colliders):
        if _is_same(known, collider):
            return index
    colliders.append(collider)
    return len(colliders) - 1


def _is_same(a: Collider, b: Collider) -> bool:
    if (a.node, a.shape, a.inside) != (b.node, b.shape, b.inside) or abs(a.radius - b.radius) > SAME_PLACE:
        return False
    return all(
        np.abs(np.subtract(getattr(a, member), getattr(b, member))).max() <= SAME_PLACE
        for member in ("offset", "tail", "normal")
    )


def _moved_collider(collider: Collider, placement: Placement) -> Collider:
    """The collider on its node in the merged rig, at the same place. Radii are those of the world
    (VRMC_springBone 1.0 does not scale them)."""
    offset = placement.offset(collider.node)
    return replace(
        collider,
        node=placement[collider.node],
        offset=affine.apply(offset, np.asarray(collider.offset, np.float64)),
        tail=affine.apply(offset, np.asarray(collider.tail, np.float64)),
        normal=_moved_normal(offset, np.asarray(collider.normal, np.float64)),
    )


def _moved_normal(offset: Doubles, normal: Doubles) -> Doubles:
    turned = affine.apply_linear(affine.inverse(offset)[:, :-1].T, normal)
    return np.asarray(turned / np.linalg.norm(turned))


def _moved_spring(spring: Spring, placement: Placement, groups: Mapping[int, int]) -> Spring:
    end = spring.end
    if end is not None:
        end = affine.apply(placement.offset(spring.joints[-1].node), np.asarray(end, np.float64))
    return replace(
        spring,
        joints=tuple(_moved_joint(joint, placement) for joint in spring.joints),
        groups=tuple(groups[group] for group in spring.groups),
        center=None if spring.center is None else placement[spring.center],
        end=end,
    )


def _moved_joint(joint: SpringJoint, placement: Placement) -> SpringJoint:
    return replace(joint, node=placement[joint.node])


def _without_unused(settings: SpringSettings, used: set[int]) -> SpringSettings:
    """The settings without the colliders used only by dropped springs."""
    kept = [index for index in range(len(settings.colliders)) if index in used]
    new = {old: index for index, old in enumerate(kept)}
    return SpringSettings(
        settings.springs,
        tuple(settings.colliders[index] for index in kept),
        tuple(
            replace(group, colliders=tuple(new[index] for index in group.colliders))
            for group in settings.groups
        ),
    )
