"""What the files of a format can store, as members of a rig: `"skins"`, `"materials.emissive_texture"`.

`pantin.rig.contents.members` lists them all. A conversion reports every member that a rig has and the target
does not list, so a member that is new in rigs is reported until a format stores it.
"""

from __future__ import annotations

Members = frozenset[str]


def members(*lines: str) -> Members:
    """`members("skins: name root")` is `{"skins", "skins.name", "skins.root"}`. A collection after a minus is
    not a member itself: `"-instances: materials"`."""
    listed: set[str] = set()
    for line in lines:
        collection, _, fields = line.partition(":")
        name = collection.removeprefix("-")
        listed |= {f"{name}.{field}" for field in fields.split()}
        if name == collection:
            listed.add(name)
    return frozenset(listed)


GLTF = members(
    "nodes: names visible cameras lights bone_lengths extras",
    "meshes: name blend_weights blend_names group_names extras",
    "-surfaces: normals tangents texcoords colours blend_shapes extras attributes lines points edges cells"
    " element_normals element_texcoords",
    "-instances: blend_weights materials",
    "skins: name root solver extras",
    "skeletons: name inverse_binds",
    "clips: name extras",
    "scenes: name extras",
    "materials: name base_colour base_colour_texture metallic roughness metallic_roughness_texture"
    " normal_texture normal_scale occlusion_texture occlusion_strength emissive emissive_texture"
    " alpha_mode alpha_cutoff double_sided unlit extras extensions",
    "-texture_uses: texcoord transform extras extensions",
    # The size of a texture is that of its image.
    "textures: name size extras extensions",
    "samplers: magnification minification mipmaps wrap name extras",
    # An image is stored in the file: the name of the file that it came from is of no use there.
    "images: mime_type name uri extras",
    "cameras: name extras",
    "lights: colour intensity range inner_cone outer_cone name extras",
    "springs",
    "character: meta humanoid expressions look_at first_person motion",
    "constraints: axis weight",
    "copyright",
    "extras",
)
"""glTF. The writer reports what it drops of bone lengths, solvers, springs, topology and group names piece by
piece."""

VRMA = members("nodes: names", "clips: name", "scenes", "character: humanoid motion")
"""A motion of human bones, expressions and gaze. The writer reports what else the clip moves."""

G4MF = members(
    "nodes: names visible cameras lights bone_lengths extras",
    "meshes: name blend_weights blend_names group_names extras",
    "-surfaces: normals texcoords colours blend_shapes extras lines points"
    " simplexes edges cells element_normals element_texcoords",
    "-instances: blend_weights materials",
    "skins: name root solver extras",
    "skeletons: name inverse_binds",
    "scenes: name extras",
    "materials: name base_colour base_colour_texture metallic roughness metallic_roughness_texture"
    " normal_texture normal_scale occlusion_texture occlusion_strength emissive emissive_texture"
    " alpha_mode extras",
    "-texture_uses: texcoord transform extras",
    "textures: name size placeholder extras",
    "samplers: magnification minification mipmaps wrap name extras",
    # An image is stored in the file: the name of the file that it came from is of no use there.
    "images: mime_type name uri extras",
    "cameras: name extras",
    "lights: colour intensity range inner_cone outer_cone name extras",
    "copyright",
    "extras",
)
"""G4MF. The writer reports what it drops piece by piece of bone lengths, group names, colours, texture
coordinates, topology, solvers, bind poses, scenes, occlusion, alpha modes, cameras, lights and samplers."""

USD = members(
    "nodes: names visible cameras lights",
    "meshes: name blend_weights blend_names",
    "-surfaces: normals tangents texcoords colours blend_shapes lines points",
    "-instances: blend_weights materials",
    "skins: name solver",
    "clips: name",
    "scenes: name",
    "materials: name base_colour base_colour_texture metallic roughness metallic_roughness_texture"
    " normal_texture occlusion_texture occlusion_strength emissive emissive_texture alpha_mode alpha_cutoff"
    " double_sided",
    "-texture_uses: texcoord transform",
    # The size of a texture is that of its image.
    "textures: size",
    "samplers: wrap",
    # Images are files, or members of a package.
    "images: mime_type name uri",
    "cameras: name",
    "lights: colour intensity range inner_cone outer_cone name",
    "copyright",
)
"""USD. The writer reports scales that change, images that USD does not read, ranges of lights, other scenes,
and differences of tangents, colours and texture coordinates."""

RIGY = members(
    "nodes: names", "meshes: name", "-surfaces: normals texcoords", "skins", "materials: name base_colour"
)

OFF = members("meshes", "-surfaces: simplexes edges cells")
OBJ = members(
    "-nodes: names",
    "meshes",
    "-surfaces: normals texcoords colours lines points",
    "-instances: materials",
    "materials: name base_colour base_colour_texture metallic roughness metallic_roughness_texture"
    " normal_texture normal_scale emissive emissive_texture unlit",
    # Images are files, with a name and a suffix.
    "textures: size",
    "images: mime_type name uri",
)
"""OBJ with an `.mtl`. The writer reports sets of attributes, and images that no statement is for."""
STL = members("meshes")
NPZ = members(
    "nodes: names visible bone_lengths",
    "meshes: name blend_weights blend_names group_names",
    "-surfaces: normals tangents texcoords colours blend_shapes attributes lines points simplexes edges"
    " cells element_normals element_texcoords",
    "-instances: blend_weights materials",
    "skins: name root solver",
    "skeletons: name inverse_binds",
    "clips: name",
    "scenes: name",
    "materials: name base_colour metallic roughness",
)
NPZ_POSED = members("meshes", "-surfaces: normals tangents texcoords colours points lines simplexes edges")

RIGNET = members("nodes: names", "meshes", "-surfaces: normals texcoords", "skins", "scenes")
"""A mesh at rest with joints that have positions. The writer reports rotations of joints and rigid meshes."""

BVH = members("nodes: names", "clips", "scenes")
"""One clip of joints. The writer reports other clips, and what it drops of this one."""
