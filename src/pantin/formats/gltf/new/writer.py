"""The writer of new documents: a rig in, a GLB document out, the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.errors import Unsupported
from pantin.formats.gltf.container import EMPTY, compose
from pantin.formats.gltf.new.encode import encoded, ordered
from pantin.formats.gltf.new.file_layout import STANDARD, Layout
from pantin.formats.gltf.new.meshes import mesh_json
from pantin.formats.gltf.new.nodes import StandIn, materials_json, nodes_json, scenes_json
from pantin.formats.gltf.new.store import Store, single
from pantin.rig import Channel, Clip, Rig, Skin

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def write(rig: Rig, layout: Layout = STANDARD, *, name: str = "rig.glb") -> Document:
    """A new GLB document that holds the rig. Nodes and materials keep their indices.

    Meshes, skins and clips keep theirs unless one before them is empty, which glTF does not allow. Arrays
    are stored in float32. `losses` reports what else is dropped. Raises `Unsupported` for a rig that is not
    in 3D, for numbers beyond float32 and for a node that is sheared and animated. `name` is the name of the
    document in messages.
    """
    from pantin.formats.gltf.document import read

    if rig.dimension != 3:
        hint = ": `pantin slice` cuts or projects it" if rig.dimension == 4 else ""
        raise Unsupported(f"glTF stores rigs in 3 dimensions, but this one has {rig.dimension}{hint}")
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


class Clips:
    """Clips on their way into the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._times: dict[bytes, int] = {}

    def json(self, clip: Clip, what: str) -> dict[str, Any]:
        """The animation of a clip, its arrays stored."""
        layout = self.store.layout
        samplers, channels = [], []
        for at, one in enumerate(clip.channels):
            target = ordered(layout, "target", {"node": one.node, "path": one.property})
            channels.append(ordered(layout, "channel", {"sampler": at, "target": target}))
            samplers.append(self._sampler(_held(one), f"{what} channel {at}"))
        members = {"name": clip.name, "channels": channels, "samplers": samplers}
        return ordered(layout, "animation", members)

    def _sampler(self, channel: Channel, what: str) -> dict[str, Any]:
        layout = self.store.layout
        spoken = channel.interpolation != "LINEAR" or layout.spelled_out
        members = {
            "input": self._input(channel, what),
            "output": self._output(channel, what),
            "interpolation": channel.interpolation if spoken else None,
        }
        return ordered(layout, "sampler", members)

    def _input(self, channel: Channel, what: str) -> int:
        times = single(channel.times, f"{what} times").reshape(-1, 1)
        key = times.tobytes()
        if key not in self._times:
            self._times[key] = self.store.array(times, bounds_of=times)
        return self._times[key]

    def _output(self, channel: Channel, what: str) -> int:
        # In-tangent, value and out-tangent of a key lie one after another, and so do all blend amounts of a
        # key.
        width = 1 if channel.property == "weights" else channel.values.shape[-1]
        return self.store.array(single(channel.values, f"{what} values").reshape(-1, width))


def _held(channel: Channel) -> Channel:
    """A spline of one key as the value that it holds: glTF asks for two keys (§5.8, §C.5)."""
    if channel.interpolation == "CUBICSPLINE" and len(channel.times) == 1:
        return replace(channel, values=channel.values[:, 1], interpolation="STEP")
    return channel


def joints_of(rig: Rig) -> tuple[list[list[int]], list[StandIn]]:
    """The joint list of each skin, and the nodes to add for it.

    A joint that comes twice, which glTF forbids (§5.28), is named the second time by an identity child of it,
    and a joint of −1 by an identity child of the skin's root: both are where the joint is, always.
    """
    stand_ins: list[StandIn] = []
    lists = []
    for skin in rig.skins:
        named: dict[int, None] = {}
        for joint in skin.joints.tolist():
            if joint < 0 or joint in named:
                above = joint if joint >= 0 else -1 if skin.root is None else skin.root
                stand_ins.append(StandIn(above))
                joint = len(rig.nodes) + len(stand_ins) - 1
            named[joint] = None
        lists.append(list(named))
    return lists, stand_ins


def inverse_binds(store: Store, skin: Skin, what: str) -> int:
    """The accessor of the inverse binds; identities where the skin has none (glTF 2.0 §3.7.3.1 reads none
    as these).
    """
    matrices = np.tile(np.eye(4), (len(skin.joints), 1, 1))
    if skin.inverse_binds is not None:
        matrices[:, :3] = skin.inverse_binds
    # Column-major (§3.6.2.4).
    return store.array(single(matrices.transpose(0, 2, 1).reshape(-1, 16), f"{what} inverse binds"))


def skin_json(store: Store, skin: Skin, joints: list[int], binds: int) -> dict[str, Any]:
    members = {"name": skin.name, "skeleton": skin.root, "joints": joints, "inverseBindMatrices": binds}
    return ordered(store.layout, "skin", members)
