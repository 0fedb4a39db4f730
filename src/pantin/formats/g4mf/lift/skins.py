"""Skins: one for each mesh node and the skeleton it hangs from, bound where the bones rest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.lift.meshes import Meshes
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.rules.scope import is_index
from pantin.formats.g4mf.transform import local_map, rest_maps
from pantin.maths import affine
from pantin.rig import Skeleton, Skin

Doubles = NDArray[np.float64]


class Skins:
    """The skins and skeletons of a rig. `skeletons` keeps the order of their nodes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.skins: list[Skin] = []
        self.skeletons: list[Skeleton] = []
        self.place: dict[int, int] = {}
        for at, node in enumerate(source.model.nodes):
            if node.skeleton is not None:
                self.place[at] = len(self.skeletons)
                looped = source.hierarchy.looped
                bones = [one for one in source.hierarchy.bones_of(at) if one not in looped]
                self.skeletons.append(Skeleton(np.array([at, *bones]), at, name=node.name or None))

    def joints(self, skeleton: int) -> list[int]:
        """The joints of a skeleton; what is no node counts as −1."""
        nodes = self.source.model.nodes
        return [one if is_index(one, len(nodes)) else -1 for one in nodes[skeleton].joints]

    def skeleton_of(self, node: int, mesh: int) -> int | None:
        """The skeleton that deforms a mesh on a node."""
        above = self.source.hierarchy.parents[node]
        skinned = above is not None and self.source.model.nodes[above].skeleton is not None
        return above if skinned and self.source.model.meshes[mesh].skin is not None else None

    def bind(self, node: int, mesh: int, meshes: Meshes) -> tuple[int | None, int]:
        """The skin of a mesh on a node, None where no skeleton uses it, and the mesh as the skeleton needs
        it."""
        skeleton = self.skeleton_of(node, mesh)
        if skeleton is None or not meshes.has_influences(mesh):
            return None, mesh
        joints = self.joints(skeleton)
        most = max(len(self.joints(one)) for one in self._skeletons_of(mesh))
        variant, rests = meshes.for_joints(mesh, len(joints), most)
        slots = joints + [-1] * (most - len(joints) + 1) if rests else joints
        rest = local_map(self.source.model.nodes[node].raw, self.source.dimension)
        bound = np.tile(rest, (len(slots), 1, 1))
        for slot, joint in enumerate(slots):
            inverse = None if joint < 0 else self._inverse_bind(skeleton, joint)
            if inverse is None:
                slots[slot] = -1
            else:
                bound[slot] = affine.multiply(inverse, rest)
        name = self.source.model.nodes[node].name or None
        self.skins.append(
            Skin(np.array(slots, np.int64), bound, name, root=skeleton, skeleton=self.place[skeleton])
        )
        return len(self.skins) - 1, variant

    def _skeletons_of(self, mesh: int) -> list[int]:
        users = (
            self.skeleton_of(at, mesh) for at, node in enumerate(self.source.model.nodes) if node.mesh == mesh
        )
        return [one for one in users if one is not None]

    def _inverse_bind(self, skeleton: int, joint: int) -> Doubles | None:
        """From the space of the skeleton into the joint at rest; None where the joint flattens space."""
        inverse, singular = affine.invert(self._in_skeleton(skeleton, joint))
        if singular:
            place = self.source.model.nodes[joint].place
            self.source.leave_out(place, "a joint", "its rest transform flattens space")
            return None
        return inverse

    def _in_skeleton(self, skeleton: int, joint: int) -> Doubles:
        """Where a joint rests in the space of the skeleton: through its chain, or by way of the world."""
        hierarchy, nodes = self.source.hierarchy, self.source.model.nodes
        made = affine.identity(self.source.dimension)
        at: int | None = joint
        seen: set[int] = set()
        while at is not None and at != skeleton and at not in seen:
            seen.add(at)
            made = affine.multiply(local_map(nodes[at].raw, self.source.dimension), made)
            at = hierarchy.parents[at]
        if at == skeleton:
            return made
        placed = rest_maps(self.source.model, hierarchy)
        back, _ = affine.invert(placed[skeleton])
        return affine.multiply(back, placed[joint])
