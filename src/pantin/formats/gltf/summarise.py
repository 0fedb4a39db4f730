"""Compute the summary of a document, which `summary` describes and prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import PantinError
from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.lift.meshes import blend_names
from pantin.formats.gltf.material_summary import (
    summarise_materials,
    summarise_vrm,
)
from pantin.formats.gltf.model import Animation, Gltf, Image, Mesh, Primitive, get
from pantin.formats.images import image_size

if TYPE_CHECKING:
    pass
from pantin.formats.gltf.summary import (
    MODES,
    TRIANGLES,
    AnimationSummary,
    BytesSummary,
    GltfSummary,
    ImageSummary,
    MeshSummary,
    NodeSummary,
    PrimitiveSummary,
    SceneSummary,
    SkinSummary,
    count_triangles,
)


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
        """The most non-zero weights of any vertex, in the meshes of these nodes."""
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
        """The available bytes of a buffer view; `buffers` reports why any are missing."""
        buffer_view = get(self.model.buffer_views, index)
        if buffer_view is None or buffer_view.buffer is None or buffer_view.byte_length is None:
            return None
        data = self.document.buffer(buffer_view.buffer).data
        start = buffer_view.byte_offset or 0
        return None if data is None else memoryview(data)[start : start + buffer_view.byte_length]


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
