from __future__ import annotations

import http.client
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pantin.cli import showing
from pantin.cli.exit import Exit, UnreadableError
from pantin.viewer.serving import PageServer

GOOD = (Path(__file__).parents[2] / "examples" / "rigy" / "arm.rigy.yaml").read_text(encoding="utf-8")
BAD = "version: '0.1'\nskeletons: 7\n"


def test_a_text_with_a_fault_is_a_list_of_problems_with_their_places(tmp_path):
    source = tmp_path / "arm.rigy.yaml"
    source.write_text(BAD, encoding="utf-8")
    asset, text, problems = showing.attempt(str(source), None, 1)
    assert (asset, text) == (None, None)
    assert any(one["place"].startswith("line 2") for one in problems)


def test_a_text_that_compiles_is_a_page(tmp_path):
    source = tmp_path / "arm.rigy.yaml"
    source.write_text(GOOD, encoding="utf-8")
    asset, text, problems = showing.attempt(str(source), None, 1)
    assert asset is not None
    assert '"live":1' in text
    assert problems == []


def test_a_source_that_is_gone_is_a_problem_in_words(tmp_path):
    _, text, (problem,) = showing.attempt(str(tmp_path / "gone.glb"), None, 2)
    assert text is None
    assert problem["message"].endswith("gone.glb: no such file or directory")


def test_a_watched_source_may_be_broken_at_first_but_must_be_there(tmp_path):
    source = tmp_path / "arm.rigy.yaml"
    with pytest.raises(UnreadableError, match="no such file"):
        showing.first(str(source), None, watch=True)
    source.write_text(BAD, encoding="utf-8")
    known, asset, text, problems = showing.first(str(source), None, watch=True)
    assert set(known) == {source}
    assert asset is None
    assert text.startswith("<!doctype html>")
    assert problems


class Stopped(Exception):
    """Ends a loop that has no end."""


def test_the_page_follows_the_file(tmp_path, monkeypatch):
    source = tmp_path / "arm.rigy.yaml"
    source.write_text(GOOD, encoding="utf-8")
    heard = []
    writes = [BAD, GOOD]

    def next_write(_):
        if not writes:
            raise Stopped
        source.write_text(writes.pop(0), encoding="utf-8")

    with PageServer("old") as server:
        monkeypatch.setattr(showing.time, "sleep", next_write)
        monkeypatch.setattr(server, "complain", lambda problems: heard.append(len(problems) > 0))
        monkeypatch.setattr(server, "replace", lambda text: heard.append(text[:15]))
        with pytest.raises(Stopped):
            showing.follow(server, source, {}, None, None)
    assert heard == [True, "<!doctype html>"]


def test_what_is_saved_while_the_page_is_made_is_shown_next(tmp_path, monkeypatch):
    source = tmp_path / "arm.rigy.yaml"
    source.write_text(GOOD, encoding="utf-8")
    attempt, made, looks = showing.attempt, [], iter(range(4))

    def slow(*arguments, **options):
        found = attempt(*arguments, **options)
        made.append(source.read_text(encoding="utf-8"))
        if len(made) < 3:
            source.write_text(GOOD + f"# {len(made)}\n", encoding="utf-8")
        return found

    def looked(_):
        if next(looks, None) is None:
            raise Stopped

    monkeypatch.setattr(showing, "attempt", slow)
    monkeypatch.setattr(showing.time, "sleep", looked)
    known, asset, text, _ = showing.first(str(source), None, watch=True)
    with PageServer(text) as server, pytest.raises(Stopped):
        showing.follow(server, source, known, asset, None)
    assert made == [GOOD, GOOD + "# 1\n", GOOD + "# 2\n"]


def test_ctrl_c_ends_quietly(models, monkeypatch, capsys):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(showing.time, "sleep", interrupted)
    assert showing.serve("arm.glb", None, open_browser=False, watch=False) == Exit.CLEAN
    captured = capsys.readouterr()
    assert captured.out.startswith("http://127.0.0.1:")
    assert captured.err == "pantin: Ctrl-C ends\n"


def test_the_browser_is_opened_unless_told_otherwise(models, monkeypatch):
    import webbrowser

    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) is None)

    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(showing.time, "sleep", interrupted)
    showing.serve("arm.glb", None, open_browser=False, watch=False)
    assert opened == []
    showing.serve("arm.glb", None, open_browser=True, watch=False)
    assert len(opened) == 1


def test_the_command_serves_what_it_prints(models):
    command = [sys.executable, "-m", "pantin", "view", "arm.glb", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        try:
            url = urlsplit(running.stdout.readline().strip())
            line = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
            line.request("GET", url.path)
            answer = line.getresponse()
            assert answer.status == 200
            assert answer.read(15) == b"<!doctype html>"
            line.close()
        finally:
            running.kill()
