"""Materials: Lambert and Phong, and the physically based ones of Maya, Arnold, 3ds Max and Blender."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.textures import TextureReader
from pantin.formats.fbx.nodes import Node, as_number, clean
from pantin.formats.fbx.properties import Properties, Property
from pantin.formats.fbx.scene import Object
from pantin.rig import Material, TextureUse

Color = tuple[float, float, float]

WHITE: Color = (1.0, 1.0, 1.0)

SHADERS = ("Maya|", "3dsMax|")
"""Prefixes of shader properties that FBX itself does not define."""

BASE = ("basecolor",)
"""Any of these properties marks a shader as physically based."""

MAPS = {
    "base": ("basecolormap", "texcolormap", "basecolor"),
    "metallic": ("metalnessmap", "texmetallicmap", "metalness"),
    "roughness": ("roughnessmap", "texroughnessmap", "specularroughness", "glossinessmap"),
    "normal": ("normmap", "normalmap", "texnormalmap", "normalcamera"),
    "emissive": ("emitcolormap", "emissionmap", "texemissivemap", "emissioncolor", "emissive"),
    "occlusion": ("aomap", "ambientocclusionmap", "texaomap"),
    "opacity": ("opacitymap", "alphamap", "opacity"),
}
"""By role, the properties through which textures connect to a physically based shader."""

SWITCHES = {"texcolormap": "usecolormap", "texmetallicmap": "usemetallicmap"} | {
    "texroughnessmap": "useroughnessmap",
    "texnormalmap": "usenormalmap",
    "texemissivemap": "useemissivemap",
    "texaomap": "useaomap",
}
"""Properties of Stingray shaders that turn a texture on."""

OWN = "Pantin|"
"""The prefix of the properties that Pantin adds for material parameters that Phong lacks."""

OWN_NUMBERS = {
    "metallic": ("metallic", 0.0),
    "roughness": ("roughness", 1.0),
    "normal_scale": ("normalScale", 1.0),
    "occlusion_strength": ("occlusionStrength", 1.0),
    "alpha_cutoff": ("alphaCutoff", 0.5),
}
OWN_TEXTURES = {
    "base_color_texture": "DiffuseColor",
    "normal_texture": "NormalMap",
    "emissive_texture": "EmissiveColor",
    "metallic_roughness_texture": f"{OWN}metallicRoughness",
    "occlusion_texture": f"{OWN}occlusion",
}
"""By texture role, the property it connects to in files that Pantin wrote."""

CLASSIC = {"DiffuseColor": "base", "NormalMap": "normal", "EmissiveColor": "emissive"}
TRANSPARENCY = ("TransparentColor", "TransparencyFactor", "Opacity")

OWN_SHININESS = ("Blender", "Pantin")
"""Programs that store a roughness r as the shininess (10 (1 − r))², and metallic as the reflection factor."""


class MaterialReader:
    """Reads materials at first use. A material becomes one in the rig for each list of texture coordinate
    sets in use."""

    def __init__(self, context: Context, textures: TextureReader) -> None:
        self._context, self._textures = context, textures
        self.materials: list[Material] = []
        self._things: list[Object] = []
        self._known: dict[Any, int] = {}
        self._program = self._creator()

    def _creator(self) -> str:
        document = self._context.document
        header = document.section("FBXHeaderExtension")
        texts = [header.text("Creator") if header is not None else ""]
        texts += [str(node.value()) for node in document.roots if node.name == "Creator"]
        info: Node | None = header.first("SceneInfo") if header is not None else None
        if info is not None:
            texts.append(Properties(info).text("Original|ApplicationName"))
        return " ".join(texts)

    def index(self, thing: Object, uv_names: Sequence[str]) -> int:
        """The index of the rig's material, for a mesh with these sets of texture coordinates."""
        key = (thing.id, tuple(uv_names) if self._names_sets(thing) else ())
        if key not in self._known:
            self._known[key] = len(self.materials)
            self._things.append(thing)
            self.materials.append(self._read(thing, uv_names))
        return self._known[key]

    def thing(self, index: int) -> Object:
        """The object of a material of the rig."""
        return self._things[index]

    def _names_sets(self, thing: Object) -> bool:
        return any(
            texture.props.text("UVSet", "default") != "default"
            for texture in self._connected_textures(thing).values()
        )

    def _connected_textures(self, thing: Object) -> dict[str, Object]:
        scene = self._context.scene
        objects: dict[str, Object] = {}
        for kind in ("LayeredTexture", "Texture"):
            for prop, texture in scene.at_properties(thing.id, kind):
                objects.setdefault(prop, texture)
        return objects

    def _read(self, thing: Object, uv_names: Sequence[str]) -> Material:
        shader = {
            _plain(name): prop
            for name, prop in (*(thing.props.template.own.items() if thing.props.template else ()),
                               *thing.props.own.items())
            if name.startswith(SHADERS)
        }  # fmt: skip
        textures = self._connected_textures(thing)
        if f"{OWN}baseColour" in thing.props.own:
            members = self._own(thing, textures, uv_names)
        elif any(name in shader for name in BASE):
            members = self._physical(thing, shader, textures, uv_names)
        else:
            members = self._classic(thing, textures, uv_names)
        return Material(clean(thing.name) or None, **members)

    def _use(self, texture: Object | None, uv_names: Sequence[str]) -> TextureUse | None:
        return None if texture is None else self._textures.use(texture, uv_names)

    def _drop(self, thing: Object, what: str) -> None:
        self._context.drop("material", thing, f'{what} of the material "{clean(thing.name)}"')

    # What Pantin wrote

    def _own(self, thing: Object, textures: dict[str, Object], uv_names: Sequence[str]) -> dict[str, Any]:
        """A complete material from the properties that Pantin adds to Phong."""
        props = thing.props

        def color(name: str, size: int) -> tuple[float, ...]:
            values = props.own[OWN + name].values if OWN + name in props.own else []
            numbers = [float(as_number(value)) for value in values[:size]]
            return tuple(
                number if math.isfinite(number) else 0.0 for number in numbers + [1.0] * (size - len(numbers))
            )

        mode = props.text(f"{OWN}alphaMode")
        numbers = {
            member: props.number(OWN + name, default) for member, (name, default) in OWN_NUMBERS.items()
        }
        return {
            "base_color": color("baseColour", 4),
            "emissive": color("emissive", 3),
            "alpha_mode": mode if mode in ("opaque", "mask", "blend") else None,
            "double_sided": props.number(f"{OWN}doubleSided") != 0,
            "unlit": props.number(f"{OWN}unlit") != 0,
            **{member: value if math.isfinite(value) else 0.0 for member, value in numbers.items()},
            **{member: self._use(textures.get(name), uv_names) for member, name in OWN_TEXTURES.items()},
            "extras": _extras(props),
        }

    # Lambert and Phong

    def _classic(self, thing: Object, textures: dict[str, Object], uv_names: Sequence[str]) -> dict[str, Any]:
        props = thing.props
        uses = {part: self._use(textures.get(name), uv_names) for name, part in CLASSIC.items()}
        base = WHITE if uses["base"] else _finite(props.vector("DiffuseColor", (0.8, 0.8, 0.8)))
        base = _scale_color(base, props.number("DiffuseFactor", 1.0))
        emissive = WHITE if uses["emissive"] else _finite(props.vector("EmissiveColor"))
        metallic, roughness = self._metallic_roughness(thing)
        alpha = self._opacity(thing)
        see_through = next((textures[name] for name in TRANSPARENCY if name in textures), None)
        blended = False
        if see_through is not None:
            same = "DiffuseColor" in textures and self._textures.image_id(
                see_through
            ) == self._textures.image_id(textures["DiffuseColor"])
            blended = same
            alpha = 1.0 if same else alpha
            if not same:
                self._drop(thing, "the transparency texture")
        for name in textures:
            if name not in CLASSIC and name not in TRANSPARENCY:
                self._drop(thing, f"the texture of {name}")
        return {
            "base_color": (*base, alpha),
            "base_color_texture": uses["base"],
            "metallic": metallic,
            "roughness": roughness,
            "normal_texture": uses["normal"],
            "emissive": _scale_color(emissive, props.number("EmissiveFactor", 1.0)),
            "emissive_texture": uses["emissive"],
            "alpha_mode": "blend" if blended else None,
            "extras": _extras(props),
        }

    def _metallic_roughness(self, thing: Object) -> tuple[float, float]:
        props = thing.props
        model = (thing.node.text("ShadingModel") or props.text("ShadingModel")).lower()
        stated = next((name for name in ("Shininess", "ShininessExponent") if name in props.own), None)
        if "phong" not in model or stated is None:
            return 0.0, 1.0
        shininess = max(props.number(stated), 0.0)
        if any(name in self._program for name in OWN_SHININESS):
            metallic = props.number("ReflectionFactor")
            return _part(metallic), _part(1 - math.sqrt(shininess) / 10)
        # The width of the highlight: Blinn and Phong's exponent n as a roughness √α with α² = 2 / (n + 2).
        return 0.0, _part((2 / (shininess + 2)) ** 0.25)

    def _opacity(self, thing: Object) -> float:
        """Opacity. Writers disagree on the meaning of transparency 1, so a material that would be invisible
        is read as opaque."""
        props = thing.props
        if "Opacity" in props.own:
            opacity = props.number("Opacity", 1.0)
        elif "TransparencyFactor" in props.own or "TransparentColor" in props.own:
            color = _finite(props.vector("TransparentColor", WHITE))
            opacity = 1 - props.number("TransparencyFactor", 1.0) * sum(color) / 3
        else:
            opacity = 1.0
        opacity = _part(opacity)
        return opacity if opacity > 0 else 1.0

    # Shaders of Maya and 3ds Max

    def _physical(
        self, thing: Object, shader: dict[str, Property], textures: dict[str, Object], uv_names: Sequence[str]
    ) -> dict[str, Any]:
        connected = {_plain(name): texture for name, texture in textures.items()}
        maps = {part: self._map(names, connected, shader) for part, names in MAPS.items()}
        base = WHITE if maps["base"] else _colour(shader, "basecolor", WHITE)
        if "base" in shader and "specularroughness" in shader:  # the weight of a standard surface
            base = _scale_color(base, _number(shader, "base", 1.0))
        emissive = self._emissive(shader, maps["emissive"])
        metallic, roughness, shared = self._shared_map(thing, shader, maps)
        alpha, mode = self._alpha(thing, shader, maps)
        known = {texture.id for texture in maps.values() if texture is not None}
        for name, texture in textures.items():
            if texture.id not in known:
                self._drop(thing, f"the texture of {name}")
        strength = _number(shader, "ambientocclusion", 1.0)
        occlusion = self._use(maps["occlusion"], uv_names)
        return {
            "base_color": (*base, alpha),
            "base_color_texture": self._use(maps["base"], uv_names),
            "metallic": metallic,
            "roughness": roughness,
            "metallic_roughness_texture": self._use(shared, uv_names),
            "normal_texture": self._use(maps["normal"], uv_names),
            "occlusion_texture": occlusion,
            "occlusion_strength": _part(strength) if occlusion else 1.0,
            "emissive": emissive,
            "emissive_texture": self._use(maps["emissive"], uv_names),
            "alpha_mode": mode,
            "alpha_cutoff": _part(_number(shader, "alphacutoff", 0.5)),
            "double_sided": _number(shader, "doublesided", 0.0) != 0,
            "unlit": _number(shader, "unlit", 0.0) != 0,
        }

    def _map(
        self, names: Sequence[str], connected: dict[str, Object], shader: dict[str, Property]
    ) -> Object | None:
        for name in names:
            switch = SWITCHES.get(name) or f"{name}on"
            if name in connected and _number(shader, switch, 1.0) != 0:
                return connected[name]
        return None

    def _emissive(self, shader: dict[str, Property], texture: Object | None) -> Color:
        if "emissivestrength" in shader or "emissiveintensity" in shader:
            color = WHITE if texture else _colour(shader, "emissive", (0.0, 0.0, 0.0))
            return _scale_color(color, _number(shader, "emissiveintensity", 1.0))
        if "emission" in shader:  # a standard surface: weight and colour
            color = WHITE if texture else _colour(shader, "emissioncolor", WHITE)
            return _scale_color(color, _number(shader, "emission", 0.0))
        name = next((name for name in ("emitcolor", "emissioncolor", "emissive") if name in shader), "")
        return WHITE if texture else _colour(shader, name, (0.0, 0.0, 0.0))

    def _shared_map(
        self, thing: Object, shader: dict[str, Property], maps: dict[str, Object | None]
    ) -> tuple[float, float, Object | None]:
        """Metallic, roughness, and the texture for both: a rig stores them in two channels of one texture."""
        metallic = _number(shader, "metalness", _number(shader, "metallic", 0.0))
        roughness = _number(shader, "specularroughness", _number(shader, "roughness", 0.5))
        if "glossiness" in shader:
            roughness = 1 - _number(shader, "glossiness", 0.5)
        elif _number(shader, "useglossiness", 2.0) == 1 or _number(shader, "roughnessinv", 0.0) == 1:
            roughness = 1 - roughness
        first, second = maps["metallic"], maps["roughness"]
        if (
            first is not None
            and second is not None
            and self._textures.image_id(first) == self._textures.image_id(second)
        ):
            return 1.0, 1.0, first
        for part, texture in (("metallic", first), ("roughness", second)):
            if texture is not None:
                self._drop(thing, f"the {part} texture, which metallic and roughness do not share,")
        return _part(metallic), _part(roughness), None

    def _alpha(
        self, thing: Object, shader: dict[str, Property], maps: dict[str, Object | None]
    ) -> tuple[float, Any]:
        if maps["opacity"] is not None:
            if maps["base"] is not None and self._textures.image_id(maps["opacity"]) == (
                self._textures.image_id(maps["base"])
            ):
                return 1.0, "blend"
            self._drop(thing, "the opacity texture")
        if "alphamode" in shader:  # glTF materials of 3ds Max: opaque, mask, blend
            mode = {1: "opaque", 2: "mask", 3: "blend"}.get(int(_number(shader, "alphamode", 1.0)), "opaque")
            values = shader["basecolor"].values
            return _part(as_number(values[3], 1.0)) if len(values) > 3 else 1.0, mode
        opacity = sum(_colour(shader, "opacity", WHITE)) / 3
        opacity = opacity if opacity > 0 else 1.0
        return _part(opacity), None


