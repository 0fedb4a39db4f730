"""Transforms of nodes as G4MF writes them: position, rotor and scale, or a basis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pantin.maths import rotor
from pantin.rig import Doubles, Rig


def transforms(rig: Rig, order: Sequence[int], local: Doubles) -> Iterator[dict[str, Any]]:
    """The transforms of the nodes of a rig, in `order`, where they rest at `local`.

    What can be said of all nodes at once is: a rig may have a million.
    """
    nodes = rig.nodes
    kept = (local == nodes.local).all((1, 2)) & ~nodes.general & (nodes.scales > 0).all(1)
    sized = ~(nodes.scales == 1).all(1)
    evenly = (nodes.scales == nodes.scales[:, :1]).all(1)
    turned = rotors = np.zeros((len(nodes), 0))
    if nodes.rotations is not None:
        rotors = rotor.normalize(rotor.from_quaternion(nodes.rotations))
        turned = rotors[:, 1:] != 0
    facts = np.stack([kept, nodes.translations.any(1), turned.any(1), sized, evenly], 1)[order].tolist()
    for node, (as_parts, is_moved, is_turned, is_sized, is_even) in zip(order, facts, strict=True):
        if not as_parts:
            yield general(local[node])
            continue
        made: dict[str, Any] = {"position": nodes.translations[node].tolist()} if is_moved else {}
        if is_turned:
            made["rotor"] = rotors[node].tolist()
        if is_sized:
            made["scale"] = nodes.scales[node, :1].tolist() if is_even else nodes.scales[node].tolist()
        yield made


def general(local: Doubles) -> dict[str, Any]:
    """Any map: a position and a basis, each left out where it changes nothing."""
    position = local[:, -1]
    made: dict[str, Any] = {"position": position.tolist()} if position.any() else {}
    if not np.array_equal(local[:, :-1], np.eye(len(local))):
        made["basis"] = local[:, :-1].T.reshape(-1).tolist()
    return made
