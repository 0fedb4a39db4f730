"""Springs and colliders, which G4MF has no place for, in the extras of a document.

They are kept there as names are, under `pantin.springs`, so that a model comes back with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pantin.base.records import defaults, field_names, is_record, replace
from pantin.rig import Collider, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.rig.builder_spring import check_springs

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


class _Limit(SpringLimit, frozen=True, eq=False):
    rotation: Quaternion = (0.0, 0.0, 0.0, 1.0)


class _Joint(SpringJoint, frozen=True, eq=False):
    gravity_dir: Vector = (0.0, -1.0, 0.0)
    limit: _Limit | None = None


class _Spring(Spring, frozen=True, eq=False):
    joints: tuple[_Joint, ...]
    end: Vector | None = None


class _Collider(Collider, frozen=True, eq=False):
    offset: Vector = (0.0, 0.0, 0.0)
    tail: Vector = (0.0, 0.0, 0.0)
    normal: Vector = (0.0, 0.0, 1.0)


class _Settings(SpringSettings, frozen=True, eq=False):
    """The settings as JSON has them: the fields of rigs, in which arrays are lists."""

    springs: tuple[_Spring, ...] = ()
    colliders: tuple[_Collider, ...] = ()


PLAIN = {kind: kind.__mro__[1] for kind in (_Limit, _Joint, _Spring, _Collider, _Settings)}
"""The type of the rig for each of these."""


def encode_springs(settings: SpringSettings, node_map: Mapping[int, int]) -> dict[str, Any]:
    """The JSON of springs and colliders, without members that have their defaults. `node_map` gives the node
    of the document for each node of the rig."""
    springs = tuple(
        replace(
            spring,
            joints=tuple(replace(joint, node=node_map[int(joint.node)]) for joint in spring.joints),
            center=None if spring.center is None else node_map[int(spring.center)],
        )
        for spring in settings.springs
    )
    colliders = tuple(replace(collider, node=node_map[int(collider.node)]) for collider in settings.colliders)
    encoded: dict[str, Any] = _encode(replace(settings, springs=springs, colliders=colliders))
    return encoded


def _encode(value: Any) -> Any:
    if is_record(value):
        usual = {name: _encode(default) for name, default in defaults(type(value)).items()}
        pairs = ((name, _encode(getattr(value, name))) for name in field_names(value))
        return {name: entry for name, entry in pairs if name not in usual or entry != usual[name]}
    if isinstance(value, tuple):
        return [_encode(entry) for entry in value]
    return value.tolist() if hasattr(value, "tolist") else value


def decode_springs(stored: object, nodes: int) -> SpringSettings:
    """The springs and colliders that a writer kept, in a document with this many nodes. Raises `ValueError`
    where they are not what `encode_springs` writes."""
    try:
        settings: SpringSettings = _plain(msgspec.convert(stored, _Settings))
    except (msgspec.ValidationError, OverflowError) as error:
        raise ValueError(str(error)) from None
    return check_springs(settings, 3, nodes)


def _plain(value: Any) -> Any:
    """A record of the rig instead of one of those above."""
    if is_record(value):
        members = {name: _plain(getattr(value, name)) for name in field_names(value)}
        return PLAIN.get(type(value), type(value))(**members)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
