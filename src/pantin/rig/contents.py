"""An inventory of a rig: every member with a value, with a count and the location of the first.

Conversions compare it with the abilities of the target format and report everything that it cannot store. A
new member of the rig is therefore reported until a format supports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from pantin.base.records import Record, defaults, field_names, is_record
from pantin.rig.character import Character, Constraint
from pantin.rig.clip import Clip
from pantin.rig.material import Material
from pantin.rig.material_parts import PARTS
from pantin.rig.mesh import Instance, Mesh, Scene
from pantin.rig.rig import Rig
from pantin.rig.skin import Skeleton, Skin
from pantin.rig.spring import SpringSettings
from pantin.rig.surface import Surface
from pantin.rig.texture import Image, Sampler, Texture, TextureUse
from pantin.rig.topology import Topology
from pantin.rig.view import Camera, Light

COLLECTIONS: Mapping[str, tuple[str, type]] = {
    "meshes": ("meshes", Mesh),
    "skins": ("skins", Skin),
    "skeletons": ("skeletons", Skeleton),
    "instances": ("nodes", Instance),
    "clips": ("clips", Clip),
    "scenes": ("scenes", Scene),
    "materials": ("materials", Material),
    "textures": ("textures", Texture),
    "samplers": ("samplers", Sampler),
    "images": ("images", Image),
    "cameras": ("cameras", Camera),
    "lights": ("lights", Light),
    "constraints": ("nodes", Constraint),
}
"""The collections of a rig, by field: where reports point, and the type of their items."""

NODE_MEMBERS = ("names", "visible", "cameras", "lights", "bone_lengths", "extras")
"""Arrays of `Nodes` beside parents and transforms, which every format with nodes has."""

SURFACE_MEMBERS = (
    *("points", "lines", "simplexes", "edges", "cells", "element_normals", "element_texcoords"),
    "unused_influences",
)
"""Listed for surfaces besides their fields: points and lines, the parts of their topology, and influences
without a skin to give them joints."""

STRUCTURE = frozenset(
    {
        *(
            "instances.node",
            "instances.mesh",
            "instances.skin",
            "constraints.node",
            "clips.channels",
            "clips.node_names",
        ),
        *("meshes.surfaces", "surfaces.positions", "surfaces.indices", "surfaces.mode", "surfaces.material"),
        "surfaces.topology",
        *("surfaces.influences", "skins.joints", "skins.inverse_binds", "skins.skeleton", "scenes.roots"),
        *("skeletons.joints", "skeletons.root", "skeletons.parents", "skeletons.rest"),
        *("textures.images", "textures.sampler", "images.data", "cameras.projection", "lights.kind"),
        *("texture_uses.texture", "constraints.kind", "constraints.source", "character.version"),
        *("instances", "surfaces", "texture_uses", *PARTS),
    }
)
"""Essential members: a format that stores the object always stores them."""


class Content(Record):
    """Something that a rig has: `"materials"`, or a member of them, `"materials.emissive_texture"`; how many
    have it, and the pointer of the first in the rig, such as `/meshes/0/surfaces/1`."""

    member: str
    count: int
    first: str


def members() -> frozenset[str]:
    """Every member that `contents` can list."""
    types: dict[str, type] = {name: kind for name, (_, kind) in COLLECTIONS.items()}
    types |= {"surfaces": Surface, "texture_uses": TextureUse, "character": Character, **PARTS}
    listed = {f"nodes.{name}" for name in NODE_MEMBERS}
    listed |= {"nodes", "springs", "colliders", "copyright", "extras"}
    listed |= {f"surfaces.{name}" for name in SURFACE_MEMBERS} | set(types)
    for name, kind in types.items():
        listed |= {f"{name}.{field}" for field in field_names(kind)}
    return frozenset(listed - STRUCTURE)


def contents(rig: Rig) -> list[Content]:
    """Everything in a rig, in the order of its parts; members with default values are left out."""
    members: dict[str, Content] = {}
    for member, first in _walk(rig):
        known = members.get(member)
        members[member] = Content(member, known.count + 1 if known else 1, known.first if known else first)
    return list(members.values())


def _walk(rig: Rig) -> Iterator[tuple[str, str]]:
    yield from _nodes(rig)
    for name, (collection, _) in COLLECTIONS.items():
        for number, part in enumerate(getattr(rig, name)):
            index = part.node if isinstance(part, Instance | Constraint) else number
            yield from _object(name, part, f"/{collection}/{index}")
    skinned = {instance.mesh for instance in rig.instances if instance.skin is not None}
    for number, mesh in enumerate(rig.meshes):
        for index, surface in enumerate(mesh.surfaces if number not in skinned else ()):
            if surface.influences is not None and len(surface.influences.joints):
                yield "surfaces.unused_influences", f"/meshes/{number}/surfaces/{index}"
    for name in ("springs", "colliders"):
        yield from ((name, f"/{name}/{index}") for index in range(len(getattr(rig.springs, name))))
    if rig.character is not None:
        yield from _object("character", rig.character, "")
    for name in ("copyright", "extras"):
        if getattr(rig, name):
            yield name, ""


def _nodes(rig: Rig) -> Iterator[tuple[str, str]]:
    nodes = rig.nodes
    said = {
        "names": [name is not None for name in nodes.names],
        "visible": (~nodes.visible).tolist(),
        "cameras": (nodes.cameras >= 0).tolist(),
        "lights": (nodes.lights >= 0).tolist(),
        "bone_lengths": (~np.isnan(nodes.bone_lengths)).tolist(),
        "extras": [bool(extras) for extras in nodes.extras],
    }
    for index in range(len(nodes)):
        yield "nodes", f"/nodes/{index}"
        for name in NODE_MEMBERS:
            if said[name][index]:
                yield f"nodes.{name}", f"/nodes/{index}"


def _object(name: str, part: Any, where: str) -> Iterator[tuple[str, str]]:
    if name not in STRUCTURE:
        yield name, where
    usual = defaults(type(part))
    for field in field_names(part):
        member, value = f"{name}.{field}", getattr(part, field)
        if member not in STRUCTURE and not _is_default(value, usual.get(field)):
            yield member, where
        if isinstance(value, TextureUse):
            yield from _object("texture_uses", value, where)
        elif name == "materials" and field in PARTS and value is not None:
            yield from _object(field, value, where)
    if isinstance(part, Mesh):
        for number, surface in enumerate(part.surfaces):
            yield from _surface(surface, f"{where}/surfaces/{number}")


def _surface(surface: Surface, where: str) -> Iterator[tuple[str, str]]:
    if not _has_boundary(surface.topology):
        if surface.mode == "points":
            yield "surfaces.points", where
        elif surface.mode.startswith("line"):
            yield "surfaces.lines", where
    yield from _object("surfaces", surface, where)
    topology = surface.topology
    if topology is not None:
        present = {
            # Triangles are those of the surface.
            "simplexes": topology.simplexes is not None and topology.simplexes.shape[1] != 3,
            "edges": topology.edges is not None and len(topology.edges) > 0,
            "cells": any(topology.cells),
            "element_normals": bool(topology.normals),
            "element_texcoords": bool(topology.texcoords),
        }
        yield from ((f"surfaces.{name}", where) for name, has in present.items() if has)


def _has_boundary(topology: Topology | None) -> bool:
    """Whether a surface has more than edges, so that its lines and points are those of its cells."""
    return topology is not None and (topology.simplexes is not None or bool(topology.cells))


def _is_default(value: Any, default: Any) -> bool:
    if value is None or (isinstance(value, tuple | Mapping | str) and not value):
        return True
    if isinstance(value, np.ndarray) or is_record(value):
        return isinstance(value, SpringSettings)
    return bool(value == default)
