"""Write materials as UsdPreviewSurface, and their images as files."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from pantin.base.records import Record, replace
from pantin.formats.images import image_mime, image_suffix
from pantin.formats.usd.conventions import MTOON, UNLIT
from pantin.formats.usd.lower.meshes import texcoord_name
from pantin.formats.usd.names import Siblings
from pantin.maths import exact
from pantin.rig import Material, Rig, TextureTransform, TextureUse
from pantin.rig.material import PART_TEXTURES

FOLDER = "textures"
"""The folder of images in a new document, relative to its layer."""

READABLE = frozenset({".png", ".jpg", ".exr", ".avif"})
"""Image types allowed in a package (the USDZ specification, "File Types")."""

INPUTS = {
    "base_color_texture": (("diffuseColor", "rgb"),),
    "metallic_roughness_texture": (("metallic", "b"), ("roughness", "g")),
    "normal_texture": (("normal", "rgb"),),
    "occlusion_texture": (("occlusion", "r"),),
    "emissive_texture": (("emissiveColor", "rgb"),),
    "clearcoat.texture": (("clearcoat", "r"),),
    "clearcoat.roughness_texture": (("clearcoatRoughness", "g"),),
    **{f"{MTOON}.{field}": () for field in PART_TEXTURES[MTOON]},
}
"""By texture of a material, the connected inputs of UsdPreviewSurface and their channels; textures of toon
shading have none."""

SRGB = frozenset(
    {
        *("base_color_texture", "emissive_texture"),
        *(f"{MTOON}.{name}_texture" for name in ("shade", "matcap", "rim")),
    }
)
DEFAULT = Material()
WRAPS = {"repeat": "repeat", "mirror": "mirror", "clamp": "clamp"}


class TextureFile(Record):
    """An image as a file of the document: its path from the layer, and its bytes."""

    path: str
    data: bytes


def texture_files(rig: Rig) -> dict[int, TextureFile]:
    """The files of used images that USD can read, by index."""
    files: dict[int, TextureFile] = {}
    names = Siblings()
    for index in used_images(rig):
        image = rig.images[index]
        if image.data is None:
            continue
        suffix = image_suffix(image_mime(image.data) or image.mime_type)
        if suffix in READABLE:
            stem = (image.name or (image.uri or "").rpartition("/")[2]).removesuffix(suffix)
            files[index] = TextureFile(
                f"{FOLDER}/{names.claim(stem, f'image_{index}')}{suffix}", bytes(image.data)
            )
    return files


def used_images(rig: Rig) -> list[int]:
    """The images used by textures of materials."""
    uses = [
        use for material in rig.materials for name, use in material.texture_uses().items() if name in INPUTS
    ]
    return sorted({image for image in (image_of(rig, use) for use in uses) if image is not None})


def image_of(rig: Rig, use: TextureUse) -> int | None:
    images = rig.textures[use.texture].images
    return images[0] if images else None


class MaterialWriter:
    """Defines the materials of a rig below a scope."""

    def __init__(self, stage: Any, scope: str, rig: Rig, files: dict[int, TextureFile]) -> None:
        self.stage, self.scope, self.rig, self.files = stage, scope, rig, files
        self._siblings = Siblings()

    def write(self, index: int) -> Any:
        from pxr import Sdf, UsdShade

        material = self.rig.materials[index]
        name = self._siblings.claim(material.name, f"material_{index}")
        defined = UsdShade.Material.Define(self.stage, f"{self.scope}/{name}")
        if material.name is not None and material.name != name:
            defined.GetPrim().SetDisplayName(material.name)
        if material.unlit:
            defined.GetPrim().SetCustomDataByKey(UNLIT, True)
        if material.mtoon is not None:
            plain = replace(material.mtoon, **dict.fromkeys(PART_TEXTURES[MTOON]))
            defined.GetPrim().SetCustomDataByKey(MTOON, msgspec.json.encode(plain).decode())
        path = defined.GetPath()
        shader = UsdShade.Shader.Define(self.stage, path.AppendChild("surface"))
        shader.CreateIdAttr("UsdPreviewSurface")
        defined.CreateSurfaceOutput().ConnectToSource(
            shader.CreateOutput("surface", Sdf.ValueTypeNames.Token)
        )
        self._write_values(shader, material)
        textures = _Textures(self, path)
        for field, use in material.texture_uses().items():
            image = image_of(self.rig, use)
            if field in INPUTS and image in self.files:
                textures.connect(shader, material, field, use, self.files[image].path)
        return defined

    def _write_values(self, shader: Any, material: Material) -> None:
        from pxr import Gf, Sdf

        types = Sdf.ValueTypeNames
        shader.CreateInput("useSpecularWorkflow", types.Int).Set(0)
        shader.CreateInput("diffuseColor", types.Color3f).Set(Gf.Vec3f(*material.base_color[:3]))
        shader.CreateInput("emissiveColor", types.Color3f).Set(Gf.Vec3f(*material.emitted))
        shader.CreateInput("metallic", types.Float).Set(material.metallic)
        shader.CreateInput("roughness", types.Float).Set(material.roughness)
        if material.alpha != "opaque":
            shader.CreateInput("opacity", types.Float).Set(material.base_color[3])
        if material.alpha == "mask":
            # A threshold of 0 means none: the smallest cutoff that USD can express is just above it.
            shader.CreateInput("opacityThreshold", types.Float).Set(max(material.alpha_cutoff, 1e-6))
        if material.ior != DEFAULT.ior:
            shader.CreateInput("ior", types.Float).Set(material.ior)
        if material.clearcoat is not None:
            shader.CreateInput("clearcoat", types.Float).Set(material.clearcoat.factor)
            shader.CreateInput("clearcoatRoughness", types.Float).Set(material.clearcoat.roughness)


class _Textures:
    """The texture nodes of one material."""

    def __init__(self, writer: MaterialWriter, path: Any) -> None:
        self._writer, self._stage, self._path = writer, writer.stage, path
        self._readers: dict[int, Any] = {}

    def connect(self, shader: Any, material: Material, field: str, use: TextureUse, file: str) -> None:
        from pxr import Gf, Sdf, UsdShade

        types = Sdf.ValueTypeNames
        node = UsdShade.Shader.Define(self._stage, self._path.AppendChild(field.replace(".", "_")))
        node.CreateIdAttr("UsdUVTexture")
        node.CreateInput("file", types.Asset).Set(Sdf.AssetPath(file))
        node.CreateInput("sourceColorSpace", types.Token).Set("sRGB" if field in SRGB else "raw")
        self._write_wrap(node, use)
        node.CreateInput("st", types.Float2).ConnectToSource(self._coordinates(field, use))
        scale, bias = texture_scale(material, field)
        node.CreateInput("scale", types.Float4).Set(Gf.Vec4f(*scale))
        node.CreateInput("bias", types.Float4).Set(Gf.Vec4f(*bias))
        for name, channel in INPUTS[field]:
            color = types.Normal3f if name == "normal" else types.Color3f
            output = node.CreateOutput(channel, types.Float3 if channel == "rgb" else types.Float)
            shader.CreateInput(name, color if channel == "rgb" else types.Float).ConnectToSource(output)
        if field == "base_color_texture" and material.alpha != "opaque":
            shader.CreateInput("opacity", types.Float).ConnectToSource(node.CreateOutput("a", types.Float))

    def _write_wrap(self, node: Any, use: TextureUse) -> None:
        from pxr import Sdf

        rig = self._writer.rig
        sampler = rig.textures[use.texture].sampler
        wrap = ("repeat", "repeat") if sampler is None else rig.samplers[sampler].wrap
        for name, mode in zip(("wrapS", "wrapT"), wrap, strict=False):
            node.CreateInput(name, Sdf.ValueTypeNames.Token).Set(WRAPS[mode])

    def _coordinates(self, field: str, use: TextureUse) -> Any:
        """The output with a texture's coordinates: from a primvar, or from its transform."""
        from pxr import Gf, Sdf, UsdShade

        types = Sdf.ValueTypeNames
        transform, texcoord = use.transform, use.texcoord_set
        if texcoord not in self._readers:
            name = texcoord_name(texcoord)
            reader = UsdShade.Shader.Define(self._stage, self._path.AppendChild(f"{name}_reader"))
            reader.CreateIdAttr("UsdPrimvarReader_float2")
            reader.CreateInput("varname", types.String).Set(name)
            self._readers[texcoord] = reader.CreateOutput("result", types.Float2)
        if transform is None:
            return self._readers[texcoord]
        name = f"{field.replace('.', '_')}_transform"
        node = UsdShade.Shader.Define(self._stage, self._path.AppendChild(name))
        node.CreateIdAttr("UsdTransform2d")
        node.CreateInput("in", types.Float2).ConnectToSource(self._readers[texcoord])
        node.CreateInput("scale", types.Float2).Set(Gf.Vec2f(*transform.scale))
        node.CreateInput("rotation", types.Float).Set(math.degrees(transform.rotation))
        node.CreateInput("translation", types.Float2).Set(Gf.Vec2f(*flipped_offset(transform)))
        return node.CreateOutput("result", types.Float2)


