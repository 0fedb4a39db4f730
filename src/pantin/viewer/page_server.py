"""A page on localhost: a random port, a secret in the path, and no other files."""

from __future__ import annotations

import contextlib
import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any, ClassVar

import msgspec

ADDRESS = "127.0.0.1"
HEARTBEAT = 10.0
"""Seconds between empty lines to an idle listener, which detect closed connections."""

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def _event(event_data: dict[str, Any]) -> bytes:
    return b"data: " + msgspec.json.encode(event_data) + b"\n\n"


RELOAD_EVENT = _event({"reload": True})


Find = Callable[[str], tuple[bytes, str] | None]
"""A path below the secret → the bytes at it and their media type, or None."""


class PageServer(ThreadingHTTPServer):
    """Serves one page, which can be replaced, at `url`, and below it what `find` finds. Leaving the `with`
    block closes it."""

    daemon_threads: bool = True
    block_on_close: bool = False

    def __init__(self, page: str, find: Find = lambda path: None) -> None:
        super().__init__((ADDRESS, 0), _Handler)
        self.token = secrets.token_urlsafe(24)
        self.page = page.encode()
        self.find = find
        self.edition = 1
        self.closing = threading.Event()
        self._listeners: list[queue.Queue[bytes]] = []
        self._lock = threading.Lock()
        self._last_event: bytes | None = None

    def server_bind(self) -> None:
        """Bind without looking up the host name, which might use the network."""
        TCPServer.server_bind(self)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.port}/{self.token}/"

    def is_own_host(self, host: str | None) -> bool:
        """Whether a request names this server as its host; a foreign name points here in DNS rebinding."""
        return host in (f"{ADDRESS}:{self.port}", f"localhost:{self.port}")

    def replace(self, page: str) -> None:
        """Serve another page, the next edition, and reload open pages."""
        self.page = page.encode()
        self.edition += 1
        self._last_event = None
        self._broadcast(RELOAD_EVENT)

    def report_problems(self, problems: list[dict[str, Any]]) -> None:
        """Keep the page, and show the problems in open pages."""
        self._last_event = _event({"problems": problems})
        self._broadcast(self._last_event)

    def _broadcast(self, line: bytes) -> None:
        with self._lock:
            for listener in self._listeners:
                listener.put(line)

    @contextlib.contextmanager
    def subscribe(self, edition: str) -> Iterator[queue.Queue[bytes]]:
        """Events from now on, starting with a reload if the listener has another edition than the current
        page, or with the problems that are still current."""
        events: queue.Queue[bytes] = queue.Queue()
        with self._lock:
            self._listeners.append(events)
        if edition and edition != str(self.edition):
            events.put(RELOAD_EVENT)
        elif self._last_event is not None:
            events.put(self._last_event)
        try:
            yield events
        finally:
            with self._lock:
                self._listeners.remove(events)

    def __enter__(self) -> PageServer:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore browsers that close the connection."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version: ClassVar[str] = "HTTP/1.0"  # type: ignore[misc]  # one response per connection
    server_version: ClassVar[str] = "Pantin"  # type: ignore[misc]
    sys_version: ClassVar[str] = ""  # type: ignore[misc]

    def do_GET(self) -> None:
        path, _, query = self.path.removeprefix("/").partition("?")
        secret, _, rest = path.partition("/")
        known = compare_digest(secret.encode(), self.server.token.encode())
        if not known or not self.server.is_own_host(self.headers.get("Host")):
            self._answer(
                403, b"Forbidden: open the address that pantin view printed.\n", "text/plain; charset=utf-8"
            )
        elif rest == "":
            self._answer(200, self.server.page, "text/html; charset=utf-8")
        elif rest == "events":
            self._events(query)
        elif (found := self.server.find(rest)) is not None:
            self._answer(200, *found)
        else:
            self._answer(404, b"Not found.\n", "text/plain; charset=utf-8")

    def _answer(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self._headers(kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _headers(self, kind: str) -> None:
        self.send_header("Content-Type", kind)
        for name, value in HEADERS.items():
            self.send_header(name, value)

    def _events(self, edition: str) -> None:
        """Server-sent events (HTML §9.2), until the page or the server closes."""
        self.send_response(200)
        self._headers("text/event-stream")
        self.end_headers()
        with self.server.subscribe(edition) as event_data, contextlib.suppress(OSError):
            waited = 0.0
            while not self.server.closing.is_set():
                try:
                    line = event_data.get(timeout=0.25)
                except queue.Empty:
                    waited += 0.25
                    if waited < HEARTBEAT:
                        continue
                    line = b":\n\n"
                waited = 0.0
                self.wfile.write(line)
                self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
