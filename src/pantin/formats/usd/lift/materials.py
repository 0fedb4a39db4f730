"""Materials from UsdPreviewSurface, with their textures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from pantin.base.records import replace
from pantin.formats.usd.conventions import MTOON, UNLIT
from pantin.formats.usd.lift.context import Context, display_name
from pantin.maths import exact
from pantin.report.wording import counted
from pantin.rig import Clearcoat, Image, Material, MToon, Sampler, Texture, TextureTransform, TextureUse
from pantin.rig.arrays import InvalidRig
from pantin.rig.builder_material import check_material
from pantin.rig.material import PART_TEXTURES

WRAPS = {"repeat": "repeat", "mirror": "mirror", "clamp": "clamp", "black": "clamp"}


class MaterialReader:
    """Reads materials at first use. A rig gets one material for each combination of material, set of texture
    coordinates, and double-sidedness."""

    def __init__(self, context: Context, images: Any) -> None:
        self.context, self._open_image = context, images
        self._known: dict[Any, int] = {}
        self.materials: list[Material] = []
        self.textures: list[Texture] = []
        self.samplers: list[Sampler] = []
        self.images: list[Image] = []
        self._textures: dict[Any, int] = {}
        self._images: dict[str, int] = {}

    def varnames(self, material: Any) -> set[str]:
        """The primvars used by the textures of a material."""
        names = set()
        if material:
            from pxr import Usd, UsdShade

            for prim in Usd.PrimRange(material.GetPrim(), Usd.TraverseInstanceProxies()):
                shader = UsdShade.Shader(prim)
                if shader and str(shader.GetShaderId() or "").startswith("UsdPrimvarReader"):
                    names.add(str(_value(shader, "varname") or "st"))
        return names

    def index(
        self,
        material: Any,
        double_sided: bool,
        texcoords: Mapping[str, int],
        color: tuple[float, ...] | None = None,
    ) -> int | None:
        """The index of the rig's material, or of a plain one with `colour` (and opacity). None without
        material and colour, unless the mesh is double-sided."""
        color = None if material else color
        if not material and not double_sided and color is None:
            return None
        path = str(material.GetPath()) if material else ""
        used = tuple(sorted((name, texcoords.get(name, 0)) for name in self.varnames(material)))
        key = (path, double_sided, used, color)
        if key not in self._known:
            self._known[key] = len(self.materials)
            plain = {"metallic": 0.0, "roughness": 1.0, "base_color": color or (1.0, 1.0, 1.0, 1.0)}
            read = self._read(material, texcoords) if material else plain
            self.materials.append(Material(double_sided=double_sided, **read))
        return self._known[key]

    def indices_of(self, path: str) -> list[int]:
        """The rig's materials that were read from a prim."""
        return [index for (known, *_), index in self._known.items() if known == path]

    def _read(self, material: Any, texcoords: Mapping[str, int]) -> dict[str, Any]:
        source = material.ComputeSurfaceSource()
        shader = source[0] if isinstance(source, tuple) else source
        members: dict[str, Any] = {"name": display_name(material.GetPrim())}
        members["unlit"] = material.GetPrim().GetCustomDataByKey(UNLIT) is True
        members["mtoon"] = self._mtoon(material.GetPrim(), texcoords)
        if not shader or shader.GetShaderId() != "UsdPreviewSurface":
            kind = shader.GetShaderId() if shader else "none"
            self.context.drop("material", material.GetPrim(), f"dropped the shader of a material: {kind}")
            return members
        surface = _Surface(self, shader, texcoords)
        return members | surface.members()

    def _mtoon(self, prim: Any, texcoords: Mapping[str, int]) -> MToon | None:
        """Toon shading and its textures from custom data; None if missing or unfit."""
        from pxr import UsdShade

        stored = prim.GetCustomDataByKey(MTOON)
        if not isinstance(stored, str):
            return None
        try:
            mtoon = replace(msgspec.json.decode(stored, type=MToon), **dict.fromkeys(PART_TEXTURES[MTOON]))
            check_material(Material(mtoon=mtoon), "the material", 0)
        except (msgspec.DecodeError, InvalidRig) as error:
            self.context.drop("material", prim, f"dropped the toon shading of a material: {error}")
            return None
        nodes = {
            field: UsdShade.Shader(prim.GetChild(f"{MTOON}_{field}"))
            for field in PART_TEXTURES[MTOON]
            if prim.GetChild(f"{MTOON}_{field}")
        }
        return replace(mtoon, **{field: self.use(node, texcoords) for field, node in nodes.items() if node})

    def texture(self, path: str, data: tuple[bytes, str] | None, wrap: tuple[str, str], name: str) -> int:
        key = (path, wrap)
        if key not in self._textures:
            if path not in self._images:
                self._images[path] = len(self.images)
                self.images.append(Image(data[0] if data else None, data[1] if data else None, name, None))
            sampler = Sampler(wrap=(WRAPS[wrap[0]], WRAPS[wrap[1]]))  # type: ignore[arg-type]
            if sampler not in self.samplers:
                self.samplers.append(sampler)
            self._textures[key] = len(self.textures)
            self.textures.append(Texture((self._images[path],), self.samplers.index(sampler)))
        return self._textures[key]

    def use(self, node: Any, texcoords: Mapping[str, int]) -> TextureUse | None:
        """The texture of a UsdUVTexture; None if its file is unreadable."""
        asset = _value(node, "file")
        if not asset:
            return None
        data = self._open_image(asset, node.GetPrim())
        if data is None:
            return None
        wrap = tuple(str(_value(node, name) or "repeat") for name in ("wrapS", "wrapT"))
        wrap = tuple(mode if mode in WRAPS else "repeat" for mode in wrap)
        stem = asset.path.rpartition("/")[2].rpartition(".")[0]
        texture = self.texture(data[2], data[:2], wrap, stem)  # type: ignore[arg-type]
        (reader, _), transform = _source(node, "st"), None
        if reader is not None and reader.GetShaderId() == "UsdTransform2d":
            transform = _transform(self.context, reader)
            reader, _ = _source(reader, "in")
        name = "st" if reader is None else str(_value(reader, "varname") or "st")
        return TextureUse(texture, texcoords.get(name, 0), transform)


