"""The data of a page besides the model: names, skeletons, clips, findings (viewer/src/page_data.ts)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.deformation import deform
from pantin.motion import sample, world_transforms
from pantin.report.explanation import explain
from pantin.report.rule import CATALOGUE
from pantin.report.wording import printable
from pantin.rig import Expression
from pantin.rig.human_bones import BLINK, GAZE, MOUTH
from pantin.viewer.bone_shapes import bone_shape_data
from pantin.viewer.colliders import collider_data
from pantin.viewer.finding_targets import Targets
from pantin.viewer.live_springs import constraint_data, spring_data
from pantin.viewer.page_character import character_data
from pantin.viewer.page_facts import json_of, licence, statistics, summary
from pantin.viewer.skeleton import joints_of, leaf_tails
from pantin.viewer.stage import front_yaw
from pantin.viewer.studio import STUDIO
from pantin.viewer.weight_scale import SCALE_STOPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pantin.report import Finding, Report
    from pantin.rig import AnimatedProperty, Clip, Doubles, Pose, Poses, Rig
    from pantin.verbs.asset import Asset


COLOURS = ("#f6c945", "#ff7f6b", "#58b6ff", "#7ed37a", "#c99bff", "#ff9fd0", "#4fd6c4", "#ffb056")
"""Colours of skeletons, in order: all differ from light and dark backgrounds and from the selection."""

MAX_OF_RULE = 200
"""Findings of a rule that a page lists; it says how many there are."""

NO_TARGET = {"node": None, "clip": None, "material": None}

KINDS = {"blink": BLINK, "lookAt": GAZE, "mouth": MOUTH}
"""Presets that other expressions may weaken."""


def page_data(
    asset: Asset, shown: Rig, sprung: Iterable[int] = (), notes: Iterable[str] = ()
) -> dict[str, Any]:
    """The data of an asset as JSON values; `shown` is the rig of the model in the page."""
    rig, tails = asset.rig, asset.origin.tails if asset.origin else {}
    return {
        "title": printable(Path(asset.path).name),
        "format": format_name(asset),
        "summary": summary(rig),
        "statistics": statistics(asset),
        "licence": licence(asset),
        "notes": list(notes),
        "front": front_yaw(asset),
        "bounds": bounds(shown, [shown.rest_pose()]),
        "moving": None,
        "names": [None if name is None else printable(name) for name in rig.nodes.names],
        "parents": rig.nodes.parents.tolist(),
        "joints": joints_of(rig),
        "tails": [[node, *tail] for node, tail in leaf_tails(rig, tails).items()],
        "skeletons": skeletons(rig),
        "clips": clips(shown, frozenset(sprung), len(rig.clips)),
        "clip": None,
        "properties": animated_properties(shown),
        "blendShapes": blend_shapes(shown),
        "expressions": expressions(shown),
        "poses": poses(asset),
        "colliders": collider_data(rig),
        "boneShapes": bone_shape_data(rig) if rig.dimension == 3 else [],
        "springs": spring_data(rig) if rig.dimension == 3 else [],
        "constraints": constraint_data(rig) if rig.dimension == 3 else [],
        **character_data(rig, effective_expressions(shown)),
        "findings": findings(asset.report, Targets(rig, json_of(asset))),
        "findingCounts": finding_counts(asset.report),
        "rules": rule_titles(asset.report),
        "pose": None,
        "distances": None,
        "other": None,
        "weightScale": [list(stop) for stop in SCALE_STOPS],
        "posed": [],
        "four": None,
        "studio": STUDIO,
        "live": 0,
    }


def animated_properties(rig: Rig) -> list[dict[str, Any]]:
    """Keys of materials, lights, cameras and visibility as viewer/src/page_data.ts declares them."""
    carriers = {"lights": rig.nodes.lights, "cameras": rig.nodes.cameras, "nodes": np.arange(len(rig.nodes))}
    return [
        {
            "clip": number,
            "part": channel.part,
            "index": channel.index,
            "field": channel.field,
            "nodes": np.flatnonzero(carriers.get(channel.part, np.zeros(0)) == channel.index).tolist(),
            "times": channel.times.tolist(),
            "values": channel.values.ravel().tolist(),
            "width": channel.values.shape[-1],
            "interpolation": channel.interpolation,
            "rest": _rest_numbers(rig, channel.target),
        }
        for number, clip in enumerate(rig.clips)
        for channel in clip.properties
    ]


def _rest_numbers(rig: Rig, target: AnimatedProperty) -> list[float] | None:
    from pantin.rig.properties import rest_value

    try:
        return list(rest_value(rig, target))
    except ValueError:  # infinite
        return None


def format_name(asset: Asset) -> str:
    """The format as users call it: "vrm" for a VRM, although it is read as GLB."""
    suffix = Path(asset.path).suffix.lower().removeprefix(".")
    return suffix if suffix in ("vrm", "vrma") else asset.report.format or "rigy"


def bounds(rig: Rig, poses: Iterable[Pose | Poses]) -> dict[str, list[float]] | None:
    """The bounding box of the model in some poses, or of its nodes without a mesh; None if it has neither."""
    parts: list[Doubles] = []
    with np.errstate(all="ignore"):
        for pose in poses:
            meshes = [np.asarray(mesh.positions, np.float64) for mesh in deform(rig, pose, normals=False)]
            points = meshes or [world_transforms(pose.rig, pose)[..., 3]]
            parts += [_finite(part.reshape(-1, 3)) for part in points]
    parts = [part for part in parts if len(part)]
    if not parts:
        return None
    low, high = (np.array([edge(part, axis=0) for part in parts]) for edge in (np.min, np.max))
    return {"min": low.min(axis=0).tolist(), "max": high.max(axis=0).tolist()}


MOVING_FRAMES = 12
"""Frames of a clip whose bounds the first view shows."""

MAX_MOVING = 1 << 22
"""Vertices posed for these bounds; larger models are framed at rest."""

FARTHEST = 3.0
"""A clip that leads further away than this many sizes of the model does not decide the first view."""


def moving_bounds(rig: Rig, clip: Clip) -> dict[str, list[float]] | None:
    """The bounding box of the model at rest and over a clip; None where it is too large to show at once."""
    vertices = sum(len(part.positions) for mesh in rig.meshes for part in mesh.surfaces)
    if vertices * MOVING_FRAMES > MAX_MOVING:
        return None
    times = np.linspace(0.0, clip.duration, MOVING_FRAMES)
    still = bounds(rig, [rig.rest_pose()])
    whole = bounds(rig, [rig.rest_pose(), sample(rig, clip, times)])
    if still is None or whole is None:
        return None
    size, reach = (max(np.subtract(box["max"], box["min"]).tolist()) for box in (still, whole))
    return whole if reach <= FARTHEST * size else None


def _finite(points: Doubles) -> Doubles:
    return points[np.isfinite(points).all(axis=1)]


def skeletons(rig: Rig) -> list[dict[str, Any]]:
    """Explicit skeletons with a colour each; without any, the joints of each skin."""
    groups = [
        (skeleton.name or f"skeleton {index}", skeleton.joints)
        for index, skeleton in enumerate(rig.skeletons)
    ]
    if not groups:
        groups = [(skin.name or f"skin {index}", skin.joints) for index, skin in enumerate(rig.skins)]
    names: dict[tuple[int, ...], str] = {}
    for name, joints in groups:
        names.setdefault(tuple(sorted({int(joint) for joint in joints if joint >= 0})), name)
    return [
        {"name": printable(name), "colour": COLOURS[index % len(COLOURS)], "joints": list(joints)}
        for index, (joints, name) in enumerate(names.items())
    ]


def clips(rig: Rig, sprung: frozenset[int], stored: int) -> list[dict[str, Any]]:
    """The clips of the page, of which the first `stored` are in the file."""
    names = [clip.name for clip in rig.clips]
    return [
        {
            "name": printable(clip.name or f"clip {index}"),
            "seconds": clip.duration,
            "springs": index in sprung,
            "rate": frame_rate(clip),
            "reference": reference(index, names) if index < stored else None,
        }
        for index, clip in enumerate(rig.clips)
    ]


USUAL_RATE = 30.0
"""Frames per second of a clip whose keys do not tell."""

RATES = (10.0, 240.0)
"""Slower keys are poses between which a clip glides, not frames."""


def frame_rate(clip: Clip) -> float:
    """The frames per second of a clip whose keys are evenly spaced; else the usual ones."""
    times = max((channel.times for channel in clip.channels), key=len, default=np.zeros(0))
    steps = np.diff(np.asarray(times, np.float64))
    if len(steps) < 2 or not float(steps.min()) > 0:
        return USUAL_RATE
    rate = float(1.0 / np.median(steps))
    is_even = bool((np.abs(steps * rate - 1.0) < 0.02).all())
    near = round(rate, 1) if abs(rate - round(rate)) > 0.02 else float(round(rate))
    return near if is_even and RATES[0] <= near <= RATES[1] else USUAL_RATE


def reference(index: int, names: list[str | None]) -> str:
    """How commands find a part: by its name where no other has it and a terminal can show it, else by its
    index."""
    name = names[index]
    return name if name and names.count(name) == 1 and printable(name) == name else str(index)


def blend_shapes(rig: Rig) -> list[dict[str, Any]]:
    """The blend shapes of each node that has any, all with a name."""
    nodes = []
    for instance in rig.instances:
        mesh = rig.meshes[instance.mesh]
        if mesh.blend_shape_count:
            names = [*map(printable, (mesh.blend_names or ())[: mesh.blend_shape_count])]
            is_named = [index < len(names) for index in range(mesh.blend_shape_count)]
            names += [f"shape {index}" for index in range(len(names), mesh.blend_shape_count)]
            nodes.append({"node": instance.node, "names": names, "isNamed": is_named})
    return nodes


def effective_expressions(rig: Rig) -> list[int]:
    """The expressions of a character that change or override anything."""
    listed = () if rig.character is None else rig.character.expressions
    return [
        index
        for index, expression in enumerate(listed)
        if expression != Expression(expression.name, expression.preset, binary=expression.binary)
    ]


def expressions(rig: Rig) -> list[dict[str, Any]]:
    """The expressions of a character that change or override anything."""
    listed = () if rig.character is None else rig.character.expressions
    return [
        {
            "name": printable(expression.name),
            "binds": [(bind.node, bind.shape, bind.weight) for bind in expression.morphs],
            "colours": [(bind.material, bind.target, bind.value) for bind in expression.colors],
            "transforms": [
                (bind.material, bind.scale, bind.offset) for bind in expression.texture_transforms
            ],
            "binary": expression.binary,
            "preset": expression.preset,
            "kind": next(
                (kind for kind, names in KINDS.items() if expression.preset and expression.name in names),
                None,
            ),
            "overrides": {
                "blink": expression.override_blink,
                "lookAt": expression.override_look_at,
                "mouth": expression.override_mouth,
            },
        }
        for expression in (listed[index] for index in effective_expressions(rig))
    ]


def poses(asset: Asset) -> list[dict[str, Any]]:
    """The poses of a source: (node, rotation xyzw, translation) relative to the rest pose."""
    return [
        {
            "name": printable(pose.name),
            "nodes": [
                (node, rotation or (0.0, 0.0, 0.0, 1.0), translation or (0.0, 0.0, 0.0))
                for node, (rotation, translation) in pose.nodes.items()
            ],
        }
        for pose in (asset.origin.poses if asset.origin else ())
    ]


def findings(report: Report, targets: Targets | None = None) -> list[dict[str, Any]]:
    """The findings of a report, each with its location and what it is about: of each rule the first
    `MAX_OF_RULE`, so that a rule with thousands of findings hides no other."""
    listed: Counter[str] = Counter()
    rows = []
    for finding in report.findings:
        listed[finding.rule] += 1
        if listed[finding.rule] <= MAX_OF_RULE:
            rows.append(
                {
                    "rule": finding.rule,
                    "severity": finding.severity,
                    "message": printable(finding.message),
                    "location": location(finding),
                    **(NO_TARGET if targets is None else targets.find(finding)),
                }
            )
    return rows


def finding_counts(report: Report) -> list[tuple[str, str, int]]:
    """How many findings there are of each rule and severity, listed or not."""
    counts = Counter((finding.rule, finding.severity) for finding in report.findings)
    return [(rule, severity, count) for (rule, severity), count in counts.items()]


def rule_titles(report: Report) -> dict[str, str]:
    """The titles of the rules that a report names."""
    named = {finding.rule for finding in report.findings}
    return {name: explain(CATALOGUE[name]).title for name in sorted(named) if name in CATALOGUE}


def location(finding: Finding) -> str:
    """`line 3:12` in a text file, else the JSON pointer; after the file name if it is another file."""
    parts = [] if finding.file is None else [Path(finding.file).name]
    if finding.line is not None:
        column = "" if finding.column is None else f":{finding.column}"
        parts.append(f"line {finding.line}{column}")
    elif finding.pointer:
        parts.append(finding.pointer)
    return printable(" ".join(parts))
