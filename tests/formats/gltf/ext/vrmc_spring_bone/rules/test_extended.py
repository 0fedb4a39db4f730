"""Extended colliders: any type of any member, and the fallbacks that the text recommends."""

import pytest
from spring_files import block, found, strand

NAME = "VRMC_springBone_extended_collider"


def extended(shape, base=None):
    tree = strand()
    collider = block(tree)["colliders"][0]
    collider["extensions"] = {NAME: {"specVersion": "1.0", "shape": shape}}
    collider["shape"] = base or {"sphere": {"offset": [0, -10000, 0], "radius": 0}}
    tree["extensionsUsed"].append(NAME)
    return tree


@pytest.mark.parametrize(
    "shape", [None, True, "x", [], {}, {"sphere": None}, {"plane": {"normal": "up"}}], ids=repr
)
def test_a_shape_of_any_type_is_judged_without_failing(shape):
    found(extended(shape))


def test_the_recommended_fallbacks_are_no_finding():
    assert not found(extended({"sphere": {"radius": 1, "inside": True}}))
    below = {"sphere": {"offset": [0, 0, -1000], "radius": 1000}}
    assert not found(extended({"plane": {"normal": [0, 0, 1]}}, below))


def test_a_hit_radius_that_does_not_fit_is_named():
    assert "VRM-EC005" in found(extended({"sphere": {"radius": 0.01, "inside": True}}))


def test_a_negative_radius_is_one_finding():
    assert list(found(extended({"sphere": {"radius": -1, "inside": True}}))) == ["VRM-EC004"]
