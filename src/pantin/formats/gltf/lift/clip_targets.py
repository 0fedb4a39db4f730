"""The targets of animation channels: a property of a node, by index or by JSON pointer
(KHR_animation_pointer), the weights of a mesh on all its nodes, or a single weight.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from pantin.base.records import Record
from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.extension_names import ANIMATION_POINTER
from pantin.formats.gltf.lift.source import Array, Source
from pantin.formats.gltf.model import Channel as FileChannel
from pantin.formats.gltf.model import get
from pantin.rig import Channel, Doubles, Rig

# No file has 10^18 nodes, and Python does not parse numbers of thousands of digits.
INDEX = r"(0|[1-9][0-9]{0,17})"
POINTER = re.compile(
    rf"/(?:nodes/{INDEX}/(translation|rotation|scale)|(nodes|meshes)/{INDEX}/weights(?:/{INDEX})?)"
)


class Target(Struct, frozen=True, gc=False):
    """A property of a node, or of a mesh and thereby of all its nodes; `element` selects a single weight."""

    path: str
    node: int | None = None
    mesh: int | None = None
    element: int | None = None

    @property
    def is_special(self) -> bool:
        """Whether channels with other targets may animate the same weights: all of a mesh, or one of them."""
        return self.mesh is not None or self.element is not None


def target_of(channel: FileChannel) -> Target | None:
    """The target of a channel; None without a node (glTF 2.0 §3.11), and for pointers to other properties."""
    target = channel.target
    if target is None or target.path is None:
        return None
    if str(target.path) != "pointer":
        return None if target.node is None else Target(target.path, target.node)
    extension = (target.extensions or {}).get(ANIMATION_POINTER)
    match = POINTER.fullmatch(str(extension.get("pointer"))) if isinstance(extension, dict) else None
    if match is None:
        return None
    node, path, owners, owner, element = match.groups()
    if path is not None:
        return Target(path, int(node))
    single = None if element is None else int(element)
    if owners == "nodes":
        return Target("weights", int(owner), None, single)
    return Target("weights", None, int(owner), single)


class WeightOwners(Record, eq=False):
    """The weights at rest of each node with a mesh, and the nodes that use the weights of each mesh."""

    rest: Mapping[int, Doubles]
    nodes_of: Mapping[int, Sequence[int]]

    @classmethod
    def from_rig(cls, source: Source, rig: Rig) -> WeightOwners:
        """The owners in a rig. A node with weights does not use those of its mesh (§3.7.2.2)."""
        rest: dict[int, Doubles] = {}
        nodes_of: dict[int, list[int]] = {}
        for instance in rig.instances:
            mesh = rig.meshes[instance.mesh]
            zeros = np.zeros(mesh.blend_shape_count)
            stated = (
                [mesh.blend_weights, zeros] if instance.blend_weights is None else [instance.blend_weights]
            )
            rest[instance.node] = next(weights for weights in stated if weights is not None)
            listed = get(source.model.nodes, instance.node)
            if listed is not None and listed.weights is None:
                nodes_of.setdefault(instance.mesh, []).append(instance.node)
        return cls(rest, nodes_of)

    def nodes(self, target: Target) -> Sequence[int]:
        """The nodes that a target moves."""
        if target.node is not None:
            return (target.node,)
        nodes = self.nodes_of.get(target.mesh, ()) if target.mesh is not None else ()
        if not nodes:
            raise BadAccessor("undefined", f"no node uses the weights of mesh {target.mesh}")
        return nodes


def join_weights(parts: Mapping[int, Channel], rest: Doubles) -> Channel:
    """One channel for all weights of a node from channels of single ones, by element; others stay at rest.

    Between keys of one channel another may have more: values there are those of its interpolation. Raises
    `BadAccessor` for cubic splines whose keys differ, and where the interpolation differs.
    """
    first = next(iter(parts.values()))
    if any(part.interpolation != first.interpolation for part in parts.values()):
        raise BadAccessor("undefined", "channels of single weights of one node differ in interpolation")
    alike = all(np.array_equal(part.times, first.times) for part in parts.values())
    cubic = first.interpolation == "CUBICSPLINE"
    if cubic and not alike:
        raise BadAccessor(
            "undefined", "channels of single weights of one node have cubic splines with other keys"
        )
    times = first.times if alike else np.unique(np.concatenate([part.times for part in parts.values()]))
    shape = (len(times), 3, len(rest)) if cubic else (len(times), len(rest))
    values = np.zeros(shape)
    (values[:, 1] if cubic else values)[...] = rest
    for element, part in parts.items():
        values[..., element] = part.values[..., 0] if alike else _sample(part, times)
    return Channel(first.node, "weights", times, values, first.interpolation, first.number)


def _sample(channel: Channel, times: Array) -> Doubles:
    """Sample a channel of single numbers at other times."""
    own = channel.values[:, 0]
    if channel.interpolation == "LINEAR":
        return np.interp(times, channel.times, own)
    return np.asarray(own[np.clip(np.searchsorted(channel.times, times, "right") - 1, 0, None)], np.float64)
