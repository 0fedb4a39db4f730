"""Scenes as they are read."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.schema.scene import CONTRACT, SCENE
from pantin.formats.rigy.source import compose

TEXT = """
rigs_version: "0.1"
imports: {a: a.rigy.yaml, b: {source: b.rigy.yaml, contract: c.ricy.yaml}}
scene:
  base: a
  children:
    - id: one
      base: b
      place: {slot: {name: s}, mount: {anchors: [x, y, z]}, nudge: {up: NUDGE}}
      children: [{id: two, base: a, place: {slot: {name: s}, mount: {name: m}}}]
"""


def read(text):
    faults = Faults()
    return SCENE.read(compose(text).root, (), faults), [one.kind for one in faults.listed]


@pytest.mark.parametrize(
    ("nudge", "metres"),
    [
        ("0", 0.0),
        ("10cm", 0.1),
        ("0.25m", 0.25),
        ("2in", 0.0508),
        ("1ft", 0.3048),
        ("-5cm", -0.05),
        ("1.5", 1.5),
    ],
)
def test_distances_have_units(nudge, metres):
    """Rigs 0.1 §7.2."""
    scene, faults = read(TEXT.replace("NUDGE", nudge))
    assert not faults
    assert scene.scene.children[0].place.nudge.up == pytest.approx(metres, rel=1e-15)


@pytest.mark.parametrize("nudge", ["10mm", "cm", ".5m", "5 cm", "true", "١cm"])
def test_what_is_no_distance(nudge):
    assert read(TEXT.replace("NUDGE", nudge))[1] == ["distance"]


def test_children_nest_and_imports_have_two_forms():
    scene, _ = read(TEXT.replace("NUDGE", "0"))
    assert scene.scene.children[0].children[0].id == "two"
    assert scene.imports["a"].contract is None
    assert scene.imports["b"].contract == "c.ricy.yaml"


def test_a_contract_names_anchors_and_triples():
    faults = Faults()
    contract = CONTRACT.read(
        compose('contract_version: "0.1"\nrequired_anchors: [a]\nframe3_sets: {m: [a, b, c]}').root,
        (),
        faults,
    )
    assert not faults.listed
    assert contract.required_anchors == ("a",)
    assert contract.frame3_sets == {"m": ("a", "b", "c")}
