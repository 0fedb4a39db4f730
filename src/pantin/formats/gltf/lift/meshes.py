"""Meshes and their surfaces. A primitive that cannot be used keeps its place, without vertices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.lift.influences import influences
from pantin.formats.gltf.lift.nodes import blend_amounts
from pantin.formats.gltf.lift.source import Array, Place, Source
from pantin.formats.gltf.lift.targets import targets
from pantin.formats.gltf.model import Mesh as FileMesh
from pantin.formats.gltf.model import Primitive
from pantin.rig import BlendShape, Mesh, Mode, Surface

MODES: tuple[Mode, ...] = get_args(Mode)
"""In the order of the numbers of glTF 2.0 §3.7.2.1: points 0 … triangle_fan 6."""


def meshes(source: Source) -> list[Mesh]:
    """Every mesh of the file."""
    return [_mesh(source, one, ("meshes", index)) for index, one in enumerate(source.model.meshes)]


def _mesh(source: Source, given: FileMesh | None, place: Place) -> Mesh:
    if given is None or given.primitives is None:
        source.leave_out(place, f"mesh {place[-1]}", "it lists no primitives")
        return Mesh((), given.name if given else None)
    surfaces = [_surface(source, one, (*place, "primitives", at)) for at, one in enumerate(given.primitives)]
    count = max(len(one.blend_shapes) for one in surfaces)
    mesh = Mesh(tuple(_padded(one, count) for one in surfaces), given.name, blend_names=blend_names(given))
    if given.weights is None:
        return mesh
    return replace(mesh, blend_weights=blend_amounts(source, given.weights, count, (*place, "weights")))


def _padded(surface: Surface, count: int) -> Surface:
    """The surface with targets that move nothing where others of its mesh have more (§3.7.2.2 forbids it)."""
    missing = count - len(surface.blend_shapes)
    return (
        replace(surface, blend_shapes=surface.blend_shapes + (BlendShape(),) * missing)
        if missing
        else surface
    )


def blend_names(mesh: FileMesh) -> tuple[str, ...] | None:
    """The names that most tools write as `extras.targetNames` of the mesh (glTF 2.0 §3.7.2.2, implementation
    note), and exporters of VRM 0.x as those of its primitives.
    """
    for owner in (mesh, *(mesh.primitives or ())):
        names = owner.extras.get("targetNames") if isinstance(owner.extras, dict) else None
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            return tuple(names)
    return None


def empty(targets: int) -> Surface:
    """The surface that stands for one that cannot be used."""
    return Surface(np.zeros((0, 3), np.float32), blend_shapes=(BlendShape(),) * targets)


def _surface(source: Source, given: Primitive, place: Place) -> Surface:
    attributes = given.attributes or {}
    listed = _listed_targets(source, given, place)
    spot = (*place, "attributes", "POSITION")
    index = attributes.get("POSITION")
    if index is None:
        source.leave_out(place, "the primitive", "it has no positions")
        return empty(len(listed))
    positions = source.optional(index, spot, "the primitive", (None, 3))
    if positions is None:
        return empty(len(listed))
    count = len(positions)
    try:
        corners = _indices(source, given, count)
        moved_by = influences(source, attributes, count)
    except BadAccessor as fault:
        source.leave_out(place, "the primitive", str(fault))
        return empty(len(listed))
    base = Surface(
        positions,
        _attribute(source, attributes, "NORMAL", count, 3, place),
        _attribute(source, attributes, "TANGENT", count, 4, place),
        _sets(source, attributes, "TEXCOORD", count, 2, place),
        _sets(source, attributes, "COLOR", count, None, place),
        corners,
        MODES[4 if given.mode is None else given.mode],
        _material(source, given, place),
        moved_by,
        extras=given.extras if isinstance(given.extras, dict) else None,
    )
    return replace(base, blend_shapes=targets(source, listed, base, place))


def _listed_targets(source: Source, given: Primitive, place: Place) -> Sequence[Mapping[str, int | None]]:
    """The blend shapes of a primitive. Of a list that is broken somewhere, which the model leaves out whole,
    what is no blend shape keeps its place and moves nothing, so that amounts still find the others.
    """
    if given.targets is not None:
        return given.targets
    _, mesh, _, number = place
    written = source.document.tree["meshes"][mesh]["primitives"][number].get("targets")
    return [_indices_in(one) for one in written] if isinstance(written, list) else ()


def _indices_in(target: Any) -> dict[str, int | None]:
    if not isinstance(target, dict):
        return {}
    return {name: index if type(index) is int and index >= 0 else None for name, index in target.items()}


def _indices(source: Source, given: Primitive, vertices: int) -> Array | None:
    if given.indices is None:
        return None
    corners = source.stored(given.indices)
    if corners.dtype.kind != "u" or corners.shape[1:] != (1,):
        raise BadAccessor("undefined", f"accessor {given.indices} does not hold indices")
    if int(corners.max()) >= vertices:
        raise BadAccessor("undefined", f"an index is {int(corners.max())}, and there are {vertices} vertices")
    return corners[:, 0]


def _attribute(
    source: Source, attributes: dict[str, Any], name: str, count: int, width: int | None, place: Place
) -> Array | None:
    index = attributes.get(name)
    if index is None:
        return None
    return source.optional(index, (*place, "attributes", name), name, (count, width))


def _sets(
    source: Source, attributes: dict[str, Any], name: str, count: int, width: int | None, place: Place
) -> tuple[Array, ...]:
    """The sets 0, 1, … of an attribute up to the first that is missing (glTF 2.0 §3.7.2.1 allows no gap)."""
    found: list[Array] = []
    while attributes.get(f"{name}_{len(found)}") is not None:
        array = _attribute(source, attributes, f"{name}_{len(found)}", count, width, place)
        if array is None:
            break
        found.append(array)
    return tuple(found)


def _material(source: Source, given: Primitive, place: Place) -> int | None:
    if given.material is not None and given.material >= len(source.model.materials):
        source.leave_out((*place, "material"), "the material", f"there is no material {given.material}")
        return None
    return given.material
