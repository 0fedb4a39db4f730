"""A folder of models as a page of thumbnails."""

from __future__ import annotations

import http.client
import shutil
from pathlib import Path

import pytest

from pantin.viewer.folder import FolderPages
from pantin.viewer.page_html import page_html
from pantin.viewer.page_server import PageServer

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "parts").mkdir()
    shutil.copy(EXAMPLES / "arm.glb", tmp_path / "parts" / "<b>.glb")
    (tmp_path / "broken.glb").write_bytes(b"glTF")
    (tmp_path / "notes.txt").write_text("no model")
    return FolderPages(tmp_path, page_html)


def test_every_model_has_a_thumbnail_that_opens_it(folder):
    page = folder.index()
    assert "2 models" in page
    assert '<a href="model/1"><img loading="lazy" alt="" src="thumbnail/1">' in page
    assert "&lt;b&gt;.glb" in page
    assert "<b>" not in page
    assert "script-src" not in page
    content, kind = folder.answer("model/1")
    assert kind == "text/html; charset=utf-8"
    assert b'"shoulder"' in content


def test_a_thumbnail_is_a_picture_of_the_model(folder):
    pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
    content, kind = folder.answer("thumbnail/1")
    assert (kind, content[8:12]) == ("image/webp", b"WEBP")


def test_a_broken_file_is_said_and_spoils_no_other(folder):
    content, _ = folder.answer("model/0")
    assert b"It cannot be shown: " in content
    assert folder.answer("thumbnail/0")[1] == "image/svg+xml"


@pytest.mark.parametrize(
    "path", ["model/2", "model/-1", "model/", "model/01", "thumbnail/x", "other/0", "model/0/x"]
)
def test_no_other_path_leads_anywhere(folder, path):
    assert folder.answer(path) is None


def test_a_folder_without_models_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no supported files found"):
        FolderPages(tmp_path, page_html)


def test_the_server_serves_what_is_found_and_nothing_without_the_secret(folder):
    with PageServer(folder.index(), folder.answer) as server:
        answers = []
        for path in (f"/{server.token}/model/1", "/model/1", f"/{server.token}/model/7"):
            line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
            line.request("GET", path)
            answers.append(line.getresponse().status)
            line.close()
    assert answers == [200, 403, 404]
