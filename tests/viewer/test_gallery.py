"""A folder of models as a gallery that can be sent."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import pantin
from pantin.cli.run import run

pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "models"
    (folder / "parts").mkdir(parents=True)
    shutil.copy(EXAMPLES / "arm.glb", folder / "parts" / "<b>.glb")
    shutil.copy(EXAMPLES / "vrm" / "avatar.vrm", folder)
    shutil.copy(EXAMPLES / "loose.glb", folder)
    (folder / "broken.glb").write_bytes(b"glTF")
    (folder / "notes.txt").write_text("no model")
    return folder


def test_one_file_has_every_thumbnail_and_every_fact(folder, tmp_path):
    made = pantin.write_gallery(folder, tmp_path / "gallery.html")
    page = (tmp_path / "gallery.html").read_text()
    assert made.bytes == len(page.encode())
    assert (made.models, [name for name, _ in made.unreadable]) == (4, ["broken.glb"])
    assert page.count("data:image/webp;base64,") == 3
    assert "4 models, 1 unreadable" in page
    assert "&lt;b&gt;.glb" in page
    assert "<b>" not in page
    assert "VRM 1.0" in page
    errors = len(pantin.check(EXAMPLES / "loose.glb").errors)
    assert f'<dd class="error">{errors} error' in page
    assert not re.findall(r'(?:src|href)="(?!data:)', page), "it refers to nothing outside itself"
    assert "script" not in page


def test_a_folder_has_the_page_of_each_model(folder, tmp_path):
    made = pantin.write_gallery(folder, tmp_path / "gallery")
    index = (tmp_path / "gallery" / "index.html").read_text()
    linked = re.findall(r'(?:src|href)="([^"]+)"', index)
    written = {str(file.relative_to(tmp_path / "gallery")) for file in (tmp_path / "gallery").rglob("*.*")}
    assert {*linked, "index.html", "viewer.js"} == written
    pages = [(tmp_path / "gallery" / name).read_text() for name in linked if name.startswith("models/")]
    script = (tmp_path / "gallery" / "viewer.js").read_text()
    assert all('<script src="../viewer.js"></script>' in page and script not in page for page in pages)
    assert sum(name.startswith("models/") for name in linked) == 3
    assert made.bytes == sum((tmp_path / "gallery" / name).stat().st_size for name in written)


def test_a_file_that_cannot_be_read_is_named_once(folder, tmp_path, capsys):
    (folder / "gone.glb").symlink_to(tmp_path / "nowhere.glb")
    made = pantin.write_gallery(folder, tmp_path / "gallery.html")
    reasons = dict(made.unreadable)
    assert reasons["gone.glb"] == f"a link to {tmp_path / 'nowhere.glb'}, which does not exist"
    assert str(folder) not in reasons["broken.glb"]
    assert f'<dd class="error">{reasons["gone.glb"]}' in (tmp_path / "gallery.html").read_text()
    run(["view", str(folder), "--out", str(tmp_path / "other.html")])
    lines = capsys.readouterr().err.splitlines()
    assert f"pantin: {folder / 'gone.glb'}: {reasons['gone.glb']}" in lines


def test_progress_counts_every_model(folder, tmp_path):
    seen = []
    pantin.write_gallery(folder, tmp_path / "a.html", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_folder_without_models_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no supported files found"):
        pantin.write_gallery(tmp_path / "empty", tmp_path / "a.html")
    assert not (tmp_path / "a.html").exists()


def test_a_gallery_is_not_written_to_the_name_of_an_image(tmp_path):
    """It would become a folder called models.png."""
    with pytest.raises(ValueError, match=r"a gallery is a file that ends in \.html, or a folder"):
        pantin.write_gallery(EXAMPLES / "springs", tmp_path / "models.png")
    assert not any(tmp_path.iterdir())
