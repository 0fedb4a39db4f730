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


@pytest.mark.parametrize(
    ("shape", "base"),
    [
        ({"sphere": {"radius": 1, "inside": True}}, {"sphere": {"radius": 5000}}),
        ({"plane": {"normal": [0, 0, 1]}}, {"sphere": {"radius": 1000}}),
        ({"plane": {"normal": [0, 0, 1]}}, {"sphere": {"offset": [-1000, 0, 0], "radius": 1000}}),
        ({"plane": {"offset": [0, 5, 0]}}, {"sphere": {"offset": [0, 0, -1000], "radius": 1000}}),
        ({"plane": {"normal": [0, 0, 1]}}, {"capsule": {"offset": [0, -10000, 0]}}),
    ],
    ids=repr,
)
def test_a_large_shape_elsewhere_is_no_fallback(shape, base):
    """Reference §1.2: radius 0 ten kilometres down, or radius 1000 at offset − normal · 1000."""
    assert "VRM-EC010" in found(extended(shape, base))


def test_what_is_no_object_is_no_shape():
    assert "VRM-EC003" in found(extended({"sphere": 5}))


def test_a_hit_radius_that_does_not_fit_is_named():
    assert "VRM-EC005" in found(extended({"sphere": {"radius": 0.01, "inside": True}}))


def test_a_negative_radius_is_one_finding():
    assert list(found(extended({"sphere": {"radius": -1, "inside": True}}))) == ["VRM-EC004"]
