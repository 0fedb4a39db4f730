"""Write a rig as a new GLB document, with the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from pantin.base.errors import WrongDimension
from pantin.base.records import replace
from pantin.formats.gltf.container import EMPTY, compose
from pantin.formats.gltf.edits import pointer_target, stored_property
from pantin.formats.gltf.extension_names import ANIMATION_POINTER
from pantin.formats.gltf.new.file_layout import STANDARD, FileLayout, encode_json, order_members
from pantin.formats.gltf.new.materials import (
    cameras_json,
    images_json,
    materials_json,
    samplers_json,
    textures_json,
)
from pantin.formats.gltf.new.meshes import mesh_json
from pantin.formats.gltf.new.nodes import MeshKey, StandIn, mesh_key, nodes_json, scenes_json
from pantin.formats.gltf.new.ranges import fit_property
from pantin.formats.gltf.new.store import Store, to_float32
from pantin.rig import Channel, Clip, PropertyChannel, Rig, Skin

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def write(rig: Rig, layout: FileLayout = STANDARD, *, name: str = "rig.glb") -> Document:
    """A new GLB document that holds the rig. Nodes and materials keep their indices.

    Meshes, skins and clips keep theirs unless one before them is empty, which glTF does not allow. Arrays
    are stored in float32. `losses` reports what else is dropped. Raises `Unsupported` for a rig that is not
    in 3D, for numbers beyond float32 and for a node that is sheared and animated. `name` is the name of the
    document in messages.
    """
    from pantin.formats.gltf.document import read

    if rig.dimension != 3:
        hint = ": `pantin slice` cuts or projects it" if rig.dimension == 4 else ""
        raise WrongDimension(f"glTF stores rigs in 3 dimensions, but this one has {rig.dimension}{hint}")
    tree, data = _tree(rig, layout)
    chunk = [data] if data or layout.chunk_always else None
    parts = compose(EMPTY, encode_json(tree, layout.ascii).encode(), chunk)
    return read(b"".join(parts), name=name)


def _tree(rig: Rig, layout: FileLayout) -> tuple[dict[str, Any], bytes]:
    store = Store(layout)
    kept = [
        index for index, mesh in enumerate(rig.meshes) if any(surface.is_drawn for surface in mesh.surfaces)
    ]
    meshes, binds = [], {}
    skins_of = _skins_by_mesh(rig) if layout.binds_after_mesh else {}
    for index in kept:
        meshes.append(mesh_json(store, rig.meshes[index], f"mesh {index}"))
        for skin in skins_of.get(index, ()):
            if skin not in binds and len(rig.skins[skin].joints):
                binds[skin] = inverse_binds(store, rig.skins[skin], f"skin {skin}")
    joints, stand_ins = joints_of(rig)
    skins = [index for index, skin in enumerate(rig.skins) if len(skin.joints)]
    for index in skins:
        if index not in binds:
            binds[index] = inverse_binds(store, rig.skins[index], f"skin {index}")
    mesh_of = _instance_meshes(rig, meshes, _new_indices(kept))
    clips = Clips(store, rig)
    asset = {"version": "2.0", "generator": layout.generator, "copyright": rig.copyright}
    members: dict[str, Any] = {
        "asset": order_members(layout, "asset", asset),
        "scene": rig.default_scene,
        "scenes": scenes_json(layout, rig, stand_ins),
        "nodes": nodes_json(layout, rig, stand_ins, mesh_of, _new_indices(skins)),
        "meshes": meshes,
        "materials": materials_json(store, rig.materials),
        "skins": [skin_json(store, rig.skins[index], joints[index], binds[index]) for index in skins],
        "animations": [
            clips.json(clip, f"clip {index}") for index, clip in _playable(rig, kept) if not clip.is_empty
        ],
    }
    images, image_of = images_json(store, rig.images)
    members |= {
        "textures": textures_json(store, rig.textures, image_of),
        "samplers": samplers_json(store, rig.samplers),
        "images": images,
        "cameras": cameras_json(store, rig.cameras),
        "extras": dict(rig.extras or {}),
        "extensionsRequired": [name for name, required in store.extensions.items() if required],
    }
    for text in clips.pointers:
        from pantin.formats.gltf.property_pointers import state_parents  # few files have pointers

        if text.startswith(("/materials/", "/cameras/")):
            store.use(*state_parents(members, text))
    members["extensionsUsed"] = list(store.extensions)
    data = b"".join(store.parts)
    members |= {"accessors": store.accessors, "bufferViews": store.views}
    if data or layout.chunk_always:
        members["buffers"] = [order_members(layout, "buffer", {"byteLength": len(data)})]
    return order_members(layout, "gltf", members), data


def _instance_meshes(rig: Rig, meshes: list[dict[str, Any]], index_of: dict[int, int]) -> dict[MeshKey, int]:
    """The document's mesh for each instance. An instance with its own materials gets an extra mesh with the
    same arrays, at the end of the list."""
    index_by_key: dict[MeshKey, int] = {(mesh, None): index for mesh, index in index_of.items()}
    for instance in rig.instances:
        key = mesh_key(instance)
        if instance.materials is None or instance.mesh not in index_of or key in index_by_key:
            continue
        written = [
            material
            for material, surface in zip(instance.materials, rig.meshes[instance.mesh].surfaces, strict=True)
            if surface.is_drawn
        ]
        mesh = dict(meshes[index_of[instance.mesh]])
        mesh["primitives"] = [
            primitive if material is None else primitive | {"material": material}
            for primitive, material in zip(mesh["primitives"], written, strict=True)
        ]
        index_by_key[key] = len(meshes)
        meshes.append(mesh)
    return index_by_key


def _skins_by_mesh(rig: Rig) -> dict[int, list[int]]:
    """The skins used with each mesh, in the order of the instances."""
    skins: dict[int, list[int]] = {}
    for instance in rig.instances:
        if instance.skin is not None:
            skins.setdefault(instance.mesh, []).append(instance.skin)
    return skins


def _playable(rig: Rig, meshes: list[int]) -> Iterator[tuple[int, Clip]]:
    """The clips, without channels for blend shapes of meshes that are not written."""
    written = set(meshes)
    dropped = {instance.node for instance in rig.instances if instance.mesh not in written}
    for index, clip in enumerate(rig.clips):
        channels = (
            channel
            for channel in clip.channels
            if channel.property != "weights" or channel.node not in dropped
        )
        yield index, replace(clip, channels=tuple(channels))


def _new_indices(kept: list[int]) -> dict[int, int]:
    """The new index of each part of the rig that is written."""
    return {old: new for new, old in enumerate(kept)}


class Clips:
    """Writes clips into the store."""

    def __init__(self, store: Store, rig: Rig) -> None:
        self.store = store
        self.rig = rig
        self.pointers: list[str] = []
        """Pointers to the properties that clips animate."""
        self._times: dict[bytes, int] = {}

    def json(self, clip: Clip, what: str) -> dict[str, Any]:
        """The JSON of a clip, whose arrays are stored."""
        layout = self.store.layout
        samplers, channels = [], []
        for index, channel in enumerate(clip.channels):
            target = order_members(layout, "target", {"node": channel.node, "path": channel.property})
            channels.append(order_members(layout, "channel", {"sampler": index, "target": target}))
            samplers.append(self._sampler(_without_single_key_spline(channel), f"{what} channel {index}"))
        for number, animated in enumerate(clip.properties):
            from pantin.formats.gltf.property_pointers import pointer_of

            text = pointer_of(animated.target, self.rig)
            if text is None:
                continue
            target = order_members(layout, "target", pointer_target(text))
            channels.append(order_members(layout, "channel", {"sampler": len(samplers), "target": target}))
            samplers.append(
                self._sampler(
                    _without_single_key_spline(fit_property(animated, self.rig)), f"{what} property {number}"
                )
            )
            self.pointers.append(text)
            self.store.use(ANIMATION_POINTER)
        extras = dict(clip.extras or {})
        members = {"name": clip.name, "channels": channels, "samplers": samplers, "extras": extras}
        return order_members(layout, "animation", members)

    def _sampler(self, channel: Channel | PropertyChannel, what: str) -> dict[str, Any]:
        layout = self.store.layout
        is_written = channel.interpolation != "LINEAR" or layout.write_defaults
        members = {
            "input": self._input(channel, what),
            "output": self._output(channel, what),
            "interpolation": channel.interpolation if is_written else None,
        }
        return order_members(layout, "sampler", members)

    def _input(self, channel: Channel | PropertyChannel, what: str) -> int:
        times = to_float32(channel.times, f"{what} times").reshape(-1, 1)
        key = times.tobytes()
        if key not in self._times:
            self._times[key] = self.store.store_array(times, min_max=True)
        return self._times[key]

    def _output(self, channel: Channel | PropertyChannel, what: str) -> int:
        if isinstance(channel, PropertyChannel):
            values = stored_property(channel)
            is_flag = values.dtype == np.uint8
            return self.store.store_array(values if is_flag else to_float32(values, f"{what} values"))
        # In-tangent, value and out-tangent of a key are stored in turn, and so are all blend weights of a
        # key.
        width = 1 if channel.property == "weights" else channel.values.shape[-1]
        return self.store.store_array(to_float32(channel.values, f"{what} values").reshape(-1, width))


ChannelT = TypeVar("ChannelT", Channel, PropertyChannel)


def _without_single_key_spline(channel: ChannelT) -> ChannelT:
    """The channel, with STEP for a spline of one key, because glTF requires two keys for a spline (§5.8,
    §C.5)."""
    if channel.interpolation == "CUBICSPLINE" and len(channel.times) == 1:
        return replace(channel, values=channel.values[:, 1], interpolation="STEP")
    return channel


def joints_of(rig: Rig) -> tuple[list[list[int]], list[StandIn]]:
    """The joint list of each skin, and the nodes to add for it.

    glTF forbids a joint that occurs twice (§5.28): the second time an identity child of it is used. For a
    joint of −1 it is an identity child of the skin's root. Both always have the transform of the joint.
    """
    stand_ins: list[StandIn] = []
    lists = []
    for skin in rig.skins:
        joints: dict[int, None] = {}
        for joint in skin.joints.tolist():
            if joint < 0 or joint in joints:
                parent = joint if joint >= 0 else -1 if skin.root is None else skin.root
                stand_ins.append(StandIn(parent))
                joint = len(rig.nodes) + len(stand_ins) - 1
            joints[joint] = None
        lists.append(list(joints))
    return lists, stand_ins


def inverse_binds(store: Store, skin: Skin, what: str) -> int:
    """The accessor of the inverse binds; identity matrices if the skin has none (glTF 2.0 §3.7.3.1)."""
    matrices = np.tile(np.eye(4), (len(skin.joints), 1, 1))
    if skin.inverse_binds is not None:
        matrices[:, :3] = skin.inverse_binds
    return store.store_array(to_float32(matrices, f"{what} inverse binds"))


def skin_json(store: Store, skin: Skin, joints: list[int], binds: int) -> dict[str, Any]:
    members = {
        "name": skin.name,
        "skeleton": skin.root,
        "joints": joints,
        "inverseBindMatrices": binds,
        "extras": dict(skin.extras or {}),
    }
    return order_members(store.layout, "skin", members)
