"""What notebooks show of a rig and of poses: short tables, whatever their size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pantin.rig.pose import Pose, Poses
    from pantin.rig.rig import Rig

NAMED = 6
"""Names that a row lists."""

SAME = 1e-9
"""Transforms and weights that differ by less are those of the rest pose."""


def rig_html(rig: Rig) -> str:
    """The parts of a rig, with how many there are and the first names."""
    vertices = sum(len(surface.positions) for mesh in rig.meshes for surface in mesh.surfaces)
    triangles = sum(len(surface.triangles) for mesh in rig.meshes for surface in mesh.surfaces)
    rows = [
        ("nodes", len(rig.nodes), _names(rig.nodes.names)),
        ("meshes", len(rig.meshes), _names(mesh.name for mesh in rig.meshes)),
        ("vertices", vertices, ""),
        ("triangles", triangles, ""),
        ("skins", len(rig.skins), ", ".join(f"{len(skin.joints)} joints" for skin in rig.skins[:NAMED])),
        ("materials", len(rig.materials), _names(material.name for material in rig.materials)),
        ("clips", len(rig.clips), _names(clip.name for clip in rig.clips)),
        ("springs", len(rig.springs.springs), _names(spring.name for spring in rig.springs.springs)),
    ]
    return _table(repr(rig), [row for row in rows if row[1]])


def poses_html(poses: Pose | Poses) -> str:
    """How many poses there are, and which nodes and blend shapes they move away from rest."""
    rest = poses.rig.rest_pose()
    moved = (np.abs(poses.local - rest.local) > SAME).any(axis=(-2, -1))
    nodes = np.flatnonzero(moved.any(axis=0) if moved.ndim == 2 else moved).tolist()
    names = [poses.rig.nodes.names[node] for node in nodes]
    blended = sum(
        int((np.abs(weights - before) > SAME).any(axis=0 if weights.ndim == 2 else ()).sum())
        for weights, before in zip(poses.blend, rest.blend, strict=True)
    )
    rows = [("nodes moved", len(names), _names(names)), ("blend shapes moved", blended, "")]
    return _table(repr(poses), rows)


def _names(names: Iterable[str | None]) -> str:
    listed = list(names)
    shown = ", ".join("–" if name is None else name[:60] for name in listed[:NAMED])
    return shown + (f" and {len(listed) - NAMED:,} more" if len(listed) > NAMED else "")


def _table(title: str, rows: Sequence[tuple[str, int, str]]) -> str:
    cells = "".join(
        f"<tr><td style='text-align:left'>{what}</td><td>{count:,}</td>"
        f"<td style='text-align:left'>{escape(names)}</td></tr>"
        for what, count, names in rows
    )
    return f"<p><code>{escape(title)}</code></p><table>{cells}</table>"
