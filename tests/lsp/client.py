"""A client of the language server that talks to `pantin lsp` over pipes, as an editor does."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any


class Client:
    """Starts the server; `ask` waits for an answer, `tell` does not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "pantin", "lsp"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        self._next, self._count = 0, 0
        self._versions: dict[str, int] = {}
        self.messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.published: dict[str, tuple[int | None, list[dict[str, Any]]]] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.capabilities = self.ask(
            "initialize",
            processId=None,
            rootUri=folder.as_uri(),
            capabilities={},
            workspaceFolders=[{"uri": folder.as_uri(), "name": "work"}],
        )["capabilities"]
        self.tell("initialized")

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self.messages.put(json.loads(stream.read(length)))

    def _write(self, **message: Any) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def tell(self, method: str, **params: Any) -> None:
        self._write(method=method, params=params)

    def ask(self, method: str, **params: Any) -> Any:
        """The result; raises `RuntimeError` with the message of an error."""
        self._next += 1
        self._write(id=self._next, method=method, params=params)
        while True:
            message = self._take()
            if message.get("id") == self._next and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message.get("result")

    def _take(self) -> dict[str, Any]:
        message = self.messages.get(timeout=60)
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published[params["uri"]] = (params.get("version"), params["diagnostics"])
        elif "method" in message and "id" in message:  # a request of the server
            self._write(id=message["id"], result={"success": True})
        elif message.get("method") == "window/logMessage" and message["params"]["type"] == 1:
            raise AssertionError(message["params"]["message"])
        return message

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> list[dict[str, Any]]:
        """Open a file; its diagnostics."""
        text = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        self._count += 1
        version = self._versions[name] = 1000 * self._count  # unlike any of the file when it was open before
        document = {"uri": self.uri(name), "languageId": "rigy", "version": version, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return self.diagnostics(name)

    def close_files(self) -> None:
        """Close every open file."""
        for name in self._versions:
            self.tell("textDocument/didClose", textDocument={"uri": self.uri(name)})
        self._versions.clear()

    def change(self, name: str, text: str, *, wait: bool = True) -> list[dict[str, Any]]:
        """Replace the whole text of an open file; its diagnostics."""
        self._versions[name] += 1
        document = {"uri": self.uri(name), "version": self._versions[name]}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return self.diagnostics(name) if wait else []

    def edit(self, name: str, line: int, column: int, end: int, text: str) -> list[dict[str, Any]]:
        """Replace a part of a line, all counted from 0; the diagnostics."""
        self._versions[name] += 1
        place = {"start": {"line": line, "character": column}, "end": {"line": line, "character": end}}
        document = {"uri": self.uri(name), "version": self._versions[name]}
        self.tell(
            "textDocument/didChange", textDocument=document, contentChanges=[{"range": place, "text": text}]
        )
        return self.diagnostics(name)

    def diagnostics(self, name: str) -> list[dict[str, Any]]:
        """The diagnostics of the current version of a file."""
        while self.published.get(self.uri(name), (None, []))[0] != self._versions[name]:
            self._take()
        return self.published[self.uri(name)][1]

    def at(self, method: str, name: str, text: str, needle: str, offset: int = 0, **more: Any) -> Any:
        """Ask about the place of `needle` in a text."""
        index = text.index(needle) + offset
        line = text.count("\n", 0, index)
        before = text[text.rfind("\n", 0, index) + 1 : index]
        position = {"line": line, "character": len(before.encode("utf-16-le")) // 2}
        return self.ask(
            f"textDocument/{method}", textDocument={"uri": self.uri(name)}, position=position, **more
        )

    def cpu_seconds(self) -> float:
        """The processor time of the server so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        if self.process.poll() is None:
            self.ask("shutdown")
            self.tell("exit")
        self.process.wait(timeout=30)
        self._reader.join(timeout=30)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
