from __future__ import annotations

import http.client
import json
import socket

import pytest

from pantin.viewer.page_server import PageServer


@pytest.fixture
def server():
    with PageServer("<p>the page</p>") as running:
        yield running


def asked(server, path, host=None, method="GET"):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        line.request(method, path, headers={} if host is None else {"Host": host})
        answer = line.getresponse()
        return answer.status, answer.read(), answer.headers
    finally:
        line.close()


def test_the_page_is_at_its_address(server):
    status, content, headers = asked(server, f"/{server.token}/")
    assert (status, content) == (200, b"<p>the page</p>")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Access-Control-Allow-Origin"] is None
    assert server.url == f"http://127.0.0.1:{server.port}/{server.token}/"


@pytest.mark.parametrize("path", ["/", "/x/", "/index.html", "/../etc/passwd", "/{token}x/", "/events"])
def test_without_the_secret_there_is_nothing(server, path):
    status, content, _ = asked(server, path.replace("{token}", server.token))
    assert status == 403
    assert b"page" not in content


@pytest.mark.parametrize("path", ["../page.py", "page.py", "%2e%2e/", "/etc/passwd"])
def test_no_other_path_leads_anywhere(server, path):
    assert asked(server, f"/{server.token}/{path}")[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_name_that_a_stranger_points_here_is_refused(server, host):
    """DNS rebinding: a page elsewhere whose name comes to mean 127.0.0.1."""
    assert asked(server, f"/{server.token}/", host)[0] == 403


def test_localhost_is_this_machine_too(server):
    assert asked(server, f"/{server.token}/", f"localhost:{server.port}")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_sent(server, method):
    assert asked(server, f"/{server.token}/", method=method)[0] == 501


def test_every_server_has_its_own_secret(server):
    with PageServer("") as other:
        assert other.token != server.token
        assert len(other.token) >= 32


def events(server, edition=""):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request("GET", f"/{server.token}/events{edition}")
    return line, line.getresponse()


def told(answer):
    text = answer.fp.readline()
    assert answer.fp.readline() == b"\n"
    return json.loads(text.removeprefix(b"data: "))


def test_open_pages_are_told_of_problems_and_of_a_new_page(server):
    server.report_problems([{"message": "first"}])
    line, answer = events(server)
    # One that comes later hears what still stands.
    assert told(answer) == {"problems": [{"message": "first"}]}
    server.replace("new")
    assert told(answer) == {"reload": True}
    assert asked(server, f"/{server.token}/")[1] == b"new"
    answer.close()
    line.close()


def test_a_page_that_was_replaced_while_it_loaded_is_told_so(server):
    server.replace("new")
    line, answer = events(server, "?1")
    assert told(answer) == {"reload": True}
    answer.close()
    line.close()


def test_leaving_the_block_frees_the_port():
    with PageServer("") as server:
        port = server.port
    with pytest.raises(ConnectionError):
        http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()


def test_no_name_is_looked_up(monkeypatch):
    def asked_for(*_):
        raise AssertionError("the name of the machine was asked for")

    monkeypatch.setattr(socket, "getfqdn", asked_for)
    with PageServer("") as server:
        assert asked(server, f"/{server.token}/")[0] == 200