UNHELD: dict[str, Any] = {"specularColor": (0.0, 0.0, 0.0), "displacement": 0.0}
"""Inputs of UsdPreviewSurface that a rig's material lacks, with their neutral values."""


class _Surface:
    """The inputs of one UsdPreviewSurface."""

    def __init__(self, reader: MaterialReader, shader: Any, texcoords: Mapping[str, int]) -> None:
        self._reader, self._shader, self._texcoords = reader, shader, texcoords

    def members(self) -> dict[str, Any]:
        self._report_others()
        color, colour_use = self._input("diffuseColor", (0.18, 0.18, 0.18))
        emissive, emissive_use = self._input("emissiveColor", (0.0, 0.0, 0.0))
        metallic, roughness, metallic_use = self._metallic_roughness()
        occlusion, occlusion_use = self._input("occlusion", 1.0, "r")
        _, normal_use = self._input("normal", (0.0, 0.0, 1.0))
        opacity, opacity_use = self._input("opacity", 1.0, "a")
        if opacity_use is not None and opacity_use != colour_use:
            self._drop("opacity", "it has its own texture")
            opacity, opacity_use = self._constant("opacity", 1.0), None
        threshold = self._constant("opacityThreshold", 0.0)
        blended = opacity_use is not None or opacity < 1.0
        alpha = "mask" if threshold > 0 else "blend" if blended else "opaque"
        natural = "opaque" if opacity == 1.0 else "blend"
        return {
            "base_color": (*color, opacity),
            "base_color_texture": colour_use,
            "metallic": metallic,
            "roughness": roughness,
            "metallic_roughness_texture": metallic_use,
            "normal_texture": normal_use,
            "occlusion_texture": occlusion_use,
            "occlusion_strength": occlusion if occlusion_use else 1.0,
            "emissive": emissive,
            "emissive_texture": emissive_use,
            "alpha_mode": None if alpha == natural else alpha,
            "alpha_cutoff": threshold if threshold > 0 else 0.5,
            "ior": self._ior(),
            "clearcoat": self._clearcoat(),
        }

    def _ior(self) -> float:
        if _source(self._shader, "ior")[0] is not None:
            self._drop("ior", "a rig stores one number, no texture")
        return float(self._constant("ior", 1.5))

    def _clearcoat(self) -> Clearcoat | None:
        """The clear coat; None if its factor is zero, whatever its roughness."""
        factor, texture = self._input("clearcoat", 0.0, "r")
        if factor == 0.0 and texture is None:
            return None
        roughness, roughness_texture = self._input("clearcoatRoughness", 0.01, "g")
        return Clearcoat(factor, texture, roughness, roughness_texture)

    def _report_others(self) -> None:
        """Report inputs that change the look and have no counterpart in a rig."""
        used = {name for name, plain in UNHELD.items() if self._differs(name, plain)}
        if _value(self._shader, "useSpecularWorkflow") != 1:
            used -= {"specularColor"}
        for name in sorted(used):
            what = f"dropped the input {name} of a material"
            self._reader.context.drop("material", self._shader.GetPrim(), what)

    def _differs(self, name: str, plain: Any) -> bool:
        """Whether an input has a texture, or differs from a value."""
        return bool(self._constant(name, plain) != plain) or _source(self._shader, name)[0] is not None

    def _metallic_roughness(self) -> tuple[float, float, TextureUse | None]:
        """Metallic and roughness factors, and the texture they share, because a rig has only one for both."""
        metallic, metallic_use = self._input("metallic", 0.0, "b")
        roughness, roughness_use = self._input("roughness", 0.5, "g")
        if metallic_use == roughness_use:
            return metallic, roughness, metallic_use
        for name, use in (("metallic", metallic_use), ("roughness", roughness_use)):
            if use is not None:
                self._drop(name, "metallic and roughness do not share a texture")
        return self._constant("metallic", 0.0), self._constant("roughness", 0.5), None

    def _constant(self, name: str, default: Any) -> Any:
        return _constant(self._reader.context, self._shader, name, default)

    def _drop(self, name: str, why: str) -> None:
        what = f"dropped the texture of the input {name} of a material: {why}"
        self._reader.context.drop("material", self._shader.GetPrim(), what)

    def _input(self, name: str, default: Any, channel: str = "rgb") -> tuple[Any, TextureUse | None]:
        """The factor and the texture of an input, which must be connected to `channel` of the texture."""
        constant = self._constant(name, default)
        node, output = _source(self._shader, name)
        if node is None:
            return constant, None
        if node.GetShaderId() != "UsdUVTexture":
            self._drop(name, f"it is a {node.GetShaderId()}")
            return constant, None
        if output != channel:
            self._drop(name, f"it is the channel {output}, a rig has {channel}")
            return constant, None
        use = self._reader.use(node, self._texcoords)
        if use is None:
            return constant, None  # a rule reports the file
        scale = _constant(self._reader.context, node, "scale", (1.0, 1.0, 1.0, 1.0))
        return (scale[:3] if channel == "rgb" else float(scale["rgba".index(channel)])), use


