"""Rules about parts of a rig that an OBJ file could store, but this one does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pantin.formats.geometry.obj_surfaces import word
from pantin.formats.geometry.triangles import surface_of
from pantin.formats.obj.mtl import MAPS, Library
from pantin.formats.part_pointers import report_parts
from pantin.formats.posed_surface import Posed
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Rig, Surface


def losses(rig: Rig, posed: Sequence[Posed], library: Library | None) -> list[Finding]:
    """Findings for everything of the posed surfaces and materials that the files do not store."""
    return [
        *dropped_attributes(rig, posed),
        *dropped_images(rig, library),
        *changed_names(rig, posed, library),
    ]


@rule("LOSS-OBJ_ATTRIBUTE", "warning", "dropped {what} of {parts}: OBJ has {why}")
def dropped_attributes(rig: Rig, posed: Sequence[Posed]) -> Iterator[Finding]:
    """Texture coordinates or colours are dropped.

    What: A surface has more than one set of texture coordinates or colours, texture coordinates that are not
    pairs, normals or texture coordinates of edges and cells, or colours with alpha.
    Why: OBJ stores one pair of texture coordinates and one colour of three numbers per vertex.
    Fix: Bake what the other sets are for into one texture.
    Source: Wavefront OBJ (vt); vertex colours after the coordinates are a common extension.
    """
    by_reason: dict[tuple[str, str], list[str]] = {}
    for part in posed:
        surface = surface_of(rig, part)
        where = pointer("meshes", part.mesh, "surfaces", part.surface)
        flat = bool(surface.texcoords) and surface.texcoords[0].shape[1] == 2
        dropped = {
            **(_unbound(surface) if surface.topology is not None else {}),
            ("texture coordinate sets", "one set of pairs"): len(surface.texcoords) > flat,
            ("colour sets", "one set of colours"): len(surface.colors) > 1,
            ("the alpha of colours", "colours without alpha"): _has_alpha(surface.colors[:1]),
        }
        for key, is_dropped in dropped.items():
            if is_dropped:
                by_reason.setdefault(key, []).append(where)
    for (what, why), pointers in by_reason.items():
        yield from report_parts(dropped_attributes, rig, pointers, what=what, why=why)


@rule("LOSS-OBJ_IMAGE", "warning", "dropped {parts}: {why}")
def dropped_images(rig: Rig, library: Library | None) -> Iterator[Finding]:
    """Image is dropped.

    What: An image is not used by a texture that an `.mtl` has a statement for, its bytes are missing, or it
    is a slice of a texture with more than two dimensions; or materials are written to a stream.
    Why: An `.mtl` names the images of base colour, metallic, roughness, normals and emission.
    Fix: Keep the source, or choose a format that stores the texture, such as glTF.
    Source: Wavefront MTL (map_Kd and others).
    """
    if library is None:
        if rig.materials:
            pointers = [pointer("materials", index) for index in range(len(rig.materials))]
            yield from report_parts(dropped_images, rig, pointers, why="a stream cannot have an .mtl file")
        return
    missing = [index for index, image in enumerate(rig.images) if not image.data]
    others = [index for index in range(len(rig.images)) if index not in {*library.images, *missing}]
    for indices, why in ((missing, "the bytes are missing"), (others, "no statement of an .mtl is for it")):
        pointers = [pointer("images", index) for index in indices]
        yield from report_parts(dropped_images, rig, pointers, why=why)
    used = {getattr(material, name).texture for material in rig.materials for name in MAPS
            if getattr(material, name) is not None}  # fmt: skip
    unused = [index for index in range(len(rig.textures)) if index not in used]
    pointers = [pointer("textures", index) for index in unused]
    yield from report_parts(dropped_images, rig, pointers, why="no statement of an .mtl is for it")


@rule("LOSS-OBJ_NAME", "info", 'changed {count} to be one word and unique; first: "{old}" to "{new}"')
def changed_names(rig: Rig, posed: Sequence[Posed], library: Library | None) -> Iterator[Finding]:
    """Name is changed.

    What: The name of a node or a material contains white space, or two materials have the same name.
    Why: OBJ separates words by white space and finds materials by name.
    Fix: Nothing; or rename it in the source.
    Source: Wavefront OBJ (o, usemtl).
    """
    nodes = {part.node: rig.nodes.names[part.node] for part in posed}
    changed = [
        (pointer("nodes", node), name, word(name))
        for node, name in nodes.items()
        if name and word(name) != name
    ]
    if library is not None:
        pairs = zip(rig.materials, library.names, strict=True)
        changed += [
            (pointer("materials", index), material.name, name)
            for index, (material, name) in enumerate(pairs)
            if material.name and material.name != name
        ]
    if changed:
        where, old, new = changed[0]
        yield changed_names.at(where, count=counted(len(changed), "name"), old=old, new=new)


def _unbound(surface: Surface) -> dict[tuple[str, str], bool]:
    """Values that are not pairs, or belong neither to vertices nor to corners."""
    from pantin.operations.edit.splitting import corner_attributes, unbound_values  # few files need it

    unbound, corners = unbound_values(surface), corner_attributes(surface)[1]
    return {
        ("normals of edges and cells", "normals of corners"): unbound[0],
        ("texture coordinates of edges and cells", "texture coordinates of corners"): unbound[1],
        ("texture coordinates", "pairs"): corners is not None and corners.bound.values.shape[1] != 2,
    }


def _has_alpha(colors: Sequence[np.ndarray]) -> bool:
    return any(array.shape[1] > 3 and bool((array[:, 3] != 1).any()) for array in colors)