def _extras(props: Properties) -> dict[str, Any] | None:
    """Properties added by users, without shader properties."""
    from pantin.formats.fbx.lift.extras import user_properties

    extras = user_properties(props) or {}
    return {name: value for name, value in extras.items() if not name.startswith((*SHADERS, OWN))} or None


def _plain(name: str) -> str:
    """The last part of a name in lower case without underscores: programs spell the same property in several
    ways."""
    return name.rpartition("|")[2].replace("_", "").lower()


def _number(shader: dict[str, Property], name: str, default: float) -> float:
    prop = shader.get(name)
    value = as_number(prop.values[0], default) if prop is not None and prop.values else default
    return value if math.isfinite(value) else default


def _colour(shader: dict[str, Property], name: str, default: Color) -> Color:
    prop = shader.get(name)
    if prop is None or len(prop.values) < 3:
        return default
    red, green, blue = (float(as_number(value)) for value in prop.values[:3])
    return _finite((red, green, blue))


def _finite(color: Color) -> Color:
    red, green, blue = (max(part, 0.0) if math.isfinite(part) else 0.0 for part in color)
    return red, green, blue


def _scale_color(color: Color, factor: float) -> Color:
    red, green, blue = (part * factor for part in color)
    return _finite((red, green, blue))


def _part(value: float) -> float:
    return min(max(value, 0.0), 1.0) if math.isfinite(value) else 0.0
