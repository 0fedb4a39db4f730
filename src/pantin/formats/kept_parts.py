"""Springs, constraints and characters as JSON, for formats that have no place for them.

Such a file keeps them where other programs look for nothing: the extras of a document, custom data of a prim.
Members that have their defaults are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from pantin.base.records import Record, defaults, field_names, is_record, replace
from pantin.report.wording import counted
from pantin.rig import (
    Character,
    Collider,
    Constraint,
    Expression,
    HumanoidMotion,
    LookAt,
    Rig,
    Spring,
    SpringJoint,
    SpringLimit,
    SpringSettings,
)
from pantin.rig.builder_character import check_character, check_constraints
from pantin.rig.builder_spring import check_springs
from pantin.rig.character import FirstPersonFlag

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

PICTURES = ("thumbnailImage", "texture")
"""The members of the meta of a character that are the number of an image or a texture: of VRM 1.0 and 0.x."""


class IndexMap(Record, eq=False):
    """The indices that parts of a rig have in a file, or those of a file in a rig. A part may have several,
    or none; a node has one, and anything else raises `KeyError`.

    nodes      the index of a node
    meshes     those of the mesh on a node
    materials  those of a material
    """

    nodes: Callable[[int], int]
    meshes: Callable[[int], Iterable[int]]
    materials: Callable[[int], Iterable[int]]


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


class _Motion(Record):
    """The nodes of a motion: JSON has no keys but texts."""

    expressions: tuple[tuple[bool, str, int], ...] = ()
    look_at: int | None = None


class _Character(Record):
    """A character as JSON has it."""

    version: str = "1.0"
    meta: dict[str, Any] | None = None
    humanoid: dict[str, int] = {}  # noqa: RUF012 (msgspec copies it)
    expressions: tuple[Expression, ...] = ()
    look_at: LookAt | None = None
    first_person: tuple[tuple[int, FirstPersonFlag], ...] = ()
    motion: _Motion | None = None


def kept_parts(rig: Rig, index_map: IndexMap) -> dict[str, Any]:
    """The JSON of the springs, constraints and the character of a rig, those that it has, by name."""
    parts: dict[str, Any] = {}
    if rig.springs.springs or rig.springs.colliders:
        parts["springs"] = _encode(_move_springs(rig.springs, index_map))
    if rig.constraints:
        parts["constraints"] = _encode(_move_constraints(rig.constraints, index_map))
    if rig.character is not None:
        parts["character"] = _encode(_character_json(_move_character(rig.character, index_map)))
    return parts


def count_parts(rig: Rig) -> list[str]:
    """The parts of a rig that `kept_parts` has, in words: `2 springs`, `the VRM character`."""
    counts = {
        "spring": len(rig.springs.springs),
        "collider": len(rig.springs.colliders),
        "constraint": len(rig.constraints),
    }
    words = [counted(count, noun) for noun, count in counts.items() if count]
    if rig.character is None:
        return words
    has_picture = any(name in (rig.character.meta or {}) for name in PICTURES)
    return [*words, "the VRM character" + (" without its thumbnail" if has_picture else "")]


def read_springs(stored: object, nodes: int, index_map: IndexMap | None = None) -> SpringSettings:
    """The springs and colliders that a writer kept, of a rig with this many nodes. Raises `ValueError` where
    they are not what `kept_parts` gives."""
    settings: SpringSettings = _plain(_convert(stored, _Settings))
    return check_springs(_with_rig_indices(_move_springs, settings, index_map), 3, nodes)


def read_constraints(stored: object, nodes: int, index_map: IndexMap | None = None) -> tuple[Constraint, ...]:
    """The constraints that a writer kept; raises `ValueError` likewise."""
    constraints: tuple[Constraint, ...] = _convert(stored, tuple[Constraint, ...])
    return check_constraints(_with_rig_indices(_move_constraints, constraints, index_map), nodes)


def read_character(
    stored: object,
    nodes: int,
    materials: int,
    blend_shapes: Mapping[int, int],
    index_map: IndexMap | None = None,
) -> Character | None:
    """The character that a writer kept; raises `ValueError` likewise. Its indices are checked by the numbers
    of nodes and materials, and of the blend shapes of the mesh on each node."""
    decoded: _Character = _convert(stored, _Character)
    motion = decoded.motion and HumanoidMotion(
        {(preset, name): node for preset, name, node in decoded.motion.expressions}, decoded.motion.look_at
    )
    members = {name: getattr(decoded, name) for name in field_names(decoded)}
    character = Character(**members | {"first_person": dict(decoded.first_person), "motion": motion})
    return check_character(
        _with_rig_indices(_move_character, character, index_map), nodes, materials, blend_shapes
    )


def _convert(stored: object, kind: Any) -> Any:
    try:
        return msgspec.convert(stored, kind)
    except (msgspec.ValidationError, OverflowError) as error:
        raise ValueError(str(error)) from None


def _with_rig_indices(move: Callable[[Any, IndexMap], Any], parts: Any, index_map: IndexMap | None) -> Any:
    """Stored data, converted to the indices of the rig."""
    try:
        return parts if index_map is None else move(parts, index_map)
    except KeyError as missing:
        raise ValueError(f"the file has no {missing.args[0]}") from None


def _move_springs(settings: SpringSettings, index_map: IndexMap) -> SpringSettings:
    springs = tuple(
        replace(
            spring,
            joints=tuple(replace(joint, node=index_map.nodes(int(joint.node))) for joint in spring.joints),
            center=None if spring.center is None else index_map.nodes(int(spring.center)),
        )
        for spring in settings.springs
    )
    colliders = tuple(replace(each, node=index_map.nodes(int(each.node))) for each in settings.colliders)
    return replace(settings, springs=springs, colliders=colliders)


def _move_constraints(constraints: Iterable[Constraint], index_map: IndexMap) -> tuple[Constraint, ...]:
    return tuple(
        replace(each, node=index_map.nodes(each.node), source=index_map.nodes(each.source))
        for each in constraints
    )


def _move_character(character: Character, index_map: IndexMap) -> Character:
    motion = character.motion and HumanoidMotion(
        {name: index_map.nodes(node) for name, node in character.motion.expressions.items()},
        None if character.motion.look_at is None else index_map.nodes(character.motion.look_at),
    )
    return replace(
        character,
        meta=character.meta
        and {name: value for name, value in character.meta.items() if name not in PICTURES},
        humanoid={bone: index_map.nodes(node) for bone, node in character.humanoid.items()},
        expressions=tuple(_move_expression(expression, index_map) for expression in character.expressions),
        first_person={
            index: flag for node, flag in character.first_person.items() for index in index_map.meshes(node)
        },
        motion=motion,
    )


def _move_expression(expression: Expression, index_map: IndexMap) -> Expression:
    def at_materials(binds: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(
            replace(bind, material=index) for bind in binds for index in index_map.materials(bind.material)
        )

    return replace(
        expression,
        morphs=tuple(
            replace(morph, node=index)
            for morph in expression.morphs
            for index in index_map.meshes(morph.node)
        ),
        colors=at_materials(expression.colors),
        texture_transforms=at_materials(expression.texture_transforms),
    )


def _character_json(character: Character) -> _Character:
    motion = character.motion and _Motion(
        tuple((preset, name, node) for (preset, name), node in character.motion.expressions.items()),
        character.motion.look_at,
    )
    members = {name: getattr(character, name) for name in field_names(character)}
    own = {
        "first_person": tuple(character.first_person.items()),
        "motion": motion,
        "humanoid": dict(character.humanoid),
    }
    return _Character(**members | own)


def _encode(value: Any) -> Any:
    if is_record(value):
        usual = {name: _encode(default) for name, default in defaults(type(value)).items()}
        pairs = ((name, _encode(getattr(value, name))) for name in field_names(value))
        return {name: entry for name, entry in pairs if name not in usual or entry != usual[name]}
    if isinstance(value, tuple):
        return [_encode(entry) for entry in value]
    if isinstance(value, Mapping):
        return {name: _encode(entry) for name, entry in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value


def _plain(value: Any) -> Any:
    """A record of the rig instead of one of those above."""
    if is_record(value):
        members = {name: _plain(getattr(value, name)) for name in field_names(value)}
        return PLAIN.get(type(value), type(value))(**members)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