def flipped_offset(transform: TextureTransform) -> tuple[float, float]:
    """The translation of a transform whose origin is at the lower left instead of the upper left.

    With u = s and v = 1 − t in offset + R (scale · (u, v)), s and t are scaled and rotated as before and
    moved by (x + sin θ · scale_y, 1 − y − cos θ · scale_y).
    """
    (x, y), height = transform.offset, transform.scale[1]
    sine, cosine = exact.sin(transform.rotation), exact.cos(transform.rotation)
    return x + sine * height, 1 - y - cosine * height


def texture_scale(material: Material, field: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The multiplier and offset of a texture: the factor of a material, the range of normals."""
    none = (0.0, 0.0, 0.0, 0.0)
    if field == "base_color_texture":
        return material.base_color, none
    if field.startswith(f"{MTOON}."):
        return (1.0, 1.0, 1.0, 1.0), none
    if field == "emissive_texture":
        return (*material.emitted, 1.0), none
    if field.startswith("clearcoat.") and material.clearcoat is not None:
        return (material.clearcoat.factor, material.clearcoat.roughness, 1.0, 1.0), none
    if field == "metallic_roughness_texture":
        return (1.0, material.roughness, material.metallic, 1.0), none
    if field == "occlusion_texture":
        strength = material.occlusion_strength
        return (strength, 1.0, 1.0, 1.0), (1 - strength, 0.0, 0.0, 0.0)
    return (2.0, 2.0, 2.0, 1.0), (-1.0, -1.0, -1.0, 0.0)
