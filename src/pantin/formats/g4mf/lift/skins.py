"""Skins: one for each node with a mesh and a skeleton, bound in the rest pose of the bones."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.lift.meshes import Meshes
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import is_index
from pantin.formats.g4mf.originals import item_extras, item_name
from pantin.formats.g4mf.transform import local_transform, rest_transforms
from pantin.maths import affine
from pantin.rig import Skeleton, Skin

Doubles = NDArray[np.float64]


class Skins:
    """The skins and skeletons of a rig. `skeletons` keeps the order of their nodes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.skins: list[Skin] = []
        self.skeletons: list[Skeleton] = []
        self._index_of: dict[int, int] = {}
        self._joints: dict[int, list[int]] = {}
        self._transforms: dict[int, dict[int, Doubles]] = {}
        self._inverses: dict[int, dict[int, Doubles]] = {}
        self._known: dict[tuple[object, ...], int] = {}
        for index, node in enumerate(source.model.nodes):
            if node.skeleton is not None:
                self._index_of[index] = len(self.skeletons)
                bones = source.hierarchy.bones_of(index)
                name = item_name(node.skeleton) or item_name(node)
                self.skeletons.append(Skeleton(np.array([index, *bones]), index, name=name))

    def joints(self, skeleton: int) -> list[int]:
        """The joints of a skeleton; −1 for an invalid index."""
        if skeleton not in self._joints:
            nodes = self.source.model.nodes
            joints = nodes[skeleton].joints
            self._joints[skeleton] = [
                joint if joint is not None and is_index(joint, len(nodes)) else -1 for joint in joints
            ]
        return self._joints[skeleton]

    def skeleton_of(self, node: int, mesh: int) -> int | None:
        """The skeleton that deforms a node's mesh."""
        parent = self.source.hierarchy.parents[node]
        under_skeleton = parent is not None and self.source.model.nodes[parent].skeleton is not None
        return parent if under_skeleton and self.source.model.meshes[mesh].skin is not None else None

    def bind(self, node: int, mesh: int, meshes: Meshes) -> tuple[int | None, int]:
        """The skin of a node's mesh, None without a skeleton, and the mesh with influences for the
        skeleton."""
        skeleton = self.skeleton_of(node, mesh)
        if skeleton is None or not meshes.has_influences(mesh):
            return None, mesh
        joints = self.joints(skeleton)
        most = self._most_joints[mesh]
        variant, uses_rest_slot = meshes.for_joints(mesh, len(joints), most)
        slots = joints + [-1] * (most - len(joints) + 1) if uses_rest_slot else joints
        rest = local_transform(self.source.model.nodes[node].raw, self.source.dimension)
        inverses = self._inverse_binds(skeleton)
        slots = [joint if joint in inverses else -1 for joint in slots]
        identity = affine.identity(self.source.dimension)
        transforms = np.array([inverses.get(joint, identity) for joint in slots]).reshape(-1, *rest.shape)
        inverse_binds = affine.multiply(transforms, rest)
        skin = self.source.model.meshes[mesh].skin
        assert skin is not None  # the mesh has influences
        name, extras = item_name(skin), item_extras(skin)
        key = (skeleton, tuple(slots), inverse_binds.tobytes(), name, repr(extras))
        if key not in self._known:
            self._known[key] = len(self.skins)
            self.skins.append(
                Skin(
                    np.array(slots, np.int64),
                    inverse_binds,
                    name,
                    root=skeleton,
                    skeleton=self._index_of[skeleton],
                    extras=extras,
                )
            )
        return self._known[key], variant

    @cached_property
    def _most_joints(self) -> dict[int, int]:
        """For each mesh, the most joints of any of its skeletons or named groups, which is the first free
        slot for unweighted parts."""
        meshes = enumerate(self.source.model.meshes)
        most = {index: len(mesh.skin.group_names) for index, mesh in meshes if mesh.skin is not None}
        for index, node in enumerate(self.source.model.nodes):
            if node.mesh is not None and node.mesh < len(self.source.model.meshes):
                skeleton = self.skeleton_of(index, node.mesh)
                if skeleton is not None:
                    most[node.mesh] = max(most.get(node.mesh, 0), len(self.joints(skeleton)))
        return most

    def _inverse_binds(self, skeleton: int) -> dict[int, Doubles]:
        """For each joint of a skeleton, the transform from skeleton space into the joint at rest, unless
        singular."""
        if skeleton not in self._inverses:
            joints = [joint for joint in dict.fromkeys(self.joints(skeleton)) if joint >= 0]
            size = self.source.dimension
            transforms = [self._in_skeleton(skeleton, joint) for joint in joints]
            inverses, singular = affine.invert(np.array(transforms).reshape(-1, size, size + 1))
            result = self._inverses[skeleton] = {}
            for joint, inverse, is_singular in zip(joints, inverses, singular.tolist(), strict=True):
                if is_singular:
                    reason = "its rest transform cannot be inverted"
                    self.source.skip(self.source.model.nodes[joint].pointer, reason, "the joint")
                else:
                    result[joint] = inverse
        return self._inverses[skeleton]

    def _in_skeleton(self, skeleton: int, joint: int) -> Doubles:
        """The rest transform of a joint in skeleton space, through its chain or the world."""
        chain = [joint]
        parents = self.source.hierarchy.parents
        known = self._transforms.setdefault(skeleton, {skeleton: affine.identity(self.source.dimension)})
        seen = {joint}
        while chain[-1] not in known:
            parent = parents[chain[-1]]
            if parent is None or parent in seen:
                return self._through_world(skeleton, joint)
            chain.append(parent)
            seen.add(parent)
        for parent, child in pairwise(reversed(chain)):
            known[child] = affine.multiply(known[parent], self._local(child))
        return known[joint]

    def _local(self, node: int) -> Doubles:
        return local_transform(self.source.model.nodes[node].raw, self.source.dimension)

    def _through_world(self, skeleton: int, joint: int) -> Doubles:
        """The rest transform of a joint outside the skeleton's subtree."""
        inverse, _ = affine.invert(self._world[skeleton])
        return affine.multiply(inverse, self._world[joint])

    @cached_property
    def _world(self) -> Doubles:
        return rest_transforms(self.source.model, self.source.hierarchy)
