"""One surface in all frames, or on many instances in one: blend shapes, then transforms, then normals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.deformation.binding import bind_influences
from pantin.deformation.blending import BlendedSurface, blend_surface
from pantin.deformation.frames import PosedNodes
from pantin.deformation.posed import DegenerateCounts, PosedMesh
from pantin.deformation.skinning import apply_node_transform, apply_skin, is_mirrored, is_skin_mirrored
from pantin.kernels.flat_normals import flat_normals
from pantin.kernels.influences import InfluenceRows
from pantin.kernels.skinning import Skinned
from pantin.rig import Doubles, Instance, Reals, Solver, Surface

Transform: TypeAlias = Callable[[BlendedSurface, slice, Skinned], DegenerateCounts]
"""Transforms a blended surface for some of the frames into the arrays given last."""

Sets: TypeAlias = tuple[Reals, ...]


@np.errstate(all="ignore")  # numbers of a file may be anything
def pose_surface(
    frames: PosedNodes,
    instance_index: int,
    number: int,
    solver: Solver | None,
    normals: bool,
    earlier: PosedMesh | None,
) -> tuple[PosedMesh, DegenerateCounts]:
    """The posed surface, in the arrays of `earlier` if given, and the counts of degenerate numbers."""
    instance = frames.rig.instances[instance_index]
    surface = frames.rig.meshes[instance.mesh].surfaces[number]
    out = _allocate(surface, len(frames.world), normals, earlier, frames.single)
    transform, mirrored = _transformer(frames, instance, surface, solver)
    weights = frames.blend[instance_index]
    sets, degenerate = _fill(surface, transform, mirrored, weights, normals, out)
    frame = 0 if frames.single else slice(None)
    return _posed_mesh(instance, number, surface, out, sets, mirrored, frame), degenerate


def pose_instances(
    frames: PosedNodes, instances: Sequence[Instance], number: int, method: Solver, normals: bool
) -> tuple[list[PosedMesh], DegenerateCounts]:
    """One skinned surface on several instances in a single pose, without blend shapes: their skins, which
    have the same number of joints, take the place of frames.
    """
    mesh = instances[0].mesh
    surface = frames.rig.meshes[mesh].surfaces[number]
    palettes = frames.stack_palettes([instance.skin for instance in instances if instance.skin is not None])
    influences = bind_influences(surface, palettes.shape[1])
    mirrored = is_skin_mirrored(influences, palettes)
    out = _allocate(surface, len(instances), normals, None, single=False)
    weights = np.zeros((len(instances), len(surface.blend_shapes)))
    sets, degenerate = _fill(surface, _skinner(influences, palettes, method), mirrored, weights, normals, out)
    posed = [
        _posed_mesh(instance, number, surface, out, sets, mirrored, index)
        for index, instance in enumerate(instances)
    ]
    return posed, degenerate


def _posed_mesh(
    instance: Instance,
    number: int,
    surface: Surface,
    out: Skinned,
    sets: tuple[Sets, Sets],
    mirrored: NDArray[np.bool_],
    frame: int | slice,
) -> PosedMesh:
    return PosedMesh(
        node=instance.node,
        mesh=instance.mesh,
        surface=number,
        positions=out.positions[frame],
        normals=None if out.normals is None else out.normals[frame],
        tangents=None if out.tangents is None else out.tangents[frame],
        texcoords=sets[0],
        colors=sets[1],
        mirrored=mirrored[frame],
        source=surface,
    )


def _fill(
    surface: Surface,
    transform: Transform,
    mirrored: NDArray[np.bool_],
    weights: Doubles,
    normals: bool,
    out: Skinned,
) -> tuple[tuple[Sets, Sets], DegenerateCounts]:
    """Write the posed surface into `out`; returns its texture coordinates and colours, and the counts."""
    degenerate, texcoords, colors = DegenerateCounts(), [], []
    for part, blended in _blended_surfaces(surface, weights, normals):
        some = (None if array is None else array[part] for array in out)
        part_out = Skinned(*some)  # type: ignore[arg-type]
        degenerate += transform(blended, part, part_out) + DegenerateCounts(vertices=blended.clamped)
        texcoords.append(blended.texcoords)
        colors.append(blended.colors)
    if out.normals is not None and surface.normals is None:
        _, flat = flat_normals(out.positions, surface.triangles, mirrored, out.normals)
        degenerate += DegenerateCounts(normals=flat)
    sets = _stack_sets(texcoords, surface.texcoords), _stack_sets(colors, surface.colors)
    return sets, degenerate


def _transformer(
    frames: PosedNodes, instance: Instance, surface: Surface, solver: Solver | None
) -> tuple[Transform, NDArray[np.bool_]]:
    """The function that transforms a blended surface for some of the frames, and (F,) whether it mirrors.

    A surface without influences follows the node even where its mesh is bound to a skin.
    """
    if instance.skin is None or surface.influences is None:
        matrices = frames.world[:, instance.node]
        return lambda blended, part, out: apply_node_transform(blended, matrices[part], out), is_mirrored(
            matrices
        )
    palettes = frames.palettes(instance.skin)
    influences = bind_influences(surface, palettes.shape[1])
    method = solver or frames.rig.skins[instance.skin].solver
    return _skinner(influences, palettes, method), is_skin_mirrored(influences, palettes)


def _skinner(influences: InfluenceRows, palettes: Doubles, method: Solver) -> Transform:
    return lambda blended, part, out: apply_skin(blended, influences, palettes[part], method, out)


def _blended_surfaces(
    surface: Surface, weights: Doubles, normals: bool
) -> Iterator[tuple[slice, BlendedSurface]]:
    """The surface after blend shapes, and the frames it is for: all of them where no weight changes."""
    if not len(weights):
        yield slice(0, 0), blend_surface(surface, np.zeros(len(surface.blend_shapes)), normals=normals)
        return
    if (weights == weights[:1]).all():
        yield slice(0, len(weights)), blend_surface(surface, weights[0], normals=normals)
        return
    for frame, row in enumerate(weights):
        yield slice(frame, frame + 1), blend_surface(surface, row, normals=normals)


def _allocate(
    surface: Surface, frames: int, normals: bool, earlier: PosedMesh | None, single: bool
) -> Skinned:
    """The arrays for the result: those of `earlier`, with F in front, or new ones."""
    size, dtype = surface.positions.shape[1], surface.positions.dtype
    has_normals = surface.normals is not None
    # Tangents mean nothing without normals (glTF 2.0 §3.7.2.1), and have no kernel outside 3D.
    has_tangents = has_normals and surface.tangents is not None and size == 3
    widths = (
        size,
        size if normals and (has_normals or _has_triangles(surface)) else None,
        size + 1 if normals and has_tangents else None,
    )
    buffers = (None,) * 3 if earlier is None else (earlier.positions, earlier.normals, earlier.tangents)
    arrays: list[Reals | None] = []
    for name, width, array in zip(Skinned._fields, widths, buffers, strict=True):
        shape = (frames, len(surface.positions), width or 0)
        if width is None:
            arrays.append(None)
        elif earlier is None:
            arrays.append(np.empty(shape, dtype))
        elif array is None or array.shape != shape[single:] or array.dtype != dtype:
            raise ValueError(f"{name} in out must be {dtype} of shape {shape[single:]}")
        else:
            arrays.append(array[None] if single else array)
    return Skinned(*arrays)  # type: ignore[arg-type]


def _has_triangles(surface: Surface) -> bool:
    """Whether normals can be computed from triangles."""
    return surface.positions.shape[1] == 3 and len(surface.triangles) > 0


def _stack_sets(blended: list[tuple[Reals, ...]], stored: tuple[Reals, ...]) -> tuple[Reals, ...]:
    """Sets of texture coordinates or colours: one array where all frames share it, else one row per frame."""
    sets = []
    for index, base in enumerate(stored):
        frames = [values[index] for values in blended]
        same = len(frames) == 1 or all(values is base for values in frames)
        sets.append(frames[0] if same else np.stack(frames))
    return tuple(sets)
