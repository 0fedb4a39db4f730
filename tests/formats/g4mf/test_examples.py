"""The examples: sound, as their script makes them, and moving as they should."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.formats.g4mf.bones import masses
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift

FOLDER = Path(__file__).parents[3] / "examples" / "g4mf"
FILES = sorted(FOLDER.glob("*.g4*"))


def made():
    spec = importlib.util.spec_from_file_location("g4mf_examples", FOLDER / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_examples_are_sound(path):
    findings = check(read(path))
    assert not [finding for finding in findings if finding.severity != "info"]
    assert not lift(read(path)).findings


def test_examples_are_as_the_script_makes_them():
    """But for compressed ones, whose bytes are the library's."""
    for name, data in made().items():
        if name != "toy.g4b":
            assert (FOLDER / name).read_bytes() == data, name


def test_the_arm_of_the_creature_bends_into_the_fourth_dimension(direct):
    data = (FOLDER / "creature.g4b").read_bytes()
    rig = lift(read(data)).rig
    turn = rig.nodes.local[5].copy()
    turn[:, :4] = [[1, 0, 0, 0], [0, 0.8, 0, -0.6], [0, 0, 1, 0], [0, 0.6, 0, 0.8]]
    posed = deform(rig, rig.rest_pose().with_local(5, matrix=turn))[0].positions
    wanted = direct.posed(direct.File(data), 6, {5: turn.tolist()})
    assert np.abs(posed - wanted).max() < 1e-6
    assert posed[:, 3].max() > 0.9
    assert masses(read(data)).by_bone == {3: 16.0, 4: 2.0, 5: 2.0}


def test_both_faces_mean_the_same():
    rigs = [lift(read(FOLDER / name)).rig for name in ("face.g4tf", "face-2026-01.g4tf")]
    first, second = ([posed.positions for posed in deform(rig, rig.rest_pose())] for rig in rigs)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
