"""Draws the pictures of the documentation from the bundled examples; `scripts/pictures` runs this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from cookbook_code import BLOCK
from plots import Curve, plot, plot_pixels

import pantin
from pantin.base.records import replace
from pantin.deformation import deform
from pantin.motion import world_transforms
from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.operations.edit.rig_slices import PosedBodies
from pantin.rig import (
    Instance,
    Material,
    Mesh,
    Node,
    Pose,
    Rig,
    Scene,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
    build,
)
from pantin.springs import SpringSimulation
from pantin.verbs.posing import from_degrees
from pantin.viewer.animation import draw_animation, plan_frames, save_animation
from pantin.viewer.camera import VIEWS, ViewAngles
from pantin.viewer.picture import Look, draw_picture, save_picture
from pantin.viewer.stage import Show
from pantin.viewer.surfaces import joint_weights

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = ROOT / "examples"

WAVE = {
    "upper_arm_L": (0, 0, 50),
    "lower_arm_L": (0, 0, 55),
    "upper_arm_R": (0, 0, 62),
    "lower_arm_R": (0, -25, 18),
    "thigh_L": (-7, 0, 3),
    "shin_L": (9, 0, 0),
    "thigh_R": (4, 0, -3),
    "spine": (0, -12, 0),
    "neck": (4, 18, -6),
}
TROT = {
    "foreleg_upper_L": (22, 0, 0),
    "foreleg_lower_L": (-26, 0, 0),
    "foreleg_upper_R": (-12, 0, 0),
    "hindleg_upper_R": (16, 0, 0),
    "hindleg_lower_R": (-20, 0, 0),
    "hindleg_upper_L": (-10, 0, 0),
    "neck": (14, 8, 0),
    "head": (-14, 12, 0),
    "tail_1": (22, 6, 0),
    "tail_2": (-16, 10, 0),
    "tail_3": (-18, 12, 0),
}


FORWARD = 180.0
"""Yaw of the side that the Rigy examples face: −Z, the `forward` of the language."""


def posed(rig: Rig, angles: dict[str, tuple[float, float, float]]) -> Pose:
    """The rest pose with some joints rotated, in degrees about x, y and z."""
    pose = rig.rest_pose()
    for name, degrees in angles.items():
        pose = pose.with_local(name, rotation=from_degrees(degrees))
    return pose


def humanoid(target: Path) -> None:
    asset = pantin.load(EXAMPLES / "rigy" / "humanoid.rigy.yaml")
    look = Look((640, 720), ViewAngles(24, 8).rotate(FORWARD))
    save_picture(draw_picture(asset, posed(asset.rig, WAVE), look)[0], target)


def crane(target: Path) -> None:
    """The model of the tutorial, from its last, corrected source."""
    page = (ROOT / "docs" / "tutorials" / "rigs-from-text.md").read_text(encoding="utf-8")
    text = page.split('```yaml title="crane.rigy.yaml"\n')[-1].partition("```")[0]
    asset = pantin.compile(text.encode())
    pose = posed(asset.rig, {"slew": (0, 60, 0), "rope": (0, 0, 10)})
    look = Look((640, 480), ViewAngles(30, 12), Show(skeleton=True))
    save_picture(draw_picture(asset, pose, look)[0], target)


def fox(show: Show, view: ViewAngles = VIEWS["auto"]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        asset = pantin.load(EXAMPLES / "creature" / "fox.rigy.yaml")
        seen = view.rotate(FORWARD)
        node = None if show.weights is None else asset.rig.node_index("tail_2")
        look = Look((800, 600), seen, replace(show, weights=node))
        save_picture(draw_picture(asset, posed(asset.rig, TROT), look)[0], target)

    return draw


def arm(target: Path) -> None:
    asset = pantin.load(EXAMPLES / "arm.glb")
    look = Look((800, 600), show=Show(mesh=False, skeleton=True, weights=asset.rig.node_index("elbow")))
    save_picture(draw_picture(asset, pantin.sample(asset.rig, "bend", 0.8), look)[0], target)


def arm_bending(target: Path) -> None:
    asset = pantin.load(EXAMPLES / "arm.glb")
    clip = asset.rig.clip("bend")
    timing = plan_frames(clip, None, 25, False)
    look = Look((480, 360), show=Show(wireframe=True))
    save_animation(draw_animation(asset, clip, timing, look)[0], timing.rate, target)


def turntable(target: Path) -> None:
    asset = pantin.load(EXAMPLES / "creature" / "fox.rigy.yaml")
    timing = plan_frames(None, 48, 16, True)
    look = Look((320, 320), VIEWS["auto"].rotate(FORWARD), background="transparent")
    save_animation(draw_animation(asset, None, timing, look)[0], timing.rate, target)


def strand(target: Path) -> None:
    """A strand that is released sideways, at eight times of its first swing."""
    rig, run = hanging(), []
    simulation, pose = SpringSimulation(rig), rig.rest_pose()
    for step in range(50):
        if step % 7 == 0:
            run.append(world_transforms(pose.rig, pose)[:, :, 3])
        pose = simulation.step(1 / 60, rig.rest_pose())
    nodes = []
    for positions in run:
        first = len(nodes)
        moves = np.diff(positions, axis=0, prepend=positions[:1] * 0)
        nodes += [Node(None, first + index - 1 if index else -1, move) for index, move in enumerate(moves)]
    all_at_once = build(nodes=nodes)
    look = Look((800, 480), ViewAngles(0, 4), Show(mesh=False, skeleton=True), shadow=False)
    save_picture(draw_picture(all_at_once, None, look)[0], target)


def slices(target: Path) -> None:
    """A 4D creature cut by parallel 3-spaces, across all four axes."""
    rig = pantin.load(EXAMPLES / "g4mf" / "creature.g4b").rig
    bodies = PosedBodies.from_rig(rig, rig.rest_pose())
    planes = bodies.spread(Hyperplane.from_normal((1, 1, 1, 1), 0.0), 9)[1:-1]
    cuts = [bodies.slice(plane).meshes[0].surfaces for plane in planes]
    row = in_a_row(cuts, rig.materials, 5.2)
    save_picture(draw_picture(row, None, Look((1200, 240), ViewAngles(0, 14)))[0], target)


def projection(target: Path) -> None:
    """All edges of a 4D creature at once, in perspective along its fourth axis."""
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b")
    pantin.render(creature, target, project="perspective", size=(600, 400))


CELLS = {"24-cell": "xw:20,yz:25", "120-cell": "", "duocylinder": "xw:10"}


def cells(target: Path) -> None:
    """The edges of 4D shapes beside each other, in perspective."""
    pictures = [
        pantin.render(shape(name), project="perspective", rotate=rotate or None, size=(440, 400)).pixels
        for name, rotate in CELLS.items()
    ]
    save_picture(np.concatenate([picture for picture in pictures if picture is not None], axis=1), target)


def shape(name: str, color: tuple[float, float, float] = (0.6, 0.6, 0.6)) -> pantin.Asset:
    """A shape, painted in a colour."""
    rig = pantin.shapes.by_name(name).rig(name)
    (mesh,) = rig.meshes
    surfaces = tuple(replace(surface, material=0) for surface in mesh.surfaces)
    paint = Material("paint", (*color, 1.0), roughness=0.6)
    return pantin.Asset.of_rig(
        rig.replace(meshes=[replace(mesh, surfaces=surfaces)], materials=[paint]), name
    )


def moving(
    name: str, color: tuple[float, float, float] = (0.6, 0.6, 0.6), **options: Any
) -> Callable[[Path], None]:
    """A 4D shape on a turntable, or swept by a 3-space."""

    def draw(target: Path) -> None:
        pantin.render(shape(name, color), target, size=(256, 224), frames=30, **options)

    return draw


@cache
def crab() -> pantin.Asset:
    """The crab of the tutorial, made by the code on its page, in its pose."""
    page = (ROOT / "docs" / "tutorials" / "hermit-crab.md").read_text(encoding="utf-8")
    bends = {"Right": "yx:50", "Left": "yx:-50", "Front": "yz:50", "Back": "yz:-50"}
    bends |= {"Ana": "yw:50", "Kata": "yw:-50"}
    with TemporaryDirectory() as folder, chdir(folder):
        Path("out").mkdir()
        exec(compile(BLOCK.findall(page)[0], "hermit-crab.md", "exec"), {})
        asset = pantin.load(Path("out/crab.g4b").read_bytes(), name="crab.g4b")
    return pantin.pose(asset, rotate={f"{name}Lower": planes for name, planes in bends.items()})


def crab_rotated(target: Path) -> None:
    """Slices of the crab, rotated from x towards w."""
    pictures = [
        pantin.render(crab(), rotate=f"xw:{degrees}", size=(300, 260), camera="25,15").pixels
        for degrees in (0, 20, 45, 70, 90)
    ]
    save_picture(np.concatenate([picture for picture in pictures if picture is not None], axis=1), target)


def crab_turning(target: Path) -> None:
    pantin.render(crab(), target, turntable="xw:180", frames=36, size=(400, 350), camera="25,15")


def crab_edges(target: Path) -> None:
    pantin.render(crab(), target, project="perspective", rotate="xw:20,yz:10", size=(600, 525))


def in_a_row(things: Sequence[Sequence[Surface]], materials: Sequence[Material], apart: float) -> Rig:
    """A rig of things in a row, at this distance."""
    nodes = [Node(None, -1, (index * apart, 0.0, 0.0)) for index in range(len(things))]
    return build(
        nodes=nodes,
        meshes=[Mesh(tuple(surfaces)) for surfaces in things],
        materials=materials,
        instances=[Instance(index, index) for index in range(len(things))],
        scenes=[Scene(tuple(range(len(things))))],
    )


def weights(target: Path) -> None:
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    (sleeve,) = deform(rig, rig.rest_pose())
    heights = sleeve.positions[::4, 1].tolist()  # rings of four vertices
    curves = []
    for node in rig.skins[0].joints.tolist():
        share = joint_weights(rig, sleeve, node)
        assert share is not None
        curves.append(Curve(rig.nodes.names[node] or "", heights, share[::4].tolist()))
    save_plot(curves, "Weights along the arm of examples/arm.glb", "height", "weight", target)


def save_plot(curves: list[Curve], title: str, x: str, y: str, target: Path) -> None:
    """A plot as SVG, or as a picture in the format of the suffix."""
    if target.suffix == ".svg":
        target.write_text(plot(curves, title, x, y), encoding="utf-8", newline="\n")
    else:
        save_picture(plot_pixels(curves, title, x, y), target)


def hanging() -> Rig:
    """A strand of five bones without stiffness, held out sideways."""
    nodes = [Node("top")] + [Node(f"joint {index}", index, (0.2, 0.0, 0.0)) for index in range(5)]
    joints = tuple(SpringJoint(node, stiffness=0.0, gravity_power=0.12, drag=0.06) for node in range(6))
    return build(nodes=nodes, springs=SpringSettings((Spring(joints),)))


def springs(target: Path) -> None:
    """A strand of five joints that is released sideways: the angle of each bone from straight down."""
    rig = hanging()
    simulation, pose = SpringSimulation(rig), rig.rest_pose()
    times, angles = np.arange(0, 6, 1 / 60), []
    for _ in times:
        positions = world_transforms(simulation.rig, simulation.step(1 / 60, pose))[:, :, 3]
        along = np.diff(positions, axis=0)
        angles.append(np.degrees(np.arctan2(along[:, 0], -along[:, 1])))
    columns = np.array(angles).T
    curves = [
        Curve(f"bone {index + 1}", times.tolist(), column.tolist()) for index, column in enumerate(columns)
    ]
    save_plot(curves, "A strand that is let go", "seconds", "degrees from straight down", target)


MOTIONS = ("motion/walk.bvh", "retarget/walk.glb", "motion/walk.npz")
CHARACTERS = ("vrm/older.vrm", "vrm/avatar.vrm", "retarget/mannequin.glb")


def retargeted(target: Path) -> None:
    """Every motion, a row each, on every character: its skeleton first."""
    rows = []
    for name in MOTIONS:
        motion = pantin.load(EXAMPLES / name)
        time = 0.4 * motion.rig.clips[0].duration
        show = Look((240, 320), ViewAngles(60, 8), Show(mesh=False, skeleton=True), shadow=False)
        row = [draw_picture(motion, pantin.sample(motion.rig, 0, time), show)[0]]
        for character in CHARACTERS:
            done = pantin.retarget(motion, EXAMPLES / character, in_place=True)
            back = done.target.rig.character is not None and done.target.rig.character.faces_back
            look = Look((240, 320), ViewAngles(60, 8).rotate(180.0 if back else 0.0))
            pose = pantin.sample(done.target.rig, done.clip, time)
            row.append(draw_picture(done.target, pose, look)[0])
        rows.append(np.concatenate(row, axis=1))
    save_picture(np.concatenate(rows), target)


def walking(target: Path) -> None:
    """A walk of Mixamo on an avatar, with locked feet and a ponytail that swings."""
    done = pantin.retarget(
        EXAMPLES / "retarget" / "walk.glb", EXAMPLES / "vrm" / "avatar.vrm", lock_feet=True, springs=True
    )
    timing = plan_frames(done.clip, None, 15, False)
    look = Look((360, 300), ViewAngles(65, 8))
    save_animation(draw_animation(done.asset, done.clip, timing, look)[0], timing.rate, target)


def save_row(shots: Sequence[tuple[pantin.Asset, Pose | None, Look]], target: Path) -> None:
    """Models beside each other on one image."""
    save_picture(np.concatenate([draw_picture(*shot)[0] for shot in shots], axis=1), target)


def converting(target: Path) -> None:
    """One model, read from files of three formats."""
    with TemporaryDirectory() as folder:
        assets = []
        for suffix in (".glb", ".fbx", ".g4b"):
            file = Path(folder, "arm" + suffix)
            pantin.convert(EXAMPLES / "arm.glb", file)
            assets.append(pantin.load(file))
        look = Look((300, 300), show=Show(skeleton=True))
        save_row([(asset, pantin.sample(asset.rig, 0, 0.8), look) for asset in assets], target)


def posing(target: Path) -> None:
    """The arm at rest, at a time of a clip, and rotated at one joint."""
    asset = pantin.load(EXAMPLES / "arm.glb")
    poses = (
        asset.rig.rest_pose(),
        pantin.sample(asset.rig, "bend", 0.5),
        posed(asset.rig, {"elbow": (0, 0, 80)}),
    )
    look = Look((300, 300), show=Show(skeleton=True))
    save_row([(asset, pose, look) for pose in poses], target)


def merging(target: Path) -> None:
    """A body without a face, and with the face merged."""
    avatar = pantin.load(EXAMPLES / "vrm" / "avatar.vrm")
    face = pantin.split(avatar, mesh="Face")
    body = pantin.split(avatar, mesh="Face", rest=True)
    merged = pantin.merge(body, face)
    look = Look((280, 320), ViewAngles(24, 8))
    save_row([(asset, None, look) for asset in (body, merged)], target)


def motion_file(target: Path) -> None:
    """Four frames of a motion without a mesh."""
    asset = pantin.load(EXAMPLES / "motion" / "walk.bvh")
    look = Look((200, 300), ViewAngles(60, 8), Show(mesh=False, skeleton=True), shadow=False)
    times = np.linspace(0, 0.75, 4) * asset.rig.clips[0].duration
    save_row([(asset, pantin.sample(asset.rig, 0, time), look) for time in times], target)


DRAWN: dict[str, Callable[[Path], None]] = {
    "converting.png": converting,
    "posing.png": posing,
    "merging.png": merging,
    "motion-file.png": motion_file,
    "humanoid.png": humanoid,
    "crane.png": crane,
    "fox.png": fox(Show()),
    "fox-skeleton.png": fox(Show(skeleton=True)),
    "fox-weights.png": fox(Show(weights=0), ViewAngles(118, 14)),
    "fox-wireframe.png": fox(Show(mesh=False, wireframe=True)),
    "arm-weights.png": arm,
    "arm.webp": arm_bending,
    "fox-turntable.webp": turntable,
    "strand.png": strand,
    "retargeted.png": retargeted,
    "walking.webp": walking,
    "slices.png": slices,
    "projection.png": projection,
    "cells.png": cells,
    "crab.png": crab_rotated,
    "crab.webp": crab_turning,
    "crab-edges.png": crab_edges,
    "tesseract.webp": moving("tesseract", project="perspective", rotate="yz:15", turntable="xw:90"),
    "cell-sweep.webp": moving("600-cell", (0.03, 0.32, 0.36), rotate="xw:20,yz:10", sweep=True),
    "duocylinder.webp": moving("duocylinder", (0.8, 0.24, 0.05), rotate="yz:35", turntable="xw:180"),
    "weights.svg": weights,
    "weights.png": weights,
    "springs.svg": springs,
    "springs.png": springs,
}


def main() -> None:
    for name, draw in DRAWN.items():
        draw(PICTURES / name)
        print(f"docs/pictures/{name}: {(PICTURES / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
