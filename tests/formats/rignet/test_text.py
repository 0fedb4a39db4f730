"""The lines of a rig (README of RigNet, "Data"), and a sentence with a line number for each that is wrong."""

from __future__ import annotations

import pytest

from pantin.formats.rignet.text import OPENING, RigNetError, read_text, write_text

LEG = """\
joints hip 0 0 0
joints knee 0 1 0
root hip
skin 0 hip 1.0000
skin 2 hip 0.25 knee 0.75
hier hip knee
"""


def test_the_blocks_of_a_rig():
    rig = read_text(LEG.encode())
    assert rig.positions == {"hip": (0, 0, 0), "knee": (0, 1, 0)}
    assert (rig.root, rig.parents) == ("hip", {"knee": "hip"})
    assert rig.skin == {0: [("hip", 1.0)], 2: [("hip", 0.25), ("knee", 0.75)]}


def test_the_order_of_lines_does_not_matter():
    lines = LEG.splitlines(keepends=True)
    assert read_text("".join(reversed(lines)).encode()).parents == {"knee": "hip"}


def test_what_is_written_reads_back():
    rig = read_text(LEG.encode())
    assert read_text("".join(write_text(rig)).encode()) == rig


def test_the_first_line_tells_a_rig():
    assert OPENING.match(LEG.encode())
    assert not OPENING.match(b"joints are important\n")
    assert not OPENING.match(b"dear diary\n")


@pytest.mark.parametrize(
    ("before", "after", "line", "message"),
    [
        ("joints knee 0 1 0", "joints knee 0 1", 2, "expected a name and 3 coordinates"),
        ("joints knee 0 1 0", "joints knee 0 x 0", 2, 'expected a finite number, found "x"'),
        ("joints knee 0 1 0", "joints knee 0 inf 0", 2, "expected a finite number"),
        ("joints knee 0 1 0", "joints hip 0 1 0", 2, 'joint "hip" is listed twice'),
        ("root hip", "root toe", 3, 'unknown joint "toe"'),
        ("root hip", "", None, "no line 'root'"),
        ("root hip", "root hip\nroot knee", 4, "two roots"),
        ("skin 0 hip", "skin -1 hip", 4, "expected the index of a vertex"),
        ("skin 0 hip 1.0000", "skin 0 hip", 4, "expected pairs of a joint and a weight"),
        ("skin 0 hip", "skin 0 toe", 4, 'unknown joint "toe"'),
        ("hier hip knee", "hier hip", 6, "expected a parent and a child"),
        ("hier hip knee", "hier hip knee\nhier hip knee", 7, 'joint "knee" has two parents'),
        ("hier hip knee", "hier knee hip", None, 'the root "hip" has the parent "knee", expected none'),
        ("hier hip knee", "hier hip knee\nhier knee hip", None, "is its own ancestor"),
        ("hier hip knee", "hier hip hip", None, "is its own ancestor"),
        ("hier hip knee", "bone hip knee", 6, "expected joints, root, hier or skin"),
        (LEG, "", None, "no joints"),
    ],
)
def test_a_wrong_line_gets_a_sentence(before, after, line, message):
    with pytest.raises(RigNetError, match=message) as caught:
        read_text(LEG.replace(before, after).encode())
    assert caught.value.line == line


def test_other_encodings_are_refused():
    with pytest.raises(RigNetError, match="not UTF-8"):
        read_text(b"joints \xff 0 0 0\n")
