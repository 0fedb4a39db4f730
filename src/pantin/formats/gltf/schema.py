"""The members of a glTF 2.0 file that Pantin reads, as msgspec structs.

A member is `None` if it is absent, or invalid (then there is a finding). Annotations have the constraints.
"""

# Annotations stay objects here: msgspec would have to compile four hundred strings at every start.
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec import Meta

from pantin.formats.gltf.bounds import read_bounds
from pantin.formats.members.description import NOT_CARRIED, Described, Style, carried_keys

# An index names the root collection it refers to; the rules about references use `refers`.
AccessorIndex = Annotated[int, Meta(ge=0, extra={"refers": "accessors"})]
BufferIndex = Annotated[int, Meta(ge=0, extra={"refers": "buffers"})]
BufferViewIndex = Annotated[int, Meta(ge=0, extra={"refers": "bufferViews"})]
CameraIndex = Annotated[int, Meta(ge=0, extra={"refers": "cameras"})]
ImageIndex = Annotated[int, Meta(ge=0, extra={"refers": "images"})]
MaterialIndex = Annotated[int, Meta(ge=0, extra={"refers": "materials"})]
MeshIndex = Annotated[int, Meta(ge=0, extra={"refers": "meshes"})]
NodeIndex = Annotated[int, Meta(ge=0, extra={"refers": "nodes"})]
SamplerIndex = Annotated[int, Meta(ge=0, extra={"refers": "samplers"})]
SceneIndex = Annotated[int, Meta(ge=0, extra={"refers": "scenes"})]
SkinIndex = Annotated[int, Meta(ge=0, extra={"refers": "skins"})]
TextureIndex = Annotated[int, Meta(ge=0, extra={"refers": "textures"})]
# The one index that does not refer to the root: the sampler of a channel is in the same animation.
AnimationSamplerIndex = Annotated[int, Meta(ge=0, extra={"refers": "samplers", "sibling": True})]

Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Floats = Annotated[tuple[float, ...], Meta(min_length=1)]
Vector3 = Annotated[tuple[float, ...], Meta(min_length=3, max_length=3)]
Quaternion = Annotated[tuple[Annotated[float, Meta(ge=-1, le=1)], ...], Meta(min_length=4, max_length=4)]
Matrix4 = Annotated[tuple[float, ...], Meta(min_length=16, max_length=16)]
# As long as an element of the accessor, in the range of its component type: read only if both are known.
Bounds = Annotated[tuple[int | float, ...], Meta(extra={"reads": read_bounds})]
Words = Annotated[tuple[str, ...], Meta(min_length=1)]
Nodes = Annotated[tuple[NodeIndex | None, ...], Meta(min_length=1)]
Attributes = Annotated[dict[str, AccessorIndex | None], Meta(min_length=1)]
Version = Annotated[
    str, Meta(pattern=r"^([0-9]+)\.([0-9]+)\Z", extra={"form": '<major>.<minor>, as in "2.0"'})
]
# Numbers of cameras, lights and materials.
Unit = Annotated[float, Meta(ge=0, le=1)]
NotNegative = Annotated[float, Meta(ge=0)]
AboveZero = Annotated[float, Meta(gt=0)]
UnitColour3 = Annotated[tuple[Unit, ...], Meta(min_length=3, max_length=3)]
UnitColour4 = Annotated[tuple[Unit, ...], Meta(min_length=4, max_length=4)]

T = TypeVar("T")
# An invalid object leaves a hole in a collection, but makes a list of parts invalid.
Collection = Annotated[tuple[T | None, ...], Meta(min_length=1)]
Several = Annotated[tuple[T, ...], Meta(min_length=1)]

