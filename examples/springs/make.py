"""Springs from Python: writes strand.glb and skirt.glb beside this file, checks them, and bakes them.

    python examples/springs/make.py [folder for the baked files]

`models.py` makes the plain rigs. Everything is in the public domain (CC0 1.0).
"""

from __future__ import annotations

import sys
from pathlib import Path

from models import LINKS, STRANDS, skirt, strand

import pantin
from pantin.rig import Collider, ColliderGroup, Spring, SpringJoint, SpringSettings

HERE = Path(__file__).resolve().parent


def hair() -> SpringSettings:
    """One chain down the strand, kept out of the head. Each joint is softer than the one above it."""
    joints = tuple(
        SpringJoint(node, hit_radius=0.015, stiffness=1.2 - 0.15 * (node - 1), gravity_power=0.4, drag=0.3)
        for node in range(1, 8)
    )
    chain = Spring(joints, groups=(0,), name="hair")
    head = Collider(node=0, shape="sphere", radius=0.1)
    return SpringSettings((chain,), (head,), (ColliderGroup((0,), "head"),))


def cloth() -> SpringSettings:
    """A chain for each strand of the skirt, pushed aside by the legs. Inertia is felt relative to the hips,
    so that walking off does not blow the skirt away."""
    springs = []
    for strand_index in range(STRANDS):
        first = 3 + strand_index * (LINKS + 1)
        joints = (
            SpringJoint(node, hit_radius=0.02, stiffness=0.6, gravity_power=0.6, drag=0.5)
            for node in range(first, first + LINKS + 1)
        )
        springs.append(Spring(tuple(joints), groups=(0,), center=0, name=f"skirt {strand_index}"))
    legs = tuple(Collider(node, "capsule", (0, 0, 0), 0.08, tail=(0, -0.8, 0)) for node in (1, 2))
    return SpringSettings(tuple(springs), legs, (ColliderGroup((0, 1), "legs"),))


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for name, rig, settings in (("strand", strand(), hair()), ("skirt", skirt(), cloth())):
        path = HERE / f"{name}.glb"
        pantin.save(rig.replace(springs=settings), path)

        report = pantin.check(path)
        assert report.ok, report.findings
        if out is not None:
            baked = pantin.bake_springs(pantin.load(path), clip=0, loop=True, tolerance=0.2)
            pantin.save(baked, out / f"{name}-baked.glb")
            print(f"{name}: {len(baked.track.joints)} joints, loop closes within {baked.track.gap:.1g} rad")


if __name__ == "__main__":
    main()
