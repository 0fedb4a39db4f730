"""The neutral model of a rigged asset: frozen, in the order of the file. `pantin.rig.build` makes one."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import field_names
from pantin.rig.arrays import Doubles, Indices, read_only
from pantin.rig.character import Character, Constraint
from pantin.rig.clip import Clip
from pantin.rig.material import Material
from pantin.rig.mesh import Instance, Mesh, Scene
from pantin.rig.names import find_index, names_of
from pantin.rig.node import Node, Nodes
from pantin.rig.part import Part
from pantin.rig.pose import Pose
from pantin.rig.skin import Skeleton, Skin
from pantin.rig.spring import SpringSettings
from pantin.rig.texture import Image, Json, Sampler, Texture
from pantin.rig.tree import subtree_mask
from pantin.rig.view import Camera, Light


class Rig(Part, eq=False, dict=True, weakref=True):
    """Nodes in N dimensions, with meshes, skins, clips and springs. Everything in it is read-only and
    checked.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> rig.dimension, len(rig.skins), [clip.name for clip in rig.clips]
    (3, 1, ['bend'])
    """

    dimension: int
    nodes: Nodes
    meshes: tuple[Mesh, ...]
    materials: tuple[Material, ...]
    skins: tuple[Skin, ...]
    skeletons: tuple[Skeleton, ...]
    instances: tuple[Instance, ...]
    clips: tuple[Clip, ...]
    scenes: tuple[Scene, ...]
    default_scene: int | None
    springs: SpringSettings = SpringSettings()
    textures: tuple[Texture, ...] = ()
    samplers: tuple[Sampler, ...] = ()
    images: tuple[Image, ...] = ()
    cameras: tuple[Camera, ...] = ()
    lights: tuple[Light, ...] = ()
    character: Character | None = None
    constraints: tuple[Constraint, ...] = ()
    copyright: str | None = None
    extras: Json | None = None

    def __repr__(self) -> str:
        parts = ("nodes", "meshes", "skins", "skeletons", "clips", "materials")
        counts = {part: len(getattr(self, part)) for part in parts} | {"springs": len(self.springs.springs)}
        listed = " ".join(f"{part}={count}" for part, count in counts.items() if count)
        size = "" if self.dimension == 3 else f" {self.dimension}D"
        return f"<Rig{size} {listed}>" if listed else f"<Rig{size} empty>"

    @property
    def order(self) -> Indices:
        """Node indices, every node after its parent."""
        return self.nodes.order

    def rest_pose(self) -> Pose:
        """The pose stored in the file, with the blend weights of each instance, or else of its mesh."""
        return self._rest

    def node(self, which: int | str) -> int:
        """The index of a node, by index or by name; raises `ValueError` where no node or several match."""
        return find_index(which, self._node_names, len(self.nodes), "node")

    def clip(self, which: int | str) -> Clip:
        """A clip by index or by name; raises `ValueError` where no clip or several match."""
        return self.clips[find_index(which, self._clip_names, len(self.clips), "clip")]

    def skin(self, which: int | str) -> int:
        """The index of a skin, by index or by name; raises `ValueError` where no skin or several match."""
        return find_index(which, names_of(skin.name for skin in self.skins), len(self.skins), "skin")

    def mesh(self, which: int | str) -> int:
        """The index of a mesh, by index or by name; raises `ValueError` where no mesh or several match."""
        return find_index(which, names_of(mesh.name for mesh in self.meshes), len(self.meshes), "mesh")

    def instance_at(self, node: int | str) -> int:
        """The index of the instance on a node; raises `ValueError` where the node has no mesh."""
        index = self.node(node)
        if index not in self._instances:
            raise ValueError(f"node {index} has no mesh")
        return self._instances[index]

    def shown(self, scene: int | str | None = None) -> NDArray[np.bool_]:
        """Which nodes a scene shows; without a scene: the default scene, else the first, else all nodes.

        A node that is not visible hides its descendants.
        """
        requested = None if scene is None else find_index(scene, self._scene_names, len(self.scenes), "scene")
        if not self.scenes:
            return self.visible
        index = next(index for index in (requested, self.default_scene, 0) if index is not None)
        roots = np.asarray(self.scenes[index].roots, np.int64)
        return read_only(subtree_mask(self.nodes.parents, self.nodes.order, roots) & self.visible)

    def node_list(self) -> list[Node]:
        """The nodes one at a time, as `build` takes them."""
        nodes, listed = self.nodes, []
        for index, name in enumerate(nodes.names):
            general, length = nodes.general[index], float(nodes.bone_lengths[index])
            parts = {
                "translation": nodes.translations[index],
                "rotation": None if nodes.rotations is None else nodes.rotations[index],
                "scale": nodes.scales[index],
            }
            listed.append(
                Node(
                    name,
                    int(nodes.parents[index]),
                    **({"matrix": nodes.local[index]} if general else parts),
                    visible=bool(nodes.visible[index]),
                    camera=int(nodes.cameras[index]) if nodes.cameras[index] >= 0 else None,
                    light=int(nodes.lights[index]) if nodes.lights[index] >= 0 else None,
                    bone_length=None if length != length else length,
                    extras=nodes.extras[index],
                )
            )
        return listed

    def replace(self, **changes: Any) -> Rig:
        """A copy with other parts, checked as `build` does it; `nodes` is a list of `Node`.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> rig.replace(clips=()).clips
        ()
        """
        from pantin.rig.builder import build  # the builder makes rigs

        parts = {name: getattr(self, name) for name in field_names(self)}
        if "nodes" not in changes:
            parts["nodes"] = self.node_list()
        return build(**(parts | changes))

    @cached_property
    def visible(self) -> NDArray[np.bool_]:
        """Which nodes are neither hidden nor below a hidden node."""
        nodes = self.nodes
        hidden = np.flatnonzero(~nodes.visible)
        if not len(hidden):
            return read_only(np.ones(len(nodes), bool))
        return read_only(~subtree_mask(nodes.parents, nodes.order, hidden))

    @cached_property
    def _rest(self) -> Pose:
        nodes = self.nodes
        blend = tuple(self._rest_weights(instance) for instance in self.instances)
        return Pose(
            self, nodes.local, nodes.general, nodes.translations, nodes.rotations, nodes.scales, blend
        )

    def _rest_weights(self, instance: Instance) -> Doubles:
        mesh = self.meshes[instance.mesh]
        weights = mesh.blend_weights if instance.blend_weights is None else instance.blend_weights
        return read_only(np.zeros(mesh.blend_shape_count)) if weights is None else weights

    @cached_property
    def _instances(self) -> dict[int, int]:
        return {instance.node: index for index, instance in enumerate(self.instances)}

    @cached_property
    def _node_names(self) -> dict[str, list[int]]:
        return names_of(self.nodes.names)

    @cached_property
    def _scene_names(self) -> dict[str, list[int]]:
        return names_of([scene.name for scene in self.scenes])

    @cached_property
    def _clip_names(self) -> dict[str, list[int]]:
        return names_of([clip.name for clip in self.clips])


def require_rig(rig: object) -> None:
    """Raise `TypeError` for anything but a rig, with a hint for an asset."""
    if not isinstance(rig, Rig):
        hint = ": use its .rig" if hasattr(type(rig), "rig") else ""
        raise TypeError(f"expected a Rig, not {type(rig).__name__}{hint}")
