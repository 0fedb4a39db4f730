"""Draws the plots of docs/springs.md: one bone of 10 cm, with one parameter at a time changed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from plots import Curve, plot

from pantin.motion import world_transforms
from pantin.rig import Node, Pose, Rig, Spring, SpringJoint, SpringSettings, build
from pantin.springs import SpringSimulation

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SECONDS = 1.0
LENGTH = 0.1


def bone(stiffness: float, drag: float, gravity: float = 0.0) -> Rig:
    """A bone that points to the side, along +x."""
    nodes = [Node("head"), Node("hair", 0), Node("end", 1, (LENGTH, 0, 0))]
    joint = SpringJoint(1, stiffness=stiffness, drag=drag, gravity_power=gravity)
    return build(nodes=nodes, springs=SpringSettings((Spring((joint, SpringJoint(2))),)))


def falling(rig: Rig, rate: float, held: Callable[[Rig], Pose] = Rig.rest_pose) -> Curve:
    """Degrees of the bone below the horizontal, step by step from rest."""
    simulation, pose = SpringSimulation(rig), held(rig)
    times, angles = [0.0], [0.0]
    for step in range(1, round(SECONDS * rate) + 1):
        x, y, _ = np.diff(
            world_transforms(simulation.rig, simulation.step(1 / rate, pose))[1:, :, 3], axis=0
        )[0]
        times.append(step / rate)
        angles.append(float(np.degrees(np.arctan2(-y, x))))
    return Curve("", times, angles)


def nodded(rig: Rig) -> Pose:
    """The head turned down by 60° at once."""
    return rig.rest_pose().with_local(0, rotation=(0, 0, -0.5, np.sqrt(0.75)))


def sweep(title: str, label: str, runs: dict[str, Curve]) -> str:
    curves = [Curve(name, one.x, one.y) for name, one in runs.items()]
    return plot(curves, title, "seconds", label)


def stiffness() -> str:
    runs = {f"{k:g}": falling(bone(k, 0.3, gravity=1.0), 60) for k in (0.25, 0.5, 1, 2, 4)}
    return sweep("Stiffness against gravity 1 (drag 0.3)", "degrees below rest", runs)


def drag() -> str:
    runs = {f"{d:g}": falling(bone(1.0, d), 60, nodded) for d in (0.05, 0.2, 0.5, 1)}
    return sweep("Drag, after the head nods by 60° (stiffness 1)", "degrees below the horizontal", runs)


def rate() -> str:
    runs = {f"{fps} Hz": falling(bone(0.5, 0.1, 1.0), fps) for fps in (24, 60, 240)}
    return sweep("The same bone at three rates of steps", "degrees below rest", runs)


PLOTS = {"spring-stiffness": stiffness, "spring-drag": drag, "spring-rate": rate}


def main() -> int:
    for name, draw in PLOTS.items():
        target = PICTURES / f"{name}.svg"
        target.write_text(draw(), encoding="utf-8", newline="\n")
        print(f"docs/pictures/{target.name}: {target.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
