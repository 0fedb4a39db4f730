"""`pantin.serve`: the page of a file on this machine's own address, which follows the file."""

from __future__ import annotations

import http.client
import json
import os
import threading
import webbrowser
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import pantin
from pantin.viewer import serve as module
from pantin.viewer.page_html import page_html
from pantin.viewer.page_server import PageServer
from pantin.viewer.serve import as_read, stamps

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = (EXAMPLES / "rigy" / "arm.rigy.yaml").read_text(encoding="utf-8")
BAD = "version: '0.1'\nskeletons: 7\n"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "arm.rigy.yaml"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def interrupted(monkeypatch):
    """Ctrl-C as soon as there is nothing left to do but wait."""

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module.time, "sleep", interrupt)


def test_a_source_with_a_fault_is_a_list_of_problems_with_their_places(source):
    source.write_text(BAD, encoding="utf-8")
    build = module._build([source], page_html, edition=1)
    assert (build.assets, build.html) == ((), None)
    assert any(problem["location"].startswith("line 2") for problem in build.problems)


def test_a_source_that_compiles_is_a_page(source):
    build = module._build([source], page_html, edition=1)
    assert len(build.assets) == 1
    assert '"live":1' in build.html
    assert build.problems == []


@pytest.mark.parametrize(
    ("name", "clip", "expected_text"),
    [
        ("gone.glb", None, "gone.glb: no such file or directory"),
        (".", None, "is a directory"),
        ("arm.glb", "bnd", "Did you mean bend?"),
        ("toy.g4b", None, "the viewer shows 3D and 4D models; this rig has 5"),
    ],
)
def test_what_else_goes_wrong_is_a_problem_in_words(tmp_path, name, clip, expected_text):
    for file in (EXAMPLES / "arm.glb", EXAMPLES / "g4mf" / "toy.g4b"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    build = module._build([tmp_path / name], partial(page_html, clip=clip), edition=2)
    (problem,) = build.problems
    assert build.html is None
    assert (problem["severity"], problem["rule"]) == ("error", "")
    assert expected_text in problem["message"]


def test_a_watched_source_may_be_broken_at_first_but_must_be_there(source):
    source.write_text(BAD, encoding="utf-8")
    first = module._build_first([source], page_html)
    assert set(first.known) == {source}
    assert (first.assets, first.html) == ((), None)
    assert first.problems
    source.unlink()
    with pytest.raises(FileNotFoundError):
        module._build_first([source], page_html)


def test_a_source_that_is_broken_at_first_has_an_empty_page_that_says_why(source, monkeypatch, interrupted):
    source.write_text(BAD, encoding="utf-8")
    seen = []

    class Server(PageServer):
        def report_problems(self, problems):
            seen.append((self.page[:15], problems[0]["severity"]))

    monkeypatch.setattr(module, "PageServer", Server)
    pantin.serve(source, watch=True, open_browser=False, on_ready=lambda url: seen.append("ready"))
    assert seen == [(b"<!doctype html>", "error"), "ready"]


class Stopped(Exception):
    """Ends a loop that has no end."""


def test_the_page_follows_the_file(source, monkeypatch):
    heard, notes = [], []
    writes = [BAD, GOOD]

    def next_write(_):
        if not writes:
            raise Stopped
        source.write_text(writes.pop(0), encoding="utf-8")

    first = module._Build((), None, [], {})
    with PageServer("old") as server:
        monkeypatch.setattr(module.time, "sleep", next_write)
        monkeypatch.setattr(server, "report_problems", lambda problems: heard.append(len(problems) > 0))
        monkeypatch.setattr(server, "replace", lambda text: heard.append(text[:15]))
        with pytest.raises(Stopped):
            module._watch(server, [source], first, page_html, notes.append)
    assert heard == [True, "<!doctype html>"]
    assert notes[0].endswith("; the page lists them")
    assert notes[1] == "updated the page"


def test_the_page_of_two_models_follows_both(source, tmp_path, monkeypatch):
    other = tmp_path / "other" / "arm.gltf"
    other.parent.mkdir()
    pantin.convert(EXAMPLES / "arm.glb", other)
    buffer = other.with_suffix(".bin")
    writes = [
        lambda: buffer.write_bytes(b"\1" + buffer.read_bytes()[1:]),
        lambda: other.write_text("{", encoding="utf-8"),
        lambda: pantin.convert(EXAMPLES / "arm.glb", other),
        lambda: source.write_text(GOOD + "# more\n", encoding="utf-8"),
    ]
    seen = []

    class Server(PageServer):
        def replace(self, page):
            seen.append('"title":"arm.gltf"' in page)

        def report_problems(self, problems):
            seen.append(problems[0]["severity"])

    def next_write(_):
        if not writes:
            raise KeyboardInterrupt
        writes.pop(0)()

    monkeypatch.setattr(module, "PageServer", Server)
    monkeypatch.setattr(module.time, "sleep", next_write)
    pantin.serve(source, other=other, watch=True, open_browser=False, on_ready=lambda url: None)
    assert seen == [True, "error", True, True]


def test_what_is_saved_while_the_page_is_made_is_shown_next(source, monkeypatch):
    attempt, build, looks = module._build, [], iter(range(4))

    def slow(*arguments, **options):
        result = attempt(*arguments, **options)
        build.append(source.read_text(encoding="utf-8"))
        if len(build) < 3:
            source.write_text(GOOD + f"# {len(build)}\n", encoding="utf-8")
        return result

    def looked(_):
        if next(looks, None) is None:
            raise Stopped

    monkeypatch.setattr(module, "_build", slow)
    monkeypatch.setattr(module.time, "sleep", looked)
    first = module._build_first([source], page_html)
    with PageServer(first.html) as server, pytest.raises(Stopped):
        module._watch(server, [source], first, page_html, lambda message: None)
    assert build == [GOOD, GOOD + "# 1\n", GOOD + "# 2\n"]


def test_the_address_is_told_and_serves_the_page_until_ctrl_c(monkeypatch):
    ended = threading.Event()

    def wait(_):
        ended.wait()
        raise KeyboardInterrupt

    fetched = []

    def fetch(url):
        address = urlsplit(url)
        line = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        line.request("GET", address.path)
        fetched.append(line.getresponse().read().decode())
        line.close()
        ended.set()

    monkeypatch.setattr(module.time, "sleep", wait)
    pantin.serve(EXAMPLES / "arm.glb", clip="bend", open_browser=False, on_ready=fetch)
    assert fetched == [pantin.view(pantin.load(EXAMPLES / "arm.glb"), "bend").html]


def test_the_address_is_printed_where_nobody_asks_for_it(interrupted, capsys):
    pantin.serve(EXAMPLES / "arm.glb", open_browser=False)
    assert capsys.readouterr().out.startswith("http://127.0.0.1:")


def test_the_browser_is_opened_unless_told_otherwise(monkeypatch, interrupted):
    opened, notes = [], []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) is None)
    options = {"on_ready": lambda url: None, "notify": notes.append}
    pantin.serve(EXAMPLES / "arm.glb", open_browser=False, **options)
    assert opened == []
    pantin.serve(EXAMPLES / "arm.glb", **options)
    assert (len(opened), notes) == (1, [])
    monkeypatch.setattr(webbrowser, "open", lambda url: False)
    pantin.serve(EXAMPLES / "arm.glb", **options)
    assert notes == ["no browser found: open the address above in a browser on this machine"]


