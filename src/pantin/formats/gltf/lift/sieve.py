"""The slow way through `lift`, taken when the builder refused: each part is tried alone; bad ones go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pantin.formats.gltf.lift.meshes import empty
from pantin.formats.gltf.lift.skins import EMPTY
from pantin.formats.gltf.lift.source import Place, Source
from pantin.rig import BlendShape, InvalidRig, Mesh, Node, Reals, Skin, Surface, build
from pantin.rig.arrays import doubles, reals
from pantin.rig.builder_mesh import check_surface as checked


def sieved(
    source: Source, nodes: Sequence[Node], skins: Sequence[Skin], meshes: Sequence[Mesh]
) -> tuple[list[Node], list[Skin], list[Mesh]]:
    """The parts the builder accepts, each in its place; a part it does not accept is empty there."""
    return (
        [_node(source, one, ("nodes", at)) for at, one in enumerate(nodes)],
        [_skin(source, one, ("skins", at)) for at, one in enumerate(skins)],
        [_mesh(source, one, ("meshes", at)) for at, one in enumerate(meshes)],
    )


def _accepted(source: Source, place: Place, what: str, check: Callable[[], Any]) -> bool:
    """Whether a check of the builder passes; a note if it does not."""
    try:
        check()
    except InvalidRig as fault:
        source.leave_out(place, what, str(fault))
        return False
    return True


def _node(source: Source, node: Node, place: Place) -> Node:
    alone = replace(node, parent=-1)
    if _accepted(source, place, "the transform of the node", lambda: build(nodes=[alone])):
        return node
    return Node(node.name, node.parent)


def _skin(source: Source, skin: Skin, place: Place) -> Skin:
    binds = skin.inverse_binds
    if binds is None:
        return skin
    spot, what = (*place, "inverseBindMatrices"), f"skin {place[-1]}"
    good = _accepted(source, spot, what, lambda: doubles(binds, "an inverse bind", (None, 3, 4)))
    return skin if good else EMPTY


def _mesh(source: Source, mesh: Mesh, place: Place) -> Mesh:
    surfaces = [_surface(source, one, (*place, "primitives", at)) for at, one in enumerate(mesh.surfaces)]
    return replace(mesh, surfaces=tuple(surfaces))


def _surface(source: Source, surface: Surface, place: Place) -> Surface:
    """The surface without the attributes it can do without, or the empty one if that is not enough."""

    def good(name: str, array: Reals | None) -> bool:
        spot = (*place, "attributes", name)
        return array is None or _accepted(source, spot, name, lambda: reals(array, name, (None, None)))

    def leading(name: str, sets: Sequence[Reals]) -> int:
        bad = (at for at, one in enumerate(sets) if not good(f"{name}_{at}", one))
        return next(bad, len(sets))

    kept = _Kept(
        good("NORMAL", surface.normals),
        good("TANGENT", surface.tangents),
        leading("TEXCOORD", surface.texcoords),
        leading("COLOR", surface.colours),
    )
    lesser = kept.of_surface(surface)
    materials = len(source.model.materials)
    if _accepted(source, place, "the primitive", lambda: checked(lesser, "it", 3, materials)):
        return lesser
    return empty(len(surface.blend_shapes))


class _Kept:
    """Which attributes of a surface are kept: normals, tangents, and how many sets of the others."""

    def __init__(self, normals: bool, tangents: bool, texcoords: int, colours: int) -> None:
        self.normals = normals
        self.tangents = tangents
        self.texcoords = texcoords
        self.colours = colours

    def of_surface(self, surface: Surface) -> Surface:
        return replace(
            surface,
            normals=surface.normals if self.normals else None,
            tangents=surface.tangents if self.tangents else None,
            texcoords=surface.texcoords[: self.texcoords],
            colours=surface.colours[: self.colours],
            blend_shapes=tuple(self._of_target(one) for one in surface.blend_shapes),
        )

    def _of_target(self, target: BlendShape) -> BlendShape:
        return replace(
            target,
            normals=target.normals if self.normals else None,
            tangents=target.tangents if self.tangents else None,
            texcoords=target.texcoords[: self.texcoords],
            colours=target.colours[: self.colours],
        )
