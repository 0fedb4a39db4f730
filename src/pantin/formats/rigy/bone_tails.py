"""The tails of bones, which a source states and a rig does not have: as bone lengths, where these suffice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from pantin.base.records import replace
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Rig

Tails = Mapping[int, tuple[float, float, float]]

STRAIGHT = 1e-9
"""How far the end of a bone may be from the +Y axis, relative to its length. Rotations of sources are
doubles."""


def _leaf_tails(rig: Rig, tails: Tails) -> Tails:
    """The ends of bones that are not where another bone begins, in the space of each bone."""
    parents = set(rig.nodes.parents[list(tails)].tolist()) if tails else set()
    return {node: tail for node, tail in tails.items() if node not in parents}


def with_bone_lengths(rig: Rig, tails: Tails) -> Rig:
    """The rig with the length of each bone without child whose end is on its +Y axis."""
    lengths = rig.nodes.bone_lengths.copy()
    for node, (x, y, z) in _leaf_tails(rig, tails).items():
        if y > 0 and max(abs(x), abs(z)) <= STRAIGHT * y:
            lengths[node] = y
    lengths.flags.writeable = False
    return replace(rig, nodes=replace(rig.nodes, bone_lengths=lengths))


@rule("LOSS-BONE_TAIL", "info", "dropped the tail of {count}: {why}")
def dropped_tails(rig: Rig, tails: Tails, stores_lengths: bool) -> Iterator[Finding]:
    """Tail of a bone is dropped.

    What: A bone without child has a tail in the source. Formats store the length of a bone along its +Y axis,
    or nothing.
    Why: The bone moves vertices as before, but editors draw it with another length or direction.
    Fix: Add a bone at the end, or direct the bone along +Y and convert to G4MF.
    Source: Rigy RigSpec, armatures (`tail`); G4MF, bones (`length`).
    """
    kept = rig.nodes.bone_lengths if stores_lengths else np.full(len(rig.nodes), np.nan)
    dropped = sorted(node for node in _leaf_tails(rig, tails) if np.isnan(kept[node]))
    if dropped:
        why = "bone lengths are along +Y" if stores_lengths else "the format has no bone lengths"
        count = counted(len(dropped), "bone")
        yield dropped_tails.at(pointer("nodes", dropped[0]), count=count, why=why)
