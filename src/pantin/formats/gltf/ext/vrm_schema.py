"""The objects of VRMC_vrm 1.0, with the constraints of its JSON schemas. Other extensions use this form for
character data they cannot store.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from pantin.formats.gltf.ext.vrm_family import VrmObject
from pantin.formats.gltf.schema import Gltf, ImageIndex, MaterialIndex, Natural, NodeIndex, Vector3
from pantin.formats.members.description import CARRIED
from pantin.rig.character import ColorTarget, FirstPersonFlag, LookAtKind, Override
from pantin.rig.human_bones import BONE_PARENTS, PRESETS

RULES = {"missing": "VRM-VR001", "*": "VRM-VR002"}

Filled = Annotated[str, Meta(min_length=1)]
Vector2 = Annotated[tuple[float, ...], Meta(min_length=2, max_length=2)]
Vector4 = Annotated[tuple[float, ...], Meta(min_length=4, max_length=4)]
Angle = Annotated[float, Meta(ge=0, le=180)]


class VrmMeta(VrmObject, frozen=True, kw_only=True):
    """Author, licence and permitted uses of the character."""

    rules: ClassVar[dict[str, str]] = RULES

    name: Filled | None
    version: str | None = None
    authors: Annotated[tuple[Filled, ...], Meta(min_length=1)] | None
    copyright_information: str | None = None
    contact_information: str | None = None
    references: Annotated[tuple[str, ...], Meta(min_length=1)] | None = None
    third_party_licenses: str | None = None
    thumbnail_image: ImageIndex | None = None
    license_url: str | None
    avatar_permission: Literal["onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"] | None = None
    allow_excessively_violent_usage: bool | None = None
    allow_excessively_sexual_usage: bool | None = None
    commercial_usage: Literal["personalNonProfit", "personalProfit", "corporation"] | None = None
    allow_political_or_religious_usage: bool | None = None
    allow_antisocial_or_hate_usage: bool | None = None
    credit_notation: Literal["required", "unnecessary"] | None = None
    allow_redistribution: bool | None = None
    modification: Literal["prohibited", "allowModification", "allowModificationRedistribution"] | None = None
    other_license_url: str | None = None


class HumanBone(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    node: NodeIndex | None


class Humanoid(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    human_bones: Annotated[dict[str, HumanBone | None], Meta(extra={"keys": BONE_PARENTS})] | None


class MeshAnnotation(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    node: NodeIndex | None
    type: FirstPersonFlag | None


class FirstPerson(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    mesh_annotations: Annotated[tuple[MeshAnnotation | None, ...], Meta(min_length=1)] | None = None


class RangeMap(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    input_max_value: Angle | None = None
    output_scale: float | None = None


class LookAt(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES
    written: ClassVar[tuple[str, ...]] = ("type",)

    offset_from_head_bone: Vector3 | None = None
    type: LookAtKind | None = None
    range_map_horizontal_inner: RangeMap | None = None
    range_map_horizontal_outer: RangeMap | None = None
    range_map_vertical_down: RangeMap | None = None
    range_map_vertical_up: RangeMap | None = None


class MorphTargetBind(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    node: NodeIndex | None
    index: Natural | None
    weight: float | None


class MaterialColorBind(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    material: MaterialIndex | None
    type: ColorTarget | None
    target_value: Vector4 | None


class TextureTransformBind(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    material: MaterialIndex | None
    scale: Vector2 | None = None
    offset: Vector2 | None = None


class Expression(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES
    written: ClassVar[tuple[str, ...]] = (
        *("is_binary", "override_blink", "override_look_at", "override_mouth"),
        *("morph_target_binds", "material_color_binds", "texture_transform_binds"),
    )

    morph_target_binds: Annotated[tuple[MorphTargetBind | None, ...], Meta(min_length=1)] | None = None
    material_color_binds: Annotated[tuple[MaterialColorBind | None, ...], Meta(min_length=1)] | None = None
    texture_transform_binds: Annotated[tuple[TextureTransformBind | None, ...], Meta(min_length=1)] | None = (
        None
    )
    is_binary: bool | None = None
    override_blink: Override | None = None
    override_look_at: Override | None = None
    override_mouth: Override | None = None


class Expressions(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    preset: Annotated[dict[str, Expression | None], Meta(extra={"keys": PRESETS})] | None = None
    custom: dict[str, Expression | None] | None = None


class Vrm(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    spec_version: str | None
    meta: Annotated[VrmMeta, CARRIED] | None
    humanoid: Humanoid | None
    first_person: FirstPerson | None = None
    look_at: LookAt | None = None
    expressions: Expressions | None = None


VRM = {Gltf: Vrm}
