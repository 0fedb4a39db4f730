"""Rules about references: indices out of range, and unused objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.keyframes import columns
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import COLLECTIONS
from pantin.formats.members.references import object_members
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import counted

ALWAYS_USED = ("animations", "scenes")
"""Collections whose objects need no reference to be used."""


def collections(scope: Scope) -> dict[str, tuple[Any, ...]]:
    """The root collections by their names in the file, and those of extensions, such as
    `extensions/KHR_lights_punctual/lights`.
    """
    model = scope.model
    extended: dict[str, tuple[Any, ...]] = {}
    for path, value in scope.extended.objects:
        if len(path) == 2 and path[0] == "extensions":
            for member in object_members(type(value)):
                extended[f"extensions/{path[1]}/{member.name}"] = getattr(value, member.attribute) or ()
    return extended | {
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


@rule("GLTF-UNRESOLVED_REFERENCE", "error", "{member} refers to {target}, {fault}")
def unresolved_reference(scope: Scope) -> Iterator[Finding]:
    """Index refers to an object that does not exist.

    What: Every index in the file must be smaller than the number of objects in the list that it points into.
    Why: Readers fail, or ignore the object that has the index.
    Fix: Point at an object of the list (the first is 0), or remove the member.
    Source: glTF 2.0 §3.2.
    """
    existing = scope.fact(collections)
    for reference in scope.references if _has_unresolved(scope) else ():
        listed = existing.get(reference.collection)
        if listed is not None and reference.checked and get(listed, reference.index) is None:
            kind = _kind(reference.collection)
            fault = f"but the file has {counted(len(listed), kind)}"
            if 0 <= reference.index < len(listed):
                fault = "which is not a JSON object"
            yield _unresolved_finding(scope, reference.path, f"{kind} {reference.index}", fault)
    for i, indices, samplers in channel_samplers(scope) if columns(scope) is None else ():
        for j, index in enumerate(indices) if max(indices, default=0) >= len(samplers) else ():
            if index >= len(samplers):
                fault = f"but the animation has {counted(len(samplers), 'sampler')}"
                path = ("animations", i, "channels", j, "sampler")
                yield _unresolved_finding(scope, path, f"sampler {index}", fault)


def _has_unresolved(scope: Scope) -> bool:
    """Whether any index may be out of range."""
    existing = scope.fact(collections)
    # A file that follows the schema has an object at every place of its own collections.
    whole = COLLECTIONS.keys() if scope.follows_schema else ()
    return any(
        min(indices) < 0
        or max(indices) >= len(existing[name])
        or (name not in whole and None in existing[name])
        for name, indices in scope.referenced.items()
        if indices and name in existing
    )


def _kind(collection: str) -> str:
    """The word for an object of a collection in messages."""
    return COLLECTIONS.get(collection) or collection.rsplit("/", 1)[-1].removesuffix("s")


def _unresolved_finding(scope: Scope, path: JsonPath, target: str, fault: str) -> Finding:
    member = scope.subject(path)
    return unresolved_reference.at(pointer(*path), member=member, target=target, fault=fault)


def channel_samplers(scope: Scope) -> Iterator[tuple[int, list[int], tuple[Any, ...]]]:
    """Each animation with both lists: its index, the sampler of each channel (−1 if not stated), and the
    samplers.
    """
    for i, animation in enumerate(scope.model.animations):
        if animation and animation.channels is not None and animation.samplers is not None:
            indices = [-1 if channel.sampler is None else channel.sampler for channel in animation.channels]
            yield i, indices, animation.samplers


@rule("GLTF-UNUSED_OBJECT", "info", "{object} is not used by anything in the file")
def unused_object(scope: Scope) -> Iterator[Finding]:
    """Object is not used.

    What: Every object of a list should be referenced at least once, but scenes and animations.
    Why: It takes up space, and may be left over from a reference that was lost.
    Fix: Remove it unless an extension refers to it. Objects after it then change their index.
    Source: none; the specification allows it.
    """
    for name, listed in scope.fact(collections).items():
        used: set[int] = scope.referenced.get(name, set())
        if name in ALWAYS_USED or used.issuperset(range(len(listed))):
            continue
        for i in sorted(set(range(len(listed))).difference(used)):
            if listed[i] is not None:
                known = name in COLLECTIONS
                object = scope.named(COLLECTIONS[name], i) if known else f"{_kind(name)} {i}"
                yield unused_object.at(pointer(*name.split("/"), i), object=object)
    plain = columns(scope)
    if plain is not None and plain.uses_all_samplers:
        return
    for i, indices, samplers in channel_samplers(scope):
        for j in sorted(set(range(len(samplers))).difference(indices)):
            sampler = f"sampler {j} of {scope.named('animation', i)}"
            yield unused_object.at(pointer("animations", i, "samplers", j), object=sampler)


@rule(
    "GLTF-UNUSED_MESH_WEIGHTS",
    "info",
    "the weights of {mesh} are never used: every node with this mesh has its own weights",
    only_with=("weights",),
)
def unused_mesh_weights(scope: Scope) -> Iterator[Finding]:
    """Mesh weights are overridden by every node.

    What: At least one node that uses the mesh should have no `weights`.
    Why: The weights of a node override those of its mesh, so these have no effect.
    Fix: Remove the weights of the mesh, or those of the nodes.
    Source: glTF 2.0 §3.7.2.2 (morph targets).
    """
    nodes = [node for node in scope.model.nodes if node and node.mesh is not None]
    overridden = {node.mesh for node in nodes if node.weights is not None}
    overridden -= {node.mesh for node in nodes if node.weights is None}
    for i, mesh in enumerate(scope.model.meshes):
        if mesh and mesh.weights is not None and i in overridden:
            yield unused_mesh_weights.at(pointer("meshes", i, "weights"), mesh=scope.named("mesh", i))


RULES = (unresolved_reference, unused_object, unused_mesh_weights)
