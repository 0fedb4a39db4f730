"""The objects of KHR_character and its family; constraints are those of the JSON schemas of the draft."""

from typing import Annotated, ClassVar

from msgspec import Meta

from pantin.formats.gltf.ext.vrm_family import VrmObject
from pantin.formats.gltf.schema import Animation, CameraIndex, Gltf, Natural, Node, NodeIndex, Primitive
from pantin.formats.members.description import CARRIED, NOT_CARRIED, carried_keys

RULES = {"missing": "KHR-CHAR-001", "*": "KHR-CHAR-002"}

AnimationIndex = Annotated[int, Meta(ge=0, extra={"refers": "animations"})]
Filled = Annotated[str, Meta(min_length=1)]
UnitNumber = Annotated[float, Meta(ge=0, le=1)]


class KhrObject(VrmObject, frozen=True, kw_only=True):
    """Decoded like objects of VRM: each fault is reported at its path, and unknown members are ignored."""

    rules: ClassVar[dict[str, str]] = RULES


class Character(KhrObject, frozen=True, kw_only=True):
    root_node: NodeIndex | None


class CharacterExpression(KhrObject, frozen=True, kw_only=True):
    expression: str | None
    animation: AnimationIndex | None


class Expressions(KhrObject, frozen=True, kw_only=True):
    expressions: Annotated[tuple[CharacterExpression | None, ...], Meta(min_length=1)] | None


class Channels(KhrObject, frozen=True, kw_only=True):
    """The channels of one kind in an animation."""

    channels: Annotated[tuple[Natural | None, ...], Meta(min_length=1)] | None


class Mask(KhrObject, frozen=True, kw_only=True):
    target: str | None
    type: str | None = None
    amount: UnitNumber | None = None
    threshold: UnitNumber | None = None


class Masks(KhrObject, frozen=True, kw_only=True):
    masks: Annotated[tuple[Mask | None, ...], Meta(min_length=1)] | None


class SourceWeight(KhrObject, frozen=True, kw_only=True):
    carried: ClassVar[bool] = False

    source: str | None
    weight: float | None


Sources = Annotated[tuple[SourceWeight | None, ...], Meta(min_length=1)]


class ExpressionMapping(KhrObject, frozen=True, kw_only=True):
    expression_set_mappings: Annotated[dict[str, dict[str, Sources]], NOT_CARRIED] | None


class SkeletonMapping(KhrObject, frozen=True, kw_only=True):
    skeletal_rig_mappings: Annotated[dict[str, dict[str, NodeIndex]], carried_keys("vrmHumanoid")] | None


class ReferencePose(KhrObject, frozen=True, kw_only=True):
    carried: ClassVar[bool] = False

    pose_type: str | None = None


class VisibilityHint(KhrObject, frozen=True, kw_only=True):
    role: Annotated[Filled, CARRIED] | None
    label: Annotated[Filled, NOT_CARRIED] | None = None


class PrimitiveHint(VisibilityHint, frozen=True, kw_only=True):
    role: Annotated[Filled, NOT_CARRIED] | None


class CameraHint(KhrObject, frozen=True, kw_only=True):
    carried: ClassVar[bool] = False

    role: Filled | None
    camera: CameraIndex | None = None
    target_node: NodeIndex | None = None
    label: Filled | None = None


class LookAtTarget(KhrObject, frozen=True, kw_only=True):
    carried: ClassVar[bool] = False

    hint: Filled | None = None


CHARACTER = {Gltf: Character}
EXPRESSION = {Gltf: Expressions}
EXPRESSION_CHANNELS = {CharacterExpression: Channels}
EXPRESSION_MASK = {CharacterExpression: Masks}
EXPRESSION_MAPPING = {Gltf: ExpressionMapping}
SKELETON_MAPPING = {Gltf: SkeletonMapping}
REFERENCE_POSE = {Animation: ReferencePose}
VISIBILITY_HINT = {Node: VisibilityHint}
PRIMITIVE_HINT = {Primitive: PrimitiveHint}
CAMERA_HINT = {Node: CameraHint}
LOOK_AT_TARGET = {Node: LookAtTarget}
