"""Keys, tangents, extrapolation and layers of every kind, against the values that ufbx 0.0.5 evaluated."""

from __future__ import annotations

import json
from pathlib import Path

import fbx_animations
import numpy as np
import pytest

import pantin
from pantin.base.limits import Limits
from pantin.formats.fbx.document import Document
from pantin.formats.fbx.lift.animation import ROTATION, SCALING, TRANSLATION
from pantin.formats.fbx.reading import reading_of

SIX_DIGITS = 2e-6
"""The values are stored with six or seven digits behind the point."""

VALUES = json.loads(Path(fbx_animations.__file__).with_suffix(".json").read_text(encoding="utf-8"))


def reader(data: bytes):
    return reading_of(Document(data, "animations", Limits())).reader


@pytest.fixture(scope="module")
def curves():
    return reader(fbx_animations.curves())


@pytest.fixture(scope="module")
def layers():
    return reader(fbx_animations.layers())


@pytest.mark.parametrize("name", list(fbx_animations.curve_cases()))
def test_a_curve_has_the_values_of_ufbx(curves, name):
    times = np.array(VALUES["curves"]["times"], np.float64)
    model = next(model for model in curves.hierarchy.models if model.thing.name == name)
    stack = curves.animation.stacks[0]
    found = stack.evaluate((model.thing.id, TRANSLATION), model.translation, times, times)[:, 0]
    assert found == pytest.approx(VALUES["curves"]["values"]["Take"][name], abs=SIX_DIGITS)


@pytest.mark.parametrize("number", range(len(fbx_animations.STACKS)))
def test_layers_blend_as_in_ufbx(layers, number):
    times = np.array(VALUES["layers"]["times"], np.float64)
    stack = layers.animation.stacks[number]
    for model in layers.hierarchy.models:
        key, wanted = model.thing.id, np.array(VALUES["layers"]["values"][stack.name][model.thing.name])
        moved = stack.evaluate((key, TRANSLATION), model.translation, times, times)
        scaled = stack.evaluate((key, SCALING), model.scale, times, times)
        turned = model.chain.turn(
            stack.rotation((key, ROTATION), model.degrees, model.chain.order, times, times)
        )
        same_way = np.sign((turned * wanted[:, 3:7]).sum(1))[:, None]
        assert np.abs(moved - wanted[:, :3]).max() < SIX_DIGITS
        assert np.abs(turned * same_way - wanted[:, 3:7]).max() < SIX_DIGITS
        assert np.abs(scaled - wanted[:, 7:]).max() < SIX_DIGITS


def test_a_clip_holds_the_value_of_a_key_for_its_instant(tmp_path):
    """ "Stepped next": at a key its own value, after it that of the next key; the last key ends the clip."""
    path = tmp_path / "curves.fbx"
    path.write_bytes(fbx_animations.curves())
    rig = pantin.load(path).rig
    node = list(rig.nodes.names).index("next")
    times = [1.0, 1.2, 1.5, 2.0, 2.5, 4.0]
    found = [float(pantin.sample(rig, clip=0, time=time).translations[node][0]) for time in times]
    assert found == pytest.approx([0.0, 2.0, 2.0, 1.5, 1.5, -3.0])


@pytest.mark.parametrize("outside", ["C", "K"])
def test_many_turns_between_two_keys_are_followed(tmp_path, outside):
    """Ten turns in a second, between two keys and beyond them: samples a whole turn apart look alike."""
    file = fbx_animations.File()
    take = fbx_animations.stack(file, "Take", 3)
    layer = file.add("AnimationLayer", "Base")
    file.link(layer, take)
    model = file.add("Model", "wheel", "Null")
    file.link(model, 0)
    times = [1.0, 2.0] if outside == "K" else [0.0, 3.0]
    keys = [time * 3600.0 for time in times]
    turned = fbx_animations.curve(file, times, keys, [0x4] * 2, [fbx_animations.row()] * 2, outside)
    file.track(layer, model, "Lcl Rotation", {"d|X": turned})
    path = tmp_path / "wheel.fbx"
    path.write_bytes(file.text())
    rig = pantin.load(path).rig
    poses = [pantin.sample(rig, clip=0, time=time) for time in (0.1, 0.125, 0.15, 1.525, 2.725)]
    first = poses[0].rotations[0]
    angles = [np.degrees(2 * np.arccos(min(abs(first @ pose.rotations[0]), 1))) for pose in poses]
    assert angles == pytest.approx([0, 90, 180, 90, 90], abs=0.1)
