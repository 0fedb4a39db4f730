"""FBX: binary and text files of Maya, 3ds Max, MotionBuilder, Blender and Mixamo.

There is no public specification. Facts are from files of these programs and from ufbx, compared with the
frames that the programs exported, with ufbx and with Blender.
"""

from __future__ import annotations

from pantin.base.later import Later
from pantin.base.options import Option
from pantin.formats.edits import Edits
from pantin.formats.format import Capabilities, Format


class Fbx(Format):
    name = "FBX"
    suffixes = (".fbx",)
    stores = Capabilities(
        "nodes: names visible cameras lights extras",
        "meshes: name blend_weights blend_names",
        "-surfaces: normals tangents texcoords colors blend_shapes lines points"
        " element_normals element_texcoords",
        "-instances: blend_weights materials",
        "skins: name solver",
        "clips: name",
        "scenes",
        "materials: name base_color base_color_texture metallic roughness metallic_roughness_texture"
        " normal_texture normal_scale occlusion_texture occlusion_strength emissive emissive_texture"
        " alpha_mode alpha_cutoff double_sided unlit extras",
        "-texture_uses: texcoord transform",
        "textures: name",
        "samplers: wrap",
        "images: mime_type name uri",
        "cameras: name",
        "lights: color intensity range inner_cone outer_cone name",
    )
    """The writer reports names that change, ranges of lights, other scenes, mirrored textures, and
    differences of tangents, colours and texture coordinates."""
    options = (
        Option(
            "embed",
            bool,
            "Put images into the .fbx itself, or into files beside it.",
            negative="--separate",
        ),
        Option(
            "unit",
            str,
            "The unit of length of a .fbx (default: cm).",
            choices=("mm", "cm", "m", "inch", "foot"),
        ),
        Option(
            "axes",
            str,
            "The up axis of a .fbx: y as in Maya (the default), or z as in 3ds Max.",
            choices=("y-up", "z-up"),
        ),
        Option("leaf_bones", bool, "Add an end bone to each leaf of a .fbx skeleton.", False),
        Option("ascii", bool, "Write a .fbx as text.", False),
    )
    rules = tuple(
        f"{__name__}.{module}"
        for module in ("rules.file", "rules.scene", "rules.parts", "losses", "lower.losses")
    )
    families = {"FBX": "about FBX files: nodes, transforms, skins, blend shapes and animations"}

    edits = Edits(store_in_place=Later(f"{__name__}.edits.store", "store_in_place"))

    sniff = Later(f"{__name__}.files", "sniff")
    read = Later(f"{__name__}.files", "read")
    lift = Later(f"{__name__}.files", "lift")
    check = Later(f"{__name__}.check", "check")
    condition = Later(f"{__name__}.check", "condition")
    locate = Later(f"{__name__}.check", "locate")
    not_carried = Later(f"{__name__}.files", "not_carried")
    companions = Later(f"{__name__}.files", "companions")
    about = Later(f"{__name__}.files", "about")
    lower = Later(f"{__name__}.lower.rigs", "lower")
    write = Later(f"{__name__}.files", "write")


FORMAT = Fbx()
