"""`edit_clips`: the clips of a file change, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.motion import joint_positions, sample

ROOT = Path(__file__).parents[2]
ARM, WALK = ROOT / "examples" / "arm.glb", ROOT / "examples" / "retarget" / "walk.glb"


def joints(rig, clip, times):
    return np.stack([joint_positions(rig, sample(rig, clip, float(time))) for time in times])


def without(tree, *names):
    return {name: value for name, value in tree.items() if name not in names}


ARRAYS = ("animations", "accessors", "bufferViews", "buffers")


@pytest.mark.parametrize(
    ("cut", "message"),
    [
        ((0, 1), r'by clip, as \{"walk": \(0.5, 1.5\)\}, not as \(0, 1\)'),
        ({"bend": 1}, "a start and an end in seconds, not 1"),
        ({"bend": (0, 1, 2)}, r"a start and an end in seconds, not \(0, 1, 2\)"),
    ],
)
def test_a_cut_is_a_start_and_an_end_of_a_clip(cut, message):
    with pytest.raises(TypeError, match=message):
        pantin.edit_clips("examples/arm.glb", cut=cut)


def test_everything_but_the_clips_stays(tmp_path):
    pantin.save(pantin.edit_clips(pantin.load(ARM), cut={"bend": (0.5, 1.5)}), tmp_path / "cut.glb")
    before, after = pantin.load(ARM).document, pantin.load(tmp_path / "cut.glb").document
    assert without(before.tree, *ARRAYS) == without(after.tree, *ARRAYS)
    old, new = bytes(before.buffer(0).data), bytes(after.buffer(0).data)
    assert new.startswith(old[: before.tree["buffers"][0]["byteLength"]])


def test_a_clip_that_is_not_edited_keeps_its_bytes(tmp_path):
    asset = pantin.load(ARM)
    asset.add_clip(pantin.motion.retime(asset.rig.clips[0], 2.0).replace(name="fast"))
    edited = pantin.edit_clips(asset, reverse="fast")
    assert edited.document.tree["animations"][0] == asset.document.tree["animations"][0]
    assert [clip.name for clip in edited.rig.clips] == ["bend", "fast"]


def test_the_steps_are_done_in_order():
    """Cut to 0.5 … 1 s of the source, then half the speed: the pose at t is that of 0.5 + t / 2."""
    asset = pantin.load(ARM)
    edited = pantin.edit_clips(asset, cut={0: (0.5, 1.0)}, retime=0.5, rename={"bend": "nod"})
    assert edited.rig.clips[0].duration == pytest.approx(1.0)
    times = np.linspace(0, 1, 7)
    expected = joints(asset.rig, "bend", 0.5 + times / 2)
    assert joints(edited.rig, "nod", times) == pytest.approx(expected, abs=1e-6)


def test_a_reversed_and_mirrored_walk():
    asset = pantin.load(WALK)
    edited = pantin.edit_clips(asset, reverse=True, mirror="walk")
    times = np.linspace(0, asset.rig.clips[0].duration, 9)
    expected = joints(asset.rig, 0, times[::-1])
    sides = [asset.rig.node_index(name) for name in ("mixamorig:LeftFoot", "mixamorig:RightFoot")]
    result = joints(edited.rig, 0, times)
    for here, there in (sides, sides[::-1]):
        assert result[:, here] == pytest.approx(expected[:, there] * (-1, 1, 1), abs=1e-4)


def test_a_loop_in_place_ends_where_it_starts():
    asset = pantin.load(WALK)
    edited = pantin.edit_clips(asset, in_place=["walk"], loop=[True])
    first, last = joints(edited.rig, 0, (0, edited.rig.clips[0].duration))
    assert last == pytest.approx(first, abs=1e-4)
    assert np.abs(np.subtract(*joints(asset.rig, 0, (0, asset.rig.clips[0].duration)))).max() > 1


def test_resampled_and_dropped_clips():
    asset = pantin.load(ARM)
    edited = pantin.edit_clips(asset, resample={"bend": 24})
    assert {len(channel.times) for channel in edited.rig.clips[0].channels} == {49}
    assert pantin.edit_clips(asset, drop=["bend"]).rig.clips == ()
    assert len(asset.rig.clips) == 1  # it was a copy


def test_a_rig_and_formats_that_are_written_anew(tmp_path):
    rig = pantin.load(ARM).rig
    assert pantin.edit_clips(rig, retime=2.0).rig.clips[0].duration == 1.0
    walk = ROOT / "examples" / "motion" / "walk.bvh"
    length = pantin.load(walk).rig.clips[0].duration
    pantin.save(pantin.edit_clips(pantin.load(walk), retime=2.0), tmp_path / "fast.bvh")
    assert pantin.load(tmp_path / "fast.bvh").rig.clips[0].duration == pytest.approx(length / 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cut": {"bend": (0.5, 3.0)}}, "is 2 s long"),
        ({"cut": {"bend": (1.0, 1.0)}}, "is empty"),
        ({"loop": "bnd"}, "Did you mean bend"),
        ({"rename": {"none": "x"}}, "no clip is called 'none'"),
        ({"drop": [3]}, "there is no clip 3"),
        ({"mirror": True}, "cannot tell left from right"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        pantin.edit_clips(pantin.load(ARM), **options)
