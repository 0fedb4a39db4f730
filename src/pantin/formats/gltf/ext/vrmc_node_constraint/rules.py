"""Rules about node constraints: VRM-NC001 to VRM-NC005."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from pantin.formats.gltf.ext.vrm_rules import bad_members, missing_members, other_versions
from pantin.formats.gltf.ext.vrmc_node_constraint.lift import stated_kinds
from pantin.formats.gltf.ext.vrmc_node_constraint.schema import Kinds
from pantin.formats.gltf.extension_names import NODE_CONSTRAINT as NAME
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import by_path
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.rig import Constraint
from pantin.rig.constraint_order import sort_constraints


def _constraints(scope: Scope) -> Iterator[tuple[int, Kinds, list[str]]]:
    """For each constraint of a file: its node, its kinds, and the kinds that are present."""
    extended = scope.extended
    faults = by_path(extended.faults)
    for path, value in extended.objects_of(NAME):
        if value.constraint is not None:
            stated = stated_kinds(value.constraint, (*path, "constraint"), faults)
            yield int(path[1]), value.constraint, stated


def _name_values(scope: Scope, path: JsonPath) -> dict[str, str]:
    return {"node": scope.named("node", int(path[1]))}


def _at(node: int, *more: str | int) -> str:
    return pointer("nodes", node, "extensions", NAME, *more)


@rule("VRM-NC001", "error", 'the constraint of {node} has no "{member}"')
def missing_member(scope: Scope) -> Iterator[Finding]:
    """Constraint lacks a required member.

    What: A constraint must have `specVersion` and `constraint`, its kind must have `source`, and an axis
    unless it is a rotation.
    Why: Readers skip the constraint, or fail.
    Fix: Add the member.
    Source: the schemas of VRMC_node_constraint 1.0, required.
    """
    yield from missing_members(scope, missing_member, partial(_name_values, scope))


@rule("VRM-NC002", "error", '"{member}" of the constraint of {node} is {value}, expected {expected}')
def bad_member(scope: Scope) -> Iterator[Finding]:
    """Member of a constraint has a wrong value.

    What: The members of a constraint must have the types, words and ranges of the schema: a weight is a
    number from 0 to 1, a roll axis X, Y or Z, an aim axis PositiveX to NegativeZ.
    Why: Readers skip the constraint, or behave differently.
    Fix: Write a value that is expected.
    Source: the schemas of VRMC_node_constraint 1.0.
    """
    yield from bad_members(scope, bad_member, partial(_name_values, scope))


@rule("VRM-NC003", "error", "the constraint of {node} is {count} of roll, aim and rotation, expected one")
def not_one_kind(scope: Scope) -> Iterator[Finding]:
    """Constraint is not of exactly one kind.

    What: A constraint must have exactly one of `roll`, `aim` and `rotation`.
    Why: A node has one rotation, so it can follow one constraint.
    Fix: Keep one of them; use another node for the other.
    Source: VRMC_node_constraint 1.0, "constraint".
    """
    for node, _, stated in _constraints(scope):
        if len(stated) != 1:
            values = {"node": scope.named("node", node), "count": str(len(stated) or "none")}
            yield not_one_kind.at(_at(node, "constraint"), **values)


@rule("VRM-NC004", "error", "the constraints of {nodes} depend on each other in a cycle")
def cycle(scope: Scope) -> Iterator[Finding]:
    """Constraints depend on each other in a cycle.

    What: The source of a constraint must not be its own node, and must not depend on the constraint, by
    way of other constraints. An aim also depends on every constraint above its source and its node.
    Why: No order of evaluation gives a defined result. Readers fail or skip the constraints.
    Fix: Choose another source for one of them.
    Source: VRMC_node_constraint 1.0, "Sources".
    """
    parents = [-1 if parent is None else parent for parent in scope.parents]
    looped = set(scope.hierarchy.looped)
    constraints = [
        constraint
        for node, kinds, stated in _constraints(scope)
        if not looped and (constraint := _readable(node, kinds, stated, len(parents))) is not None
    ]
    _, cyclic = sort_constraints(tuple(constraints), parents)
    if cyclic:
        nodes = [scope.named("node", constraints[index].node) for index in cyclic]
        names = nodes[0] if len(nodes) == 1 else f"{', '.join(nodes[:-1])} and {nodes[-1]}"
        yield cycle.at(_at(constraints[cyclic[0]].node), nodes=names)


def _readable(node: int, kinds: Kinds, stated: list[Any], count: int) -> Constraint | None:
    body = getattr(kinds, stated[0]) if len(stated) == 1 else None
    source = None if body is None else body.source
    return Constraint(node, stated[0], source) if source is not None and 0 <= source < count else None


@rule("VRM-NC005", "warning", 'the constraint of {node} has version {version}, expected "1.0"')
def other_version(scope: Scope) -> Iterator[Finding]:
    """Constraint has an unknown version.

    What: The `specVersion` of a constraint should be "1.0".
    Why: Readers ignore constraints of a version they do not know.
    Fix: Write "1.0".
    Source: VRMC_node_constraint 1.0, "VRMC_node_constraint.specVersion".
    """
    for path, version in other_versions(scope, NAME):
        yield other_version.at(pointer(*path, "specVersion"), **_name_values(scope, path), version=version)


RULES: tuple[Rule[[Scope]], ...] = (missing_member, bad_member, not_one_kind, cycle, other_version)
