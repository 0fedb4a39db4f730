"""One pose of a small rig in `pantin.torch` on the CPU, beside dense skinning in plain PyTorch operations:
from local rotations as quaternions to posed vertices, without and with gradients.

The dense version is what one writes first: a matrix product for each joint, and a weight for every vertex and
joint. Both give the same positions within a rounding of float32. One thread, as such small tensors want.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from timing import interleave, report

import pantin
from pantin.rig import Rig

if importlib.util.find_spec("torch") is None:
    print("PyTorch is not here: pip install -e .[torch]")
    sys.exit(0)

import torch
from torch import Tensor

from pantin.torch import RigModule

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
MODELS = ("arm.glb", "retarget/mannequin.glb")
ROUNDS = 15
SAME = 1e-6

Skin = Callable[[Tensor], Tensor]


def dense(rig: Rig) -> Skin:
    """Skinning of the only skinned surface of a rig at rest scales and translations."""
    (instance,) = (instance for instance in rig.instances if instance.skin is not None)
    (surface,) = rig.meshes[instance.mesh].surfaces
    assert instance.skin is not None
    skin = rig.skins[instance.skin]
    assert surface.influences is not None
    assert skin.inverse_binds is not None
    count = len(skin.joints)
    weights = torch.tensor(surface.influences.dense(count), dtype=torch.float32)
    points = torch.tensor(np.c_[surface.positions, np.ones(len(surface.positions))], dtype=torch.float32)
    last = np.broadcast_to([[[0.0, 0.0, 0.0, 1.0]]], (count, 1, 4))
    binds = torch.tensor(np.concatenate([skin.inverse_binds, last], 1), dtype=torch.float32)
    translations = torch.tensor(rig.nodes.translations, dtype=torch.float32)
    scales = torch.tensor(rig.nodes.scales, dtype=torch.float32)
    parents, order = rig.nodes.parents.tolist(), rig.nodes.order.tolist()
    joints = torch.tensor(skin.joints.astype(np.int64))
    last_rows = torch.tensor((0.0, 0.0, 0.0, 1.0)).expand(1, len(parents), 1, 4)

    def run(rotations: Tensor) -> Tensor:
        linear = to_matrices(rotations) * scales[:, None, :]
        local = torch.cat((torch.cat((linear, translations[None, ..., None]), -1), last_rows), -2)
        world: dict[int, Tensor] = {}
        for node in order:
            parent = parents[node]
            world[node] = local[:, node] if parent < 0 else world[parent] @ local[:, node]
        palette = torch.stack([world[node] for node in range(len(parents))], 1)[:, joints] @ binds
        blended = torch.einsum("vj,bjrc->bvrc", weights, palette)
        return (blended[..., :3, :] @ points[None, ..., None])[..., 0]

    return run


def to_matrices(q: Tensor) -> Tensor:
    """(…, 3, 3) from quaternions xyzw, entry by entry."""
    x, y, z, w = q.unbind(-1)
    s = 2 / (q * q).sum(-1)
    entries = (
        *(1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        *(s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)),
        *(s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)),
    )
    return torch.stack(entries, -1).unflatten(-1, (3, 3))


def with_gradients(skin: Skin, rotations: Tensor) -> Callable[[], object]:
    """Forward and backward."""
    learned = rotations.clone().requires_grad_()
    return lambda: skin(learned).sum().backward()  # type: ignore[no-untyped-call]


def main() -> None:
    torch.set_num_threads(1)
    for name in MODELS:
        rig = pantin.load(EXAMPLES / name).rig
        module, plain = RigModule(rig), dense(rig)
        rotations = module.inputs_from(rig.rest_pose())["rotations"]

        def skin(q: Tensor, module: RigModule = module) -> Tensor:
            return module(rotations=q).positions[0]

        difference = float((skin(rotations) - plain(rotations)).abs().max())
        assert difference < SAME, difference
        for what, wrap in (("one pose", None), ("one pose with gradients", with_gradients)):
            sides = {"dense": plain, "pantin.torch": skin}
            variants = {
                side: partial(run, rotations) if wrap is None else wrap(run, rotations)
                for side, run in sides.items()
            }
            report(f"{what} of {name} in PyTorch", interleave(variants, ROUNDS), "dense")


if __name__ == "__main__":
    main()
