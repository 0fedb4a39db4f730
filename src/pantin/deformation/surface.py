"""One surface of one instance through all moments: shaped by blend shapes, put in place, given normals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.deformation.binding import bound_influences
from pantin.deformation.blending import Shaped, shaped
from pantin.deformation.finite import make_finite
from pantin.deformation.moments import Moments
from pantin.deformation.placing import mirrored, mirrored_skin, place_plain, place_skinned
from pantin.deformation.posed import Guarded, PosedMesh
from pantin.kernels.flat_normals import flat_normals
from pantin.kernels.skinning import Skinned
from pantin.rig import Doubles, Instance, Reals, Solver, Surface


def posed_surface(
    moments: Moments, which: int, number: int, solver: Solver | None, normals: bool, earlier: PosedMesh | None
) -> tuple[PosedMesh, Guarded]:
    """The posed surface, in the arrays of `earlier` where one is given, and what had to be guarded."""
    instance = moments.rig.instances[which]
    surface = moments.rig.meshes[instance.mesh].surfaces[number]
    out = _room(surface, len(moments.placed), normals, earlier, moments.single)
    place, turned = _placer(moments, instance, surface, solver)
    guarded, texcoords, colours = Guarded(), [], []
    for part, shape in _shapes(surface, moments.blend[which], normals):
        room = Skinned(*(None if one is None else one[part] for one in out))  # type: ignore[arg-type]
        guarded += place(shape, part, room) + Guarded(vertices=shape.lost)
        texcoords.append(shape.texcoords)
        colours.append(shape.colours)
    guarded += Guarded(vertices=make_finite(out.positions))
    lost = 0
    if out.normals is not None and surface.normals is None:
        _, lost = flat_normals(out.positions, surface.triangles, turned, out.normals)
    first = 0 if moments.single else slice(None)
    posed = PosedMesh(
        node=instance.node,
        mesh=instance.mesh,
        surface=number,
        positions=out.positions[first],
        normals=None if out.normals is None else out.normals[first],
        tangents=None if out.tangents is None else out.tangents[first],
        texcoords=_stacked(texcoords, surface.texcoords),
        colours=_stacked(colours, surface.colours),
        mirrored=turned[first],
    )
    return posed, guarded + Guarded(normals=lost)


def _placer(
    moments: Moments, instance: Instance, surface: Surface, solver: Solver | None
) -> tuple[Callable[[Shaped, slice, Skinned], Guarded], NDArray[np.bool_]]:
    """What puts a shaped surface in place for some of the moments, and (F,) whether it mirrors.

    A surface without influences follows the node also where its mesh is bound to a skin.
    """
    if instance.skin is None or surface.influences is None:
        maps = moments.placed[:, instance.node]
        return lambda shape, part, out: place_plain(shape, maps[part], out), mirrored(maps)
    palettes = moments.palettes(instance.skin)
    binding = bound_influences(surface, palettes.shape[1])
    method = solver or moments.rig.skins[instance.skin].solver
    return (
        lambda shape, part, out: place_skinned(shape, binding, palettes[part], method, out),
        mirrored_skin(binding, palettes),
    )


def _shapes(surface: Surface, amounts: Doubles, normals: bool) -> Iterator[tuple[slice, Shaped]]:
    """The surface after blend shapes, with the moments it holds for: one for all where no amount changes."""
    if not len(amounts):
        yield slice(0, 0), shaped(surface, np.zeros(len(surface.targets)), normals=normals)
        return
    if (amounts == amounts[:1]).all():
        yield slice(0, len(amounts)), shaped(surface, amounts[0], normals=normals)
        return
    for at, row in enumerate(amounts):
        yield slice(at, at + 1), shaped(surface, row, normals=normals)


def _room(surface: Surface, frames: int, normals: bool, earlier: PosedMesh | None, single: bool) -> Skinned:
    """Where the result goes: arrays of `earlier`, with F in front, or new ones."""
    size, kind = surface.positions.shape[1], surface.positions.dtype
    stored = surface.normals is not None
    # Without normals tangents have no meaning (glTF 2.0 §3.7.2.1), and outside 3D no kernel.
    sided = stored and surface.tangents is not None and size == 3
    widths = (
        size,
        size if normals and (stored or _has_faces(surface)) else None,
        size + 1 if normals and sided else None,
    )
    given = (None,) * 3 if earlier is None else (earlier.positions, earlier.normals, earlier.tangents)
    made: list[Reals | None] = []
    for name, width, array in zip(Skinned._fields, widths, given, strict=True):
        shape = (frames, len(surface.positions), width or 0)
        if width is None:
            made.append(None)
        elif earlier is None:
            made.append(np.empty(shape, kind))
        elif array is None or array.shape != shape[single:] or array.dtype != kind:
            raise ValueError(f"{name} in out do not fit: {kind} {shape[single:]} is needed")
        else:
            made.append(array[None] if single else array)
    return Skinned(*made)  # type: ignore[arg-type]


def _has_faces(surface: Surface) -> bool:
    """Whether normals can be made of the triangles."""
    return surface.positions.shape[1] == 3 and len(surface.triangles) > 0


def _stacked(shapes: list[tuple[Reals, ...]], stored: tuple[Reals, ...]) -> tuple[Reals, ...]:
    """Sets of texture coordinates or colours: once where all moments share them, else one for each moment."""
    sets = []
    for at, base in enumerate(stored):
        moments = [shape[at] for shape in shapes]
        same = len(moments) == 1 or all(one is base for one in moments)
        sets.append(moments[0] if same else np.stack(moments))
    return tuple(sets)
