"""Sends random rigs through every package: written, read, checked and posed, in memory that must not grow.

python soak/random_rigs.py 10000
"""

from __future__ import annotations

import resource
import sys

import numpy as np

from pantin.deformation import deform
from pantin.formats.gltf import save
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.motion import sample
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
    Scene,
    Skin,
    Surface,
    build,
)

WARM = 500
"""Rigs before memory is looked at: by then caches are full and kernels compiled."""

GROWTH = 0.05
"""How much larger the process may be at the end: an allocator never returns everything."""


def turns(pick: np.random.Generator, count: int) -> np.ndarray:
    values = pick.normal(size=(count, 4))
    return values / np.linalg.norm(values, axis=1, keepdims=True)


def random_rig(seed: int) -> Rig:
    """A tree of joints, a skinned mesh with blend shapes under one more node, and a clip for both."""
    pick = np.random.default_rng(seed)
    joints, vertices, shapes, per = (int(integer) for integer in pick.integers((1, 3, 0, 1), (12, 60, 4, 6)))
    rotations = turns(pick, joints)
    nodes = [
        Node(
            f"joint{index}", int(pick.integers(index)) if index else -1, pick.normal(size=3), rotations[index]
        )
        for index in range(joints)
    ]
    weights = pick.dirichlet(np.ones(per), vertices).astype(np.float32)
    influences = Influences(
        np.arange(0, vertices * per + 1, per), pick.integers(0, joints, vertices * per), weights.reshape(-1)
    )
    targets = tuple(
        BlendShape(Deltas(pick.normal(size=(vertices, 3)).astype(np.float32))) for _ in range(shapes)
    )
    surface = Surface(
        pick.normal(size=(vertices, 3)).astype(np.float32),
        indices=pick.integers(0, vertices, 3 * vertices),
        influences=influences,
        blend_shapes=targets,
    )
    keys = np.array([0.0, 0.4, 1.0])
    channels = [Channel(int(pick.integers(joints)), "rotation", keys, turns(pick, 3))]
    if shapes:
        channels.append(Channel(joints, "weights", keys, pick.normal(size=(3, shapes))))
    return build(
        nodes=[*nodes, Node("body")],
        meshes=[Mesh((surface,), "body", blend_weights=np.zeros(shapes) if shapes else None)],
        skins=[Skin(np.arange(joints), pick.normal(size=(joints, 3, 4)))],
        instances=[Instance(joints, 0, 0)],
        clips=[Clip(tuple(channels), "move")],
        scenes=[Scene((0, joints))],
        default_scene=0,
    )


def pass_through(seed: int) -> None:
    """Write, read, check, pose and compare one rig; raises where something is wrong."""
    rig = random_rig(seed)
    document = read(save.to_bytes(write(rig)), name=f"{seed}.glb")
    errors = [finding for finding in check(document) if finding.severity == "error"]
    again = lift(document).rig
    before = [deform(one, sample(one, 0, 0.7)) for one in (rig, again)]
    for mine, theirs in zip(*before, strict=True):
        size = max(1.0, float(np.abs(mine.positions).max()))
        if errors or not np.allclose(mine.positions, theirs.positions, rtol=0, atol=2e-6 * size):
            raise SystemExit(f"rig {seed} came back changed: {errors}")


def resident() -> int:
    """The most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    if count <= WARM:
        sys.exit(f"give more than {WARM} rigs: memory is counted from there on")
    warm = 0
    for seed in range(count):
        pass_through(seed)
        if seed == WARM:
            warm = resident()
    grown = resident() / warm - 1
    print(f"{count:,} rigs came back as they went; memory grew by {grown:.1%} after the first {WARM}")
    sys.exit(grown > GROWTH)


if __name__ == "__main__":
    main()