def test_bytes_are_served_by_their_name_and_cannot_be_watched(interrupted):
    data = (EXAMPLES / "arm.glb").read_bytes()
    pantin.serve(data, name="arm.glb", open_browser=False, on_ready=lambda url: None)
    with pytest.raises(ValueError, match="watch needs a file, not bytes"):
        pantin.serve(data, watch=True)


def test_what_cannot_be_served_raises_before_a_server_is_started(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "PageServer", lambda page: pytest.fail("a server was started"))
    with pytest.raises(FileNotFoundError):
        pantin.serve(tmp_path / "gone.glb")
    with pytest.raises(ValueError, match="no clip is called 'bnd'"):
        pantin.serve(EXAMPLES / "arm.glb", clip="bnd")
    with pytest.raises(pantin.BadFile):
        pantin.serve(b"dear diary")


def test_a_text_is_watched_with_all_texts_in_its_folder(tmp_path):
    source = tmp_path / "arm.rigy.yaml"
    source.write_text("version: '0.1'\n")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "hand.rigy.yaml").write_text("")
    (tmp_path / "notes.txt").write_text("")
    assert {path.name for path in stamps([source])} == {"arm.rigy.yaml", "hand.rigy.yaml"}


def test_a_gltf_is_watched_with_the_files_it_names(corpus):
    path = corpus / "vrm" / "three-vrm" / "sphere-collider.gltf"
    asset = pantin.load(path)
    assert {stamp.name for stamp in stamps([path], [asset])} == {"sphere-collider.gltf", "sphere_mesh.bin"}
    assert {stamp.name for stamp in stamps([path])} == {"sphere-collider.gltf"}


def test_a_change_is_seen(tmp_path):
    source = tmp_path / "a.glb"
    source.write_bytes(b"1")
    before = stamps([source])
    assert stamps([source]) == before
    os.utime(source, ns=(1, 1))
    assert stamps([source]) != before
    source.unlink()
    assert stamps([source]) == {source: module.MISSING}


def test_a_g4mf_text_is_watched_with_its_buffers(tmp_path):
    """Those that are not there too; what leads out of the folder is not read, and not watched."""
    uris = ["a.bin", "gone.bin", "../out.bin", "data:application/octet-stream;base64,AAAA"]
    source = tmp_path / "a.g4tf"
    buffers = [{"byteLength": 3, "uri": one} for one in uris]
    source.write_text(json.dumps({"asset": {"dimension": 3}, "buffers": buffers, "nodes": [{}]}))
    (tmp_path / "a.bin").write_bytes(b"123")
    result = stamps([source], [pantin.load(source)])
    assert {path.name for path in result} == {"a.g4tf", "a.bin", "gone.bin"}
    assert result[tmp_path / "gone.bin"] == module.MISSING


def test_what_was_written_while_it_was_read_has_changed():
    """A file that was looked at before keeps its stamp; another counts by when it was written."""
    old, new, late = Path("old"), Path("new"), Path("late")
    after = {old: (70, 1), new: (30, 1), late: (60, 1)}
    known = as_read({old: (10, 1), Path("unused"): (5, 1)}, after, began=50)
    assert known == {old: (10, 1), new: (30, 1), late: module.CHANGED}


def test_a_folder_of_many_texts_is_watched_in_part(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_FILES", 3)
    for index in range(9):
        (tmp_path / f"{index}.rigy.yaml").write_text("")
    result = stamps([tmp_path / "8.rigy.yaml"])
    assert len(result) == 3
    assert tmp_path / "8.rigy.yaml" in result
