"""Looking things up in a rig."""

import numpy as np
import pytest

from pantin.rig import Clip, Node, Scene, build
from pantin.rig.rig import require_rig


def rig(**parts):
    return build(nodes=[Node("a"), Node("b", parent=0), Node("c")], **parts)


def test_without_scenes_all_nodes_are_shown():
    assert rig().shown().tolist() == [True, True, True]


def test_the_default_scene_is_shown_else_the_first():
    scenes = [Scene((0,)), Scene((2,))]
    assert rig(scenes=scenes, default_scene=1).shown().tolist() == [False, False, True]
    assert rig(scenes=scenes).shown().tolist() == [True, True, False]


def test_a_scene_that_is_asked_for_is_shown():
    assert rig(scenes=[Scene((0,)), Scene((2,))]).shown(1).tolist() == [False, False, True]


def test_a_scene_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="there is no scene 2"):
        rig(scenes=[Scene((0,))]).shown(2)


def test_clips_by_index_and_name():
    clips = [Clip((), "walk"), Clip((), "run")]
    assert rig(clips=clips).clip("run").name == "run"
    assert rig(clips=clips).clip(0).name == "walk"
    with pytest.raises(ValueError, match="no clip is called 'fly'"):
        rig(clips=clips).clip("fly")
    with pytest.raises(ValueError, match="there is no clip 0: the rig has 0"):
        rig().clip(0)


def test_a_scene_is_found_by_name_too():
    scenes = [Scene((0,), "day"), Scene((2,), "night")]
    assert rig(scenes=scenes).shown("night").tolist() == [False, False, True]
    with pytest.raises(ValueError, match="did you mean 'night'"):
        rig(scenes=scenes).shown("nigth")


@pytest.mark.parametrize("which", [None, 0.5, 1.0, [0]])
def test_neither_an_index_nor_a_name_is_refused(which):
    """An index of 0.5 is a mistake, not node 0."""
    with pytest.raises(TypeError, match="a node must be given by index or name"):
        rig().node_index(which)


def test_numpy_integers_are_indices():
    assert rig().node_index(np.uint8(2)) == 2


def test_whoever_gives_an_asset_is_told_to_give_its_rig():
    class Asset:
        rig = property(lambda self: rig())

    require_rig(rig())
    with pytest.raises(TypeError, match=r"expected a Rig, not Asset: use its \.rig"):
        require_rig(Asset())
    with pytest.raises(TypeError, match=r"expected a Rig, not int$"):
        require_rig(3)
