"""Transforms of nodes as G4MF writes them: position, rotor and scale, or a basis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pantin.maths import rotor
from pantin.rig import Doubles, Rig


def node_transforms(rig: Rig, order: Sequence[int], local: Doubles) -> Iterator[dict[str, Any]]:
    """The JSON of the transforms of the nodes of a rig, in `order`, at rest at `local`.

    Everything is computed for all nodes at once: a rig may have a million.
    """
    nodes = rig.nodes
    decomposed = (local == nodes.local).all((1, 2)) & ~nodes.general & (nodes.scales > 0).all(1)
    scaled = ~(nodes.scales == 1).all(1)
    uniform = (nodes.scales == nodes.scales[:, :1]).all(1)
    rotated = rotors = np.zeros((len(nodes), 0))
    if nodes.rotations is not None:
        rotors = rotor.normalize(rotor.from_quaternion(nodes.rotations))
        rotated = rotors[:, 1:] != 0
    translated = nodes.translations.any(1)
    flags = np.stack([decomposed, translated, rotated.any(1), scaled, uniform], 1)[order].tolist()
    for node, (as_parts, is_translated, is_rotated, is_scaled, is_uniform) in zip(order, flags, strict=True):
        if not as_parts:
            yield matrix_transform(local[node])
            continue
        members: dict[str, Any] = {"position": nodes.translations[node].tolist()} if is_translated else {}
        if is_rotated:
            members["rotor"] = rotors[node].tolist()
        if is_scaled:
            members["scale"] = (nodes.scales[node, :1] if is_uniform else nodes.scales[node]).tolist()
        yield members


def matrix_transform(local: Doubles) -> dict[str, Any]:
    """The JSON of any affine transform: a position and a basis, each omitted where it changes nothing."""
    position = local[:, -1]
    members: dict[str, Any] = {"position": position.tolist()} if position.any() else {}
    if not np.array_equal(local[:, :-1], np.eye(len(local))):
        members["basis"] = local[:, :-1].T.reshape(-1).tolist()
    return members
