"""What a page is told beside the model: names, skeletons, clips, findings. viewer/src/facts.ts reads it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.deformation import deform
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.expressions import expressions as expressions_of
from pantin.motion import world_transforms
from pantin.report.render.printable import printable
from pantin.viewer.bones import joints_of
from pantin.viewer.colliders import collider_facts
from pantin.viewer.picture import front_of
from pantin.viewer.ramp import STOPS
from pantin.viewer.subjects import subject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pantin.assets import Asset
    from pantin.report import Finding, Report
    from pantin.rig import Doubles, Rig

COLOURS = ("#f6c945", "#ff7f6b", "#58b6ff", "#7ed37a", "#c99bff", "#ff9fd0", "#4fd6c4", "#ffb056")
"""Skeletons in their order: all stand out from light and from dark, and from the mark of the chosen bone."""

MOST_FINDINGS = 2000


def facts(asset: Asset, shown: Rig, sprung: Iterable[int] = (), notes: Iterable[str] = ()) -> dict[str, Any]:
    """The facts of an asset whose model in the page is the rig `shown`; they hold JSON values alone."""
    rig = asset.rig
    tree = asset.document.tree if isinstance(asset.document, Document) else {}
    return {
        "title": printable(Path(asset.path).name),
        "format": kind(asset),
        "summary": summary(rig),
        "notes": list(notes),
        "front": front_of(asset),
        "bounds": bounds(shown),
        "names": [None if one is None else printable(one) for one in rig.nodes.names],
        "parents": rig.nodes.parents.tolist(),
        "joints": joints_of(rig),
        "places": None,
        "skeletons": skeletons(rig),
        "clips": clips(shown, frozenset(sprung)),
        "clip": None,
        "blends": blends(shown),
        "expressions": expressions(tree, shown),
        "colliders": collider_facts(rig),
        "findings": findings(asset.report, rig),
        "ramp": [list(one) for one in STOPS],
        "posed": [],
        "slices": [],
        "edges": None,
        "live": 0,
    }


def kind(asset: Asset) -> str:
    """What the file is called by those who use it: a VRM is a GLB to its reader alone."""
    suffix = Path(asset.path).suffix.lower().removeprefix(".")
    return suffix if suffix in ("vrm", "vrma") else asset.report.format or "rigy"


def summary(rig: Rig) -> list[tuple[str, str]]:
    """Counts of what there is."""
    shown = [surface for one in rig.instances for surface in rig.meshes[one.mesh].surfaces]
    counts = {
        "dimensions": rig.dimension,
        "nodes": len(rig.nodes),
        "joints": len(joints_of(rig)),
        "meshes": len(rig.meshes),
        "vertices": sum(len(one.positions) for one in shown),
        "triangles": sum(len(one.triangles) for one in shown if rig.dimension == 3),
        "materials": len(rig.materials),
        "skins": len(rig.skins),
        "skeletons": len(rig.skeletons),
        "clips": len(rig.clips),
        "springs": len(rig.springs.springs),
    }
    return [(name, f"{count:,}") for name, count in counts.items() if count]


def bounds(rig: Rig) -> dict[str, list[float]] | None:
    """The box around the model at rest, or around its nodes where there is no mesh; None for nothing."""
    pose = rig.rest_pose()
    with np.errstate(all="ignore"):
        parts = [np.asarray(one.positions, np.float64) for one in deform(rig, pose, normals=False)]
        points = _finite(np.concatenate(parts) if parts else world_transforms(pose.rig, pose)[:, :, 3])
    if not len(points):
        return None
    return {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}


def _finite(points: Doubles) -> Doubles:
    return points[np.isfinite(points).all(axis=1)]


def skeletons(rig: Rig) -> list[dict[str, Any]]:
    """Explicit skeletons with a colour each; where there are none, the joints of each skin."""
    listed = [(one.name or f"skeleton {at}", one.joints) for at, one in enumerate(rig.skeletons)]
    if not listed:
        listed = [(one.name or f"skin {at}", one.joints) for at, one in enumerate(rig.skins)]
    found: dict[tuple[int, ...], str] = {}
    for name, joints in listed:
        found.setdefault(tuple(sorted({int(one) for one in joints if one >= 0})), name)
    return [
        {"name": printable(name), "colour": COLOURS[at % len(COLOURS)], "joints": list(joints)}
        for at, (joints, name) in enumerate(found.items())
    ]


def clips(rig: Rig, sprung: frozenset[int]) -> list[dict[str, Any]]:
    return [
        {"name": printable(one.name or f"clip {at}"), "seconds": one.duration, "springs": at in sprung}
        for at, one in enumerate(rig.clips)
    ]


def blends(rig: Rig) -> list[dict[str, Any]]:
    """The blend shapes of each node that has some, with a name for every one."""
    found = []
    for one in rig.instances:
        mesh = rig.meshes[one.mesh]
        names = mesh.blend_names or ()
        if mesh.blend_shape_count:
            listed = [*map(printable, names[: mesh.blend_shape_count])]
            listed += [f"shape {at}" for at in range(len(listed), mesh.blend_shape_count)]
            found.append({"node": one.node, "names": listed})
    return found


def expressions(tree: dict[str, Any], rig: Rig) -> list[dict[str, Any]]:
    return [
        {
            "name": printable(one.name),
            "binds": [(bind.node, bind.shape, bind.amount) for bind in one.binds],
        }
        for one in expressions_of(tree, rig)
    ]


def findings(report: Report, rig: Rig | None = None) -> list[dict[str, Any]]:
    """The findings of a report, each with its place in words and the node it speaks of."""
    return [
        {
            "rule": one.rule,
            "severity": one.severity,
            "message": printable(one.message),
            "place": place(one),
            "node": None if rig is None else subject(rig, one),
        }
        for one in report.findings[:MOST_FINDINGS]
    ]


def place(finding: Finding) -> str:
    """`line 3:12` of a text, the JSON pointer elsewhere; before it the file, where that is another one."""
    parts = [] if finding.file is None else [Path(finding.file).name]
    if finding.line is not None:
        column = "" if finding.column is None else f":{finding.column}"
        parts.append(f"line {finding.line}{column}")
    elif finding.pointer:
        parts.append(finding.pointer)
    return printable(" ".join(parts))