ComponentType = Annotated[
    Literal[5120, 5121, 5122, 5123, 5125, 5126],
    # Extensions add types to the list of this name.
    Meta(extra={"words": "accessor.componentType"}),
]
IndexComponentType = Literal[5121, 5123, 5125]
# An unknown word is reported, and kept for the rules.
ElementType = Literal["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]
Interpolation = Literal["LINEAR", "STEP", "CUBICSPLINE"]
TargetPath = Annotated[
    Literal["translation", "rotation", "scale", "weights"],
    # Extensions add words to the list of this name.
    Meta(extra={"words": "animation.channel.target.path"}),
]
# Not a `Literal`: files with images of the kinds that extensions add are decoded in one step too.
MIME_TYPES = ("image/jpeg", "image/png")
MimeType = Annotated[str, Meta(extra={"words": "image.mimeType", "known": MIME_TYPES})]
Wrap = Literal[33071, 33648, 10497]


class Property(
    Described,
    frozen=True,
    rename="camel",
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
    kw_only=True,
):
    """The members that every object of a glTF file may have.

    An object of an extension with a `root_extension` needs the object of that name in the root. An animation
    may change the flags of an object with `animated_flags`. `gc=False`: a frozen tree read from text has no
    cycles.
    """

    shared: ClassVar[tuple[str, ...]] = ("extensions", "extras")
    root_extension: ClassVar[str | None] = None
    animated_flags: ClassVar[bool] = False

    extensions: dict[str, dict[str, Any]] | None = None
    extras: Any = None


class Held(Property, frozen=True, kw_only=True):
    """An object whose members a rig holds, unless annotated otherwise; its extras are not held."""

    carried: ClassVar[bool] = True


class HeldWithExtras(Held, frozen=True, kw_only=True):
    """An object whose members and extras a rig holds."""

    carried_shared: ClassVar[tuple[str, ...]] = ("extras",)


class Appearance(Property, frozen=True, kw_only=True):
    """An object of a material: the rig keeps a number out of range, which is reported."""

    style: ClassVar[Style] = Style(keeps_range=True)


class Asset(Held, frozen=True, kw_only=True):
    copyright: str | None = None
    generator: str | None = None
    version: Version | None
    min_version: Version | None = None


class SparseIndices(Held, frozen=True, kw_only=True):
    buffer_view: BufferViewIndex | None
    byte_offset: Natural | None = None
    component_type: IndexComponentType | None


class SparseValues(Held, frozen=True):
    buffer_view: BufferViewIndex | None
    byte_offset: Natural | None = None


class Sparse(Held, frozen=True):
    whole: ClassVar[bool] = True

    count: Positive | None
    indices: SparseIndices | None
    values: SparseValues | None


class Accessor(Held, frozen=True, kw_only=True):
    buffer_view: BufferViewIndex | None = None
    # Without a buffer view the offset has no meaning and is not read.
    byte_offset: Annotated[Natural, Meta(extra={"needs": "buffer_view"})] | None = None
    component_type: ComponentType | None
    count: Positive | None
    type: ElementType | None
    normalized: bool | None = None
    min: Bounds | None = None
    max: Bounds | None = None
    sparse: Sparse | None = None
    name: Annotated[str, NOT_CARRIED] | None = None


class Target(Held, frozen=True, kw_only=True):
    node: NodeIndex | None = None
    path: TargetPath | None


class Channel(Held, frozen=True):
    sampler: AnimationSamplerIndex | None
    target: Target | None


class AnimationSampler(Held, frozen=True, kw_only=True):
    input: AccessorIndex | None
    interpolation: Interpolation | None = None
    output: AccessorIndex | None


class Animation(HeldWithExtras, frozen=True):
    channels: Several[Channel] | None
    samplers: Several[AnimationSampler] | None
    name: str | None = None


class Buffer(Held, frozen=True, kw_only=True):
    uri: str | None = None
    byte_length: Positive | None
    name: Annotated[str, NOT_CARRIED] | None = None


class BufferView(Held, frozen=True, kw_only=True):
    buffer: BufferIndex | None
    byte_offset: Natural | None = None
    byte_length: Positive | None
    byte_stride: Annotated[int, Meta(ge=4, le=252)] | None = None
    target: Literal[34962, 34963] | None = None
    name: Annotated[str, NOT_CARRIED] | None = None


VERTEX_DATA = carried_keys(
    *("POSITION", "NORMAL", "TANGENT"), *("TEXCOORD_*", "COLOR_*", "JOINTS_*", "WEIGHTS_*", "_*")
)
TARGET_DATA = carried_keys("POSITION", "NORMAL", "TANGENT", "TEXCOORD_*", "COLOR_*")


class Primitive(HeldWithExtras, frozen=True):
    attributes: Annotated[Attributes, VERTEX_DATA] | None
    indices: AccessorIndex | None = None
    material: MaterialIndex | None = None
    mode: Annotated[int, Meta(ge=0, le=6)] | None = None
    targets: Annotated[Several[Attributes], TARGET_DATA] | None = None


class Mesh(HeldWithExtras, frozen=True):
    primitives: Several[Primitive] | None
    weights: Floats | None = None
    name: str | None = None


class Node(HeldWithExtras, frozen=True):
    camera: CameraIndex | None = None
    children: Nodes | None = None
    skin: SkinIndex | None = None
    matrix: Matrix4 | None = None
    mesh: MeshIndex | None = None
    rotation: Quaternion | None = None
    scale: Vector3 | None = None
    translation: Vector3 | None = None
    weights: Floats | None = None
    name: str | None = None


class Scene(HeldWithExtras, frozen=True):
    nodes: Nodes | None = None
    name: str | None = None


class Skin(HeldWithExtras, frozen=True, kw_only=True):
    inverse_bind_matrices: AccessorIndex | None = None
    skeleton: NodeIndex | None = None
    joints: Nodes | None
    name: str | None = None


TEXTURE_MEMBERS = ("index", "texCoord", "scale", "strength", "extras")
"""Texture members in materials that a rig holds."""
TEXTURE = carried_keys(*TEXTURE_MEMBERS)


class TextureInfo(Appearance, frozen=True):
    needs_tangents: ClassVar[bool] = False

    index: TextureIndex | None
    tex_coord: Natural | None = None


class NormalTextureInfo(TextureInfo, frozen=True):
    needs_tangents: ClassVar[bool] = True

    scale: float | None = None


class OcclusionTextureInfo(TextureInfo, frozen=True):
    strength: Unit | None = None


class PbrMetallicRoughness(Appearance, frozen=True):
    carried: ClassVar[bool] = True

    base_color_factor: UnitColour4 | None = None
    base_color_texture: Annotated[TextureInfo, TEXTURE] | None = None
    metallic_factor: Unit | None = None
    roughness_factor: Unit | None = None
    metallic_roughness_texture: Annotated[TextureInfo, TEXTURE] | None = None


class Material(Appearance, frozen=True):
    carried: ClassVar[bool] = True
    carried_shared: ClassVar[tuple[str, ...]] = ("extras",)

    pbr_metallic_roughness: PbrMetallicRoughness | None = None
    normal_texture: Annotated[NormalTextureInfo, TEXTURE] | None = None
    occlusion_texture: Annotated[OcclusionTextureInfo, TEXTURE] | None = None
    emissive_texture: Annotated[TextureInfo, TEXTURE] | None = None
    emissive_factor: UnitColour3 | None = None
    alpha_mode: Literal["OPAQUE", "MASK", "BLEND"] | None = None
    alpha_cutoff: NotNegative | None = None
    double_sided: bool | None = None
    name: str | None = None


class Orthographic(Held, frozen=True):
    xmag: float | None
    ymag: float | None
    zfar: AboveZero | None
    znear: NotNegative | None


class Perspective(Held, frozen=True):
    yfov: AboveZero | None
    znear: AboveZero | None
    zfar: AboveZero | None = None
    aspect_ratio: AboveZero | None = None


class Camera(HeldWithExtras, frozen=True):
    choices: ClassVar[tuple[str, ...]] = ("orthographic", "perspective")

    type: Literal["orthographic", "perspective"] | None
    orthographic: Orthographic | None = None
    perspective: Perspective | None = None
    name: str | None = None


class Image(HeldWithExtras, frozen=True):
    buffer_view: BufferViewIndex | None = None
    mime_type: MimeType | None = None
    uri: str | None = None
    name: str | None = None


class Sampler(HeldWithExtras, frozen=True):
    mag_filter: Literal[9728, 9729] | None = None
    min_filter: Literal[9728, 9729, 9984, 9985, 9986, 9987] | None = None
    wrap_s: Wrap | None = None
    wrap_t: Wrap | None = None
    name: str | None = None


class Texture(HeldWithExtras, frozen=True):
    sampler: SamplerIndex | None = None
    source: ImageIndex | None = None
    name: str | None = None


class Gltf(HeldWithExtras, frozen=True, kw_only=True):
    """The root. An item of a collection that is not an object is `None` here, so indices stay valid."""

    extensions_used: Words | None = None
    extensions_required: Words | None = None
    asset: Asset | None
    accessors: Collection[Accessor] = ()
    animations: Collection[Animation] = ()
    buffers: Collection[Buffer] = ()
    buffer_views: Collection[BufferView] = ()
    cameras: Collection[Camera] = ()
    images: Collection[Image] = ()
    materials: Collection[Material] = ()
    meshes: Collection[Mesh] = ()
    nodes: Collection[Node] = ()
    samplers: Collection[Sampler] = ()
    scene: SceneIndex | None = None
    scenes: Collection[Scene] = ()
    skins: Collection[Skin] = ()
    textures: Collection[Texture] = ()
