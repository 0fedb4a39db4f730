"""VRMC_materials_mtoon 1.0: the toon shading of VRM."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.vrm_family import VRM_FAMILY
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import MTOON, UNLIT
from pantin.formats.gltf.schema import Material

EXTENSION = Extension(
    extends={MTOON: (Material,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    coordinate_textures=Later(f"{__name__}.schema", "UV_TEXTURES"),
    read_unlisted=True,
    fallbacks=(UNLIT,),
    schema=Later(f"{__name__}.schema", "MTOON"),
)
