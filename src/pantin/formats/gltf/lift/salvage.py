"""Salvage: when the builder refuses the rig, build each part alone and skip the ones it refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pantin.base.records import replace
from pantin.formats.gltf.lift.meshes import empty_surface
from pantin.formats.gltf.lift.nodes import without_views
from pantin.formats.gltf.lift.skins import EMPTY
from pantin.formats.gltf.lift.source import Source
from pantin.report.pointer import JsonPath
from pantin.rig import BlendShape, InvalidRig, Mesh, Node, Reals, Skin, Surface, build
from pantin.rig.arrays import doubles, reals
from pantin.rig.builder_mesh import check_surface


def salvage(
    source: Source, nodes: Sequence[Node], skins: Sequence[Skin], meshes: Sequence[Mesh]
) -> tuple[list[Node], list[Skin], list[Mesh]]:
    """The parts, with an empty one for each that the builder refuses."""
    return (
        [_node(source, node, ("nodes", index)) for index, node in enumerate(nodes)],
        [_skin(source, skin, ("skins", index)) for index, skin in enumerate(skins)],
        [_mesh(source, mesh, ("meshes", index)) for index, mesh in enumerate(meshes)],
    )


def _passes(source: Source, path: JsonPath, what: str, check: Callable[[], Any]) -> bool:
    """Whether a check of the builder passes; adds a finding if it does not."""
    try:
        check()
    except InvalidRig as fault:
        source.skip(path, what, str(fault))
        return False
    return True


def _node(source: Source, node: Node, path: JsonPath) -> Node:
    (alone,) = without_views([replace(node, parent=-1)])
    what = f"the transform of {source.named('node', int(path[1]))}"
    if _passes(source, path, what, lambda: build(nodes=[alone])):
        return node
    return Node(node.name, node.parent)


def _skin(source: Source, skin: Skin, path: JsonPath) -> Skin:
    binds = skin.inverse_binds
    if binds is None:
        return skin
    binds_place, what = (*path, "inverseBindMatrices"), source.named("skin", int(path[1]))
    is_valid = _passes(source, binds_place, what, lambda: doubles(binds, "an inverse bind", (None, 3, 4)))
    return skin if is_valid else EMPTY


def _mesh(source: Source, mesh: Mesh, path: JsonPath) -> Mesh:
    surfaces = [
        _surface(source, surface, (*path, "primitives", index)) for index, surface in enumerate(mesh.surfaces)
    ]
    return replace(mesh, surfaces=tuple(surfaces))


def _surface(source: Source, surface: Surface, path: JsonPath) -> Surface:
    """The surface without invalid optional attributes; the empty surface if it is still invalid."""

    primitive = source.named_primitive(path)

    def is_valid(name: str, array: Reals | None) -> bool:
        attribute, what = (*path, "attributes", name), f"{name} of {primitive}"
        return array is None or _passes(source, attribute, what, lambda: reals(array, name, (None, None)))

    def count_valid(name: str, sets: Sequence[Reals]) -> int:
        invalid = (number for number, array in enumerate(sets) if not is_valid(f"{name}_{number}", array))
        return next(invalid, len(sets))

    valid = _ValidAttributes(
        is_valid("NORMAL", surface.normals),
        is_valid("TANGENT", surface.tangents),
        count_valid("TEXCOORD", surface.texcoords),
        count_valid("COLOR", surface.colors),
    )
    reduced = valid.of_surface(surface)
    materials = len(source.model.materials)
    if _passes(source, path, primitive, lambda: check_surface(reduced, "its", 3, materials)):
        return reduced
    return empty_surface(len(surface.blend_shapes))


class _ValidAttributes:
    """The valid attributes of a surface: flags for normals and tangents, and counts of the other sets."""

    def __init__(self, normals: bool, tangents: bool, texcoords: int, colors: int) -> None:
        self.normals = normals
        self.tangents = tangents
        self.texcoords = texcoords
        self.colors = colors

    def of_surface(self, surface: Surface) -> Surface:
        return replace(
            surface,
            normals=surface.normals if self.normals else None,
            tangents=surface.tangents if self.tangents else None,
            texcoords=surface.texcoords[: self.texcoords],
            colors=surface.colors[: self.colors],
            blend_shapes=tuple(self._of_target(target) for target in surface.blend_shapes),
        )

    def _of_target(self, target: BlendShape) -> BlendShape:
        return replace(
            target,
            normals=target.normals if self.normals else None,
            tangents=target.tangents if self.tangents else None,
            texcoords=target.texcoords[: self.texcoords],
            colors=target.colors[: self.colors],
        )
