"""The builder's part for meshes: every array of a surface checked once and made read-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from pantin.rig.arrays import Indices, NotARig, Reals, doubles, index, indices, reals
from pantin.rig.builder_topology import topology
from pantin.rig.mesh import Material, Mesh
from pantin.rig.surface import BlendTarget, Deltas, Influences, Mode, Surface


def mesh(given: Mesh, what: str, dimension: int, materials: int) -> Mesh:
    """The mesh with every array checked; all its surfaces have the same number of blend shapes."""
    surfaces = tuple(
        surface(one, f"{what} surface {at}", dimension, materials) for at, one in enumerate(given.surfaces)
    )
    counts = {len(one.targets) for one in surfaces}
    if len(counts) > 1:
        raise NotARig(f"{what}: its surfaces have {sorted(counts)} blend targets, and all must have as many")
    checked = replace(given, surfaces=surfaces)
    amounts = given.blend_amounts
    if amounts is not None:
        amounts = doubles(amounts, f"{what} blend amounts", (checked.targets,))
    names = None if given.blend_names is None else tuple(given.blend_names)
    groups = None if given.group_names is None else tuple(given.group_names)
    return replace(checked, blend_amounts=amounts, blend_names=names, group_names=groups)


def material(given: Material, what: str) -> Material:
    """The material with four finite numbers for its colour."""
    red, green, blue, alpha = (
        float(part) for part in doubles(given.base_colour, f"{what} base colour", (4,))
    )
    return replace(given, base_colour=(red, green, blue, alpha))


def surface(given: Surface, what: str, dimension: int, materials: int) -> Surface:
    """The surface with every array checked against the number of its vertices."""
    positions = reals(given.positions, f"{what} positions", (None, dimension))
    vertices = len(positions)
    if given.mode not in get_args(Mode):
        raise NotARig(f"{what} mode is {given.mode!r}, none of {', '.join(get_args(Mode))}")
    texcoords = tuple(
        reals(one, f"{what} texcoords {at}", (vertices, None)) for at, one in enumerate(given.texcoords)
    )
    colours = tuple(
        reals(one, f"{what} colours {at}", (vertices, None)) for at, one in enumerate(given.colours)
    )
    checked = replace(
        given,
        positions=positions,
        normals=_optional(given.normals, f"{what} normals", vertices, dimension),
        tangents=_optional(given.tangents, f"{what} tangents", vertices, dimension + 1),
        texcoords=texcoords,
        colours=colours,
        indices=None if given.indices is None else indices(given.indices, f"{what} indices", vertices),
        material=index(given.material, f"{what} material", materials),
        influences=None if given.influences is None else _influences(given.influences, what, vertices),
    )
    if not given.targets and given.topology is None:
        return checked
    targets = tuple(_target(one, f"{what} target {at}", checked) for at, one in enumerate(given.targets))
    shape = (
        None if given.topology is None else topology(given.topology, what, vertices, dimension, len(targets))
    )
    return replace(checked, targets=targets, topology=shape)


def _optional(given: Reals | None, what: str, vertices: int, width: int) -> Reals | None:
    return None if given is None else reals(given, what, (vertices, width))


def _influences(given: Influences, what: str, vertices: int) -> Influences:
    weights = reals(given.weights, f"{what} weights", (None,))
    entries = len(weights)
    joints = indices(given.joints, f"{what} joints", 1 << 31, length=entries)
    offsets = indices(given.offsets, f"{what} influence offsets", entries + 1, length=vertices + 1)
    ends = int(offsets[0]), int(offsets[-1])
    if ends != (0, entries):
        raise NotARig(f"{what} influence offsets run from {ends[0]} to {ends[1]}, not from 0 to {entries}")
    if bool(np.any(offsets[1:] < offsets[:-1])):
        raise NotARig(f"{what} influence offsets fall; each vertex begins where the one before it ends")
    return Influences(offsets, joints, weights)


def _target(given: BlendTarget, what: str, base: Surface) -> BlendTarget:
    tangents = None if base.tangents is None else base.tangents[:, :-1]
    return BlendTarget(
        positions=_deltas(given.positions, f"{what} positions", base.positions),
        normals=_deltas(given.normals, f"{what} normals", base.normals),
        tangents=_deltas(given.tangents, f"{what} tangents", tangents),
        texcoords=_sets(given.texcoords, f"{what} texcoords", base.texcoords),
        colours=_sets(given.colours, f"{what} colours", base.colours),
    )


def _sets(given: Sequence[Deltas | None], what: str, bases: Sequence[Reals]) -> tuple[Deltas | None, ...]:
    return tuple(
        _deltas(one, f"{what} {at}", bases[at] if at < len(bases) else None) for at, one in enumerate(given)
    )


def _deltas(given: Deltas | None, what: str, base: Reals | None) -> Deltas | None:
    if given is None:
        return None
    if base is None:
        raise NotARig(f"{what} change an attribute that the surface does not have")
    rows: Indices | None = None
    if given.indices is not None:
        rows = indices(given.indices, f"{what} indices", len(base))
    values = reals(given.values, what, (len(base) if rows is None else len(rows), base.shape[1]))
    return Deltas(values, rows)
