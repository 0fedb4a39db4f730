"""The objects of VRM 0.x; constraints are those of its JSON schemas.

An index whose range the schema leaves open is often −1, which stands for none.
"""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from pantin.formats.gltf.ext.vrm_family import VrmObject
from pantin.formats.gltf.schema import Gltf, Natural
from pantin.formats.members.description import CARRIED, NOT_CARRIED, carried_keys, carried_values, refers

RULES = {"*": "VRM0-010"}

# Rules of the extension report indices of nothing.
NodeIndex = Annotated[int, refers("nodes", checked=False)]
MeshIndex = Annotated[int, refers("meshes", checked=False)]
TextureIndex = Annotated[int, refers("textures", checked=False)]
# Springs do not make a node used: the Khronos validator does not know them.
SpringNode = Annotated[int, refers("nodes", checked=False, counted=False)]
FLOATS = (
    *("_ShadeShift", "_ShadeToony", "_IndirectLightIntensity"),
    *("_RimLightingMix", "_RimFresnelPower", "_RimLift"),
    *("_OutlineWidthMode", "_OutlineWidth", "_OutlineColorMode", "_OutlineLightingMix"),
    *("_UvAnimScrollX", "_UvAnimScrollY", "_UvAnimRotation"),
    # Core glTF says these too, or they follow from what it says.
    *("_Cutoff", "_BumpScale", "_BlendMode", "_CullMode", "_OutlineCullMode"),
    *("_SrcBlend", "_DstBlend", "_ZWrite", "_AlphaToMask", "_DebugMode", "_MToonVersion"),
)
NEUTRAL = {
    "_ReceiveShadowRate": 1.0,
    "_ShadingGradeRate": 1.0,
    "_LightColorAttenuation": 0.0,
    "_OutlineScaledMaxDistance": 1.0,
}
"""Neutral values of properties that VRM 1.0 and rigs lack."""
TEXTURES = (
    *("_ShadeTexture", "_SphereAdd", "_RimTexture", "_OutlineWidthTexture", "_UvAnimMaskTexture"),
    *("_MainTex", "_BumpMap", "_EmissionMap"),
)
"""Texture properties of shaders that a rig's material can hold."""
TEXTURE_TRANSFORMS = (*TEXTURES, "_ReceiveShadowTexture", "_ShadingGradeTexture")
"""Vectors for texture placement: the shader places all textures as it does `_MainTex`."""
VECTORS = ("_ShadeColor", "_RimColor", "_OutlineColor", "_Color", "_EmissionColor", *TEXTURE_TRANSFORMS)
STRAIGHT = [0, 0, 0, 1, 1, 1, 1, 0]
"""The linear curve of a degree map; 1.0 and rigs support no other."""
Permission = Literal["Disallow", "Allow"]


