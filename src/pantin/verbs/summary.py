"""The summary of an asset of any format and dimension, for `pantin inspect`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from pantin.operations.statistics import RigStatistics, rig_statistics
from pantin.verbs.asset import Asset

if TYPE_CHECKING:
    from pantin.rig import Clip, Mesh, Rig, Skeleton


class SkeletonSummary(Struct, frozen=True):
    """`bones` counts the nodes that are bones, `joints` the joints that weights refer to, −1 included."""

    node: int
    name: str | None
    bones: int
    joints: int
    meshes: tuple[int, ...]


class MeshSummary(Struct, frozen=True):
    """`cells` counts the faces, the cells of three dimensions, and so on; `influences` is the largest number
    of influences of a vertex."""

    name: str | None
    surfaces: int
    vertices: int
    simplexes: int
    edges: int
    cells: tuple[int, ...]
    influences: int
    groups: tuple[str, ...]
    shapes: tuple[str, ...]


class ClipSummary(Struct, frozen=True):
    """`frames` counts the times at which anything has a key; `nodes` the nodes that move."""

    name: str | None
    seconds: float
    frames: int
    nodes: int


class AssetSummary(Struct, frozen=True):
    """The members of `pantin inspect --format json`, in this order. `dialect` of G4MF is "newest" or "older";
    `older` lists the members that are spelled in an older form."""

    format: str
    dimension: int
    bytes: int
    generator: str | None
    dialect: str | None
    older: tuple[str, ...]
    nodes: int
    materials: int
    skeletons: tuple[SkeletonSummary, ...]
    meshes: tuple[MeshSummary, ...]
    clips: tuple[ClipSummary, ...]
    extensions_used: tuple[str, ...]
    rig: RigStatistics


def summarise_asset(
    asset: Asset,
    size: int,
    *,
    older: tuple[str, ...] | None = None,
    extensions: tuple[str, ...] = (),
    generator: str | None = None,
) -> AssetSummary:
    """The summary of an asset; the file states its size in bytes, older spellings, extensions and generator.
    Raises `PantinError` for an asset without a rig."""
    rig = asset.rig
    return AssetSummary(
        format=asset.kind,
        dimension=rig.dimension,
        bytes=size,
        generator=generator,
        dialect=None if older is None else "older" if older else "newest",
        older=older or (),
        nodes=len(rig.nodes),
        materials=len(rig.materials),
        skeletons=tuple(_skeleton(rig, index, skeleton) for index, skeleton in enumerate(rig.skeletons)),
        meshes=tuple(_mesh(mesh) for mesh in rig.meshes),
        clips=tuple(map(_clip, rig.clips)),
        extensions_used=extensions,
        rig=rig_statistics(rig),
    )


def _skeleton(rig: Rig, index: int, skeleton: Skeleton) -> SkeletonSummary:
    skins = [number for number, skin in enumerate(rig.skins) if skin.skeleton == index]
    return SkeletonSummary(
        node=int(skeleton.root),
        name=skeleton.name,
        bones=len(skeleton.joints) - 1,
        joints=max((len(rig.skins[skin].joints) for skin in skins), default=0),
        meshes=tuple(sorted({instance.mesh for instance in rig.instances if instance.skin in skins})),
    )


def _clip(clip: Clip) -> ClipSummary:
    distinct = {id(channel.times): channel.times for channel in clip.channels}  # most clips have one
    times = np.unique(np.concatenate(list(distinct.values()))) if distinct else ()
    moved = {channel.node for channel in clip.channels}
    return ClipSummary(clip.name, clip.duration, len(times), len(moved))


def _mesh(mesh: Mesh) -> MeshSummary:
    """All surfaces of such a mesh have the same vertices."""
    topologies = [surface.topology for surface in mesh.surfaces if surface.topology is not None]
    tiers = [[len(tier) for tier in topology.cells] for topology in topologies]
    deepest = max(map(len, tiers), default=0)
    influences = [surface.influences for surface in mesh.surfaces if surface.influences is not None]
    return MeshSummary(
        name=mesh.name,
        surfaces=len(mesh.surfaces),
        vertices=max((len(surface.positions) for surface in mesh.surfaces), default=0),
        simplexes=sum(len(topology.simplexes) for topology in topologies if topology.simplexes is not None),
        edges=sum(len(topology.edges) for topology in topologies if topology.edges is not None),
        cells=tuple(sum(counts[tier] for counts in tiers if tier < len(counts)) for tier in range(deepest)),
        influences=max((int(np.diff(rows.offsets).max(initial=0)) for rows in influences), default=0),
        groups=mesh.group_names or (),
        shapes=tuple(mesh.blend_names or ())[: mesh.blend_shape_count],
    )
