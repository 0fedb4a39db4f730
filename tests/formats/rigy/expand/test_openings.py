"""Walls with openings: no wall in an opening, none twice, all of it elsewhere (Rigy chapter 10.5)."""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.expand.openings import Opening, decompose, name_segments

WIDE, HIGH = 8, 5


def overlap(first, second):
    return all(a < d and c < b for (a, b), (c, d) in zip(first, second, strict=True))


def rectangle(opening):
    return opening.span, (opening.bottom, opening.top)


def area(rectangles):
    return sum((Fraction(b) - Fraction(a)) * (Fraction(d) - Fraction(c)) for (a, b), (c, d) in rectangles)


def check_wall(openings, wide=WIDE, high=HIGH):
    """Every pair of rectangles, and the areas in exact fractions: none of the sweep's own arithmetic."""
    segments = decompose((0, wide), high, openings)
    walls = [(segment.along, segment.up) for segment in segments]
    holes = [rectangle(opening) for opening in openings]
    assert all(0 <= a < b <= wide and 0 <= c < d <= high for (a, b), (c, d) in walls)
    assert not any(overlap(wall, hole) for wall in walls for hole in holes)
    assert not any(overlap(wall, other) for index, wall in enumerate(walls) for other in walls[:index])
    assert area(walls) + area(holes) == Fraction(wide) * Fraction(high)
    names = [name for name, _ in name_segments(segments, [f"c{index}" for index in range(len(openings))])]
    assert len(set(names)) == len(names)
    return segments


@st.composite
def walls(draw, coordinate):
    """Openings that do not overlap, in the order of 10.5 step 1: of those drawn, the ones that still fit."""
    kept = []
    for _ in range(draw(st.integers(0, 12))):
        left, right = sorted((draw(coordinate(WIDE)), draw(coordinate(WIDE))))
        bottom, top = sorted((draw(coordinate(HIGH)), draw(coordinate(HIGH))))
        fresh = Opening((left, right), bottom, top)
        if (
            left < right
            and bottom < top
            and not any(overlap(rectangle(fresh), rectangle(one)) for one in kept)
        ):
            kept.append(fresh)
    return sorted(kept, key=lambda opening: (*opening.span, opening.bottom, opening.top))


@settings(max_examples=400, deadline=None)
@given(walls(lambda most: st.integers(0, most)))
def test_openings_on_a_grid(openings):
    """Small whole numbers, so that edges touch, openings stand on each other and are staggered."""
    check_wall(openings)


@settings(max_examples=200, deadline=None)
@given(walls(lambda most: st.floats(0, most)))
def test_openings_anywhere(openings):
    check_wall(openings)


@settings(max_examples=200, deadline=None)
@given(walls(lambda most: st.integers(0, most)))
def test_openings_beside_each_other_are_what_the_steps_of_the_text_say(openings):
    """10.5 steps 2 and 3 literally, which are enough where no opening is above another."""
    assume(all(a.span[1] <= b.span[0] for a, b in pairwise(openings)))
    expected, at = [], 0
    for opening in [*openings, None]:
        start, end = (WIDE, WIDE) if opening is None else opening.span
        if at < start:
            expected.append((f"gap_{len(expected)}", (at, start), (0, HIGH)))
        at = end
    for index, opening in enumerate(openings):
        if opening.bottom > 0:
            expected.append((f"c{index}_below", opening.span, (0, opening.bottom)))
        if opening.top < HIGH:
            expected.append((f"c{index}_above", opening.span, (opening.top, HIGH)))
    segments = decompose((0, WIDE), HIGH, openings)
    named = name_segments(segments, [f"c{index}" for index in range(len(openings))])
    assert [(name, segment.along, segment.up) for name, segment in named] == expected


def test_what_is_between_two_openings_is_above_the_lower_one():
    lower, upper = Opening((2, 4), 1, 2), Opening((2, 4), 3, 4)
    segments = check_wall([lower, upper])
    assert [(segment.part, segment.owner, segment.up) for segment in segments] == [
        ("gap", -1, (0, 5)), ("gap", -1, (0, 5)),
        ("below", 0, (0, 1)), ("above", 0, (2, 3)), ("above", 1, (4, 5)),
    ]  # fmt: skip


def test_a_part_in_several_pieces_has_numbered_names():
    """An opening with two others above it: what is above it has three tops."""
    openings = [Opening((1, 7), 1, 2), Opening((2, 3), 3, 4), Opening((5, 6), 3, 4)]
    named = dict(name_segments(check_wall(openings), ["door", "left", "right"]))
    assert [name for name in named if name.startswith("door")] == [
        "door_below", "door_above", "door_above_1", "door_above_2", "door_above_3", "door_above_4",
    ]  # fmt: skip
    assert named["door_above_1"].up == (2, 3)


def test_the_work_grows_with_the_number_of_openings():
    """Each opening is above half of the one before: 4,000 of them are 16 million pairs."""

    def count_calls(count):
        openings = [Opening((index, index + 2), index % 2, index % 2 + 0.5) for index in range(count)]
        calls = Counter()
        sys.setprofile(lambda _frame, event, _argument: calls.update([event]))
        try:
            segments = decompose((0, count + 2), 2, openings)
        finally:
            sys.setprofile(None)
        assert len(segments) < 5 * count
        return calls.total()

    assert count_calls(4000) < 4.5 * count_calls(1000)


TOWER = """
version: "0.11"
meshes:
  - id: m
    primitives:
      - macro: box_decompose
        id: wall
        axis: {axis}
        span: [-1, 3]
        base_y: 10
        height: 4
        thickness: 0.5
        offset: 2
        cutouts:
          - {{id: low, span: [0, 1], bottom: 0.5, top: 1}}
          - {{id: high, span: [0.5, 2], bottom: 2, top: 3}}
"""


@pytest.mark.parametrize("axis", ["x", "z"])
def test_the_boxes_of_a_compiled_wall_are_the_wall_without_its_openings(axis):
    """The volume enclosed by the triangles, by the divergence theorem, and no vertex inside an opening."""
    surface = compile_text(TOWER.format(axis=axis)).rig.meshes[0].surfaces[0]
    positions, triangles = surface.positions, surface.indices.reshape(-1, 3)
    a, b, c = (positions[triangles[:, corner]] for corner in range(3))
    volume = (a * np.cross(b, c)).sum() / 6
    assert volume == pytest.approx((4 * 4 - 0.5 - 1.5) * 0.5)
    along, up = positions[:, "xyz".index(axis)], positions[:, 1] - 10
    for (left, right), (bottom, top) in (((0, 1), (0.5, 1)), ((0.5, 2), (2, 3))):
        assert not ((along > left) & (along < right) & (up > bottom) & (up < top)).any()


@pytest.mark.parametrize("span", ["[0.5, 2], bottom: 0.9, top: 3", "[0, 1], bottom: 0.5, top: 1"])
def test_openings_that_overlap_are_refused(span):
    """10.5: cutouts must not overlap in 2D."""
    text = TOWER.format(axis="x").replace("[0.5, 2], bottom: 2, top: 3", span)
    assert [found.rule for found in check_text(text).errors] == ["RIGY-P80"]
