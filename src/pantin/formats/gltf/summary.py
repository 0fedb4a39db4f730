"""The summary of a glTF file that `pantin inspect` shows.

The readable parts of damaged files are summarised; `faults` says what could not be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pantin.formats.gltf.material_summary import (
    MaterialSummary,
    VrmSummary,
)
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
from pantin.report.wording import counted, format_size, printable

if TYPE_CHECKING:
    from pantin.operations.statistics import RigStatistics

MODES = ("points", "lines", "line loop", "line strip", "triangles", "triangle strip", "triangle fan")
TRIANGLES = 4
STRIPS = ("triangle strip", "triangle fan")


class SceneSummary(Struct, frozen=True, kw_only=True):
    name: str | None
    default: bool
    roots: int


class NodeSummary(Struct, frozen=True, kw_only=True):
    name: str | None
    parent: int | None
    children: int
    mesh: int | None
    skin: int | None


class PrimitiveSummary(Struct, frozen=True, kw_only=True):
    mode: str
    vertices: int | None
    indices: int | None
    attributes: tuple[str, ...]
    material: int | None


class MeshSummary(Struct, frozen=True, kw_only=True):
    """`morph_targets` has a name for each target, None where the file gives none."""

    name: str | None
    vertices: int
    primitives: tuple[PrimitiveSummary, ...]
    morph_targets: tuple[str | None, ...]
    triangles: int


class SkinSummary(Struct, frozen=True, kw_only=True):
    """`most_influences` is the largest number of weights above zero at one vertex; None if no mesh has
    weights.
    """

    name: str | None
    joints: int
    nodes: tuple[int, ...]
    most_influences: int | None


class AnimationSummary(Struct, frozen=True, kw_only=True):
    """`duration` is the time of the last key in seconds; `keys` counts those of all samplers."""

    name: str | None
    duration: float | None
    channels: int
    keys: int
    paths: tuple[str, ...]
    interpolations: tuple[str, ...]


class BytesSummary(Struct, frozen=True, kw_only=True):
    """A buffer or an image: its size in bytes (None if unavailable) and its storage: `"chunk"` (the GLB's
    own), `"data"` (a data URI), `"file"` or `"view"` (of a buffer)."""

    name: str | None
    bytes: int | None
    storage: str | None


class ImageSummary(BytesSummary, frozen=True, kw_only=True):
    """An image with its size in pixels, None if its header is unknown."""

    width: int | None
    height: int | None


class GltfSummary(Summary, frozen=True, kw_only=True):
    """The members of `pantin inspect --format json`, in this order."""

    format: str
    version: str | None
    generator: str | None
    bytes: int
    json_bytes: int
    bin_bytes: int
    extensions_used: tuple[str, ...]
    extensions_required: tuple[str, ...]
    scenes: tuple[SceneSummary, ...]
    nodes: tuple[NodeSummary, ...]
    meshes: tuple[MeshSummary, ...]
    skins: tuple[SkinSummary, ...]
    animations: tuple[AnimationSummary, ...]
    materials: int
    buffers: tuple[BytesSummary, ...]
    images: tuple[ImageSummary, ...]
    faults: tuple[str, ...]
    readable: bool
    """False if there is no JSON object."""
    vrm: VrmSummary | None
    material_list: tuple[MaterialSummary, ...]
    triangles: int
    """The triangles of all meshes, each mesh counted once."""
    rig: RigStatistics | None = None
    """None if no rig can be read."""

    def headline(self) -> str:
        parts = [
            f"glTF {self.version or 'of unknown version'} ({self.format})",
            f"{format_size(self.bytes)}: "
            f"JSON {format_size(self.json_bytes)}, BIN {format_size(self.bin_bytes)}",
            f"made by {printable(self.generator)}" if self.generator else "",
        ]
        line = ", ".join(filter(None, parts))
        return line if self.vrm is None else f"{line}\n{self.vrm.headline()}"

    def tables(self) -> Iterator[Table]:
        yield Table("scenes", ("#", "name", "roots", "default"), list(_scene_rows(self)))
        yield Table("nodes", ("#", "name", "parent", "children", "mesh", "skin"), list(_node_rows(self)))
        yield Table("humanoid bones", ("bone", "node", "name"), list(_bone_rows(self)))
        columns: tuple[str, ...] = ("#", "name", "triangles", "primitive", "vertices", "indices")
        columns += ("mode", "attributes")
        yield Table("meshes", columns, list(_mesh_rows(self)))
        columns = ("#", "name", "alpha mode", "double-sided", "textures")
        yield Table("materials", columns, list(_material_rows(self)))
        yield Table("morph targets", ("mesh", "targets", "names"), list(_morph_rows(self)))
        yield Table(
            "skins", ("#", "name", "joints", "most influences", "used by nodes"), list(_skin_rows(self))
        )
        columns = ("#", "name", "seconds", "channels", "keys", "interpolation", "moves")
        yield Table("clips", columns, list(_animation_rows(self)))
        columns = ("#", "name", "root", "joints", "skins")
        yield Table("skeletons", columns, list(_skeleton_rows(self)))
        yield from rig_tables(self.rig)
        yield Table("buffers", ("#", "name", "bytes", "stored in"), list(_storage_rows(self.buffers)))
        columns = ("#", "name", "pixels", "bytes", "stored in")
        yield Table("images", columns, list(_image_rows(self.images)))

    def overview(self) -> Overview:
        vrm, rig = self.vrm, self.rig
        return Overview(
            kind=f"glTF {self.version or '?'}" if vrm is None else f"VRM {vrm.version}",
            bytes=self.bytes,
            triangles=self.triangles,
            nodes=len(self.nodes),
            joints=None if rig is None else rig.joints,
            materials=self.materials,
            texture_bytes=texture_bytes(_sizes(self.images)),
            clips=len(self.animations),
            seconds=sum(clip.duration or 0.0 for clip in self.animations),
            expressions=None if rig is None else len(rig.expressions),
            springs=None if rig is None else len(rig.springs.springs) if rig.springs else 0,
            title=None if vrm is None else vrm.title,
            author=None if vrm is None else ", ".join(vrm.authors) or None,
            license=None if vrm is None else vrm.license,
        )

    def facts(self) -> Iterator[tuple[str, str]]:
        return gltf_facts(self)

    def tree(self) -> Sequence[tuple[str, int | None]]:
        return [
            (f"{index} {node.name or '-'}{_holds(node)}", node.parent)
            for index, node in enumerate(self.nodes)
        ]

    def notes(self) -> Iterator[str]:
        if self.extensions_used:
            yield f"extensions used: {printable(', '.join(self.extensions_used))}"
        if self.extensions_required:
            yield f"extensions required: {printable(', '.join(self.extensions_required))}"


def _holds(node: NodeSummary) -> str:
    """The contents of a node, shown after its name: `mesh 0, skin 0`."""
    parts = [
        f"{kind} {index}" for kind, index in (("mesh", node.mesh), ("skin", node.skin)) if index is not None
    ]
    return f"  ({', '.join(parts)})" if parts else ""


def gltf_facts(summary: GltfSummary) -> Iterator[tuple[str, str]]:
    """The most important lines about a glTF file."""
    rig, vrm = summary.rig, summary.vrm
    if vrm is not None:
        yield from vrm.facts()
    if summary.meshes:
        vertices = sum(mesh.vertices for mesh in summary.meshes)
        parts = [counted(summary.triangles, "triangle"), counted(vertices, "vertex")]
        yield "geometry", ", ".join([*parts, counted(len(summary.meshes), "mesh"), *extent(rig)])
    bones = f", {counted(len(vrm.bones), 'humanoid bone')}" if vrm is not None else ""
    joints = "" if rig is None else f", {counted(rig.joints, 'joint')}"
    skins = f" in {counted(len(summary.skins), 'skin')}" if summary.skins else ""
    yield "skeleton", f"{counted(len(summary.nodes), 'node')}{joints}{skins}{bones}"
    if summary.materials:
        names = tuple(material.name or "-" for material in summary.material_list)
        yield "materials", f"{summary.materials}: {list_names(names)}"
    if summary.images:
        yield "textures", describe_textures(_sizes(summary.images))
    clips = [(clip.name, clip.duration) for clip in summary.animations]
    targets = (name for mesh in summary.meshes for name in mesh.morph_targets)
    yield from motion_facts(clips, "morph targets", targets, rig)


def _sizes(images: Iterable[ImageSummary]) -> list[tuple[int, int] | None]:
    return [None if image.width is None else (image.width, image.height or 0) for image in images]


def count_triangles(primitive: PrimitiveSummary) -> int:
    """The number of triangles of a primitive; 0 for points and lines."""
    corners = (primitive.vertices if primitive.indices is None else primitive.indices) or 0
    if primitive.mode in STRIPS:
        return max(0, corners - 2)
    return corners // 3 if primitive.mode == MODES[TRIANGLES] else 0


def _scene_rows(summary: GltfSummary) -> Iterator[Row]:
    for index, scene in enumerate(summary.scenes):
        yield index, scene.name, scene.roots, "yes" if scene.default else ""


def _node_rows(summary: GltfSummary) -> Iterator[Row]:
    for index, node in enumerate(summary.nodes):
        yield index, node.name, node.parent, node.children, node.mesh, node.skin


def _mesh_rows(summary: GltfSummary) -> Iterator[Row]:
    """A row for each primitive; the first has the name and the triangles of the mesh."""
    for index, mesh in enumerate(summary.meshes):
        for number, part in enumerate(mesh.primitives):
            whole = (index, mesh.name, mesh.triangles) if number == 0 else ("", "", "")
            yield *whole, number, part.vertices, part.indices, part.mode, " ".join(part.attributes)


def _bone_rows(summary: GltfSummary) -> Iterator[Row]:
    """The humanoid map of a VRM."""
    for bone, node in summary.vrm.bones.items() if summary.vrm is not None else ():
        yield bone, node, summary.nodes[node].name if node < len(summary.nodes) else None


def _material_rows(summary: GltfSummary) -> Iterator[Row]:
    for index, material in enumerate(summary.material_list):
        textures = ", ".join(f"{member} {texture}" for member, texture in material.textures.items())
        yield index, material.name, material.alpha_mode, "yes" if material.double_sided else "", textures


def _morph_rows(summary: GltfSummary) -> Iterator[Row]:
    for index, mesh in enumerate(summary.meshes):
        if mesh.morph_targets:
            names = tuple(name or "?" for name in mesh.morph_targets)
            yield index, len(mesh.morph_targets), names


def _skin_rows(summary: GltfSummary) -> Iterator[Row]:
    for index, skin in enumerate(summary.skins):
        yield index, skin.name, skin.joints, skin.most_influences, " ".join(map(str, skin.nodes))


def _skeleton_rows(summary: GltfSummary) -> Iterator[Row]:
    """The skeletons of a file that defines them."""
    for index, skeleton in enumerate(summary.rig.skeletons if summary.rig is not None else ()):
        yield index, skeleton.name, skeleton.root, skeleton.joints, " ".join(map(str, skeleton.skins))


def _animation_rows(summary: GltfSummary) -> Iterator[Row]:
    for index, clip in enumerate(summary.animations):
        interpolations, paths = " ".join(clip.interpolations), " ".join(clip.paths)
        yield index, clip.name, _seconds(clip.duration), clip.channels, clip.keys, interpolations, paths


STORED = {"chunk": "the GLB", "data": "a data URI", "file": "a file", "view": "a buffer view"}


def _storage_rows(entries: Iterable[BytesSummary]) -> Iterator[Row]:
    for index, entry in enumerate(entries):
        length = None if entry.bytes is None else f"{entry.bytes:,}"
        yield index, entry.name, length, STORED.get(entry.storage or "", "")


def _image_rows(images: Iterable[ImageSummary]) -> Iterator[Row]:
    images = list(images)
    for image, (index, name, length, storage) in zip(images, _storage_rows(images), strict=True):
        pixels = None if image.width is None else f"{image.width} x {image.height}"
        yield index, name, pixels, length, storage


def _seconds(duration: float | None) -> str | None:
    return None if duration is None else f"{duration:.3f}"
