"""Extensions of materials and textures, and others that Pantin checks or at least recognises.
`material_extensions` lists the rig fields for materials. Extensions with a schema are checked; `_schema`
names the module of their structs. The others are preserved and reported as not validated."""

from __future__ import annotations

from typing import Any

from pantin.base.later import Later
from pantin.formats.gltf.extension import Edits, Extension
from pantin.formats.gltf.extension_names import (
    ANIMATION_POINTER,
    ANISOTROPY,
    CLEARCOAT,
    DIFFUSE_TRANSMISSION,
    DISPERSION,
    EMISSIVE_STRENGTH,
    GPU_INSTANCING,
    IOR,
    IRIDESCENCE,
    LOD,
    SHEEN,
    SPECULAR,
    SPECULAR_GLOSSINESS,
    TEXTURE_AVIF,
    TEXTURE_BASISU,
    TEXTURE_MIME_TYPES,
    TEXTURE_TRANSFORM,
    TEXTURE_WEBP,
    TRANSMISSION,
    UNLIT,
    VARIANTS,
    VOLUME,
)
from pantin.formats.gltf.schema import (
    Gltf,
    Material,
    Node,
    Primitive,
    Target,
    Texture,
    TextureInfo,
)


def _code(module: str, name: str) -> Later:
    return Later(f"{__name__}.{module}", name)


def _material(name: str, *, rules: str = "", **options: Any) -> Extension:
    """A material extension. Its struct and its rules are named after it."""
    word = name.removeprefix("KHR_materials_").upper()
    options["rules"] = _code("material_rules", rules) if rules else ()
    return Extension(extends={name: (Material,)}, schema=_code("materials", word), **options)


def _texture(name: str) -> Extension:
    words = {"image.mimeType": (TEXTURE_MIME_TYPES[name],)}
    return Extension(extends={name: (Texture,)}, schema=_code("textures", "SOURCE"), words=words)


MATERIALS = (
    _material(ANISOTROPY, rules="ANISOTROPY"),
    _material(CLEARCOAT, rules="CLEARCOAT"),
    _material(DIFFUSE_TRANSMISSION),
    _material(DISPERSION, rules="DISPERSION"),
    _material(EMISSIVE_STRENGTH, rules="EMISSIVE_STRENGTH"),
    _material(IOR),
    _material(IRIDESCENCE, rules="IRIDESCENCE"),
    _material(SPECULAR_GLOSSINESS, standalone=True),
    _material(SHEEN),
    _material(SPECULAR),
    _material(TRANSMISSION),
    _material(UNLIT, standalone=True),
    _material(VOLUME, rules="VOLUME"),
)

EXTENSIONS = (
    *MATERIALS,
    Extension(
        extends={VARIANTS: (Gltf, Primitive)},
        schema=_code("variants", "VARIANTS"),
        rules=_code("variant_rules", "RULES"),
    ),
    Extension(extends={TEXTURE_TRANSFORM: (TextureInfo,)}, schema=_code("textures", "TRANSFORM")),
    _texture(TEXTURE_WEBP),
    _texture(TEXTURE_BASISU),
    _texture(TEXTURE_AVIF),
    Extension(
        extends={GPU_INSTANCING: (Node,)},
        schema=_code("instancing", "INSTANCING"),
        rules=_code("instancing_rules", "RULES"),
        attaches_to_nodes=True,
    ),
    Extension(extends={LOD: (Node, Material)}, schema=_code("levels", "LEVELS")),
    Extension(
        extends={ANIMATION_POINTER: (Target,)},
        words={"animation.channel.target.path": ("pointer",)},
        schema=_code("animation_pointer", "POINTER"),
        carried={"pointer": _code("carried_pointers", "is_carried")},
        rules=_code("animation_pointer_rules", "RULES"),
        data_rules=_code("animation_pointer_rules", "DATA_RULES"),
        edits=Edits(
            after_bake=_code("animation_pointer_edits", "unlist_unused"),
            after_clip_removal=_code("animation_pointer_edits", "unlist_unused"),
        ),
    ),
    Extension(extends={"KHR_audio_emitter": None}, checked=False, attaches_to_nodes=True),
    Extension(extends={"OMI_audio_emitter": None}, checked=False, attaches_to_nodes=True),
)
