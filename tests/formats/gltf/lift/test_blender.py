"""Posed vertices agree with Blender 5.0, through its own importer. Skipped where `bpy` is not installed.

Blender blends the numbers of two quaternions and not their angle, so times are compared at which every
rotation has a key.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.motion import sample

RELATIVE = 2e-6
"""Of the largest coordinate: both sides work in float32, each off by 1e-6 at most (test_posed_vertices)."""

pytestmark = pytest.mark.filterwarnings("ignore")  # Blender's own add-ons warn.

SAMPLES = [
    "Fox.glb",
    "RecursiveSkeletons.glb",
    "RiggedFigure.glb",
    "RiggedSimple.glb",
    "SimpleSkin.gltf",
    "SimpleMorph.gltf",
    "AnimatedMorphCube.glb",
]


def blender_points(path, times):
    """The coordinates of all posed points of a file at times of its first clip, each axis sorted."""
    bpy = pytest.importorskip("bpy", reason="Blender's module bpy is not installed")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(path), merge_vertices=False)
    scene = bpy.context.scene
    for time in times:
        frame = float(time) * scene.render.fps / scene.render.fps_base
        scene.frame_set(int(frame // 1), subframe=frame % 1)
        state = bpy.context.evaluated_depsgraph_get()
        shown = [one for one in scene.objects if one.type == "MESH" and one.visible_get()]
        yield np.sort(np.concatenate([world_points(one.evaluated_get(state)) for one in shown]), axis=0)


def world_points(thing):
    """The points of one evaluated object, back from Blender's z-up to glTF's y-up."""
    mesh = thing.to_mesh()
    flat = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", flat)
    place = np.array(thing.matrix_world)
    return (flat.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3])[:, [0, 2, 1]] * [1, 1, -1]


def shared_keys(clip):
    """Up to four times at which every rotation of a clip has a key."""
    times = [one.times for one in clip.channels if one.property == "rotation"] or [clip.channels[0].times]
    shared = reduce(np.intersect1d, times)
    return shared[:: max(1, len(shared) // 4)]


@pytest.mark.parametrize("name", SAMPLES)
def test_public_samples(corpus, name):
    pytest.importorskip("bpy", reason="Blender's module bpy is not installed")
    path = corpus / "gltf-sample-assets" / name
    rig = lift(read(path)).rig
    times = shared_keys(rig.clips[0])
    assert len(times)
    for time, theirs in zip(times, blender_points(path, times), strict=True):
        posed = deform(rig, sample(rig, 0, time), normals=False)
        mine = np.sort(np.concatenate([one.positions for one in posed]), axis=0)
        assert mine.shape == theirs.shape
        assert np.abs(mine - theirs).max() <= RELATIVE * np.abs(mine).max()
