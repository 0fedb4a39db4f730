"""USD (.usda, .usdc, .usdz): composed stages as rigs, and rigs as stages. Needs usd-core."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.formats.format import Capabilities, Format


class Usd(Format):
    name = "USD"
    suffixes = (".usda", ".usdc", ".usdz", ".usd")
    extra, needs = "usd", "pxr"
    read_options = ("variants",)
    stores = Capabilities(
        "nodes: names visible cameras lights",
        "meshes: name blend_weights blend_names",
        "-surfaces: normals tangents texcoords colors blend_shapes lines points"
        " element_normals element_texcoords",
        "-instances: blend_weights materials",
        "skins: name solver",
        "clips: name",
        "scenes: name",
        "materials: name base_color base_color_texture metallic roughness metallic_roughness_texture"
        " normal_texture occlusion_texture occlusion_strength emissive emissive_texture alpha_mode"
        " alpha_cutoff double_sided unlit emissive_strength ior clearcoat mtoon",
        "-clearcoat: factor texture roughness roughness_texture",
        "-mtoon: shade_color shade_texture shading_shift shading_shift_texture"
        " shading_shift_scale shading_toony gi_equalization matcap_color matcap_texture"
        " rim_color rim_texture rim_lighting_mix rim_fresnel_power rim_lift outline_mode"
        " outline_width outline_width_texture outline_color outline_lighting_mix uv_mask_texture"
        " uv_scroll_u uv_scroll_v uv_rotation transparent_with_depth render_queue_offset",
        "-texture_uses: texcoord transform",
        # The size of a texture is that of its image.
        "textures: size",
        "samplers: wrap",
        # Images are files, or members of a package.
        "images: mime_type name uri",
        "cameras: name",
        "lights: color intensity range inner_cone outer_cone name",
        # In custom data, which the writer reports.
        "springs",
        "colliders",
        "character: meta humanoid expressions look_at first_person motion",
        "constraints: axis weight",
        "copyright",
    )
    """The writer reports what only custom data hold, scales that change, images that USD does not read,
    ranges of lights, other scenes, and differences of tangents, colours and texture coordinates."""
    rig_rules = False  # its own rules cover weights and binds, with the paths of prims
    rules = tuple(
        f"{__name__}.{module}"
        for module in ("files", "dual_quaternions", "file_rules", "rules", "lift.losses", "lower.losses")
    )
    families = {"USD": "about USD stages: skeletons, bindings, blend shapes and animations"}

    sniff = Later(f"{__name__}.files", "sniff")
    read = Later(f"{__name__}.files", "read")
    lift = Later(f"{__name__}.files", "lift")
    check = Later(f"{__name__}.files", "check")
    not_carried = Later(f"{__name__}.files", "not_carried")
    companions = Later(f"{__name__}.files", "companions")
    lower = Later(f"{__name__}.files", "lower")
    write = Later(f"{__name__}.files", "write")


FORMAT = Usd()
