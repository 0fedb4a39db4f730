"""The example files are what the writer gives today for the models that they are made of."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.mark.parametrize(
    ("name", "source"), [("avatar.fbx", "vrm/avatar.vrm"), ("walk.fbx", "retarget/walk.glb")]
)
def test_an_example_is_current(name, source, tmp_path):
    pantin.convert(EXAMPLES / source, tmp_path / name, embed=True)
    assert (tmp_path / name).read_bytes() == (EXAMPLES / "fbx" / name).read_bytes()
    assert pantin.check(tmp_path / name).ok
