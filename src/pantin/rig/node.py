"""Nodes: one at a time for the builder (`Node`), and as flat arrays in a rig (`Nodes`)."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rig.arrays import Doubles, Indices
from pantin.rig.part import Numbered, Part
from pantin.rig.texture import Json


class Node(Numbered, Part, eq=False, dict=True):
    """One node for the builder: its parent and its rest transform.

    Either translation (N,), rotation (xyzw, 3D only) and scale (N,), each optional, or a general affine
    matrix (N, N + 1) or (N + 1, N + 1) acting as M @ (x, 1). Without any of them, the identity. `parent` −1
    is a root. `camera` and `light` are indices into those of the rig. A node that is not visible hides its
    descendants too. `bone_length` is the distance from a bone's head to its tail, along +Y, in formats that
    state it.

    >>> from pantin.rig import Node
    >>> nodes = [Node("hip"), Node("knee", parent=0, translation=(0, -0.5, 0))]
    >>> pantin.build(nodes=nodes).nodes.parents
    array([-1,  0])
    """

    name: str | None = None
    parent: int = -1
    translation: ArrayLike | None = None
    rotation: ArrayLike | None = None
    scale: ArrayLike | None = None
    matrix: ArrayLike | None = None
    visible: bool = True
    camera: int | None = None
    light: int | None = None
    bone_length: float | None = None
    extras: Json | None = None


class Nodes(Part, eq=False):
    """All nodes of a rig, in the order of the file.

    names         as stored; they need not be unique
    parents       (n,) −1 for a root
    order         (n,) every node after its parent
    local         (n, N, N + 1) local rest transforms
    general       (n,) True where the file has a matrix instead of translation, rotation and scale
    translations  (n, N)
    rotations     (n, 4) xyzw as stored, in 3D; None in other dimensions
    scales        (n, N)
    visible       (n,) False where the file hides a node and its descendants
    cameras       (n,) index of the camera on a node, −1 for none
    lights        (n,) index of the light on a node, −1 for none
    bone_lengths  (n,) NaN where the file states none
    extras        application data of each node, not interpreted

    For a general matrix translations, rotations and scales are those of the nearest transform without shear.

    >>> nodes = pantin.load("examples/arm.glb").rig.nodes
    >>> nodes.names, nodes.parents.tolist()
    (('shoulder', 'elbow', 'wrist', 'arm'), [-1, 0, 1, -1])
    >>> nodes.translations[1]
    array([0., 1., 0.])
    """

    names: tuple[str | None, ...]
    parents: Indices
    order: Indices
    local: Doubles
    general: NDArray[np.bool_]
    translations: Doubles
    rotations: Doubles | None
    scales: Doubles
    visible: NDArray[np.bool_]
    cameras: Indices
    lights: Indices
    bone_lengths: Doubles
    extras: tuple[Json | None, ...]

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"<Nodes {len(self)} in {self.local.shape[1]}D>"

    @overload
    def __getitem__(self, index: int) -> Node: ...

    @overload
    def __getitem__(self, index: slice) -> list[Node]: ...

    def __getitem__(self, index: int | slice) -> Node | list[Node]:
        """A node by its index, or those of a slice; `rig.node` finds one by its name.

        >>> nodes = pantin.load("examples/arm.glb").rig.nodes
        >>> nodes[-1].name, [node.name for node in nodes[1:3]]
        ('arm', ['elbow', 'wrist'])
        """
        if isinstance(index, slice):
            return [self._node(number) for number in range(len(self))[index]]
        try:
            number = operator.index(index)
        except TypeError:
            what = f"nodes are indexed by an integer or a slice, not by {index!r}"
            raise TypeError(f"{what}: rig.node finds one by its name") from None
        if not -len(self) <= number < len(self):
            raise IndexError(f"there is no node {number}: the rig has {len(self)}")
        return self._node(number % len(self))

    def __contains__(self, node: object) -> bool:
        """Whether one of the nodes is equal to this one: nodes are created on access."""
        from pantin.rig.rig import same_parts  # it imports this module

        return isinstance(node, Node) and any(same_parts(node, own) for own in self)

    def __iter__(self) -> Iterator[Node]:
        """The nodes one at a time, as `build` takes them.

        >>> [node.name for node in pantin.load("examples/arm.glb").rig.nodes if node.parent < 0]
        ['shoulder', 'arm']
        """
        return map(self._node, range(len(self)))

    def _node(self, index: int) -> Node:
        general, length = self.general[index], float(self.bone_lengths[index])
        parts = {
            "translation": self.translations[index],
            "rotation": None if self.rotations is None else self.rotations[index],
            "scale": self.scales[index],
        }
        return Node(
            self.names[index],
            int(self.parents[index]),
            **({"matrix": self.local[index]} if general else parts),
            visible=bool(self.visible[index]),
            camera=int(self.cameras[index]) if self.cameras[index] >= 0 else None,
            light=int(self.lights[index]) if self.lights[index] >= 0 else None,
            bone_length=None if length != length else length,
            extras=self.extras[index],
        )
