from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.edit.mesh_slice import Hyperplane
from pantin.edit.rig_slices import slice_rig
from pantin.viewer import sweep as sweep_module
from pantin.viewer.sweep import MOST_SLICES, sweep

EXAMPLES = Path(__file__).parents[2] / "examples" / "g4mf"


@pytest.fixture(scope="module")
def creature():
    return pantin.load(EXAMPLES / "creature.g4b").rig


def test_the_slices_are_those_of_cut(creature):
    made = sweep(creature)
    assert len(made.slices) == MOST_SLICES
    w, node = made.slices[MOST_SLICES // 2]
    assert w == pytest.approx(0, abs=1e-12)
    wanted = slice_rig(creature, creature.rest_pose(), Hyperplane.at_w(w)).meshes[0].surfaces[0]
    shown = made.rig.meshes[made.rig.instances[made.rig.instance_at(node)].mesh].surfaces[0]
    assert (shown.positions == wanted.positions).all()
    assert shown.material == 0


def test_slices_go_from_one_end_to_the_other(creature):
    heights = [w for w, _ in sweep(creature).slices]
    assert heights == sorted(heights)
    assert heights[0] == pytest.approx(-heights[-1])


def test_edges_and_places_are_along_w(creature):
    made = sweep(creature)
    edges = made.rig.meshes[made.rig.instances[made.rig.instance_at(made.edges)].mesh].surfaces[0]
    assert edges.mode == "lines"
    assert made.places.shape == (len(creature.nodes), 3)
    assert np.isfinite(made.places).all()


def test_a_large_model_is_cut_less_often(creature, monkeypatch):
    monkeypatch.setattr(sweep_module, "WORK", 144 * 10)
    assert len(sweep(creature).slices) == 11


def test_a_model_without_tetrahedra_has_nothing_to_cut():
    made = sweep(pantin.load(EXAMPLES / "smallest.g4b").rig)
    assert made.slices == []
    assert made.edges == 0
