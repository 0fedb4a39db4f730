"""A page on localhost: a random port, a secret in the path, and no other files."""

from __future__ import annotations

import contextlib
import queue
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any, ClassVar

import msgspec

from pantin.viewer.page import policy_of

ADDRESS = "127.0.0.1"
HEARTBEAT = 10.0
"""Seconds between empty lines to an idle listener, which detect closed connections."""

REQUEST_SECONDS = 10.0
"""Seconds in which a request must have arrived. A response may take as long between two parts of it."""

PART = 1 << 16
"""Bytes of a response that are written at a time."""

MOST_CONNECTIONS = 64
"""Connections at a time. An open page has one."""

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


NOTHING = "default-src 'none'; frame-ancestors 'none'"
"""The policy of answers that are not the page."""


def _event(event_data: dict[str, Any]) -> bytes:
    return b"data: " + msgspec.json.encode(event_data) + b"\n\n"


RELOAD_EVENT = _event({"reload": True})


Find = Callable[[str], tuple[bytes, str] | None]
"""A path below the secret → the bytes at it and their media type, or None."""


def _full_policy(page: str) -> str:
    """The policy of a page, which forbids frames too: only a header can."""
    return f"{policy_of(page)}; frame-ancestors 'none'"


class PageServer(ThreadingHTTPServer):
    """Serves one page, which can be replaced, at `url`, and below it what `find` finds. Leaving the `with`
    block closes it."""

    daemon_threads: bool = True
    block_on_close: bool = False

    def __init__(self, page: str, find: Find = lambda path: None) -> None:
        super().__init__((ADDRESS, 0), _Handler)
        self.token = secrets.token_urlsafe(24)
        self.find = find
        self.edition = 1
        self._show(page)
        self._free = threading.BoundedSemaphore(MOST_CONNECTIONS)
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
        self._show(page)
        self.edition += 1
        self._last_event = None
        self._broadcast(RELOAD_EVENT)

    def _show(self, page: str) -> None:
        self.page, self.policy = page.encode(), _full_policy(page)

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

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread; close the connection where too many are open."""
        if not self._free.acquire(blocking=False):
            with contextlib.suppress(OSError):
                request.setblocking(False)
                request.send(b"HTTP/1.0 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread could be started
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore browsers that close the connection."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version: ClassVar[str] = "HTTP/1.0"  # type: ignore[misc]  # one response per connection
    server_version: ClassVar[str] = "Pantin"  # type: ignore[misc]
    sys_version: ClassVar[str] = ""  # type: ignore[misc]
    timeout: ClassVar[float] = REQUEST_SECONDS

    def handle(self) -> None:
        """Answer the request, if all of it arrives in time: the timeout of the socket is for each part."""
        self._too_late = threading.Timer(REQUEST_SECONDS, self._hang_up)
        self._too_late.daemon = True
        self._too_late.start()
        try:
            super().handle()
        finally:
            self._too_late.cancel()

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def do_GET(self) -> None:
        self._too_late.cancel()
        path, _, query = self.path.removeprefix("/").partition("?")
        secret, _, rest = path.partition("/")
        known = compare_digest(secret.encode(), self.server.token.encode())
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1:  # RFC 9112 §3.2
            self._answer(400, b"Bad request: it needs one Host header.\n")
        elif not known or not self.server.is_own_host(hosts[0]):
            self._answer(403, b"Forbidden: open the address that pantin view printed.\n")
        elif rest == "":
            self._answer(200, self.server.page, "text/html; charset=utf-8", self.server.policy)
        elif rest == "events":
            self._events(query)
        elif (page := self.server.find(rest)) is not None:
            content, kind = page
            is_page = kind.startswith("text/html")
            self._answer(200, content, kind, _full_policy(content.decode()) if is_page else NOTHING)
        else:
            self._answer(404, b"Not found.\n")

    def _answer(
        self, status: int, content: bytes, kind: str = "text/plain; charset=utf-8", policy: str = NOTHING
    ) -> None:
        self.send_response(status)
        self._headers(kind, policy)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        for start in range(0, len(content), PART):
            self.wfile.write(content[start : start + PART])

    def _headers(self, kind: str, policy: str = NOTHING) -> None:
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", policy)
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
