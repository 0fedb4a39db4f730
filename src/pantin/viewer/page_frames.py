"""Baked frames of surfaces that three.js cannot skin: dual quaternions, more than four influences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct

from pantin.deformation import PosedMesh, deform
from pantin.motion import sample
from pantin.rig import Influences, Instance, Rig

GPU_INFLUENCES = 4
"""Joints per vertex that three.js blends."""

RATE = 30.0
"""Frames per second; the page interpolates between them."""

MAX_BYTES = 48 << 20
"""Bytes of all frames together: beyond it clips get fewer frames, then none."""

BYTES_PER_VERTEX = 15
"""Bytes of a vertex in one frame: a position of three float32 and a normal of three signed bytes."""


class PosedFrames(Struct):
    """The baked surfaces as viewer/src/page_data.ts declares them, and their arrays."""

    surfaces: list[dict[str, Any]]
    data: bytes


def bake_frames(rig: Rig) -> PosedFrames:
    """Surfaces that need baking, in the rest pose and along every clip, within `MAX_BYTES`."""
    wanted = {(node, surface): reason for node, surface, reason in surfaces_to_bake(rig)}
    if not wanted:
        return PosedFrames([], b"")
    entries: dict[tuple[int, int], dict[str, Any]] = {}
    parts: list[bytes] = []
    bytes_left, start = MAX_BYTES, 0
    for clip in range(-1, len(rig.clips)):
        times = _frame_times(rig, wanted, clip, bytes_left)
        if times is None:
            continue
        poses = [rig.rest_pose()] if clip < 0 else sample(rig, rig.clips[clip], times)
        for mesh in deform(rig, poses):
            if (mesh.node, mesh.surface) in wanted:
                entry = entries.setdefault((mesh.node, mesh.surface), _entry(mesh, wanted))
                encoded = _encode(mesh)
                track = {"clip": clip, "frames": len(times)}
                for name, content in zip(("positions", "normals"), encoded, strict=True):
                    track[name] = start
                    parts.append(content + bytes(-len(content) % 4))
                    start += len(parts[-1])
                entry["tracks"].append(track)
        bytes_left = MAX_BYTES - start
    return PosedFrames(list(entries.values()), b"".join(parts))


def surfaces_to_bake(rig: Rig) -> Iterator[tuple[int, int, str]]:
    """(node, surface, reason) of every surface that needs more than four linearly blended joints."""
    for instance in rig.instances:
        for index, surface in enumerate(rig.meshes[instance.mesh].surfaces):
            if instance.skin is not None and surface.influences is not None:
                reason = _reason(rig, instance, surface.influences)
                if reason:
                    yield instance.node, index, reason


def _reason(rig: Rig, instance: Instance, influences: Influences) -> str:
    assert instance.skin is not None
    if rig.skins[instance.skin].solver == "dqs":
        return "Dual quaternion skinning is exact only for clips and the rest pose."
    # Weights of 0 are padding and do not count.
    sums = np.concatenate([[0], np.cumsum(influences.weights != 0)])[influences.offsets]
    most = int(np.diff(sums).max(initial=0))
    if most > GPU_INFLUENCES:
        return f"Vertices have up to {most} influences; all are applied only for clips and the rest pose."
    return ""


def _frame_times(rig: Rig, wanted: dict[tuple[int, int], str], clip: int, bytes_left: int) -> Any:
    """The times of the frames of a clip; None if not even two frames fit."""
    vertices = sum(
        len(surface.positions)
        for instance in rig.instances
        for index, surface in enumerate(rig.meshes[instance.mesh].surfaces)
        if (instance.node, index) in wanted
    )
    max_frames = bytes_left // max(1, vertices * BYTES_PER_VERTEX + 8)
    if clip < 0:
        return np.zeros(1) if max_frames >= 1 else None
    seconds = rig.clips[clip].duration
    count = min(round(seconds * RATE) + 1, max_frames)
    return np.linspace(0.0, seconds, count) if count >= 2 else None


def _entry(mesh: PosedMesh, wanted: dict[tuple[int, int], str]) -> dict[str, Any]:
    return {
        "node": mesh.node,
        "surface": mesh.surface,
        "vertices": mesh.positions.shape[-2],
        "reason": wanted[mesh.node, mesh.surface],
        "tracks": [],
    }


def _encode(mesh: PosedMesh) -> tuple[bytes, bytes]:
    positions = np.ascontiguousarray(mesh.positions, "<f4")
    normals = np.zeros_like(positions) if mesh.normals is None else mesh.normals
    return positions.tobytes(), np.rint(np.asarray(normals) * 127).astype(np.int8).tobytes()
