"""Surfaces that a browser's skinning cannot pose, posed here: dual quaternions, more than four influences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pantin.deformation import PosedMesh, deform
from pantin.motion import sample
from pantin.rig import Influences, Instance, Rig

INFLUENCES = 4
"""Joints per vertex that WebGL viewers blend."""

RATE = 30.0
"""Frames a second; between two the page mixes."""

MOST_BYTES = 48 << 20
"""Bytes of all frames: beyond it there are fewer frames, and then clips without any."""

BYTES = 15
"""Of one vertex in one frame: three float32 and three signed bytes of a normal."""


@dataclass(slots=True)
class Frames:
    """What the page is told of posed surfaces, and the arrays behind it."""

    posed: list[dict[str, Any]]
    data: bytes


def frames(rig: Rig) -> Frames:
    """The surfaces that need it at rest and along every clip, as far as there is room."""
    wanted = {(node, surface): why for node, surface, why in needing(rig)}
    if not wanted:
        return Frames([], b"")
    entries: dict[tuple[int, int], dict[str, Any]] = {}
    parts: list[bytes] = []
    left, start = MOST_BYTES, 0
    for clip in range(-1, len(rig.clips)):
        moments = _moments(rig, wanted, clip, left)
        if moments is None:
            continue
        poses = [rig.rest_pose()] if clip < 0 else sample(rig, rig.clips[clip], moments)
        for one in deform(rig, poses):
            if (one.node, one.surface) in wanted:
                entry = entries.setdefault((one.node, one.surface), _entry(one, wanted))
                stored = _stored(one)
                track = {"clip": clip, "frames": len(moments)}
                for name, content in zip(("positions", "normals"), stored, strict=True):
                    track[name] = start
                    parts.append(content + bytes(-len(content) % 4))
                    start += len(parts[-1])
                entry["tracks"].append(track)
        left = MOST_BYTES - start
    return Frames(list(entries.values()), b"".join(parts))


def needing(rig: Rig) -> Iterator[tuple[int, int, str]]:
    """(node, surface, why) of every surface that four joints, blended linearly, do not pose."""
    for instance in rig.instances:
        for at, surface in enumerate(rig.meshes[instance.mesh].surfaces):
            if instance.skin is not None and surface.influences is not None:
                why = _why(rig, instance, surface.influences)
                if why:
                    yield instance.node, at, why


def _why(rig: Rig, instance: Instance, influences: Influences) -> str:
    assert instance.skin is not None
    if rig.skins[instance.skin].solver == "dqs":
        return "Dual quaternion skinning is exact only for clips and the rest pose."
    # Sums up to each offset: files pad the list of a vertex with weights of 0.
    sums = np.concatenate([[0], np.cumsum(influences.weights != 0)])[influences.offsets]
    most = int(np.diff(sums).max(initial=0))
    if most > INFLUENCES:
        return f"Vertices have up to {most} influences; all are applied only for clips and the rest pose."
    return ""


def _moments(rig: Rig, wanted: dict[tuple[int, int], str], clip: int, left: int) -> Any:
    """The times of the frames of a clip; None where not even its two ends fit."""
    vertices = sum(
        len(rig.meshes[one.mesh].surfaces[surface].positions)
        for one in rig.instances
        for surface in range(len(rig.meshes[one.mesh].surfaces))
        if (one.node, surface) in wanted
    )
    room = left // max(1, vertices * BYTES + 8)
    if clip < 0:
        return np.zeros(1) if room >= 1 else None
    seconds = rig.clips[clip].duration
    count = min(round(seconds * RATE) + 1, room)
    return np.linspace(0.0, seconds, count) if count >= 2 else None


def _entry(one: PosedMesh, wanted: dict[tuple[int, int], str]) -> dict[str, Any]:
    return {
        "node": one.node,
        "surface": one.surface,
        "vertices": one.positions.shape[-2],
        "why": wanted[one.node, one.surface],
        "tracks": [],
    }


def _stored(one: PosedMesh) -> tuple[bytes, bytes]:
    positions = np.ascontiguousarray(one.positions, "<f4")
    normals = np.zeros_like(positions) if one.normals is None else one.normals
    return positions.tobytes(), np.rint(np.asarray(normals) * 127).astype(np.int8).tobytes()
