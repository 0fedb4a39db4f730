"""Static geometry: what the default scene of a rig shows in a pose."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.deformation import DegenerateCounts
from pantin.formats.format import WriteOptions
from pantin.formats.geometry.static import degenerate_pose, lower
from pantin.formats.registry import list_formats
from pantin.verbs.pose import pose

EXAMPLES = Path(__file__).parents[3] / "examples"
STATIC = [
    suffix
    for format in list_formats()
    if not format.readable and not format.holds("nodes")
    for suffix in format.suffixes
]


@pytest.mark.parametrize("suffix", STATIC)
def test_geometry_alone(suffix, tmp_path):
    arm = pantin.load(EXAMPLES / "arm.glb")
    bent = pose(arm, clip="bend", time=1.0)
    report = pantin.save(bent, tmp_path / f"out{suffix}")
    assert (report.format, report.findings) == (suffix[1:], ())
    assert (tmp_path / f"out{suffix}").stat().st_size > 0


def test_a_pose_that_is_asked_for_is_shown():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    bent = pantin.sample(rig, "bend", 1.0)
    geometry, found = lower(rig, WriteOptions(pose=bent))
    assert found == []
    ((shown,), (wanted,)) = geometry.posed, pantin.deform(rig, bent)
    assert np.array_equal(shown.positions, wanted.positions)
    ((rest,),) = (lower(rig, WriteOptions())[0].posed,)
    assert not np.array_equal(rest.positions, wanted.positions)


def test_what_a_pose_leaves_without_direction_is_counted_by_kind():
    messages = [finding.message for finding in degenerate_pose(DegenerateCounts(normals=1234, tangents=1))]
    assert messages == [
        "kept the rest normals where the pose leaves normals without direction (1,234)",
        "kept the rest tangents where the pose leaves tangents without direction (1)",
    ]
