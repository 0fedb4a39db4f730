from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

import pantin
from pantin.viewer.page import build_page

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_view_is_the_page(arm):
    assert pantin.view(arm, "bend").html == build_page(arm, "bend")
    assert repr(pantin.view(arm)).startswith("<View of arm.glb: ")


def test_view_is_saved_as_one_file(arm, tmp_path):
    pantin.view(arm).save(tmp_path / "arm.html")
    assert (tmp_path / "arm.html").read_text(encoding="utf-8") == build_page(arm)


def test_a_notebook_gets_a_frame_that_may_run_scripts_and_nothing_else(arm):
    frame = arm._repr_html_()
    assert frame.startswith('<iframe sandbox="allow-scripts" ')
    inside = frame.split('srcdoc="')[1].split('"')[0]
    assert unescape(inside) == build_page(arm)


def test_an_asset_that_has_no_page_is_shown_by_its_repr():
    assert pantin.load(EXAMPLES / "g4mf" / "toy.g4b")._repr_html_() is None


def test_a_clip_that_is_not_there_is_refused(arm):
    with pytest.raises(ValueError, match="there is no clip 4"):
        pantin.view(arm, 4)
