"""Bind models again and compare with the weights that they have: `benchmarks/weights.py FILE…`.

For each model: the mean over vertices of the sum of differences of weights (0 equal, 2 disjoint), and how far
vertices are apart in 20 random poses, on average and in percent of the diagonal.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import pantin
from pantin.maths import quaternion
from pantin.operations.weights.surfaces import has_weights, rows_of

POSES = 20
DEGREES = 30.0


def weights_of(rig: pantin.Rig, instance: int) -> np.ndarray:
    """The weights of an instance, a column for each node."""
    given = rig.instances[instance]
    joints = rig.skins[given.skin].joints
    rows = [rows_of(surface, len(joints)).toarray() for surface in rig.meshes[given.mesh].surfaces]
    result = np.zeros((sum(map(len, rows)), len(rig.nodes)))
    np.add.at(result.T, joints, np.concatenate(rows).T)
    return result


def random_poses(rig: pantin.Rig, seed: int = 0) -> list[pantin.Pose]:
    """Poses with every joint rotated about a random axis, by 30 degrees at most."""
    random = np.random.default_rng(seed)
    joints = sorted({int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0})
    poses = []
    for _ in range(POSES):
        pose = rig.rest_pose()
        for joint in joints:
            axis = random.normal(size=3)
            half = np.radians(random.uniform(-DEGREES, DEGREES)) / 2
            turned = np.append(np.sin(half) * axis / np.linalg.norm(axis), np.cos(half))
            local = rig.nodes.rotations[joint]
            pose = pose.with_local(joint, rotation=quaternion.product(local, turned))
        poses.append(pose)
    return poses


def posed_distance(rig: pantin.Rig, other: pantin.Rig) -> float:
    """The mean distance of vertices in random poses, in percent of the diagonal."""
    corners = np.concatenate([posed.positions for posed in pantin.deform(rig, rig.rest_pose())])
    diagonal = float(np.linalg.norm(np.ptp(corners, axis=0)))
    distances = []
    for pose, same in zip(random_poses(rig), random_poses(other), strict=True):
        pairs = zip(pantin.deform(rig, pose), pantin.deform(other, same), strict=True)
        distances += [np.linalg.norm(a.positions - b.positions, axis=1) for a, b in pairs]
    return 100 * float(np.concatenate(distances).mean()) / diagonal


def measure(path: str) -> tuple[float, float, float] | None:
    """Difference of weights, posed distance and seconds of a model; None where it has no weights."""
    rig = pantin.load(path).rig
    instances = [index for index in range(len(rig.instances)) if has_weights(rig, index)]
    if not instances:
        return None
    begin = time.process_time()
    bound = pantin.weights.bind(rig, all=True)
    seconds = time.process_time() - begin
    differences = [
        np.abs(weights_of(rig, index) - weights_of(bound, index)).sum(axis=1) for index in instances
    ]
    return float(np.concatenate(differences).mean()), posed_distance(rig, bound), seconds


def main() -> None:
    rows = []
    for path in sys.argv[1:]:
        row = measure(path)
        if row is None:
            print(f"{path}: no weights")
            continue
        rows.append(row)
        print(f"{path}: L1 {row[0]:.3f}, posed {row[1]:.2f} %, {row[2]:.2f} s", flush=True)
    if rows:
        means = np.mean(rows, axis=0)
        print(f"mean of {len(rows)}: L1 {means[0]:.3f}, posed {means[1]:.2f} %")


if __name__ == "__main__":
    main()
