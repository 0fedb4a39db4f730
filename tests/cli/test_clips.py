"""`pantin clips`: what it prints, writes and refuses."""

from __future__ import annotations

import pytest

from pantin import load


def test_list_prints_a_line_for_each_clip(pantin):
    code, out, _ = pantin("clips", "arm.glb", "--list")
    assert code == 0
    assert out.splitlines()[1].split() == ["0", "bend", "2.000", "2", "6", "2"]
    assert pantin("clips", "arm.glb", "still.glb", "--drop", "bend").code == 0
    assert "no clips" in pantin("clips", "still.glb", "--list").out


def test_a_cut_is_written(pantin, models):
    code, _, err = pantin("clips", "arm.glb", "nod.glb", "--cut", "bend:0.5-1.5", "--rename", "bend=nod")
    assert code == 0
    assert "1 clip: nod 1 s" in err
    assert [clip.name for clip in load(models / "nod.glb").rig.clips] == ["nod"]


def test_names_are_optional(pantin, models):
    """`--reverse` alone is for all clips; the word after it is a clip unless it looks like a file."""
    for words in (
        ["--reverse", "arm.glb", "out.glb"],
        ["arm.glb", "out.glb", "--reverse", "bend"],
        ["arm.glb", "out.glb", "--reverse=bend"],
    ):
        assert pantin("clips", *words).code == 0
        assert load(models / "out.glb").rig.clips[0].duration == 2.0
    code, _, err = pantin("clips", "arm.glb", "none.glb", "--reverse", "bent")
    assert (code, "Did you mean bend" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["out.glb", "--cut", "bend:0-9"], "is 2 s long"),
        (["out.glb", "--cut", "bend"], "NAME:START-END"),
        (["out.glb", "--cut", "bend:0-1", "--cut", "bend:1-2"], "cut twice"),
        (["out.glb", "--retime", "0"], "positive number"),
        (["out.glb", "--rename", "bend="], "the new name is empty"),
        (["out.glb", "--mirror"], "cannot tell left from right"),
        (["out.glb"], "nothing to do"),
        (["--reverse"], "TARGET is missing"),
        (["out.glb", "--list"], "--list writes no file"),
        (["out.obj", "--reverse"], "clips"),
    ],
)
def test_refusals_write_nothing(pantin, models, words, message):
    code, _, err = pantin("clips", "arm.glb", *words)
    assert code == 2
    assert message in err
    assert not (models / "out.glb").exists()
