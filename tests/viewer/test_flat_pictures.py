"""Pictures of 4D models: `render` cuts and projects them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import Instance, Material, Mesh, Node, Scene, Surface, build
from pantin.rig.topology import Topology
from pantin.rig.triangulation import boundary

pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples" / "g4mf"
SMALL = (96, 72)
PLAIN = {"size": SMALL, "background": "black", "shadow": False}


@pytest.fixture(scope="module")
def creature():
    return pantin.load(EXAMPLES / "creature.g4b")


@pytest.fixture(scope="module")
def tesseract():
    return pantin.load(EXAMPLES / "tesseract.off")


def shifted(tesseract, along):
    """A tesseract away from the origin, in red."""
    surface = tesseract.rig.meshes[0].surfaces[0]
    moved = Surface(surface.positions + np.array(along), topology=Topology(boundary(surface)), material=0)
    return build(
        nodes=[Node("cube")],
        meshes=[Mesh((moved,))],
        materials=[Material("red", (1.0, 0.0, 0.0, 1.0))],
        instances=[Instance(0, 0)],
        scenes=[Scene((0,))],
        dimension=4,
    )


def pixels(asset, **options):
    return pantin.render(asset, **PLAIN, **options).pixels


def frames(path):
    from PIL import Image

    with Image.open(path) as image:
        count = getattr(image, "n_frames", 1)
        pictures = []
        for index in range(count):
            image.seek(index)
            pictures.append(np.asarray(image.convert("RGB")).astype(int))
    return pictures


def test_a_4d_model_is_drawn_as_its_slice(creature):
    """The same picture as of the 3D model that `slice` makes."""
    for options in ({}, {"w": 0.25}, {"rotate": "xw:30,yz:10"}, {"plane": (1, 1, 1, 1, 0.5)}):
        cut = pantin.slice(creature, **options)
        assert (pixels(creature, show="mesh", **options) == pixels(cut)).all(), options


def test_a_slice_has_the_colour_of_its_material(tesseract):
    red = pixels(pantin.Asset.of_rig(shifted(tesseract, (0, 0, 0, 0.0))), show="mesh")
    red, green, blue = (red[..., channel].astype(int).max() for channel in range(3))
    assert red > 150
    assert max(green, blue) < red / 2


def test_a_slice_that_misses_the_model_is_replaced_by_a_projection(tesseract):
    far = pantin.Asset.of_rig(shifted(tesseract, (0, 0, 0, 5.0)))
    drawn = pantin.render(far, **PLAIN)
    assert drawn.notes == (
        "w = 0 misses the model (w ranges from 4.000 to 6.000): its edges are drawn in perspective",
    )
    assert drawn.pixels[..., :3].any()
    with pytest.raises(ValueError, match=r"w = 1 misses the model \(w ranges from 4.000 to 6.000\)"):
        pantin.render(far, w=1.0, **PLAIN)


def test_edges_are_coloured_along_w(tesseract):
    """From the front, a cube at the far end of w is blue, inside one at the near end that is orange."""
    picture = pantin.render(
        tesseract, project="perspective", camera="front", size=(200, 200), background="black", shadow=False
    ).pixels.astype(int)
    lit = picture[..., :3].max(axis=2) > 60
    top = np.flatnonzero(lit.any(axis=1)).min()
    outer = picture[top : top + 4, 60:140][..., :3].max(axis=(0, 1))
    assert outer[0] > outer[2]  # warm
    middle = picture[100, 100 - 70 : 100][lit[100, 30:100]]
    assert any(blue > red for red, _, blue, _ in middle)  # cold, inside


def test_a_parallel_projection_is_smaller_than_a_perspective_one(tesseract):
    """In parallel, both cubes of a tesseract coincide: a cube is all that is seen from the front."""
    parallel = pixels(tesseract, project="orthographic", camera="front")
    assert (parallel != pixels(tesseract, project="perspective", camera="front")).any()
    middle = parallel[SMALL[1] // 2 - 8 : SMALL[1] // 2 + 8, SMALL[0] // 2 - 8 : SMALL[0] // 2 + 8]
    assert not middle[..., :3].any()


def test_a_turntable_in_planes_comes_back_after_a_quarter_turn(tesseract, tmp_path):
    """A quarter turn exchanges the axes of a tesseract, which looks the same."""
    options = {**PLAIN, "project": "perspective"}
    pantin.render(tesseract, tmp_path / "a.webp", turntable="xw", frames=8, **options)
    full = frames(tmp_path / "a.webp")
    assert len(full) == 8
    assert np.abs(full[0] - full[2]).mean() < 2  # what WebP loses
    assert np.abs(full[0] - full[1]).mean() > 10
    pantin.render(tesseract, tmp_path / "b.webp", turntable="xw:90", frames=2, **options)
    quarter = frames(tmp_path / "b.webp")
    assert np.abs(quarter[1] - full[1]).mean() < 2


def test_a_turntable_starts_at_the_given_rotation(creature, tmp_path):
    options = {**PLAIN, "rotate": "yz:20"}
    pantin.render(creature, tmp_path / "a.gif", turntable="xw,yz:720", frames=3, **options)
    assert len(frames(tmp_path / "a.gif")) == 3


def test_a_sweep_goes_there_and_back(tesseract, tmp_path):
    """Along its diagonal, a tesseract is a tetrahedron, an octahedron, and the opposite tetrahedron."""
    pantin.render(tesseract, tmp_path / "a.webp", sweep=True, frames=8, plane=(1, 1, 1, 1, 0), **PLAIN)
    swept = frames(tmp_path / "a.webp")
    assert len(swept) == 8
    assert np.abs(swept[2] - swept[6]).mean() < 2
    assert np.abs(swept[1] - swept[3]).mean() > 5


def test_the_model_is_posed_once_for_all_slices(creature, tmp_path, monkeypatch):
    from pantin.operations.edit import slice_bodies

    calls = []
    monkeypatch.setattr(slice_bodies, "deform", lambda *a, **k: calls.append(1) or pantin.deform(*a, **k))
    pantin.render(creature, tmp_path / "a.gif", sweep=True, frames=5, **PLAIN)
    assert len(calls) == 1


def test_the_camera_turns_around_a_slice(creature, tmp_path):
    pantin.render(creature, tmp_path / "a.gif", turntable=True, frames=4, **PLAIN)
    assert len(frames(tmp_path / "a.gif")) == 4


def test_skeleton_and_edges_are_drawn_over_a_slice(creature):
    plain = pixels(creature, show="mesh")
    for show in ("mesh,skeleton", "mesh,wireframe", "skeleton", "wireframe"):
        assert (pixels(creature, show=show) != plain).any(), show


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"project": "perspective", "distance": 0.5}, "distance must be finite and larger than 1,"),
        ({"distance": 5}, "distance applies to a perspective projection only"),
        ({"project": "flat"}, "project must be orthographic or perspective, not 'flat'"),
        ({"w": 0.1, "plane": (0, 0, 0, 1, 0)}, "give w or plane, not both"),
        ({"plane": (0, 0, 0, 1)}, "plane needs five numbers"),
        ({"rotate": "xv:3"}, "4 dimensions have no axis v"),
        ({"show": "colliders"}, "colliders can be drawn in three dimensions only"),
        ({"show": "weights=Hips"}, "weights can be drawn in three dimensions only"),
        ({"time": 1.0}, "the file has no clips: use turntable or sweep instead"),
        ({"sweep": True}, "sweep makes an animation: give a path"),
    ],
)
def test_what_cannot_be_drawn_is_refused(creature, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        pantin.render(creature, **PLAIN, **options)


def test_a_5d_model_is_cut_twice_or_projected_twice():
    """The slice of a 5-cube is a cube, drawn as that of the 3D model that `slice` makes."""
    cube = pantin.Asset.of_rig(pantin.shapes.by_name("cube-5").rig("cube"))
    for options in ({}, {"w": 0.1, "v": 0.2}, {"rotate": "xv:30,yw:20"}):
        drawn = pixels(cube, show="mesh", **options)
        assert (drawn == pixels(pantin.slice(cube, **options))).all(), options
    assert pixels(cube, project="perspective", rotate="xv:20")[..., :3].any()
    with pytest.raises(ValueError, match="5 dimensions have no axis u"):
        pantin.render(cube, u=0.1, **PLAIN)


def test_no_dimension_brings_a_vertex_behind_the_eye(tmp_path):
    cube = pantin.Asset.of_rig(pantin.shapes.by_name("cube-8").rig("cube"))
    pantin.render(cube, tmp_path / "a.gif", project="perspective", turntable="xw,yv,zu", frames=3, **PLAIN)


@pytest.mark.parametrize(
    ("turntable", "sentence"),
    [
        ("xw:abc", "expected degrees after a colon"),
        ("around", "a plane is named by two axes, such as xw"),
        ("xv", "no axis v"),
    ],
)
def test_a_wrong_turntable_is_refused(creature, tmp_path, turntable, sentence):
    with pytest.raises(ValueError, match=sentence):
        pantin.render(creature, tmp_path / "a.gif", turntable=turntable, frames=2, **PLAIN)


@pytest.mark.parametrize("options", [{"rotate": "xw:3"}, {"w": 1.0}, {"project": "perspective"}])
def test_3d_models_are_not_cut(arm, options):
    with pytest.raises(
        ValueError, match=f"{next(iter(options))} is for models of more than three dimensions"
    ):
        pantin.render(arm, **PLAIN, **options)


def test_a_slice_is_shown_inside_the_edges_unless_there_are_many(tesseract):
    np.testing.assert_array_equal(pixels(tesseract), pixels(tesseract, show="mesh,wireframe"))
    assert (pixels(tesseract) != pixels(tesseract, show="mesh")).any()
    ball = pantin.shapes.ball(4).rig()
    np.testing.assert_array_equal(
        pantin.render(ball, **PLAIN).pixels, pantin.render(ball, show="mesh", **PLAIN).pixels
    )


def test_a_turntable_turns_a_4d_model_in_xw(creature, tmp_path):
    pantin.render(creature, tmp_path / "a.gif", turntable=True, frames=3, **PLAIN)
    pantin.render(creature, tmp_path / "b.gif", turntable="xw", frames=3, **PLAIN)
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_clips_are_played_in_four_dimensions(tmp_path):
    """Each frame of a clip is the still of its time, from an eye that is far enough for all of them."""
    pil = pytest.importorskip("PIL.Image")
    creature = pantin.load(EXAMPLES / "creature.g4b").rig
    builder = pantin.RigBuilder(4)
    builder.add_node("UpperArm")
    clip = builder.add_clip("wave")
    builder.add_channel(clip, "UpperArm", "rotation", [0, 1], [{"xy": 0}, {"xy": 40}])
    (channel,) = builder.build().clips[0].channels
    node = creature.nodes.names.index("UpperArm")
    waving = creature.replace(clips=(pantin.rig.Clip(name="wave", channels=(channel.replace(node=node),)),))
    pantin.render(waving, tmp_path / "wave.webp", clip="wave", frames=4, size=(96, 64))
    image = pil.open(tmp_path / "wave.webp")
    shown = []
    for frame in range(image.n_frames):
        image.seek(frame)
        shown.append(np.asarray(image.convert("L"), dtype=float))
    assert len(shown) == 4
    changes = [np.abs(picture - shown[0]).mean() for picture in shown]
    assert changes == sorted(changes)
    assert changes[1] > 0.3
