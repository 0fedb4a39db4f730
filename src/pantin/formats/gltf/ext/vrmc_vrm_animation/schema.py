"""The objects of VRMC_vrm_animation 1.0; constraints are those of its JSON schemas."""

from typing import Annotated, ClassVar

from msgspec import Meta

from pantin.formats.gltf.ext.vrm_family import VrmObject
from pantin.formats.gltf.schema import Gltf, NodeIndex, Vector3
from pantin.formats.members.description import NOT_CARRIED
from pantin.rig.human_bones import BONE_PARENTS, PRESETS

RULES = {"missing": "VRM-VA001", "*": "VRM-VA002"}


class NodeUse(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    node: NodeIndex | None


class Humanoid(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    human_bones: Annotated[dict[str, NodeUse | None], Meta(extra={"keys": BONE_PARENTS})] | None


class Expressions(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    preset: Annotated[dict[str, NodeUse | None], Meta(extra={"keys": PRESETS})] | None = None
    custom: dict[str, NodeUse | None] | None = None


class LookAt(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    node: NodeIndex | None
    offset_from_head_bone: Annotated[Vector3, NOT_CARRIED] | None = None


class VrmAnimation(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    spec_version: str | None
    humanoid: Humanoid | None = None
    expressions: Expressions | None = None
    look_at: LookAt | None = None


ANIMATION = {Gltf: VrmAnimation}
