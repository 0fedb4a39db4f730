"""Humanoid bones of a VRM animation."""

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.vrmc_vrm_animation.nodes import animated_bones
from pantin.formats.gltf.extension_names import VRM_ANIMATION as NAME


def test_bones_that_exist():
    bones = {"hips": {"node": 0}, "head": {"node": 5}, "spine": None}
    assert animated_bones({"nodes": [{}], "extensions": {NAME: {"humanoid": {"humanBones": bones}}}}) == {
        "hips": 0
    }


@pytest.mark.parametrize("extensions", [None, {}, {NAME: 3}, []], ids=repr)
def test_another_file_is_no_animation(extensions):
    assert animated_bones({"extensions": extensions}) is None


def test_a_real_file(corpus):
    assert "hips" in animated_bones(read(corpus / "vrm" / "three-vrm" / "test.vrma").tree)
