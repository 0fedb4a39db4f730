"""Run in a process of its own: calls that use every kernel, and digests of what they give, printed as JSON.

Everything but "large" is little work. It is done twice, with the large call, which wakes numba, in between.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np

import pantin
from pantin.formats.rigy import implicit
from pantin.formats.rigy.schema.document import Domain, FieldOperator, Implicit
from pantin.kernels import engine
from pantin.kernels.influences import bind_padded
from pantin.kernels.skinning import linear_blend
from pantin.motion import skin_palette, world_transforms
from pantin.operations.slimming.simplification import simplify_rig
from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Mesh,
    Node,
    Rig,
    Skin,
    Surface,
    build,
)
from pantin.viewer.picture import Look, draw_picture

EXAMPLES = Path(__file__).parents[2] / "examples"
RAN: dict[str, set[str]] = {}
"""The backends that ran, by kernel."""


def watched(kernel: engine.Kernel, backend: engine.Backend):
    RAN.setdefault(kernel.name, set()).add(backend.value)
    return chosen(kernel, backend)


chosen, engine.Kernel.implementation = engine.Kernel.implementation, watched


def rig() -> Rig:
    """A bone chain that moves a sheet with a blend shape and stored normals, and one without either."""
    draw = np.random.default_rng(0)
    count, bones = 400, 6
    nodes = [
        Node(parent=index - 1, translation=draw.normal(size=3), rotation=draw.normal(size=4))
        for index in range(bones)
    ]
    joints = draw.integers(0, bones, 4 * count)
    weights = draw.random(4 * count).astype(np.float32)
    bound = Influences(4 * np.arange(count + 1), joints, weights)
    points, normals = draw.normal(size=(2, count, 3)).astype(np.float32)
    deltas = Deltas(draw.normal(size=(count, 3)).astype(np.float32))
    sheet = Surface(points, normals=normals, influences=bound, blend_shapes=(BlendShape(positions=deltas),))
    bare = Surface(points, indices=draw.integers(0, count, 900), influences=bound)
    keys = np.arange(4.0)
    channels = [Channel(index, "rotation", keys, draw.normal(size=(4, 4))) for index in range(bones)]
    channels.append(Channel(1, "translation", keys, draw.normal(size=(4, 3, 3)), "CUBICSPLINE"))
    channels.append(Channel(2, "weights", keys, draw.normal(size=(4, 1))))
    return build(
        nodes=nodes,
        meshes=[Mesh((sheet,)), Mesh((bare,))],
        skins=[Skin(np.arange(bones), draw.normal(size=(bones, 3, 4)))],
        instances=[Instance(2, 0, 0), Instance(3, 1, 0)],
        clips=[Clip(tuple(channels), "all")],
    )


def digest(*arrays) -> str:
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()[
        :16
    ]


def posed(deformed) -> str:
    return digest(*(array for mesh in deformed for array in (mesh.positions, mesh.normals)))


def little_work() -> dict[str, str]:
    result = rig()
    poses = pantin.sample(result, "all", np.linspace(-0.5, 3.5, 30))
    springs = pantin.load(EXAMPLES / "springs" / "skirt.glb").rig
    simulation = pantin.SpringSimulation(springs)
    for _ in range(3):
        turned = simulation.step(1 / 60, springs.rest_pose())
    walk = pantin.load(EXAMPLES / "motion" / "walk.bvh").rig.clips[0].channels
    arm = pantin.load(EXAMPLES / "arm.glb")
    return {
        "sample": digest(poses.local, *poses.blend),
        "world": digest(world_transforms(result, poses)),
        "palette": digest(skin_palette(result.skins[0], world_transforms(result, poses))),
        "deform": posed(pantin.deform(result, poses)),
        "deform by dual quaternions": posed(pantin.deform(result, poses, solver="dqs")),
        "springs": digest(turned.local),
        "numbers and angles of a text": digest(*(channel.values for channel in walk)),
        "weights of another mesh": digest(*transferred(arm.rig)),
        "implicit surface": digest(*bean()),
        "fewer keys": digest(*slimmed_keys()),
        "fewer triangles": digest(*coarse_sheet()),
        "picture": digest(draw_picture(arm, pantin.sample(arm.rig, 0, 0.4), Look((80, 60)))[0]),
    }


def bean() -> list[np.ndarray]:
    """The surface of a Rigy source, which is kept for the next time otherwise."""
    implicit.surface.cache_clear()
    domain = Domain((), (-1.0, -1.0, -1.0), (1.0, 1.0, 1.0), (9, 9, 9))
    ball = FieldOperator((), "add", "metaball_sphere@1", 1.0, 0.7, None, None)
    made = implicit.surface(Implicit(domain, 0.25, (ball,), "marching_cubes@1"))
    return [made.positions, made.normals]


def transferred(rig: Rig) -> list[np.ndarray]:
    """The weights of a mesh that is a little larger than the one they are taken from."""
    mesh = rig.meshes[0]
    wide = [surface.replace(positions=1.05 * surface.positions) for surface in mesh.surfaces]
    garment = rig.replace(meshes=[mesh.replace(surfaces=tuple(wide))])
    found = pantin.weights.transfer(garment, rig, all=True).meshes[0].surfaces[0].influences
    return [found.offsets, found.joints, found.weights]


def slimmed_keys() -> list[np.ndarray]:
    """Keys of a node that turns and rises, as `slim` leaves them: with lines and with splines."""
    times = np.linspace(0.0, 2.0, 40)
    turns = np.stack([np.zeros(40), np.zeros(40), np.sin(times), np.cos(times)], axis=1)
    rise = np.stack([np.zeros(40), np.sin(3 * times), times], axis=1)
    channels = (Channel(0, "rotation", times, turns), Channel(0, "translation", times, rise))
    arm = pantin.load(EXAMPLES / "arm.glb").rig
    rigs = [arm.replace(clips=clips) for clips in ([Clip(channels, "turn")], arm.clips)]
    slimmed = [pantin.slim(rig, effort=effort) for rig in rigs for effort in (False, True)]
    kept = [channel for asset in slimmed for channel in asset.rig.clips[0].channels]
    return [array for channel in kept for array in (channel.times, channel.values)]


def coarse_sheet() -> list[np.ndarray]:
    """The triangles that are left of a sheet with bumps, and how far it is from where it was."""
    u, v = (axis.reshape(-1) for axis in np.mgrid[:4, :4])
    points = np.stack([u, v, np.sin(1.7 * u) * np.cos(1.3 * v)], axis=1).astype(np.float32)
    first = (4 * np.arange(3)[:, None] + np.arange(3)).reshape(-1, 1)
    quads = first + np.array([0, 4, 5, 0, 5, 1])
    sheet = build(
        nodes=[Node()],
        meshes=[Mesh((Surface(points, indices=quads.reshape(-1)),))],
        instances=[Instance(0, 0)],
    )
    simplified = simplify_rig(sheet, 8)
    return [simplified.triangles[0, 0], np.array(simplified.error)]


def large() -> str:
    count = engine.WORK_THRESHOLD
    draw = np.random.default_rng(1)
    bound = bind_padded(draw.integers(0, 9, (count, 4)), draw.random((count, 4)), 9)
    return digest(linear_blend(bound, draw.normal(size=(1, 9, 3, 4)), draw.normal(size=(count, 3))).positions)


if __name__ == "__main__":
    first = little_work()
    ran = {name: sorted(found) for name, found in RAN.items()}
    print(json.dumps({"first": first, "ran": ran, "large": large(), "second": little_work()}))
