"""`pantin.serve`: the page of a file on this machine's own address, which follows the file."""

from __future__ import annotations

import http.client
import threading
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import pantin
from pantin.viewer import live
from pantin.viewer.serving import PageServer

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

    monkeypatch.setattr(live.time, "sleep", interrupt)


def test_a_source_with_a_fault_is_a_list_of_problems_with_their_places(source):
    source.write_text(BAD, encoding="utf-8")
    made = live._attempt(source, None, edition=1)
    assert (made.asset, made.html) == (None, None)
    assert any(problem["place"].startswith("line 2") for problem in made.problems)


def test_a_source_that_compiles_is_a_page(source):
    made = live._attempt(source, None, edition=1)
    assert made.asset is not None
    assert '"live":1' in made.html
    assert made.problems == []


@pytest.mark.parametrize(
    ("name", "clip", "said"),
    [
        ("gone.glb", None, "gone.glb: no such file or directory"),
        (".", None, "is a directory"),
        ("arm.glb", "bnd", "Did you mean bend?"),
        ("toy.g4b", None, "the viewer shows 3D and 4D models; this rig has 5"),
    ],
)
def test_what_else_goes_wrong_is_a_problem_in_words(tmp_path, name, clip, said):
    for file in (EXAMPLES / "arm.glb", EXAMPLES / "g4mf" / "toy.g4b"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    made = live._attempt(tmp_path / name, clip, edition=2)
    (problem,) = made.problems
    assert made.html is None
    assert (problem["severity"], problem["rule"]) == ("error", "")
    assert said in problem["message"]


def test_a_watched_source_may_be_broken_at_first_but_must_be_there(source):
    source.write_text(BAD, encoding="utf-8")
    first = live._first_attempt(source, None)
    assert set(first.known) == {source}
    assert (first.asset, first.html) == (None, None)
    assert first.problems
    source.unlink()
    with pytest.raises(FileNotFoundError):
        live._first_attempt(source, None)


def test_a_source_that_is_broken_at_first_has_an_empty_page_that_says_why(source, monkeypatch, interrupted):
    source.write_text(BAD, encoding="utf-8")
    seen = []

    class Server(PageServer):
        def complain(self, problems):
            seen.append((self.page[:15], problems[0]["severity"]))

    monkeypatch.setattr(live, "PageServer", Server)
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

    first = live._Attempt(None, None, [], {})
    with PageServer("old") as server:
        monkeypatch.setattr(live.time, "sleep", next_write)
        monkeypatch.setattr(server, "complain", lambda problems: heard.append(len(problems) > 0))
        monkeypatch.setattr(server, "replace", lambda text: heard.append(text[:15]))
        with pytest.raises(Stopped):
            live._follow(server, source, first, None, notes.append)
    assert heard == [True, "<!doctype html>"]
    assert notes[0].endswith("; the page lists them")
    assert notes[1] == "updated the page"


def test_what_is_saved_while_the_page_is_made_is_shown_next(source, monkeypatch):
    attempt, made, looks = live._attempt, [], iter(range(4))

    def slow(*arguments, **options):
        found = attempt(*arguments, **options)
        made.append(source.read_text(encoding="utf-8"))
        if len(made) < 3:
            source.write_text(GOOD + f"# {len(made)}\n", encoding="utf-8")
        return found

    def looked(_):
        if next(looks, None) is None:
            raise Stopped

    monkeypatch.setattr(live, "_attempt", slow)
    monkeypatch.setattr(live.time, "sleep", looked)
    first = live._first_attempt(source, None)
    with PageServer(first.html) as server, pytest.raises(Stopped):
        live._follow(server, source, first, None, lambda message: None)
    assert made == [GOOD, GOOD + "# 1\n", GOOD + "# 2\n"]


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

    monkeypatch.setattr(live.time, "sleep", wait)
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
    monkeypatch.setattr(live, "PageServer", lambda page: pytest.fail("a server was started"))
    with pytest.raises(FileNotFoundError):
        pantin.serve(tmp_path / "gone.glb")
    with pytest.raises(ValueError, match="no clip is called 'bnd'"):
        pantin.serve(EXAMPLES / "arm.glb", clip="bnd")
    with pytest.raises(pantin.BadFile):
        pantin.serve(b"dear diary")
