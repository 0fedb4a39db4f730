from __future__ import annotations

import http.client
import json
import socket
import time
from contextlib import suppress

import pytest

from pantin.viewer import page_server
from pantin.viewer.page import empty_page, policy_of
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


def raw(server, request):
    """All that the server sends to a client that writes these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(request)
        received = b""
        while part := line.recv(1 << 16):
            received += part
    return received


def status(answer):
    return int(answer.split(b" ")[1]) if answer else None


def test_the_policy_of_the_page_is_a_header_too():
    """A policy in a header holds from the first byte, and can forbid frames (CSP 3 §3.3)."""
    page = empty_page("arm.glb", live=1)
    with PageServer(page) as server:
        policy = asked(server, f"/{server.token}/")[2]["Content-Security-Policy"]
        assert policy == f"{policy_of(page)}; frame-ancestors 'none'"
        assert "script-src 'sha256-" in policy
        for path in ("/", f"/{server.token}/other"):
            assert asked(server, path)[2]["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("hosts", "expected"),
    [
        (["{own}"], 200),
        ([], 400),
        (["{own}", "{own}"], 400),
        (["{own}", "evil.example"], 400),
        (["evil.example", "{own}"], 400),
        (["evil.example"], 403),
    ],
)
def test_a_request_has_one_host(server, hosts, expected):
    """RFC 9112 §3.2: no Host header, or more than one, is a bad request."""
    own = f"127.0.0.1:{server.port}"
    lines = [f"GET /{server.token}/ HTTP/1.1", *(f"Host: {host.replace('{own}', own)}" for host in hosts)]
    answer = raw(server, "\r\n".join([*lines, "", ""]).encode())
    assert status(answer) == expected
    assert (b"the page" in answer) == (expected == 200)


def test_a_request_without_a_version_gets_nothing(server):
    """HTTP/0.9 has no headers, so no host."""
    assert b"the page" not in raw(server, f"GET /{server.token}/\r\n\r\n".encode())


@pytest.mark.parametrize("sent", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: a\r\n", b"POST / HTTP/1.1\r\n"])
def test_a_request_that_does_not_end_is_hung_up(server, monkeypatch, sent):
    monkeypatch.setattr(page_server, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(page_server._Handler, "timeout", 0.3)
    raw(server, sent)  # ends only when the server closes the connection


def test_a_request_that_arrives_byte_by_byte_is_hung_up(server, monkeypatch):
    """Each byte comes in time, but not the whole."""
    monkeypatch.setattr(page_server, "REQUEST_SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", server.port), timeout=0.1) as line:
        for _ in range(3000):
            try:
                line.sendall(b"a")
                if line.recv(1) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    pytest.fail("the server still waits for the request")


def test_an_open_page_is_not_hung_up(server, monkeypatch):
    monkeypatch.setattr(page_server, "REQUEST_SECONDS", 0.2)
    line, answer = events(server)
    time.sleep(0.6)
    server.replace("new")
    assert told(answer) == {"reload": True}
    answer.close()
    line.close()


def test_connections_are_bounded_and_come_free_again(monkeypatch):
    monkeypatch.setattr(page_server, "MOST_CONNECTIONS", 3)
    with PageServer("<p>the page</p>") as server:
        request = f"GET /{server.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        held = [socket.create_connection(("127.0.0.1", server.port), timeout=30) for _ in range(3)]
        deadline = time.monotonic() + 60
        while server._free._value and time.monotonic() < deadline:
            time.sleep(0.01)
        assert raw_status(server, request) in (503, None)
        for line in held:
            line.close()
        while raw_status(server, request) != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def raw_status(server, request):
    """The status of the answer; None where the connection is closed before there is one."""
    with suppress(ConnectionError):
        return status(raw(server, request))


def test_a_large_page_reaches_a_slow_reader_whole(monkeypatch):
    monkeypatch.setattr(page_server._Handler, "timeout", 1.0)
    with PageServer("x" * 20_000_000) as server:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        line.request("GET", f"/{server.token}/")
        answer = line.getresponse()
        received = 0
        while part := answer.read(4_000_000):
            received += len(part)
            time.sleep(0.4)  # longer in all than one write may take
        line.close()
    assert received == 20_000_000
