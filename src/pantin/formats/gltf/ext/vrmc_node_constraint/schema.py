"""The objects of VRMC_node_constraint 1.0; constraints are those of its JSON schemas."""

from typing import ClassVar, Literal

from pantin.formats.gltf.ext.vrm_family import VrmObject
from pantin.formats.gltf.schema import Node, NodeIndex, Unit

RULES = {"missing": "VRM-NC001", "*": "VRM-NC002"}


class Rotation(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    source: NodeIndex | None
    weight: Unit | None = None


class Roll(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    source: NodeIndex | None
    roll_axis: Literal["X", "Y", "Z"] | None
    weight: Unit | None = None


class Aim(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    source: NodeIndex | None
    aim_axis: Literal["PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"] | None
    weight: Unit | None = None


class Kinds(VrmObject, frozen=True, kw_only=True):
    """A constraint is one of these; VRM-NC003 reports another count."""

    rules: ClassVar[dict[str, str]] = RULES

    roll: Roll | None = None
    aim: Aim | None = None
    rotation: Rotation | None = None


class NodeConstraint(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    spec_version: str | None
    constraint: Kinds | None


CONSTRAINT = {Node: NodeConstraint}
