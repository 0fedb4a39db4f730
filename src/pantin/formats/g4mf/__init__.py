"""G4MF, the Good 4D Model Format: text and binary files of rigs in N dimensions."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.base.options import Option
from pantin.formats.edits import Edits
from pantin.formats.format import Capabilities, Format

KINDS = {".g3b": "g4b", ".g3tf": "g4tf", ".g4mf": "g4b"}


class G4mf(Format):
    name = "G4MF"
    suffixes = (".g4b", ".g4tf", ".g3b", ".g3tf", ".g4mf")
    stores = Capabilities(
        "nodes: names visible cameras lights bone_lengths extras",
        "meshes: name blend_weights blend_names group_names extras",
        "-surfaces: normals texcoords colors blend_shapes extras lines points unused_influences"
        " simplexes edges cells element_normals element_texcoords",
        "-instances: blend_weights materials",
        "skins: name root solver extras",
        "skeletons: name inverse_binds",
        "scenes: name extras",
        "materials: name base_color base_color_texture metallic roughness metallic_roughness_texture"
        " normal_texture normal_scale occlusion_texture occlusion_strength emissive emissive_texture"
        " alpha_mode extras emissive_strength",
        "-texture_uses: texcoord transform extras",
        "textures: name size placeholder extras",
        "samplers: magnification minification mipmaps wrap name extras",
        # An image is stored in the file: the name of the file that it came from is of no use there.
        "images: mime_type name uri extras",
        "cameras: name extras",
        "lights: color intensity range inner_cone outer_cone name extras",
        # In the extras of the document, which the writer reports.
        "springs",
        "colliders",
        "character: meta humanoid expressions look_at first_person motion",
        "constraints: axis weight",
        "clips: name",
        "copyright",
        "extras",
    )
    """The writer reports piece by piece what it drops of bone lengths, group names, colours, texture
    coordinates, topology, solvers, bind poses, scenes, occlusion, alpha modes, cameras, lights and
    samplers."""
    options = (
        Option(
            "dialect",
            str,
            "The dialect of a .g4b or .g4tf: the newest, or the one of January 2026.",
            choices=("newest", "2026-01"),
        ),
        Option(
            "omit_inferable",
            bool,
            "Omit the names of vertex groups in a .g4b or .g4tf where they equal the bone names.",
            False,
        ),
    )
    rig_rules = False  # its own rules cover weights and binds in any dimension, with pointers
    edits = Edits(
        bake_pose=Later(f"{__name__}.edits", "bake_pose"),
        write_pose=Later(f"{__name__}.edits", "write_pose"),
        fix=Later(f"{__name__}.fixes", "fixes"),
    )
    rules = tuple(f"{__name__}.{module}" for module in ("check", "lift", "lower", "save"))
    families = {"G4MF": "about G4MF files, in any number of dimensions"}

    read = Later(f"{__name__}.files", "read")
    lift = Later(f"{__name__}.lift", "lift")
    check = Later(f"{__name__}.check", "findings")
    condition = Later(f"{__name__}.files", "condition")
    locate = Later(f"{__name__}.check", "with_lines")
    not_carried = Later(f"{__name__}.not_carried", "not_carried")
    companions = Later("pantin.formats.document.document", "files_of")
    lower = Later(f"{__name__}.files", "lower")
    adapt = Later(f"{__name__}.files", "adapt")
    write = Later(f"{__name__}.files", "write")
    about = Later(f"{__name__}.files", "about")

    def sniff(self, start: bytes, name: str) -> bool:
        from pantin.formats.g4mf.recognition import is_g4mf_text

        return start[:4] == b"G4MF" or is_g4mf_text(start)

    def source_pointer(self, part: str) -> str | None:
        return part if part.split("/")[1] in ("nodes", "meshes", "materials", "textures") else None

    def kind(self, suffix: str) -> str:
        return KINDS.get(suffix) or super().kind(suffix)

    def is_home(self, dimension: int) -> bool:
        return dimension != 3


FORMAT = G4mf()
