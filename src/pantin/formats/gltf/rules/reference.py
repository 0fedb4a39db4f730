"""Rules about references: every index must meet an object, and every object should be met by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.model import get
from pantin.formats.gltf.objects import Place
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

# In the words of the file. Cameras, images, materials, samplers and textures are passed through.
JUDGED = ("accessors", "buffers", "bufferViews", "meshes", "nodes", "skins")


def collections(scope: Scope) -> dict[str, tuple[Any, ...]]:
    """The root collections by their names in the file."""
    model = scope.model
    return {
        "accessors": model.accessors,
        "animations": model.animations,
        "buffers": model.buffers,
        "bufferViews": model.buffer_views,
        "cameras": model.cameras,
        "images": model.images,
        "materials": model.materials,
        "meshes": model.meshes,
        "nodes": model.nodes,
        "samplers": model.samplers,
        "scenes": model.scenes,
        "skins": model.skins,
        "textures": model.textures,
    }


@rule("GLTF-UNRESOLVED_REFERENCE", "error", "there is no {collection} {index}")
def unresolved_reference(scope: Scope) -> Iterator[Finding]:
    """An index must point at an object that is there.

    Why: what the object with the index says has no meaning without it.
    Mend: point at one of the objects of the list (the first is 0), or remove the member.
    Source: glTF 2.0 §3.2.
    """
    there = scope.fact(collections)
    for reference in scope.references:
        if reference.judged and get(there[reference.collection], reference.index) is None:
            one = singular(reference.collection)
            yield unresolved_reference.at(pointer(*reference.place), collection=one, index=reference.index)
    for place, index, samplers in channel_samplers(scope):
        if index >= len(samplers):
            yield unresolved_reference.at(pointer(*place), collection="sampler", index=index)


def singular(collection: str) -> str:
    return "mesh" if collection == "meshes" else collection.removesuffix("s")


def channel_samplers(scope: Scope) -> Iterator[tuple[Place, int, tuple[Any, ...]]]:
    """The sampler of every animation channel: where it stands, its index, and the samplers it points into."""
    for i, animation in enumerate(scope.model.animations):
        if animation and animation.channels is not None and animation.samplers is not None:
            for j, channel in enumerate(animation.channels):
                if channel.sampler is not None:
                    yield ("animations", i, "channels", j, "sampler"), channel.sampler, animation.samplers


@rule("GLTF-UNUSED_OBJECT", "info", "nothing in the file refers to this {what}")
def unused_object(scope: Scope) -> Iterator[Finding]:
    """An object should be used by something.

    Why: it takes space, and may be the sign of a reference that was lost.
    Mend: remove it, if no extension refers to it; indices of objects after it then change.
    Source: none; the specification allows it.
    """
    used = {(reference.collection, reference.index) for reference in scope.references}
    there = scope.fact(collections)
    for name in JUDGED:
        for i, each in enumerate(there[name]):
            if each is not None and (name, i) not in used:
                yield unused_object.at(pointer(name, i), what=singular(name))
    used_samplers = {(place[1], index) for place, index, _ in channel_samplers(scope)}
    for i, animation in enumerate(scope.model.animations):
        if animation and animation.channels is not None:
            for j in range(len(animation.samplers or ())):
                if (i, j) not in used_samplers:
                    yield unused_object.at(pointer("animations", i, "samplers", j), what="sampler")


@rule("GLTF-UNUSED_MESH_WEIGHTS", "info", "every node with this mesh has weights of its own")
def unused_mesh_weights(scope: Scope) -> Iterator[Finding]:
    """A mesh's own morph weights should be used by a node.

    Why: the weights of a node stand in place of those of its mesh.
    Mend: remove the weights here, or those of the nodes.
    Source: glTF 2.0 §3.7.2.2 (morph targets).
    """
    nodes = [node for node in scope.model.nodes if node and node.mesh is not None]
    overridden = {node.mesh for node in nodes if node.weights is not None}
    overridden -= {node.mesh for node in nodes if node.weights is None}
    for i, mesh in enumerate(scope.model.meshes):
        if mesh and mesh.weights is not None and i in overridden:
            yield unused_mesh_weights.at(pointer("meshes", i, "weights"))


RULES = (unresolved_reference, unused_object, unused_mesh_weights)
