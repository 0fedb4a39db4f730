"""The writer of new documents: a rig in, a GLB document out, the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pantin.errors import Unsupported
from pantin.formats.gltf.container import EMPTY, compose
from pantin.formats.gltf.new.clips import Clips
from pantin.formats.gltf.new.layout import STANDARD, Layout
from pantin.formats.gltf.new.meshes import mesh_json
from pantin.formats.gltf.new.nodes import materials_json, nodes_json, scenes_json
from pantin.formats.gltf.new.skins import inverse_binds, joints_of, skin_json
from pantin.formats.gltf.new.store import Store
from pantin.formats.gltf.new.text import encoded, ordered
from pantin.rig import Clip, Rig

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def write(rig: Rig, layout: Layout = STANDARD, *, name: str = "rig.glb") -> Document:
    """A new GLB document that holds the rig. Nodes and materials keep their indices.

    Meshes, skins and clips keep theirs unless one before them is empty, which glTF cannot say. All numbers of
    arrays are stored in float32. `losses` says what else of the rig does not cross. Raises `Unsupported` for
    a rig that is not in 3D, for numbers beyond float32 and for a node that is sheared and moved by a clip.
    `name` is what messages call the document.
    """
    from pantin.formats.gltf.document import read

    if rig.dimension != 3:
        hint = ": `pantin slice` cuts or projects it" if rig.dimension == 4 else ""
        raise Unsupported(f"glTF holds rigs in 3 dimensions, and this one has {rig.dimension}{hint}")
    tree, data = _tree(rig, layout)
    chunk = [data] if data or layout.chunk_always else None
    parts = compose(EMPTY, encoded(tree, layout.ascii).encode(), chunk)
    return read(b"".join(parts), name=name)


def _tree(rig: Rig, layout: Layout) -> tuple[dict[str, Any], bytes]:
    store = Store(layout)
    kept = [at for at, mesh in enumerate(rig.meshes) if any(len(one.positions) for one in mesh.surfaces)]
    meshes, binds = [], {}
    skins_of = _skins_by_mesh(rig) if layout.binds_after_mesh else {}
    for at in kept:
        meshes.append(mesh_json(store, rig.meshes[at], f"mesh {at}"))
        for skin in skins_of.get(at, ()):
            if skin not in binds and len(rig.skins[skin].joints):
                binds[skin] = inverse_binds(store, rig.skins[skin], f"skin {skin}")
    joints, stand_ins = joints_of(rig)
    skins = [at for at, one in enumerate(rig.skins) if len(one.joints)]
    for at in skins:
        if at not in binds:
            binds[at] = inverse_binds(store, rig.skins[at], f"skin {at}")
    clips = Clips(store)
    members: dict[str, Any] = {
        "asset": ordered(layout, "asset", {"version": "2.0", "generator": layout.generator}),
        "scene": rig.default_scene,
        "scenes": scenes_json(layout, rig, stand_ins),
        "nodes": nodes_json(layout, rig, stand_ins, _places(kept), _places(skins)),
        "meshes": meshes,
        "materials": materials_json(layout, rig.materials),
        "skins": [skin_json(store, rig.skins[at], joints[at], binds[at]) for at in skins],
        "animations": [clips.json(one, f"clip {at}") for at, one in _playable(rig, kept) if one.channels],
    }
    data = b"".join(store.parts)
    members |= {"accessors": store.accessors, "bufferViews": store.views}
    if data or layout.chunk_always:
        members["buffers"] = [ordered(layout, "buffer", {"byteLength": len(data)})]
    return ordered(layout, "gltf", members), data


def _skins_by_mesh(rig: Rig) -> dict[int, list[int]]:
    """The skins that each mesh is drawn with, in the order of the instances."""
    found: dict[int, list[int]] = {}
    for one in rig.instances:
        if one.skin is not None:
            found.setdefault(one.mesh, []).append(one.skin)
    return found


def _playable(rig: Rig, meshes: list[int]) -> Iterator[tuple[int, Clip]]:
    """Clips without channels for blend shapes of a mesh that is not written."""
    written = set(meshes)
    gone = {one.node for one in rig.instances if one.mesh not in written}
    for at, clip in enumerate(rig.clips):
        kept = tuple(one for one in clip.channels if one.property != "weights" or one.node not in gone)
        yield at, Clip(kept, clip.name)


def _places(kept: list[int]) -> dict[int, int]:
    """Where in the document each part of the rig is that is written at all."""
    return {part: place for place, part in enumerate(kept)}
