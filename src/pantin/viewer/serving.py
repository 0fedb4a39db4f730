"""A page on this machine's own address: a random port, a secret in the path, and nothing else to be had."""

from __future__ import annotations

import contextlib
import queue
import secrets
import threading
from collections.abc import Iterator
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any, ClassVar

import msgspec

ADDRESS = "127.0.0.1"
HEARTBEAT = 10.0
"""Seconds after which a listener that hears nothing is sent an empty line: gone ones are found out so."""

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def _event(news: dict[str, Any]) -> bytes:
    return b"data: " + msgspec.json.encode(news) + b"\n\n"


RELOAD = _event({"reload": True})


class PageServer(ThreadingHTTPServer):
    """Serves one page, which may be replaced, at `url`. It is closed by leaving the `with` block."""

    daemon_threads: bool = True
    block_on_close: bool = False

    def __init__(self, page: str) -> None:
        super().__init__((ADDRESS, 0), _Handler)
        self.token = secrets.token_urlsafe(24)
        self.page = page.encode()
        self.edition = 1
        self.closing = threading.Event()
        self._listeners: list[queue.Queue[bytes]] = []
        self._lock = threading.Lock()
        self._last: bytes | None = None

    def server_bind(self) -> None:
        """Without asking for the name of this machine, which might ask the network."""
        TCPServer.server_bind(self)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.port}/{self.token}/"

    def knows(self, host: str | None) -> bool:
        """Whether a request was meant for this server: a name that a stranger's DNS points here is not."""
        return host in (f"{ADDRESS}:{self.port}", f"localhost:{self.port}")

    def replace(self, page: str) -> None:
        """Serve another page, the next edition, and let those that are open load it."""
        self.page = page.encode()
        self.edition += 1
        self._last = None
        self._tell(RELOAD)

    def complain(self, problems: list[dict[str, Any]]) -> None:
        """Keep the page, and let those that are open say why there is no new one."""
        self._last = _event({"problems": problems})
        self._tell(self._last)

    def _tell(self, line: bytes) -> None:
        with self._lock:
            for one in self._listeners:
                one.put(line)

    @contextlib.contextmanager
    def listening(self, edition: str) -> Iterator[queue.Queue[bytes]]:
        """What is told from now on; first of all that the listener is another edition than the page of now,
        which was replaced while it loaded, or the complaint that still stands, if one does."""
        mine: queue.Queue[bytes] = queue.Queue()
        with self._lock:
            self._listeners.append(mine)
        if edition and edition != str(self.edition):
            mine.put(RELOAD)
        elif self._last is not None:
            mine.put(self._last)
        try:
            yield mine
        finally:
            with self._lock:
                self._listeners.remove(mine)

    def __enter__(self) -> PageServer:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no news."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version: ClassVar[str] = "HTTP/1.0"  # type: ignore[misc]  # one answer, then the line is closed
    server_version: ClassVar[str] = "Pantin"  # type: ignore[misc]
    sys_version: ClassVar[str] = ""  # type: ignore[misc]

    def do_GET(self) -> None:
        path, _, query = self.path.removeprefix("/").partition("?")
        secret, _, rest = path.partition("/")
        known = compare_digest(secret.encode(), self.server.token.encode())
        if not known or not self.server.knows(self.headers.get("Host")):
            self._answer(
                403, b"Forbidden: open the address that pantin view printed.\n", "text/plain; charset=utf-8"
            )
        elif rest == "":
            self._answer(200, self.server.page, "text/html; charset=utf-8")
        elif rest == "events":
            self._events(query)
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
        """Server-sent events (HTML §9.2), until the page or the server goes away."""
        self.send_response(200)
        self._headers("text/event-stream")
        self.end_headers()
        with self.server.listening(edition) as news, contextlib.suppress(OSError):
            waited = 0.0
            while not self.server.closing.is_set():
                try:
                    line = news.get(timeout=0.25)
                except queue.Empty:
                    waited += 0.25
                    if waited < HEARTBEAT:
                        continue
                    line = b":\n\n"
                waited = 0.0
                self.wfile.write(line)
                self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Nobody asked for a log."""
