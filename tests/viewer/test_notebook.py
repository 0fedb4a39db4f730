"""Pages in notebooks: the script of the viewer is sent once, and pages without it are small."""

from __future__ import annotations

import sys
from html import unescape
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import pantin
from pantin.viewer import notebook
from pantin.viewer.page import digest, policy_of, read_web_file

EXAMPLES = Path(__file__).parents[2] / "examples"
HELD = '<script type="text/plain" id="pantin-viewer-'


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """A process that has shown nothing yet."""
    monkeypatch.setattr(notebook, "_sent_by", notebook.NEVER)


class Shell:
    """As much of IPython as a page asks for; `outputs` are what it displayed, `cell` is the one that runs."""

    def __init__(self, monkeypatch):
        self.cell, self.outputs = "a", []
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: self))
        display = ModuleType("IPython.display")
        display.HTML, display.display = str, self.outputs.append
        monkeypatch.setitem(sys.modules, "IPython.display", display)

    def get_parent(self):
        return {"metadata": {"cellId": self.cell}}


def inside(html):
    return unescape(html.split('srcdoc="')[1].split('"')[0])


def test_the_first_view_has_the_script_and_later_ones_are_small():
    asset = pantin.load(EXAMPLES / "arm.glb")
    first, second = asset._repr_html_(), pantin.view(asset)._repr_html_()
    assert first.count(HELD) == 1
    assert HELD not in second
    assert read_web_file("viewer.js") in first
    assert len(second) < 200_000


@pytest.mark.parametrize("name", ["arm.glb", "face.gltf", "springs/skirt.glb", "vrm/avatar.vrm"])
def test_views_of_the_examples_stay_under_200_kilobytes(name, monkeypatch):
    Shell(monkeypatch)
    assert len(pantin.load(EXAMPLES / name)._repr_html_().encode()) < 200_000


def test_in_ipython_the_script_is_an_output_of_its_own(monkeypatch):
    shell, asset = Shell(monkeypatch), pantin.load(EXAMPLES / "arm.glb")
    shown = asset._repr_html_()
    assert [output.startswith(HELD) for output in shell.outputs] == [True]
    assert HELD not in shown
    shell.cell = "b"
    asset._repr_html_()
    assert len(shell.outputs) == 1
    shell.cell = "a"  # runs again, which clears its output
    asset._repr_html_()
    assert len(shell.outputs) == 2


def test_in_colab_every_cell_has_the_script(monkeypatch):
    Shell(monkeypatch)
    monkeypatch.setitem(sys.modules, "google.colab", ModuleType("google.colab"))
    asset = pantin.load(EXAMPLES / "arm.glb")
    assert all(HELD in asset._repr_html_() for _ in range(2))


def test_a_page_runs_the_viewer_and_what_asks_for_it_alone():
    page = inside(pantin.load(EXAMPLES / "arm.glb")._repr_html_())
    script = read_web_file("viewer.js")
    assert f"script-src '{digest(script)}' '{digest(notebook.ASK)}';" in policy_of(page)
    assert script not in page
    assert f"<script>{notebook.ASK}</script>" in page


def test_every_view_has_a_frame_of_its_own():
    asset = pantin.load(EXAMPLES / "arm.glb")
    listed = [asset._repr_html_() for _ in range(2)]
    names = [html.split('<iframe id="')[1].split('"')[0] for html in listed]
    assert names[0] != names[1]
    for html, name in zip(listed, names, strict=True):
        assert f'getElementById("{name}")' in html
