"""glTF 2.0 (`.gltf`, `.glb`, and VRM files, which are GLB): documents, accessors and rules."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.base.options import Option
from pantin.formats.edits import Edits
from pantin.formats.format import Capabilities, Format
from pantin.formats.gltf import extensions
from pantin.formats.gltf.extension_names import LIGHTS
from pantin.formats.single_clip import CLIP

EMBED = Option(
    "embed",
    bool,
    "Store buffers and images inside a .gltf, or in separate files.",
    negative="--separate",
)

CHARACTER = Option(
    "character",
    str,
    "How the character is stored: as VRM (vrm), or in the Khronos draft extensions (khr). By default as in "
    "the source.",
    choices=("vrm", "khr"),
)
SKELETONS = Option(
    "skeletons",
    str,
    "How skeletons are stored: as lists of joints (staik), or as marked bones (khr). By default as in the "
    "source.",
    choices=("staik", "khr"),
)
"""Which extension stores a part of a rig: `policy` decides unless these options do."""

JSON_SPACE = b" \t\r\n"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

extensions.add_later(Later(f"{__name__}.ext", "EXTENSIONS"))


def _operations(module: str, *names: str) -> dict[str, Later]:
    return {name: Later(f"{__name__}.{module}", name) for name in names}


class VrmAnimation(Format):
    """The form that the suffix .vrma chooses: one clip as a motion for any character."""

    name = "VRM animation"
    suffixes = (".vrma",)
    stores = Capabilities("nodes: names", "clips: name", "scenes", "character: humanoid motion")
    """A motion of human bones, expressions and gaze. The writer reports all other channels of the clip."""
    options = (CLIP, EMBED)

    lower = Later(f"{__name__}.vrma", "lower")
    keeps = Later(f"{__name__}.vrma", "keeps")
    adapt = Later(f"{__name__}.vrma", "adapt")
    write = Later(f"{__name__}.files", "write")


VRMA = VrmAnimation()


COLLECTIONS = {
    **{name: f"/{name}" for name in ("nodes", "meshes", "skins", "scenes", "materials", "cameras")},
    **{name: f"/{name}" for name in ("textures", "samplers", "images")},
    "clips": "/animations",
    "lights": f"/extensions/{LIGHTS}/lights",
}
"""The collection in a file for each part of a rig. Skeletons, springs and colliders are missing: extensions
store them with other numbers."""


class Gltf(Format):
    name = "glTF"
    suffixes = (".gltf", ".glb", ".vrm", ".vrma")
    sniff_order = 1  # any JSON object may be a glTF file: formats that are more particular come first
    stores = Capabilities(
        "nodes: names visible cameras lights bone_lengths extras",
        "meshes: name blend_weights blend_names group_names extras",
        "-surfaces: normals tangents texcoords colors blend_shapes extras attributes lines points edges"
        " unused_influences cells element_normals element_texcoords",
        "-instances: blend_weights materials",
        "skins: name root solver extras",
        "skeletons: name inverse_binds",
        "clips: name extras properties",
        "scenes: name extras",
        "materials: name base_color base_color_texture metallic roughness metallic_roughness_texture"
        " normal_texture normal_scale occlusion_texture occlusion_strength emissive emissive_texture"
        " alpha_mode alpha_cutoff double_sided unlit extras emissive_strength ior dispersion anisotropy"
        " clearcoat diffuse_transmission iridescence mtoon sheen specular specular_glossiness transmission"
        " volume",
        "-anisotropy: strength rotation texture",
        "-clearcoat: factor texture roughness roughness_texture normal_texture normal_scale",
        "-diffuse_transmission: factor texture color color_texture",
        "-iridescence: factor texture ior thickness_minimum thickness_maximum thickness_texture",
        "-mtoon: shade_color shade_texture shading_shift shading_shift_texture shading_shift_scale"
        " shading_toony gi_equalization matcap_color matcap_texture rim_color rim_texture rim_lighting_mix"
        " rim_fresnel_power rim_lift outline_mode outline_width outline_width_texture outline_color"
        " outline_lighting_mix uv_mask_texture uv_scroll_u uv_scroll_v uv_rotation transparent_with_depth"
        " render_queue_offset",
        "-sheen: color color_texture roughness roughness_texture",
        "-specular: factor texture color color_texture",
        "-specular_glossiness: diffuse diffuse_texture specular glossiness specular_glossiness_texture",
        "-transmission: factor texture",
        "-volume: thickness thickness_texture attenuation_distance attenuation_color",
        "-texture_uses: texcoord transform extras",
        # The size of a texture is that of its image.
        "textures: name size extras alternatives",
        "samplers: magnification minification mipmaps wrap name extras",
        # An image is stored in the file: the name of the file that it came from is of no use there.
        "images: mime_type name uri extras",
        "cameras: name extras",
        "lights: color intensity range inner_cone outer_cone name extras",
        "springs",
        "colliders",
        "character: meta humanoid expressions look_at first_person motion",
        "constraints: axis weight",
        "copyright",
        "extras",
    )
    """The writer reports each dropped bone length, solver, spring, topology and group name."""
    options = (EMBED, CHARACTER, SKELETONS)
    read_options = ("raw_weights", "draft")
    edits = Edits(
        **_operations("model_edits", "bake_pose", "write_pose", "append_clip", "replace_clip"),
        **_operations("model_edits", "strip_springs", "derive_skeletons", "strip_skeletons"),
        fix=Later(f"{__name__}.fixes", "fixes"),
        slim=Later(f"{__name__}.slim.run", "SlimRun"),
        is_sound=Later(f"{__name__}.slim.soundness", "is_sound"),
        migrate=Later(f"{__name__}.migration", "migrate_character"),
        **_operations("part_edits", "set_local", "set_weights", "set_inverse_binds", "add_blend_shape"),
        **_operations("part_edits", "set_blend_weights", "remove_clip", "add_nodes", "remove_nodes"),
        **_operations("part_edits", "rename", "set_material"),
        **_operations("weight_edits", "store_weights"),
        **_operations("rig_changes", "store_changes"),
        **_operations("meta", "read_meta", "set_meta"),
    )
    rules = tuple(
        f"{__name__}.{module}"
        for module in ("check", "lift", "new", "policy", "save", "vrma", "migration", "slim.run")
    )

    read = Later(f"{__name__}.document", "read")
    lift = Later(f"{__name__}.lift", "lift")
    check = Later(f"{__name__}.check", "findings")
    has_sound_rig = Later(f"{__name__}.lift.whole", "has_sound_rig")
    sound_channels = Later(f"{__name__}.lift.sound_clips", "sound_channels")
    condition = Later(f"{__name__}.document", "condition")
    locate = Later(f"{__name__}.check", "with_lines")
    not_carried = Later(f"{__name__}.not_carried", "not_carried")
    is_bookkeeping = Later(f"{__name__}.not_carried", "is_bookkeeping")
    companions = Later("pantin.formats.document.document", "files_of")
    lower = Later(f"{__name__}.files", "lower")
    write = Later(f"{__name__}.files", "write")
    summarise = Later(f"{__name__}.files", "summarise")
    about = Later(f"{__name__}.files", "about")

    def source_pointer(self, part: str) -> str | None:
        _, collection, *rest = part.replace("/surfaces/", "/primitives/").split("/")
        return "/".join([COLLECTIONS[collection], *rest]) if collection in COLLECTIONS else None

    @property
    def families(self) -> dict[str, str]:  # type: ignore[override]
        """Rule families, including those of extensions."""
        return {
            "GLTF": "about glTF 2.0 files, with the names of the Khronos validator",
            **extensions.families(),
        }

    def sniff(self, start: bytes, name: str) -> bool:
        return start.removeprefix(BYTE_ORDER_MARK).lstrip(JSON_SPACE).startswith((b"glTF", b"{"))

    def load_rules(self) -> None:
        from pantin.formats.gltf.check import extension_groups, part_groups

        super().load_rules()
        list(part_groups())
        list(extension_groups())
        for extension in extensions.every():
            for choice in extension.choices.values():
                if isinstance(choice.losses, Later):
                    choice.losses.get()

    def kind(self, suffix: str) -> str:
        return "gltf" if suffix == ".gltf" or suffix not in self.suffixes else "glb"

    def form(self, suffix: str = "", *, posed: bool = False) -> Format:
        return VRMA if suffix == ".vrma" else self

    def is_home(self, dimension: int) -> bool:
        return dimension == 3


FORMAT = Gltf()
