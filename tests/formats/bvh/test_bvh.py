"""Files as programs write them, and faults with line and column."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.bvh.document import read

GOOD = (Path(__file__).parents[2] / "cases" / "BVH-NAME" / "good.bvh").read_text(encoding="ascii")


def load(text):
    return pantin.load(text if isinstance(text, bytes) else text.encode(), name="walk.bvh")


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_a_file_is_nodes_and_a_clip():
    rig = load(GOOD).rig
    assert rig.nodes.names == ("Hips", "Spine", None)
    assert rig.nodes.parents.tolist() == [-1, 0, 1]
    assert rig.nodes.translations.tolist() == [[0, 90, 0], [0, 20, 0], [0, 30, 0]]
    assert (rig.nodes.rotations == (0, 0, 0, 1)).all()
    (clip,) = rig.clips
    assert (clip.name, clip.duration) == ("walk", 0.0333333)
    moved = [(channel.node, channel.property) for channel in clip.channels]
    assert moved == [(0, "translation"), (0, "rotation"), (1, "rotation")]
    assert clip.channels[0].values.tolist() == [[0, 90, 0], [1, 91, 2]]


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.replace("  ", "\t"),
        "\ufeff" + GOOD,
        GOOD.upper().replace("HIPS", "Hips").replace("JOINT SPINE", "JOINT Spine"),
        GOOD.lower().replace("hips", "Hips").replace("joint spine", "joint Spine"),
        GOOD.replace("\n  {", " {").replace("\n    {", "{").replace("\n{", " {"),
        changed("Frames: 2", "Frames:\t2").replace("Frame Time: 0.0333333", "Frame Time:\t3.33333e-2"),
        changed("Frames: 2", "FRAMES : 2").replace("Frame Time:", "frame time"),
        changed("Frames: 2\nFrame Time: 0.0333333", "Frame Time: 0.0333333\nFrames: 2"),
        changed("1 91 2 10 20 30 -5 5 5", "\n  +1. 9.1e1 2.000 1E+1 20.0 030 -5. .5e1 5\n\n"),
        GOOD.rstrip("\n"),
    ],
    ids=lambda text: repr(text[:40]),
)
def test_every_spelling_gives_the_same_rig(text):
    asset, expected = load(text), load(GOOD)
    assert asset.report.findings == ()
    assert asset.rig.nodes.names == expected.rig.nodes.names
    for ours, theirs in zip(asset.rig.clips[0].channels, expected.rig.clips[0].channels, strict=True):
        assert (ours.times == theirs.times).all()
        assert (ours.values == theirs.values).all()


def test_several_roots_and_names_of_several_words():
    text = "HIERARCHY\n" + "".join(
        f"ROOT {name}\n{{\nOFFSET 0 {y} 0\nCHANNELS 1 Yrotation\n}}\n"
        for y, name in enumerate(("Bip01 Pelvis", "頭"))
    )
    rig = load(text + "MOTION\nFrames: 1\nFrame Time: 0.1\n90 -90\n").rig
    assert rig.nodes.names == ("Bip01 Pelvis", "頭")
    assert rig.scenes[0].roots == (0, 1)
    half = 0.5**0.5
    assert [channel.values.tolist() for channel in rig.clips[0].channels] == [
        [[0, pytest.approx(half), 0, pytest.approx(half)]],
        [[0, pytest.approx(-half), 0, pytest.approx(half)]],
    ]


def test_rotations_are_multiplied_in_the_order_of_the_channels():
    """Z 90° of X 90° takes (0, 1, 0) to (0, 0, 1) first, which Z leaves; X first and then Z would give
    (−1, 0, 0)."""
    text = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 2 Zrotation Xrotation End Site { OFFSET 0 1 0 } }"
    rig = load(text + " MOTION Frames: 1\nFrame Time: 0.1\n90 90\n").rig
    end = pantin.motion.joint_positions(rig, pantin.sample(rig, 0, 0.0))[1]
    assert end == pytest.approx((0, 0, 1), abs=1e-15)


@pytest.mark.parametrize(
    ("text", "rule", "line", "column", "message"),
    [
        (changed("Spine", "Hips"), "BVH-NAME", 6, 3, "joint Hips has the name of another joint"),
        (changed("CHANNELS 3", "CHANNELS 6"), "BVH-CHANNEL_COUNT", 9, 5, "states 6, but 3 are listed"),
        (changed("3 Zrotation", "3 Zturn"), "BVH-CHANNEL_NAME", 9, 16, 'unknown channel "Zturn"'),
        (changed("JOINT", "BONE"), "BVH-KEYWORD", 6, 3, 'unknown keyword "BONE"'),
        (changed("ROOT", "JOINT"), "BVH-SYNTAX", 2, 1, 'expected ROOT, found "JOINT outside of a joint"'),
        (changed("JOINT Spine", "JOINT"), "BVH-SYNTAX", 6, 3, "expected a name on the line of the keyword"),
        (changed("20 30", "NaN 30"), "BVH-NOT_FINITE", 20, 11, '"NaN" in a frame'),
        (changed("20 30", "-1.#IND 30"), "BVH-NOT_FINITE", 20, 11, '"-1.#IND" in a frame'),
        (changed("20 30", "1e999 30"), "BVH-NOT_FINITE", 20, 11, '"1e999" in a frame'),
        (changed("20 30", "2O 30"), "BVH-NUMBER", 20, 11, 'found "2O" in a frame'),
        (changed("20 30 -5", "30 -5"), "BVH-TRUNCATED", 20, 1, "ends in frame 1, after 8 numbers of 9"),
        (changed("0 90 0 ", "90 0 "), "BVH-VALUE_COUNT", 19, 1, "frame 0 has 8 numbers, expected 9"),
        (changed("Frames: 2", "Frames: 7"), "BVH-FRAME_COUNT", 17, 9, "Frames: 7, but the file has 2"),
        (changed("Frames: 2", "Frames: x"), "BVH-FRAME_COUNT", 17, 9, 'Frames is "x", expected a whole'),
        (changed("0.0333333", "0"), "BVH-FRAME_TIME", 18, 13, 'Frame Time is "0"'),
        (changed("0.0333333", "-1"), "BVH-FRAME_TIME", 18, 13, 'Frame Time is "-1"'),
        (changed("0.0333333", "1e308"), "BVH-FRAME_TIME", 18, 13, 'Frame Time is "1e308"'),
        (changed("      OFFSET 0.0 30.0 0.0\n", ""), "BVH-OFFSET", 10, 5, "an End Site has no OFFSET"),
        (GOOD[: GOOD.index("MOTION")], "BVH-NO_MOTION", 16, 1, "no section MOTION"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("BVH") else "",
)
def test_a_fault_has_a_line_and_a_column(text, rule, line, column, message):
    (finding,) = (item for item in load(text).report.findings if item.rule == rule)
    assert (finding.line, finding.column) == (line, column)
    assert message in finding.message


def test_frames_with_faults_are_skipped_and_the_others_keep_their_time():
    text = changed("0 90 0 0 0 0 0 0 0\n", "0 90 0 0 0 0 0 0 0\n1 2 3\n0 0 0 0 nan 0 0 0 0\n")
    (first, *_) = load(text).rig.clips[0].channels
    assert first.times.tolist() == [0.0, 3 * 0.0333333]


def test_frames_on_several_lines_are_read_whole():
    rig = load(changed("0 90 0 0 0 0 0 0 0\n1 91", "0 90 0\n0 0 0 0\n0 0\n1 91")).rig
    assert rig.clips[0].channels[0].values.tolist() == [[0, 90, 0], [1, 91, 2]]


def test_commas_are_decimal_points_or_separators():
    for text in (GOOD.replace("2 10 20", "2,5 10 20"), GOOD.replace("2 10 20", "2.5, 10, 20")):
        asset = load(text)
        assert [finding.rule for finding in asset.report.findings] == ["BVH-COMMA"]
        assert asset.rig.clips[0].channels[0].values[1, 2] == 2.5


def test_a_word_among_decimal_commas_is_found():
    text = GOOD.partition("0 90 0")[0].replace("0.0333333", "0,0333333")
    text += "0,5 90 0 0 0 0 0 0 0\n1 9,1 x 1 2 3 4 5 6\n"
    (finding,) = (item for item in load(text).report.findings if item.rule == "BVH-NUMBER")
    assert (finding.line, finding.column) == (20, 7)


def test_a_file_without_joints_is_refused():
    for text in ("", "HIERARCHY\nMOTION\n", "hello"):
        with pytest.raises(pantin.BadFile):
            load(text)


def test_a_skeleton_alone_has_no_clip():
    rig = load(changed("Frames: 2", "Frames: 0")[: GOOD.index("0 90 0")]).rig
    assert (len(rig.nodes), rig.clips) == (3, ())


def test_limits_are_kept():
    with pytest.raises(pantin.LimitExceeded):
        pantin.load(GOOD.encode(), name="a.bvh", limits=pantin.Limits(file_bytes=100))
    deep = "HIERARCHY\nROOT a {" + "JOINT b {" * 20_000
    document = read(deep.encode(), "a", pantin.Limits())
    assert len(document.joints) == 20_001
    assert len(document.faults) <= 2_001


def test_an_unchanged_file_is_saved_byte_for_byte(tmp_path):
    text = GOOD.replace("\n", "\r\n").encode() + b"  \n"
    pantin.save(load(text), tmp_path / "copy.bvh")
    assert (tmp_path / "copy.bvh").read_bytes() == text


def test_long_files_are_parsed_in_parts():
    """As many lines as take several parts, on the compiled backend."""
    from pantin.kernels.engine import Backend, force_backend

    rows = np.random.default_rng(5).uniform(-180, 180, (40_000, 9)).round(6)
    text = changed("Frames: 2", f"Frames: {len(rows)}").partition("0 90 0")[0]
    text += "".join(" ".join(map(repr, row)) + "\n" for row in rows.tolist())
    with force_backend(Backend.TWIN):
        document = read(text.encode(), "a", pantin.Limits())
    assert document.faults == ()
    assert (document.motion.values == rows).all()