def _source(shader: Any, name: str) -> tuple[Any, str]:
    """The shader connected to an input, through materials and node graphs, and its output name; (None, "") if
    unconnected."""
    from pxr import UsdShade

    shader_input = shader.GetInput(name)
    for attribute in UsdShade.Utils.GetValueProducingAttributes(shader_input) if shader_input else ():
        source = UsdShade.Shader(attribute.GetPrim())
        if source and UsdShade.Utils.GetType(attribute.GetName()) == UsdShade.AttributeType.Output:
            return source, str(attribute.GetBaseName())
    return None, ""


def _value(shader: Any, name: str) -> Any:
    """The constant value of an input, or its first sample if animated; None without value."""
    from pxr import Usd, UsdShade

    shader_input = shader.GetInput(name)
    if not shader_input:
        return None
    for attribute in UsdShade.Utils.GetValueProducingAttributes(shader_input):
        if UsdShade.Utils.GetType(attribute.GetName()) == UsdShade.AttributeType.Input:
            value = attribute.Get()
            return attribute.Get(Usd.TimeCode.EarliestTime()) if value is None else value
    return shader_input.Get()


def _constant(context: Context, shader: Any, name: str, default: Any) -> Any:
    """The constant value of an input in the shape of the default; the default if missing. Unfit values are
    reported."""
    value = _value(shader, name)
    if value is None:
        return default
    try:
        numbers = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        numbers = np.array(np.nan)
    if numbers.shape == np.shape(default) and np.isfinite(numbers).all():
        return numbers.tolist() if numbers.ndim == 0 else tuple(numbers.tolist())
    count = counted(np.size(default), "finite number")
    what = f"dropped the value of the input {name} of a material: {value} instead of {count}"
    context.drop("material", shader.GetPrim(), what)
    return default


def _transform(context: Context, node: Any) -> TextureTransform | None:
    """The inverse of `flipped_offset` of the writer."""
    scale = _constant(context, node, "scale", (1.0, 1.0))
    rotation = math.radians(_constant(context, node, "rotation", 0.0))
    s, t = _constant(context, node, "translation", (0.0, 0.0))
    offset = (s - exact.sin(rotation) * scale[1], 1 - t - exact.cos(rotation) * scale[1])
    transform = TextureTransform(offset, rotation, scale)
    return None if transform == TextureTransform() else transform
