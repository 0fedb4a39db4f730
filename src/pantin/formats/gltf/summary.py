"""The summary of a glTF file that `pantin inspect` shows.

Damaged files are summarised as far as possible; `faults` says what could not be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.base.errors import PantinError
from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.lift.meshes import blend_names
from pantin.formats.gltf.material_summary import (
    MaterialSummary,
    VrmSummary,
    summarise_materials,
    summarise_vrm,
)
from pantin.formats.gltf.model import Animation, Gltf, Image, Mesh, Primitive, get
from pantin.formats.images import image_size
from pantin.formats.summary import Overview, Row, Summary, Table, rig_tables
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
    """A buffer or an image: its number of bytes (None if unavailable) and where they are stored.

    `storage` is `"chunk"` (the GLB's own), `"data"` (a data URI), `"file"` or `"view"` (of a buffer).
    """

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
    """Those of all meshes, each counted once."""
    rig: RigStatistics | None = None
    """None if no rig can be read."""

    def headline(self) -> str:
        parts = [
            f"glTF {self.version or 'of unknown version'} ({self.format})",
            f"{format_size(self.bytes)}: "
            f"JSON {format_size(self.json_bytes)}, BIN {format_size(self.bin_bytes)}",
            counted(self.triangles, "triangle") if self.triangles else "",
            f"made by {printable(self.generator)}" if self.generator else "",
        ]
        line = ", ".join(filter(None, parts))
        return line if self.vrm is None else f"{line}\n{_avatar_line(self.vrm)}"

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
        yield Table("animations", columns, list(_animation_rows(self)))
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
            texture_bytes=texture_bytes(self.images),
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
    """What a node has, after its name: `mesh 0, skin 0`."""
    parts = [
        f"{kind} {index}" for kind, index in (("mesh", node.mesh), ("skin", node.skin)) if index is not None
    ]
    return f"  ({', '.join(parts)})" if parts else ""


MIPMAPS = 4 / 3
"""All levels of a texture together, relative to the first."""


def texture_bytes(images: Iterable[ImageSummary]) -> int:
    """The memory of images on a graphics card: four bytes a pixel, with mipmaps, as engines load a PNG or
    JPEG unless they compress it themselves."""
    return round(sum((image.width or 0) * (image.height or 0) * 4 * MIPMAPS for image in images))


def gltf_facts(summary: GltfSummary) -> Iterator[tuple[str, str]]:
    """The lines of a glTF file that matter most."""
    rig, vrm = summary.rig, summary.vrm
    if vrm is not None and vrm.permissions:
        from pantin.formats.model_meta import permission_words

        stated = (f"{name} {permission_words(value)}" for name, value in vrm.permissions.items())
        yield "permissions", ", ".join(stated)
    if summary.meshes:
        vertices = sum(mesh.vertices for mesh in summary.meshes)
        parts = [counted(summary.triangles, "triangle"), counted(vertices, "vertex")]
        yield "geometry", ", ".join([*parts, counted(len(summary.meshes), "mesh"), *_extent(rig)])
    bones = f", {counted(len(vrm.bones), 'humanoid bone')}" if vrm is not None else ""
    joints = "" if rig is None else f", {counted(rig.joints, 'joint')}"
    skins = f" in {counted(len(summary.skins), 'skin')}" if summary.skins else ""
    yield "skeleton", f"{counted(len(summary.nodes), 'node')}{joints}{skins}{bones}"
    if summary.materials:
        names = tuple(material.name or "-" for material in summary.material_list)
        yield "materials", f"{summary.materials}: {_list_names(names)}"
    if summary.images:
        memory = format_size(texture_bytes(summary.images))
        yield "textures", f"{counted(len(summary.images), 'image')}, {memory} in memory (RGBA with mipmaps)"
    if summary.animations:
        clips = tuple(f"{clip.name or '-'} {clip.duration or 0:.2f} s" for clip in summary.animations)
        yield "clips", f"{len(clips)}: {_list_names(clips)}"
    targets = tuple(dict.fromkeys(name or "-" for mesh in summary.meshes for name in mesh.morph_targets))
    if targets:
        yield "morph targets", f"{len(targets)}: {_list_names(targets)}"
    if rig is not None and rig.expressions:
        yield "expressions", f"{len(rig.expressions)}: {_list_names(rig.expressions)}"
    if rig is not None and rig.springs is not None:
        springs = counted(len(rig.springs.springs), "chain")
        colliders = counted(len(rig.springs.colliders), "collider")
        yield "springs", f"{springs}, {counted(rig.springs.joints, 'joint')}, {colliders}"


MOST_NAMES = 24
"""Names that a line lists."""


def _list_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    return printable(", ".join(names[:MOST_NAMES])) + more


def _extent(rig: RigStatistics | None) -> list[str]:
    """Width, height and depth at rest."""
    if rig is None or rig.bounds is None:
        return []
    sides = (high - low for low, high in zip(rig.bounds.min, rig.bounds.max, strict=True))
    return [f"{' x '.join(f'{side:.3g}' for side in sides)} m"]


def summarise(document: Document) -> GltfSummary:
    """Summarise a document, valid or not."""
    return _Summariser(document).summary()


class _Summariser:
    """The document being summarised, and its faults."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.faults: dict[str, None] = {}
        if not document.tree:
            from pantin.formats.gltf.check import findings

            errors = (finding.message for finding in findings(document) if finding.severity == "error")
            self.faults = dict.fromkeys(errors) or {"the file has no JSON object": None}
        self.model = document.model if document.tree else Gltf(asset=None)

    def summary(self) -> GltfSummary:
        model, container = self.model, self.document.container
        meshes = tuple(self.mesh(mesh) for mesh in model.meshes if mesh is not None)
        return GltfSummary(
            format=self.document.kind,
            version=model.asset.version if model.asset else None,
            generator=model.asset.generator if model.asset else None,
            bytes=len(container.data),
            json_bytes=len(container.json or b""),
            bin_bytes=len(container.bin or b"") if container.kind == "glb" else 0,
            extensions_used=model.extensions_used or (),
            extensions_required=model.extensions_required or (),
            scenes=self.scenes(),
            nodes=self.nodes(),
            meshes=meshes,
            skins=self.skins(),
            animations=tuple(self.animation(clip) for clip in model.animations if clip is not None),
            materials=len(model.materials),
            buffers=self.buffers(),
            images=self.images(),
            faults=tuple(self.faults),
            readable=bool(self.document.tree),
            vrm=summarise_vrm(self.document.tree),
            material_list=summarise_materials(model, self.document.tree),
            triangles=sum(mesh.triangles for mesh in meshes),
        )

    def scenes(self) -> tuple[SceneSummary, ...]:
        return tuple(
            SceneSummary(name=scene.name, default=index == self.model.scene, roots=len(scene.nodes or ()))
            for index, scene in enumerate(self.model.scenes)
            if scene is not None
        )

    def nodes(self) -> tuple[NodeSummary, ...]:
        nodes = self.model.nodes
        parents = {child: i for i, node in enumerate(nodes) if node for child in node.children or ()}
        return tuple(
            NodeSummary(
                name=node.name,
                parent=parents.get(index),
                children=len(node.children or ()),
                mesh=node.mesh,
                skin=node.skin,
            )
            if node is not None
            else NodeSummary(name=None, parent=parents.get(index), children=0, mesh=None, skin=None)
            for index, node in enumerate(nodes)
        )

    def mesh(self, mesh: Mesh) -> MeshSummary:
        primitives = tuple(map(self.primitive, mesh.primitives or ()))
        return MeshSummary(
            name=mesh.name,
            vertices=sum(primitive.vertices or 0 for primitive in primitives),
            primitives=primitives,
            morph_targets=target_names(mesh),
            triangles=sum(map(count_triangles, primitives)),
        )

    def primitive(self, primitive: Primitive) -> PrimitiveSummary:
        attributes = primitive.attributes or {}
        mode = TRIANGLES if primitive.mode is None else primitive.mode
        return PrimitiveSummary(
            mode=MODES[mode],
            vertices=self.count(attributes.get("POSITION")),
            indices=self.count(primitive.indices),
            attributes=tuple(attributes),
            material=primitive.material,
        )

    def count(self, index: int | None) -> int | None:
        accessor = get(self.model.accessors, index)
        return accessor.count if accessor else None

    def skins(self) -> tuple[SkinSummary, ...]:
        users: dict[int, list[int]] = {}
        for index, node in enumerate(self.model.nodes):
            if node is not None and node.skin is not None and node.mesh is not None:
                users.setdefault(node.skin, []).append(index)
        return tuple(
            SkinSummary(
                name=skin.name,
                joints=len(skin.joints or ()),
                nodes=tuple(users.get(index, ())),
                most_influences=self.most_influences(users.get(index, ())),
            )
            for index, skin in enumerate(self.model.skins)
            if skin is not None
        )

    def most_influences(self, nodes: Iterable[int]) -> int | None:
        """The largest number of non-zero weights at a vertex, in the meshes of these nodes."""
        drawn = {node.mesh for node in (self.model.nodes[index] for index in nodes) if node is not None}
        meshes = [mesh for index, mesh in enumerate(self.model.meshes) if mesh is not None and index in drawn]
        counts = [self.influences(primitive) for mesh in meshes for primitive in mesh.primitives or ()]
        return max((count for count in counts if count is not None), default=None)

    def influences(self, primitive: Primitive) -> int | None:
        named = (primitive.attributes or {}).items()
        sets = [index for name, index in named if name.startswith("WEIGHTS_") and index is not None]
        try:
            weights = [view(self.document, index) for index in sets]
        except PantinError as fault:
            self.faults[str(fault)] = None
            return None
        if len({len(array) for array in weights}) != 1:
            return None
        rows = [stored_rows(array) for array in weights]
        # Weights that are (wrongly) matrices have three axes, and those that are no numbers count too.
        with np.errstate(invalid="ignore"):
            counts = [np.count_nonzero(array.reshape(len(array), -1), axis=1) for array in rows]
        return int(np.max(sum(counts)))

    def animation(self, animation: Animation) -> AnimationSummary:
        channels, samplers = animation.channels or (), animation.samplers or ()
        inputs = [sampler.input for sampler in samplers if sampler.input is not None]
        times = [time for index in dict.fromkeys(inputs) if (time := self.last_time(index)) is not None]
        return AnimationSummary(
            name=animation.name,
            duration=max(times, default=None),
            channels=len(channels),
            keys=sum(self.count(index) or 0 for index in inputs),
            paths=distinct(channel.target.path for channel in channels if channel.target),
            interpolations=distinct(sampler.interpolation or "LINEAR" for sampler in samplers),
        )

    def last_time(self, accessor: int) -> float | None:
        try:
            last = float(np.max(stored_rows(view(self.document, accessor))))
        except PantinError as fault:
            self.faults[str(fault)] = None
            return None
        return last if np.isfinite(last) else None

    def buffers(self) -> tuple[BytesSummary, ...]:
        summaries = []
        for index, entry in enumerate(self.model.buffers):
            buffer = self.document.buffer(index)
            if buffer.fault is not None:
                self.faults[f"buffer {index}: {buffer.fault.message}"] = None
            length = None if buffer.data is None else len(buffer.data)
            summaries.append(BytesSummary(name=display_name(entry), bytes=length, storage=buffer.storage))
        return tuple(summaries)

    def images(self) -> tuple[ImageSummary, ...]:
        return tuple(self.image(index, image) for index, image in enumerate(self.model.images))

    def image(self, index: int, image: Image | None) -> ImageSummary:
        storage: str | None = "view"
        if image is not None and image.uri is not None:
            loaded = self.document.load(image.uri)
            if loaded.fault is not None:
                self.faults[f"image {index}: {loaded.fault.message}"] = None
            length = None if loaded.data is None else len(loaded.data)
            data, storage = loaded.data, loaded.storage
        else:
            view_index = image.buffer_view if image else None
            length, data = self.view_length(view_index), self.view_bytes(view_index)
        width, height = (data is not None and image_size(data)) or (None, None)
        return ImageSummary(
            name=display_name(image), bytes=length, storage=storage, width=width, height=height
        )

    def view_length(self, index: int | None) -> int | None:
        buffer_view = get(self.model.buffer_views, index)
        return buffer_view.byte_length if buffer_view else None

    def view_bytes(self, index: int | None) -> memoryview | None:
        """The available bytes of a buffer view; `buffers` reports why there are none."""
        buffer_view = get(self.model.buffer_views, index)
        if buffer_view is None or buffer_view.buffer is None or buffer_view.byte_length is None:
            return None
        data = self.document.buffer(buffer_view.buffer).data
        start = buffer_view.byte_offset or 0
        return None if data is None else memoryview(data)[start : start + buffer_view.byte_length]


def count_triangles(primitive: PrimitiveSummary) -> int:
    """The triangles that a primitive draws; points and lines have none."""
    corners = (primitive.vertices if primitive.indices is None else primitive.indices) or 0
    if primitive.mode in STRIPS:
        return max(0, corners - 2)
    return corners // 3 if primitive.mode == MODES[TRIANGLES] else 0


def stored_rows(array: NDArray[Any]) -> NDArray[Any]:
    """The rows in memory: zeros without a buffer view are one row, broadcast perhaps a billion times."""
    return array[:1] if array.strides[0] == 0 else array


def target_names(mesh: Mesh) -> tuple[str | None, ...]:
    """The names of a mesh's morph targets, None for those without a name."""
    count = max((len(primitive.targets or ()) for primitive in mesh.primitives or ()), default=0)
    names: tuple[str | None, ...] = blend_names(mesh) or ()
    return (*names, *[None] * count)[:count]


def display_name(entry: Any) -> str | None:
    """The name of a buffer or an image, or of its file if it has none."""
    if entry is None or entry.name is not None or entry.uri is None or entry.uri.startswith("data:"):
        return entry.name if entry is not None else None
    return str(entry.uri)


def distinct(words: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted({word for word in words if word is not None}))


def _avatar_line(vrm: VrmSummary) -> str:
    """`VRM 1.0: "Alicia" by Ada, licence https://…`; what the file does not say is unknown."""
    title = f'"{printable(vrm.title)}"' if vrm.title else "untitled"
    authors = printable(", ".join(vrm.authors)) or "an unknown author"
    return f"VRM {vrm.version}: {title} by {authors}, licence {printable(vrm.license or 'unknown')}"


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
