"""What is inside a file of any format and dimension, for `pantin inspect`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from pantin.assets.asset import Asset
from pantin.assets.figures import Figures, figures

if TYPE_CHECKING:
    from pantin.rig import Mesh, Rig, Skeleton


class SkeletonOutline(Struct, frozen=True):
    """`bones` counts the nodes that are bones, `joints` those that weights number, with those of −1."""

    node: int
    name: str | None
    bones: int
    joints: int
    meshes: tuple[int, ...]


class MeshOutline(Struct, frozen=True):
    """`cells` counts the faces, the cells of three dimensions, and so on; `influences` is the most that any
    vertex has."""

    name: str | None
    surfaces: int
    vertices: int
    simplexes: int
    edges: int
    cells: tuple[int, ...]
    influences: int
    groups: tuple[str, ...]
    shapes: tuple[str, ...]


class Outline(Struct, frozen=True):
    """The members of `pantin inspect --format json` for such a file, in this order. `dialect` of G4MF is
    "newest" or "older"; `older` are its spellings that have another form today."""

    format: str
    dimension: int
    bytes: int
    generator: str | None
    dialect: str | None
    older: tuple[str, ...]
    nodes: int
    materials: int
    skeletons: tuple[SkeletonOutline, ...]
    meshes: tuple[MeshOutline, ...]
    extensions_used: tuple[str, ...]
    rig: Figures


def outline(
    asset: Asset,
    size: int,
    *,
    older: tuple[str, ...] | None = None,
    extensions: tuple[str, ...] = (),
    generator: str | None = None,
) -> Outline:
    """What is inside an asset of any format; its size in bytes, older spellings, extensions and generator are
    what its file says. Raises `PantinError` where there is no rig in it."""
    rig = asset.rig
    return Outline(
        format=asset.kind,
        dimension=rig.dimension,
        bytes=size,
        generator=generator,
        dialect=None if older is None else "older" if older else "newest",
        older=older or (),
        nodes=len(rig.nodes),
        materials=len(rig.materials),
        skeletons=tuple(_skeleton(rig, at, one) for at, one in enumerate(rig.skeletons)),
        meshes=tuple(_mesh(one) for one in rig.meshes),
        extensions_used=extensions,
        rig=figures(rig),
    )


def _skeleton(rig: Rig, at: int, skeleton: Skeleton) -> SkeletonOutline:
    skins = [one for one, skin in enumerate(rig.skins) if skin.skeleton == at]
    return SkeletonOutline(
        node=int(skeleton.root),
        name=skeleton.name,
        bones=len(skeleton.joints) - 1,
        joints=max((len(rig.skins[one].joints) for one in skins), default=0),
        meshes=tuple(sorted({one.mesh for one in rig.instances if one.skin in skins})),
    )


def _mesh(mesh: Mesh) -> MeshOutline:
    """All surfaces of such a mesh have the same vertices."""
    elements = [one.topology for one in mesh.surfaces if one.topology is not None]
    tiers = [[len(tier) for tier in one.cells] for one in elements]
    deepest = max(map(len, tiers), default=0)
    held = [one.influences for one in mesh.surfaces if one.influences is not None]
    return MeshOutline(
        name=mesh.name,
        surfaces=len(mesh.surfaces),
        vertices=max((len(one.positions) for one in mesh.surfaces), default=0),
        simplexes=sum(len(one.simplexes) for one in elements if one.simplexes is not None),
        edges=sum(len(one.edges) for one in elements if one.edges is not None),
        cells=tuple(sum(one[at] for one in tiers if at < len(one)) for at in range(deepest)),
        influences=max((int(np.diff(one.offsets).max(initial=0)) for one in held), default=0),
        groups=mesh.group_names or (),
        shapes=tuple(mesh.blend_names or ())[: mesh.blend_shape_count],
    )
