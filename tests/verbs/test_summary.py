"""What is inside files of any dimension, as `inspect` tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.verbs.inspect import inspect

EXAMPLES = Path(__file__).parents[2] / "examples" / "g4mf"


def test_a_skinned_creature():
    found = inspect(EXAMPLES / "creature.g4b").summary
    assert (found.format, found.dimension, found.dialect, found.nodes) == ("g4b", 4, "newest", 7)
    (skeleton,) = found.skeletons
    assert (skeleton.name, skeleton.bones, skeleton.joints, skeleton.meshes) == ("Skeleton", 3, 3, (0,))
    (mesh,) = found.meshes
    assert (mesh.vertices, mesh.simplexes, mesh.edges, mesh.influences) == (48, 144, 96, 2)
    assert mesh.groups == ("Hips", "UpperArm", "LowerArm")
    assert found.rig.skins[0].influences == {1: 32, 2: 16}


def test_shapes_and_an_older_dialect():
    found = inspect(EXAMPLES / "face-2026-01.g4tf").summary
    assert found.dialect == "older"
    assert "normals as a number, since 2026-01-16 a binding object" in found.older
    assert found.meshes[0].shapes == ("FaceSmile", "FaceBlink")


def test_extensions_are_those_of_the_asset():
    """G4MF core, asset: `extensionsUsed` stands there, and not at the root as in glTF."""
    text = b'{"asset": {"dimension": 4, "extensionsUsed": ["X_wave"]}}\n'
    assert inspect(text, name="a.g4tf").summary.extensions_used == ("X_wave",)


def test_a_polytope():
    found = inspect(b"OFF 4 1 4  0 0 0 1 0 0 1 1 0 0 1 0  4 0 1 2 3", name="a.off").summary
    assert (found.format, found.dimension, found.dialect, found.older) == ("off", 3, None, ())
    assert found.meshes[0].cells == (1,)


def test_the_smallest_file_has_nothing_inside():
    found = inspect(EXAMPLES / "smallest.g4b").summary
    assert (found.bytes, found.meshes, found.skeletons) == (57, (), ())


def test_a_file_without_a_rig_is_refused():
    with pytest.raises(pantin.PantinError):
        inspect(b'{"asset": {"dimension": 40}}', name="a.g4tf")
