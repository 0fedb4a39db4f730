"""`pantin.torch` on the CPU, beside pymomentum: the same rig in the same poses, on one core.

PANTIN_PYMOMENTUM_PYTHON names the interpreter of an environment with Pantin's dependencies, torch and
`pymomentum-cpu`, which needs Python 3.12. Without it the comparison is left out. All variants run in that
one process, in turn, from local rotations to posed vertices in float32: pymomentum in PyTorch operations
(`pymomentum.torch`) and in C++ (`pymomentum.diff_geometry`, whose rotations are Euler angles).

The rig is handed over as arrays. GPUs are compared in `bench_torch.py`. Not compared: models that pymomentum
reads itself, normals and blend shapes; and what pymomentum does not have: dual quaternions, more than 8
influences, one scale for each axis, and other dimensions than 3.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pantin

if importlib.util.find_spec("pymomentum") is None:
    python = shutil.which(os.environ.pop("PANTIN_PYMOMENTUM_PYTHON", ""))
    if python is None:
        print(
            "pymomentum is not here: set PANTIN_PYMOMENTUM_PYTHON to the python of an environment that has it"
        )
        sys.exit(0)
    sources = str(Path(pantin.__file__).parents[1])
    sys.exit(
        subprocess.run([python, __file__], env={**os.environ, "PYTHONPATH": sources}, check=False).returncode
    )

if hasattr(os, "sched_setaffinity"):  # before libraries count the cores
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from collections.abc import Callable

import numpy as np
import pymomentum.diff_geometry
import pymomentum.geometry
import pymomentum.quaternion
import pymomentum.torch.character
import torch
from bench_torch import JOINTS
from pymomentum_rig import as_character, bound_body, local_states
from timing import interleave, report
from torch import Tensor

from pantin.torch import RigModule

VERTICES, BATCH, ROUNDS = 20_000, 16, 9
SAME = 1e-5
"""How far posed vertices may be apart, as a share of the size of the model, and gradients of the largest."""

Skin = Callable[[Tensor], Tensor]


def skin_in_torch(rig: pantin.Rig, character: pymomentum.geometry.Character) -> Skin:
    module = pymomentum.torch.character.Character(character, has_limits=False)

    def skin(rotations: Tensor) -> Tensor:
        states = module.local_skeleton_state_to_skeleton_state(local_states(rig, rotations))
        return module.skin_points(states)

    return skin


def skin_in_c(character: pymomentum.geometry.Character) -> Skin:
    geometry = pymomentum.diff_geometry

    def skin(parameters: Tensor) -> Tensor:
        states = geometry.joint_parameters_to_skeleton_state(character, parameters.flatten(1))
        return geometry.skin_points(character, states)

    return skin


def with_gradient(skin: Skin, inputs: Tensor, given: Tensor) -> Tensor:
    """Forward and backward to the inputs."""
    leaf = inputs.detach().requires_grad_()
    skin(leaf).backward(given)
    return leaf.grad


def agree(what: str, one: Tensor, other: Tensor, size: float) -> None:
    apart = float((one - other).abs().max()) / size
    print(f"  {what}: {apart:.1e}")
    if apart > SAME:
        raise SystemExit(f"{what}: the results differ by {apart:.1e}, at most {SAME:g} was expected")


def check(rig: pantin.Rig, skins: dict[str, tuple[Skin, Tensor]], given: Tensor) -> None:
    """Positions beside those of Pantin in float64, gradients beside each other."""
    pantin_skin, rotations = skins["pantin"]
    exact = RigModule(rig, dtype=torch.float64)(rotations=rotations).positions[0]
    size = float(np.ptp(rig.meshes[0].surfaces[0].positions, 0).max())
    print("largest difference of positions from pantin in float64, as a share of the size of the model")
    for name, (skin, inputs) in skins.items():
        agree(name, skin(inputs), exact, size)
    print("largest difference of gradients from those of pantin, as a share of the largest")
    ours = with_gradient(pantin_skin, rotations, given)[:, :JOINTS]
    theirs = with_gradient(*skins["pymomentum.torch"], given)
    agree("pymomentum.torch", ours, theirs, float(theirs.abs().max()))

    def skin_from_angles(angles: Tensor) -> Tensor:
        turned = pymomentum.quaternion.euler_xyz_to_quaternion(angles)
        return pantin_skin(torch.cat((turned, rotations[:, JOINTS:]), 1))

    skin, parameters = skins["pymomentum.diff_geometry"]
    ours = with_gradient(skin_from_angles, parameters[..., 3:6], given)
    theirs = with_gradient(skin, parameters, given)[..., 3:6]
    agree("pymomentum.diff_geometry", ours, theirs, float(theirs.abs().max()))


def main() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rig = bound_body(VERTICES)
    character, module = as_character(rig), RigModule(rig)
    rest = torch.tensor([0.0, 0, 0, 1])
    turned = torch.nn.functional.normalize(rest + 0.2 * torch.randn(BATCH, JOINTS, 4), dim=2)
    states = local_states(rig, turned)
    parameters = pymomentum.diff_geometry.local_skeleton_state_to_joint_parameters(character, states)
    skins: dict[str, tuple[Skin, Tensor]] = {
        "pantin": (
            lambda rotations: module(rotations=rotations).positions[0],
            torch.cat((turned, rest.expand(BATCH, 1, 4)), 1),
        ),
        "pymomentum.torch": (skin_in_torch(rig, character), turned),
        "pymomentum.diff_geometry": (skin_in_c(character), parameters),
    }
    given = torch.randn(BATCH, VERTICES, 3)
    check(rig, skins, given)
    case = f"{BATCH} x {VERTICES:,} vertices, {JOINTS} joints, PyTorch on one core"
    forward = {name: lambda skin=skin, inputs=inputs: skin(inputs) for name, (skin, inputs) in skins.items()}
    with torch.no_grad():
        report(f"forward {case}", interleave(forward, ROUNDS), "pantin")
    both = {
        name: lambda skin=skin, inputs=inputs: with_gradient(skin, inputs, given)
        for name, (skin, inputs) in skins.items()
    }
    report(f"forward + backward {case}", interleave(both, ROUNDS), "pantin")


if __name__ == "__main__":
    main()
