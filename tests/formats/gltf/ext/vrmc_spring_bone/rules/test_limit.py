"""Limits of joints: any type of any member."""

import pytest
from spring_files import block, found, strand

NAME = "VRMC_springBone_limit"


def limited(limit, slot=0):
    tree = strand()
    block(tree)["springs"][0]["joints"][slot]["extensions"] = {NAME: limit}
    tree["extensionsUsed"].append(NAME)
    return tree


@pytest.mark.parametrize("limit", [None, [], "x", {}, {"limit": None}, {"limit": {"cone": 1}}], ids=repr)
def test_a_limit_of_any_type_is_judged_without_failing(limit):
    assert any(rule.startswith("VRM-LM") for rule in found(limited(limit)))


def test_a_spherical_limit_needs_both_angles():
    body = {"specVersion": "1.0-draft", "limit": {"spherical": {"pitch": 1}}}
    assert found(limited(body)) == {
        "VRM-LM003": [
            f"/extensions/VRMC_springBone/springs/0/joints/0/extensions/{NAME}/limit/spherical",
        ]
    }
