from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.viewer.sheet import CAPTION

image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")

SMALL = (48, 36)


def test_each_model_is_in_its_field_as_render_draws_it(arm, tmp_path):
    files = [arm.path, arm.path.replace("arm.glb", "face.gltf")]
    sheet = pantin.render_sheet(files, tmp_path / "sheet.png", size=SMALL, columns=1)
    assert sheet.pixels.shape == (2 * (36 + CAPTION), 48, 4)
    assert np.array_equal(sheet.pixels[:36], pantin.render(arm, size=SMALL).pixels)
    with image.open(tmp_path / "sheet.png") as read:
        assert read.size == (48, 2 * (36 + CAPTION))


def test_a_name_is_written_below_its_picture(arm):
    caption = pantin.render_sheet([arm.path], size=SMALL).pixels[36:]
    assert np.ptp(caption[..., :3]) > 100


def test_a_file_that_cannot_be_read_has_an_empty_field_and_a_note(arm, tmp_path):
    broken = tmp_path / "broken.glb"
    broken.write_bytes(b"glTF")
    sheet = pantin.render_sheet([broken, arm.path], size=SMALL, columns=2)
    ((name, note),) = sheet.notes
    assert name == str(broken)
    assert note
    assert np.ptp(sheet.pixels[:36, :48, :3].reshape(-1, 3), axis=0).max() == 0


@pytest.mark.parametrize(
    ("files", "options", "sentence"),
    [
        ([], {}, "no models to draw on the sheet"),
        (["a.glb"], {"columns": 0}, "columns must be at least 1, not 0"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(files, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        pantin.render_sheet(files, **options)


def test_a_sheet_beyond_all_bounds_is_refused_before_anything_is_drawn():
    with pytest.raises(pantin.LimitExceeded, match=r"a sheet of \d+ × \d+ pixels is too large"):
        pantin.render_sheet(["a.glb"] * 10_000, size=(1000, 1000))


def test_results_show_sizes_instead_of_pixels():
    sheet = pantin.render_sheet(["examples/arm.glb"], size=(64, 48))
    drawn = pantin.render("examples/arm.glb", size=(32, 24))
    assert repr(sheet) == "<Sheet 64×74 pixels notes=0>"
    assert repr(drawn).startswith("<Rendered 32×24 pixels notes=0 <Report 'examples/arm.glb'")
