from __future__ import annotations

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.deformation import deform
from pantin.kernels import engine
from pantin.motion import sample
from pantin.rig import Node, OnlyIn3D, Skin, build
from pantin.viewer.camera import VIEWS
from pantin.viewer.stage import Show, Stage
from pantin.viewer.warmup import warmup

CLEAR = (0.0, 0.0, 0.0, 0.0)


def draw(stage, pose=None, size=(60, 45), view="front", **options):
    held = pose or stage.rig.rest_pose()
    (shot,) = stage.shots([held], [VIEWS[view]], size)
    return stage.draw(held, shot, CLEAR, **options)


def test_the_silhouette_is_that_of_the_projected_vertices(arm):
    """Every vertex of a convex outline lies at the edge of what is drawn: the box of both is the same, to a
    pixel."""
    stage = Stage(arm)
    pose = sample(arm.rig, 0, 0.7)
    (shot,) = stage.shots([pose], [VIEWS["auto"]], (120, 90))
    alpha = stage.draw(pose, shot, CLEAR, False)[..., 3]
    rows, columns = np.nonzero(alpha > 0)
    points = np.concatenate([posed.positions for posed in deform(arm.rig, pose)]).astype(float)
    x, y, _ = shot.camera.project(shot.camera.to_camera(points))
    assert columns.min() == pytest.approx(x.min(), abs=1)
    assert columns.max() + 1 == pytest.approx(x.max(), abs=1)
    assert rows.min() == pytest.approx(y.min(), abs=1)
    assert rows.max() + 1 == pytest.approx(y.max(), abs=1)


def test_the_shadow_is_dark_without_colour_and_is_left_out_when_asked(arm):
    stage = Stage(arm)
    shaded, plain = draw(stage, view="auto"), draw(stage, view="auto", shade=False)
    ground = (plain[..., 3] == 0) & (shaded[..., 3] > 0)
    assert ground.sum() > 20
    assert shaded[ground, 3].max() > 0.2
    assert shaded[ground, :3].max() == 0


def test_the_skeleton_is_seen_through_the_mesh(arm):
    plain, both = draw(Stage(arm)), draw(Stage(arm, Show(skeleton=True)))
    assert np.abs(both - plain).max() > 0.2
    alone = draw(Stage(arm, Show(mesh=False, skeleton=True)), shade=False)
    assert 0 < (alone[..., 3] > 0).sum() < (plain[..., 3] > 0).sum()


def test_a_weight_map_is_light_and_warm_where_the_joint_rules_and_dark_where_it_does_not(arm):
    """The arm stands along y: its first joint rules the lowest third, its last the highest."""
    draw_picture = draw(Stage(arm, Show(weights=0)), size=(60, 120), shade=False)
    low, high = draw_picture[100, 30, :3], draw_picture[20, 30, :3]
    assert low[0] > 2 * low[2]
    assert high.max() < 0.2 * low.max()


def test_ground_and_distance_are_those_of_all_poses(arm):
    poses = [sample(arm.rig, 0, time) for time in (0.0, 0.5, 1.0)]
    stage = Stage(arm)
    views = [VIEWS["auto"], VIEWS["auto"].rotate(90)]
    shots = stage.shots(poses, views, (60, 45))
    assert len({shot.ground for shot in shots}) == 1
    for pose in poses:
        alpha = stage.draw(pose, shots[0], CLEAR, False)[..., 3]
        assert max(alpha[0].max(), alpha[-1].max(), alpha[:, 0].max(), alpha[:, -1].max()) == 0


def test_a_rig_without_meshes_shows_its_nodes():
    rig = build(nodes=[Node("a"), Node("b", 0, (0, 1, 0))])
    assert draw(Stage(rig, Show(skeleton=True)))[..., 3].max() > 0.5


def test_an_empty_rig_is_an_empty_picture():
    assert draw(Stage(build(nodes=[])))[..., 3].max() == 0


def test_four_dimensions_are_refused_with_a_sentence():
    with pytest.raises(OnlyIn3D, match="this one has 4 dimensions"):
        Stage(build(nodes=[Node()], dimension=4))


@pytest.mark.skipif(not engine.numba_importable(), reason="numba cannot be imported")
def test_pictures_of_every_kind_need_one_compiled_kernel_each(arm):
    """A kernel is compiled for the types of its arguments: did they differ, a picture would wait again."""
    warmup()
    from pantin.viewer.points_numba import group_samples
    from pantin.viewer.raster_numba import rasterise_strips

    before = len(rasterise_strips.signatures), len(group_samples.signatures)
    for show in (
        Show(),
        Show(skeleton=True, wireframe=True),
        Show(mesh=False, wireframe=True),
        Show(weights=1),
    ):
        with engine.force_backend(engine.Backend.TWIN):
            draw(Stage(arm, show))
    assert (len(rasterise_strips.signatures), len(group_samples.signatures)) == before


def test_one_joint_among_other_nodes_does_not_swallow_the_camera():
    """A broken skin may leave one joint; the picture then holds every node."""
    rig = build(
        nodes=[Node("joint"), Node("end", 0, (0.0, 1.0, 0.0))],
        skins=[Skin((0,), np.eye(4)[None, :3])],
    )
    alpha = draw(Stage(rig, Show(mesh=False, skeleton=True)))[..., 3]
    assert 0 < (alpha > 0).mean() < 0.05


def test_a_hidden_node_stays_hidden_with_what_is_below_it(square):
    """KHR_node_visibility: descendants of a node that is not visible are not visible."""
    rig = square()
    hidden = replace(rig, nodes=replace(rig.nodes, visible=np.array([False])))
    assert draw(Stage(rig), shade=False)[..., 3].max() == 1
    assert draw(Stage(hidden))[..., 3].max() == 0


def test_the_shadow_is_not_seen_through_a_mesh_that_is_faded_under_its_skeleton(arm):
    """From above, the shadow lies behind the arm: with and without it, the arm looks the same."""
    stage = Stage(arm, Show(skeleton=True))
    shaded, plain = draw(stage, view="auto"), draw(stage, view="auto", shade=False)
    covered = draw(Stage(arm), view="auto", shade=False)[..., 3] == 1
    assert np.array_equal(shaded[covered], plain[covered])


def test_what_a_model_does_not_have_is_said_where_it_is_to_be_shown(arm):
    assert Stage(arm).notes == ()
    shown = Stage(arm, Show(mesh=False, shapes=True, colliders=True))
    assert shown.notes == ("no bone of the model has a shape", "the model has no colliders")
