"""Posed vertices of real files: against ufbx's evaluation, and against frames that the programs exported.

`expected.json` of the corpus has points of each file at rest and at times of its clips, some between frames.
"""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import pantin
from pantin.formats.fbx.reading import reading_of

WHOLE_FRAME = 1e-4
"""Of the size: what single precision, and keys between those of the file, leave."""

SIX_DIGITS = 1e-3
"""What the six digits of an OBJ allow."""

NOT_POSED = ("subsurf", "crease", "cache", "axes_anim", "nurbs", "lefthanded", "maya_poses_bind")
"""Frames that are subdivided, need a point cache, are tessellated, or mirrored; or of other poses than
clips."""


def posed(rig, pose) -> np.ndarray:
    """World positions of the triangles of shown meshes."""
    shown = rig.visible
    parts = [
        mesh.positions
        for mesh in pantin.deform(rig, pose)
        if shown[mesh.node]
        and rig.meshes[rig.instances[rig.instance_at(mesh.node)].mesh].surfaces[mesh.surface].mode
        == "triangles"
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 3))


def distance(wanted: np.ndarray, found: np.ndarray) -> float:
    """How far the points of a file are from ours over all poses, each the nearest."""
    worst = 0.0
    for point in wanted:
        worst = max(worst, float(np.abs(found - point).max(1).min()))
    return worst


def test_posed_points_equal_those_of_ufbx(corpus):
    expected = json.loads((corpus / "fbx" / "expected.json").read_text(encoding="utf-8"))
    compared, wrong = 0, []
    for name, facts in expected.items():
        if facts.get("unreadable") or facts.get("skip") or "points" not in facts:
            continue
        asset = pantin.load(corpus / "fbx" / name)
        rig, stacks = asset.rig, reading_of(asset.document).reader.clips.stacks
        points = np.array([np.reshape(rows, (-1, 3)) for rows in facts["points"]], np.float64)
        points = points * facts["q"] + facts["origin"]
        poses = [rig.rest_pose()]
        for clip, seconds in () if facts.get("skip_poses") else facts.get("times", ()):
            index = [stack.name for stack in stacks].index(facts["clips"][clip]["name"])
            poses.append(pantin.sample(rig, clip=index, time=seconds - stacks[index].range[0]))
        found = np.concatenate([posed(rig, pose) for pose in poses], 1)
        wanted = points[: len(poses)].transpose(1, 0, 2).reshape(points.shape[1], -1)
        compared += 1
        if distance(wanted, found) > WHOLE_FRAME * facts["size"]:
            wrong.append(name)
    assert wrong == []
    assert compared > 260


def test_names_and_parents_equal_those_of_ufbx(corpus):
    expected = json.loads((corpus / "fbx" / "expected.json").read_text(encoding="utf-8"))
    for name, facts in expected.items():
        if facts.get("unreadable") or "node_names" not in facts:
            continue
        nodes = pantin.load(corpus / "fbx" / name).rig.nodes
        names = [known or "" for known in nodes.names]
        for child, parent in zip(facts["node_names"], facts["node_parents"], strict=True):
            assert child in names, name
            if parent >= 0 and names.count(child) == 1 and facts["node_names"].count(child) == 1:
                above = int(nodes.parents[names.index(child)])
                while names[above] != facts["node_names"][parent] and above >= 0:
                    above = int(nodes.parents[above])  # a helper for scale is between
                assert above >= 0, (name, child)


def frames(corpus):
    """(OBJ, the FBX files of the same scene, clip, frame)."""
    folder = corpus / "fbx" / "ufbx"
    files = {path.name: path for path in folder.glob("*.fbx")}
    for path in sorted(folder.glob("*.obj")):
        if any(word in path.stem for word in NOT_POSED) or path.stem == "blender_340_y_up":
            continue
        what, clip, frame = re.fullmatch(
            r"(.*?)(?:_(base|spin|wiggle|deform))?(?:_(\d+))?", path.stem
        ).groups()
        spelled = re.compile(re.escape(what) + r"_\d{4}_(ascii|binary)(_combined|_(?P<only>\w+))?\.fbx")
        for name, file in files.items():
            match = spelled.fullmatch(name)
            whole = what != "maya_game_sausage" or match is None or match[2] is not None
            if match and whole and match["only"] in (None, clip):
                yield path, file, clip, frame


def test_frames_equal_those_that_the_programs_exported(corpus):
    compared, wrong = 0, []
    for path, file, clip, frame in frames(corpus):
        asset = pantin.load(file)
        rig, reader = asset.rig, reading_of(asset.document).reader
        pose = rig.rest_pose()
        if frame is not None and rig.clips:
            names = [known.name or "" for known in rig.clips]
            index = next((index for index, name in enumerate(names) if (clip or "") in name.lower()), None)
            if index is None:
                continue
            seconds = int(frame) / (30 if path.stem.startswith("max") else 24)
            begin = reader.clips.stacks[index].range[0]
            counted = path.stem.startswith("maya_game_sausage") and clip != "wiggle"
            pose = pantin.sample(rig, clip=index, time=seconds - (0 if counted else begin))
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        points = np.array([line.split()[1:4] for line in lines if line.startswith("v ")], np.float64)
        faces = [[int(word.split("/")[0]) for word in line.split()[1:]] for line in lines if line[:2] == "f "]
        used = {index - 1 if index > 0 else len(points) + index for face in faces for index in face}
        points = points[sorted(used)] if used else points
        ours = np.concatenate([mesh.positions for mesh in pantin.deform(rig, pose)])
        own_units = ours / reader.axes.unit @ reader.axes.basis
        size = np.ptp(points, axis=0).max()
        ways = (own_units, ours, ours * 100, own_units / 100)
        compared += 1
        if min(distance(points, each) for each in ways) > SIX_DIGITS * size:
            wrong.append((path.name, file.name))
    assert wrong == []
    assert compared > 60


@pytest.mark.parametrize("name", ["ascii", "binary"])
def test_in_betweens_play_as_maya_shows_them(corpus, name):
    rig = pantin.load(corpus / "fbx" / "ufbx" / f"maya_blend_inbetween_7500_{name}.fbx").rig
    names = ("KeyBlend.LiftTop 50%", "KeyBlend.LiftTop")
    assert rig.meshes[0].blend_names[:2] == names
