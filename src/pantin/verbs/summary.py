"""The summary of an asset of any format and dimension, for `pantin inspect`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from pantin.formats.bone_extras import bone_of, describe_shape
from pantin.formats.gltf.material_summary import VrmSummary, summarise_character
from pantin.formats.images import image_size
from pantin.formats.summary import (
    Overview,
    Row,
    Summary,
    Table,
    describe_textures,
    extent,
    list_names,
    motion_facts,
    rig_tables,
    texture_bytes,
)
from pantin.operations.statistics import RigStatistics, rig_statistics
from pantin.report.wording import counted, format_size, printable
from pantin.verbs.asset import Asset
from pantin.verbs.upright import up_axis

if TYPE_CHECKING:
    from pantin.rig import Clip, Mesh, Rig, Skeleton


class SkeletonSummary(Struct, frozen=True):
    """`bones` counts the nodes that are bones, `joints` the joints that weights refer to, without −1."""

    node: int
    name: str | None
    bones: int
    joints: int
    meshes: tuple[int, ...]


class BoneSummary(Struct, frozen=True):
    """A bone that states more than its place: `length` along its +Y, `mass`, and `shape` in words."""

    node: int
    name: str | None
    length: float | None
    mass: float | None
    shape: str | None


class MeshSummary(Struct, frozen=True):
    """`simplexes` and `edges` are those of models in N dimensions; `cells` counts the faces, the cells of
    three dimensions, and so on; `influences` is the largest number of influences of a vertex."""

    name: str | None
    surfaces: int
    vertices: int
    triangles: int
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


class NodeSummary(Struct, frozen=True):
    name: str | None
    parent: int | None
    meshes: tuple[int, ...] = ()


class ImageSummary(Struct, frozen=True):
    """`size` is None where the header of the image is unknown."""

    name: str | None
    size: tuple[int, int] | None


class AssetSummary(Summary, frozen=True):
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
    bones: tuple[BoneSummary, ...] = ()
    up: str | None = None
    """The axis that a person stands along in a file that declares none, where it is not +Y."""
    node_list: tuple[NodeSummary, ...] = ()
    material_names: tuple[str | None, ...] = ()
    images: tuple[ImageSummary, ...] = ()
    skins: int = 0
    humanoid_bones: int = 0
    vrm: VrmSummary | None = None
    """Who made a character and what may be done with it, where the file keeps the meta of a VRM."""

    def headline(self) -> str:
        parts = [
            f"{_format_name(self.format)} in {self.dimension} dimensions",
            format_size(self.bytes),
            f"made by {printable(self.generator)}" if self.generator else "",
        ]
        line = ", ".join(filter(None, parts))
        return line if self.vrm is None else f"{line}\n{self.vrm.headline()}"

    def facts(self) -> Iterator[tuple[str, str]]:
        if self.vrm is not None:
            yield from self.vrm.facts()
        if self.meshes:
            yield "geometry", ", ".join(_geometry(self))
        skeleton = [counted(self.nodes, "node"), counted(self.rig.joints, "joint")]
        skeleton[-1] += f" in {counted(self.skins, 'skin')}" if self.skins else ""
        if self.humanoid_bones:
            skeleton.append(counted(self.humanoid_bones, "humanoid bone"))
        yield "skeleton", ", ".join(skeleton)
        if self.materials:
            names = [name or "-" for name in self.material_names]
            yield "materials", f"{self.materials}: {list_names(names)}"
        if self.images:
            yield "textures", describe_textures([image.size for image in self.images])
        clips = [(clip.name, clip.seconds) for clip in self.clips]
        shapes = (name for mesh in self.meshes for name in mesh.shapes)
        yield from motion_facts(clips, "blend shapes", shapes, self.rig)

    def tree(self) -> Sequence[tuple[str, int | None]]:
        return [
            (f"{index} {node.name or '-'}{_holds(node)}", node.parent)
            for index, node in enumerate(self.node_list)
        ]

    def tables(self) -> Iterator[Table]:
        yield _mesh_table(self)
        yield Table("groups and shapes", ("mesh", "groups", "blend shapes"), list(_name_rows(self)))
        clip_columns = ("#", "name", "seconds", "frames", "frames per second", "moving nodes")
        yield Table("clips", clip_columns, list(_clip_rows(self)))
        yield Table(
            "skeletons", ("#", "name", "node", "bones", "joints", "meshes"), list(_skeleton_rows(self))
        )
        rows: list[Row] = [(bone.node, bone.name, *_stated_row(bone)) for bone in self.bones]
        yield Table("bones", ("node", "name", "length", "mass", "shape"), rows)
        yield from rig_tables(self.rig)

    def overview(self) -> Overview:
        return Overview(
            kind=_format_name(self.format),
            bytes=self.bytes,
            triangles=self.rig.triangles if self.dimension == 3 else None,
            nodes=self.nodes,
            joints=self.rig.joints,
            materials=self.materials,
            texture_bytes=texture_bytes([image.size for image in self.images]),
            clips=len(self.clips),
            seconds=sum(clip.seconds for clip in self.clips),
            expressions=len(self.rig.expressions),
            springs=len(self.rig.springs.springs) if self.rig.springs else 0,
            title=None if self.vrm is None else self.vrm.title,
            author=None if self.vrm is None else ", ".join(self.vrm.authors) or None,
            license=None if self.vrm is None else self.vrm.license,
        )

    def notes(self) -> Iterator[str]:
        if self.older:
            yield f"older spellings: {printable('; '.join(self.older))}"
        if self.up:
            yield f"up is {self.up}: render, view and retarget turn it upright"
        if self.extensions_used:
            yield f"extensions used: {printable(', '.join(self.extensions_used))}"


def summarise_asset(
    asset: Asset,
    size: int,
    kind: str,
    *,
    older: tuple[str, ...] | None = None,
    extensions: tuple[str, ...] = (),
    generator: str | None = None,
) -> AssetSummary:
    """The summary of an asset. The size in bytes, the format, older spellings, extensions and generator are
    those of its file. Raises `PantinError` for an asset without a rig."""
    rig = asset.rig
    return AssetSummary(
        format=kind,
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
        bones=tuple(_bones(rig)),
        up=up_axis(asset),
        node_list=tuple(_nodes(rig)),
        material_names=tuple(material.name for material in rig.materials),
        images=tuple(
            ImageSummary(image.name, None if image.data is None else image_size(image.data))
            for image in rig.images
        ),
        skins=len(rig.skins),
        humanoid_bones=0 if rig.character is None else len(rig.character.humanoid),
        vrm=None if rig.character is None else summarise_character(rig.character),
    )


def _nodes(rig: Rig) -> Iterator[NodeSummary]:
    meshes: dict[int, list[int]] = {}
    for instance in rig.instances:
        meshes.setdefault(instance.node, []).append(instance.mesh)
    for index, (name, parent) in enumerate(zip(rig.nodes.names, rig.nodes.parents.tolist(), strict=True)):
        yield NodeSummary(name, parent if parent >= 0 else None, tuple(meshes.get(index, ())))


def _holds(node: NodeSummary) -> str:
    """The contents of a node, shown after its name: `mesh 0, mesh 1`."""
    return f"  ({', '.join(f'mesh {mesh}' for mesh in node.meshes)})" if node.meshes else ""


def _geometry(summary: AssetSummary) -> list[str]:
    """Triangles, or the parts of models in N dimensions; vertices, meshes, and the extent at rest."""
    meshes = summary.meshes
    simplexes, edges = (sum(getattr(mesh, name) for mesh in meshes) for name in ("simplexes", "edges"))
    parts = [counted(summary.rig.triangles, "triangle")] if summary.rig.triangles else []
    parts += [counted(simplexes, "simplex")] if simplexes and not parts else []
    parts += [counted(edges, "edge")] if edges else []
    tiers = range(max((len(mesh.cells) for mesh in meshes), default=0))
    cells = [sum(mesh.cells[tier] for mesh in meshes if tier < len(mesh.cells)) for tier in tiers]
    parts += [f"{counted(count, 'cell')} of {tier + 2}D" for tier, count in enumerate(cells) if count]
    parts += [counted(sum(mesh.vertices for mesh in meshes), "vertex"), counted(len(meshes), "mesh")]
    return parts + extent(summary.rig)


def _bones(rig: Rig) -> Iterator[BoneSummary]:
    for node, length in enumerate(rig.nodes.bone_lengths.tolist()):
        kept = bone_of(rig.nodes.extras[node])
        if length == length or kept:
            shape = describe_shape(kept["shape"]) if "shape" in kept else None
            stated = None if length != length else length
            yield BoneSummary(node, rig.nodes.names[node], stated, kept.get("mass"), shape)


def _stated_row(bone: BoneSummary) -> tuple[str, str, str]:
    length, mass = ("" if number is None else f"{number:g}" for number in (bone.length, bone.mass))
    return length, mass, bone.shape or ""


def _skeleton(rig: Rig, index: int, skeleton: Skeleton) -> SkeletonSummary:
    skins = [number for number, skin in enumerate(rig.skins) if skin.skeleton == index]
    return SkeletonSummary(
        node=int(skeleton.root),
        name=skeleton.name,
        bones=len(skeleton.joints) - 1,
        joints=max((int((rig.skins[skin].joints >= 0).sum()) for skin in skins), default=0),
        meshes=tuple(sorted({instance.mesh for instance in rig.instances if instance.skin in skins})),
    )


def _clip(clip: Clip) -> ClipSummary:
    distinct = {id(channel.times): channel.times for channel in clip.all_channels}  # most clips have one
    times = np.unique(np.concatenate(list(distinct.values()))) if distinct else ()
    moved = {channel.node for channel in clip.channels}
    return ClipSummary(clip.name, clip.duration, len(times), len(moved))


def _mesh(mesh: Mesh) -> MeshSummary:
    """All surfaces of a mesh in N dimensions have the same vertices."""
    vertices = [len(surface.positions) for surface in mesh.surfaces]
    topologies = [surface.topology for surface in mesh.surfaces if surface.topology is not None]
    tiers = [[len(tier) for tier in topology.cells] for topology in topologies]
    deepest = max(map(len, tiers), default=0)
    influences = [surface.influences for surface in mesh.surfaces if surface.influences is not None]
    return MeshSummary(
        name=mesh.name,
        surfaces=len(mesh.surfaces),
        vertices=max(vertices) if topologies else sum(vertices),
        triangles=sum(len(surface.triangles) for surface in mesh.surfaces),
        simplexes=sum(len(topology.simplexes) for topology in topologies if topology.simplexes is not None),
        edges=sum(len(topology.edges) for topology in topologies if topology.edges is not None),
        cells=tuple(sum(counts[tier] for counts in tiers if tier < len(counts)) for tier in range(deepest)),
        influences=max((int(np.diff(rows.offsets).max(initial=0)) for rows in influences), default=0),
        groups=mesh.group_names or (),
        shapes=tuple(mesh.blend_names or ())[: mesh.blend_shape_count],
    )


def _format_name(kind: str) -> str:
    """`G4MF (g4b)` of `g4b`: the name of the format, and which of its containers where it has several."""
    from pantin.formats.registry import by_suffix

    format = by_suffix(f".{kind}")
    if format is None:
        return kind
    kinds = {format.kind(suffix) for suffix in format.suffixes}
    return f"{format.name} ({kind})" if len(kinds) > 1 else format.name


def _mesh_table(summary: AssetSummary) -> Table:
    """Meshes by their triangles, or by the parts of models in N dimensions, if any has them."""
    is_flat = not any(mesh.simplexes or mesh.edges or mesh.cells for mesh in summary.meshes)
    kinds = ("triangles",) if is_flat else ("simplexes", "edges", "cells")
    rows: list[Row] = []
    for index, mesh in enumerate(summary.meshes):
        cells = ", ".join(f"{count:,} of {tier + 2}D" for tier, count in enumerate(mesh.cells))
        parts = (f"{mesh.triangles:,}",) if is_flat else (f"{mesh.simplexes:,}", f"{mesh.edges:,}", cells)
        row = (index, mesh.name, mesh.surfaces, f"{mesh.vertices:,}", *parts, mesh.influences or "")
        rows.append(row)
    return Table("meshes", ("#", "name", "surfaces", "vertices", *kinds, "most influences"), rows)


def _name_rows(summary: AssetSummary) -> Iterator[Row]:
    for index, mesh in enumerate(summary.meshes):
        if mesh.groups or mesh.shapes:
            yield index, *(tuple(name or "–" for name in names) for names in (mesh.groups, mesh.shapes))


def _clip_rows(summary: AssetSummary) -> Iterator[Row]:
    for index, clip in enumerate(summary.clips):
        rate = f"{(clip.frames - 1) / clip.seconds:.5g}" if clip.frames > 1 and clip.seconds > 0 else ""
        yield index, clip.name, f"{clip.seconds:.3f}", f"{clip.frames:,}", rate, clip.nodes


def _skeleton_rows(summary: AssetSummary) -> Iterator[Row]:
    for index, skeleton in enumerate(summary.skeletons):
        yield (
            index,
            skeleton.name,
            skeleton.node,
            skeleton.bones,
            skeleton.joints,
            ", ".join(map(str, skeleton.meshes)),
        )
