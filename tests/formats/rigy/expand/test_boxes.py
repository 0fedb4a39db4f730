"""Boxes by their corners, and walls: sizes, places, names and order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pantin.formats.rigy.expand.boxes import expand_aabb, expand_wall
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import compose

WALL = """
macro: box_decompose
id: wall
axis: x
span: [0, 8]
height: 3
thickness: 0.2
offset_mode: neg_face
cutouts:
  - {id: door, span: [3, 4], top: 2}
  - {id: window, span: [1, 2], bottom: 1, top: 2}
"""


def wall(text: str):
    faults = Faults()
    return expand_wall(compose(text).root, (), faults, "m", False), faults.listed


def test_corners_become_sizes_and_a_centre():
    """Rigy chapter 10.4."""
    box, faults = compose("{id: a, type: box, aabb: {min: [0, 1, 2], max: [2, 5, 8]}}").root, Faults()
    expand_aabb(box, (), faults)
    assert box["dimensions"] == {"x": 2.0, "y": 4.0, "z": 6.0}
    assert box["transform"] == {"translation": [1.0, 3.0, 5.0]}
    assert "aabb" not in box
    assert faults.listed == []


def test_gaps_come_first_then_below_and_above_from_left_to_right():
    """Rigy chapter 10.5, Canonical Decomposition Algorithm."""
    boxes, _ = wall(WALL)
    assert [one["id"] for one in boxes] == [
        "wall_gap_0", "wall_gap_1", "wall_gap_2", "wall_window_below", "wall_window_above", "wall_door_above",
    ]  # fmt: skip
    assert boxes[0]["dimensions"] == {"x": 1.0, "y": 3.0, "z": 0.2}
    assert boxes[0]["transform"] == {"translation": [0.5, 1.5, 0.1]}
    assert boxes[0].origin == "box_decompose 'wall'"


def test_along_z_the_thickness_is_along_x():
    boxes, _ = wall(WALL.replace("axis: x", "axis: z"))
    assert boxes[0]["dimensions"] == {"x": 0.2, "y": 3.0, "z": 1.0}


def test_openings_neither_overlap_nor_reach_beyond_the_wall():
    for wrong in ("span: [3, 9]", "span: [1.5, 3.5], bottom: 0", "span: [4, 3]"):
        boxes, faults = wall(WALL.replace("span: [3, 4]", wrong))
        assert boxes is None
        assert [one.kind for one in faults] == ["macro"]


@given(
    st.lists(
        st.tuples(st.integers(0, 8), st.integers(1, 4), st.integers(0, 4), st.integers(1, 4)), max_size=8
    )
)
def test_openings_that_overlap_are_found_and_no_others(corners):
    """Compared with every pair: the sweep finds one if there is one, and each pair it names does overlap."""
    spans = [(x, x + wide, y, min(y + high, 5)) for x, wide, y, high in corners]
    listed = ", ".join(
        f"{{id: c{at}, span: [{a}, {b}], bottom: {c}, top: {d}}}" for at, (a, b, c, d) in enumerate(spans)
    )
    text = (
        "{macro: box_decompose, id: w, axis: x, span: [0, 12], height: 5, thickness: 1, "
        f"cutouts: [{listed}]}}"
    )
    boxes, faults = wall(text)
    meeting = {
        f"cutouts 'c{i}' and 'c{j}' overlap"
        for j, (e, f, g, h) in enumerate(spans)
        for i, (a, b, c, d) in enumerate(spans[:j])
        if a < f and e < b and c < h and g < d
    }
    assert {one.values["reason"] for one in faults} <= meeting
    assert bool(faults) == bool(meeting)
    if not meeting:
        open_at = {x for a, b, _, _ in spans for x in range(a, b)}
        gaps = [one["dimensions"]["x"] for one in boxes if "_gap_" in one["id"]]
        assert sum(gaps) == 12 - len(open_at)
