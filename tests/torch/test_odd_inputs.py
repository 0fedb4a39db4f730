"""Every argument of `pantin.torch`, with odd values: it works, or an error has a sentence."""

from __future__ import annotations

import inspect
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
import torch
from tests.oracles.odd_values import INTERNAL, ODD

import pantin
from pantin.torch import RigFolder, RigModule, collate

EXAMPLES = Path(__file__).parents[2] / "examples"

TENSORS = (
    torch.zeros(()), torch.zeros(0), torch.zeros(3), torch.zeros(1, 4, 4), torch.zeros(2, 4, 3),
    torch.zeros(1, 3, 4), torch.zeros(0, 4, 4), torch.zeros(5, 4, 4), torch.zeros(1, 4, 4, dtype=torch.int64),
    torch.zeros(1, 4, 4, dtype=torch.complex64), torch.full((1, 4, 4), torch.nan),
    torch.zeros(1, 4, 3).to_sparse(), torch.zeros(1, 4, 3, device="meta"),
)  # fmt: skip
OTHERS = (
    [torch.zeros(1, 4)], [torch.zeros(1, 1)], {"smile": "x"}, {"smile": None}, {"smile": torch.zeros(3, 2)},
    torch.float32, torch.int8, torch.device("meta"), "nowhere:0", "linear", ["positions", 3],
    [[0.0, 1.0], [2.0, 3.0]], 1e400, 7, torch.nn.Linear(1, 1),
)  # fmt: skip
VALUES = (*ODD, *TENSORS, *OTHERS)

OF_TORCH = re.compile(
    INTERNAL.pattern
    + r"|Dimension|Expected|size of tensor|shape '|expanded size|must match|only real|dtypes|"
    r"not implemented for|unpack|stack expects|received an invalid|Could not|can't convert|new\(\)|Sparse|"
    r"is ambiguous|on the expected device|not compiled with|Cannot"
)
"""What messages of PyTorch and Python have, but no sentence of Pantin; behind "here: " they are quoted."""


def fault(function, **arguments):
    """What is wrong with the answer to a call; None where it works or a sentence refuses it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(**arguments)
    except (TypeError, ValueError, pantin.PantinError) as error:
        own = str(error).partition(" here: ")[0]
        return None if not OF_TORCH.search(own) and len(own.split()) > 2 else f"{type(error)}: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def faults(function, **needed):
    """The faults of every argument with every odd value."""
    return [
        (name, str(value)[:60], wrong)
        for name in inspect.signature(function).parameters
        if name != "self"
        for value in VALUES
        if (wrong := fault(function, **needed | {name: value})) is not None
    ]


def module(name):
    return RigModule(pantin.load(EXAMPLES / name).rig)


def test_a_module_is_made_of_odd_arguments_or_not():
    assert faults(RigModule, rig=pantin.load(EXAMPLES / "arm.glb").rig) == []


@pytest.mark.parametrize("name", ["arm.glb", "face.gltf", "g4mf/toy.g4b"])
def test_a_module_is_posed_by_odd_inputs_or_not(name):
    assert faults(module(name).forward) == []


def test_poses_and_clips_are_odd_or_not():
    arm = module("arm.glb")
    assert faults(arm.inputs_from) == []
    assert faults(arm.sample, clip=0, times=[0.5]) == []


@pytest.mark.parametrize("name", ["springs/strand.glb", "arm.glb", "g4mf/toy.g4b"])
def test_springs_start_with_odd_inputs_or_not(name):
    assert faults(module(name).spring_state) == []


def test_springs_step_with_odd_inputs_or_not():
    strand = module("springs/strand.glb")
    assert faults(strand.spring_step, state=strand.spring_state(), dt=1 / 60) == []


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.int64])
def test_a_state_of_another_dtype_is_read_as_numbers(dtype):
    strand = module("springs/strand.glb")
    state = strand.spring_state().round().to(dtype)
    stepped, _ = strand.spring_step(state, 1 / 60)
    expected, _ = strand.spring_step(state.double(), 1 / 60)
    assert torch.equal(stepped, expected)


def test_no_poses_have_no_states():
    strand = module("springs/strand.glb")
    assert strand.spring_state(torch.zeros(0, len(strand.rig.nodes), 4)).shape == (0, 6, 13)


def test_datasets_and_batches_are_made_of_odd_values_or_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert faults(RigFolder, source=EXAMPLES / "springs") == []
    folder = RigFolder(EXAMPLES / "springs")
    assert [(value, wrong) for value in VALUES if (wrong := fault_of_index(folder, value))] == []
    assert faults(collate) == []
    items = [{"positions": value} for value in VALUES]
    assert [wrong for item in items if (wrong := fault(collate, items=[item])) is not None] == []


def fault_of_index(folder, index):
    try:
        folder[index]
    except IndexError as error:
        return None if "there is no item" in str(error) else str(error)
    except TypeError as error:
        return None if "is indexed by an integer" in str(error) else str(error)
    return None


def test_a_tensor_elsewhere_is_named_with_both_devices():
    with pytest.raises(ValueError, match="rotations is on the device 'meta', but the module is on 'cpu'"):
        module("arm.glb")(torch.zeros(1, 4, 4, device="meta"))


def test_numbers_of_names_that_are_neither_are_refused():
    face = module("face.gltf")
    name = face.rig.meshes[0].blend_names[0]
    with pytest.raises(TypeError, match=rf"blend_weights\['{name}'\] must be a number or a tensor, not 'x'"):
        face(blend_weights={name: "x"})
    assert np.isfinite(face(blend_weights={name: np.float32(0.5)}).positions[0].detach().numpy()).all()
