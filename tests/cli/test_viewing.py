from __future__ import annotations

import pytest

from pantin.cli import viewing
from pantin.cli.exit import UsageError
from pantin.rig import Node, build
from pantin.viewer.camera import VIEWS, View
from pantin.viewer.stage import Show

RIG = build(nodes=[Node("hip"), Node("arm, left"), Node("mesh")])


def test_sizes():
    assert viewing.size("800x600") == (800, 600)
    assert viewing.size("64X48") == (64, 48)


@pytest.mark.parametrize("text", ["", "800", "x600", "800x", "-1x5", "8.5x6", "1x2x3", f"{10**15}x{10**15}"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(UsageError, match="as 800x600"):
        viewing.size(text)


def test_views_by_name_and_by_angles():
    assert viewing.view("side") == VIEWS["side"]
    assert viewing.view("-30,12.5") == View(-30, 12.5)


@pytest.mark.parametrize("text", ["left", "1", "1,2,3", "a,b", "0,91", "nan,0", "0,nan"])
def test_what_is_no_view_is_refused(text):
    with pytest.raises(UsageError, match="--camera"):
        viewing.view(text)


def test_what_is_shown():
    assert viewing.shown(RIG, "mesh") == Show()
    assert viewing.shown(RIG, "skeleton,colliders") == Show(mesh=False, skeleton=True, colliders=True)
    assert viewing.shown(RIG, "weights=hip,skeleton") == Show(mesh=False, skeleton=True, weights=0)


def test_a_name_with_a_comma_can_be_given():
    assert viewing.shown(RIG, "wireframe,weights=arm, left,skeleton").weights == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skelton", "did you mean|Did you mean"),
        ("weights=hop", "hip"),
        ("weights=", "no node"),
        ("", "is none of"),
    ],
)
def test_what_cannot_be_shown_is_refused(text, sentence):
    with pytest.raises(UsageError, match=sentence):
        viewing.shown(RIG, text)
