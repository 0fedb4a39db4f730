"""`pantin shape`: what it writes, and what it says to names that it does not know."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import load


@pytest.mark.parametrize("target", ["out.g4b", "out.g4tf", "out.off", "out.4off"])
def test_a_shape_is_a_file(pantin, target):
    assert pantin("shape", "24-cell", target, "--size", "3") == (0, "", "")
    (surface,) = load(target).rig.meshes[0].surfaces
    assert surface.positions.shape == (24, 4)
    assert np.linalg.norm(surface.positions, axis=1) == pytest.approx([3.0] * 24)


def test_a_shape_of_three_dimensions_is_a_glb(pantin):
    assert pantin("shape", "ball-3", "out.glb").code == 0
    assert load("out.glb").rig.meshes[0].surfaces[0].normals is not None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("frob out.g4b", "unknown shape 'frob' (shapes: cube-N"),
        ("cube-4 out.xyz", "Pantin does not write .xyz"),
        ("cube-4 out.g4b --size 0", "size must be a finite number larger than 0"),
        ("cube-4 out.g4b --size x", "--size: 'x' is not a number"),
        ("cube-99999999999 out.g4b", "unknown shape"),
    ],
)
def test_what_cannot_be_is_wrong_usage(pantin, words, message):
    ended = pantin("shape", *words.split())
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert not Path("out.g4b").exists()


def test_four_dimensions_do_not_fit_into_gltf(pantin):
    ended = pantin("shape", "cube-4", "out.glb")
    assert "glTF stores rigs in 3 dimensions" in ended.err
    assert ended.code == 2
