"""Makes the cases of what is lost from glTF to G4MF: `tests/cases/LOSS-G4MF_*`, each with a file `to`.

Run it from the root of the project: `python tests/oracles/g4mf_losses.py`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pantin.formats.gltf.new import write
from pantin.formats.gltf.save import to_bytes
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Rig, Scene, Skin, Surface, build

CASES = Path(__file__).parents[1] / "cases"
TRIANGLE = Surface(np.eye(3, dtype=np.float32))
CLIP = Clip((Channel(0, "translation", np.zeros(1, np.float32), np.zeros((1, 3), np.float32)),), "Still")


def plain(surface: Surface = TRIANGLE, names: tuple[str, ...] = ("World", "Thing"), **more: object) -> Rig:
    nodes = [Node(names[0]), Node(names[1], 0)]
    given = {"scenes": [Scene((0,))], "default_scene": 0} | more
    return build(nodes=nodes, meshes=[Mesh((surface,))], instances=[Instance(1, 0)], **given)  # type: ignore[arg-type]


def skinned(shift: float) -> Rig:
    """Two joints; the second was bound `shift` beside where it rests."""
    influences = Influences(np.arange(4), np.array([0, 0, 1]), np.ones(3, np.float32))
    binds = np.tile(np.eye(3, 4), (2, 1, 1))
    binds[1, :, 3] = [-shift, -1, 0]
    return build(
        nodes=[Node("World"), Node("Hips", 0), Node("Arm", 1, translation=[0, 1, 0]), Node("Skinned", 0)],
        meshes=[Mesh((replace(TRIANGLE, influences=influences),))],
        skins=[Skin(np.array([1, 2]), binds)],
        instances=[Instance(3, 0, 0)],
        scenes=[Scene((0,))],
        default_scene=0,
    )


RIGS: dict[str, tuple[Rig, Rig]] = {
    "CLIP": (plain(clips=[CLIP]), plain()),
    "ATTRIBUTE": (plain(replace(TRIANGLE, colours=(np.ones((3, 3), np.float32),))), plain()),
    "SCENE": (plain(scenes=[Scene((0,)), Scene((1,))]), plain()),
    "NAME": (plain(names=("World", "World")), plain()),
    "REST": (skinned(0.5), skinned(0.0)),
}


def main() -> None:
    for kind, (bad, good) in RIGS.items():
        folder = CASES / f"LOSS-G4MF_{kind}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "bad.glb").write_bytes(to_bytes(write(bad)))
        (folder / "good.glb").write_bytes(to_bytes(write(good)))
        (folder / "to").write_bytes(b".g4b\n")


if __name__ == "__main__":
    main()