class Point(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    x: float | None = None
    y: float | None = None
    z: float | None = None


class VrmMeta(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    title: str | None = None
    version: str | None = None
    author: str | None = None
    contact_information: str | None = None
    reference: str | None = None
    texture: TextureIndex | None = None
    allowed_user_name: Literal["OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone"] | None = None
    violent_ussage_name: Permission | None = None
    sexual_ussage_name: Permission | None = None
    commercial_ussage_name: Permission | None = None
    other_permission_url: str | None = None
    license_name: (
        Literal[
            "Redistribution_Prohibited",
            "CC0",
            "CC_BY",
            "CC_BY_NC",
            "CC_BY_SA",
            "CC_BY_NC_SA",
            "CC_BY_ND",
            "CC_BY_NC_ND",
            "Other",
        ]
        | None
    ) = None
    other_license_url: str | None = None


class HumanBone(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES
    carried: ClassVar[bool] = False

    bone: Annotated[str, CARRIED] | None = None  # VRM0-012 looks at its name
    node: Annotated[NodeIndex, CARRIED] | None = None
    use_default_values: bool | None = None
    min: Annotated[Point, NOT_CARRIED] | None = None
    max: Annotated[Point, NOT_CARRIED] | None = None
    center: Annotated[Point, NOT_CARRIED] | None = None
    axis_length: float | None = None


class Humanoid(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES
    carried: ClassVar[bool] = False

    human_bones: tuple[HumanBone | None, ...] | None = None
    arm_stretch: float | None = None
    leg_stretch: float | None = None
    upper_arm_twist: float | None = None
    lower_arm_twist: float | None = None
    upper_leg_twist: float | None = None
    lower_leg_twist: float | None = None
    feet_spacing: float | None = None
    has_translation_do_f: Annotated[bool, NOT_CARRIED] | None = None


class MeshAnnotation(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    mesh: MeshIndex | None = None
    first_person_flag: str | None = None


class DegreeMap(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    curve: Annotated[tuple[float, ...], carried_values([], STRAIGHT)] | None = None
    x_range: float | None = None
    y_range: float | None = None


class FirstPerson(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    first_person_bone: Annotated[NodeIndex, NOT_CARRIED] | None = None
    first_person_bone_offset: Annotated[Point, CARRIED] | None = None
    mesh_annotations: tuple[MeshAnnotation | None, ...] | None = None
    look_at_type_name: Literal["Bone", "BlendShape"] | None = None
    look_at_horizontal_inner: DegreeMap | None = None
    look_at_horizontal_outer: DegreeMap | None = None
    look_at_vertical_down: DegreeMap | None = None
    look_at_vertical_up: DegreeMap | None = None


class BlendShapeBind(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    mesh: Annotated[int, Meta(ge=0), refers("meshes", checked=False)] | None = None
    index: Natural | None = None
    weight: Annotated[float, Meta(ge=0, le=100)] | None = None


class MaterialValue(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    material_name: str | None = None
    property_name: str | None = None
    target_value: tuple[float, ...] | None = None


class BlendShapeGroup(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    name: str | None = None
    preset_name: (
        Literal[
            "unknown",
            "joy",
            "angry",
            "sorrow",
            "fun",
            "neutral",
            "a",
            "i",
            "u",
            "e",
            "o",
            "blink",
            "blink_l",
            "blink_r",
            "lookup",
            "lookdown",
            "lookleft",
            "lookright",
        ]
        | None
    ) = None
    is_binary: bool | None = None
    binds: tuple[BlendShapeBind | None, ...] | None = None
    material_values: tuple[MaterialValue | None, ...] | None = None


class BlendShapeMaster(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    blend_shape_groups: tuple[BlendShapeGroup | None, ...] | None = None


class BoneGroup(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    comment: str | None = None
    stiffiness: float | None = None
    # The word as it is spelt elsewhere, which readers of VRM 0.x do not look for.
    stiffness: Annotated[Any, NOT_CARRIED] = None
    gravity_power: float | None = None
    gravity_dir: Point | None = None
    drag_force: float | None = None
    center: SpringNode | None = None
    hit_radius: float | None = None
    bones: tuple[SpringNode | None, ...] | None = None
    collider_groups: tuple[int | None, ...] | None = None


class Collider(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    offset: Point | None = None
    radius: float | None = None


class ColliderGroup(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    node: SpringNode | None = None
    colliders: tuple[Collider | None, ...] | None = None


class SecondaryAnimation(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    bone_groups: tuple[BoneGroup | None, ...] | None = None
    collider_groups: tuple[ColliderGroup | None, ...] | None = None


class MaterialProperties(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    name: str | None = None
    shader: str | None = None
    render_queue: int | None = None
    float_properties: Annotated[dict[str, float], carried_keys(*FLOATS, **NEUTRAL)] | None = None
    vector_properties: Annotated[dict[str, tuple[float, ...]], carried_keys(*VECTORS)] | None = None
    texture_properties: Annotated[dict[str, TextureIndex], carried_keys(*TEXTURES)] | None = None
    keyword_map: dict[str, bool] | None = None
    tag_map: dict[str, str] | None = None


class Vrm0(VrmObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = RULES

    exporter_version: Annotated[str, NOT_CARRIED] | None = None
    spec_version: str | None = None
    meta: Annotated[VrmMeta, CARRIED] | None = None
    humanoid: Humanoid | None = None
    first_person: FirstPerson | None = None
    blend_shape_master: BlendShapeMaster | None = None
    secondary_animation: Annotated[SecondaryAnimation, CARRIED] | None = None
    material_properties: tuple[MaterialProperties | None, ...] | None = None


VRM0 = {Gltf: Vrm0}
