"""A process that reads USD files: usd-core crashes on some damaged files, and must not take its caller along.

The process is started at the first file and serves all that follow; after a crash, the next file starts
another. Requests and answers are pickles on its standard input and output.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from pantin.base.errors import LimitExceeded

PATIENCE = 300.0
"""Seconds after which a file that is still being read counts as one that usd-core hangs on."""

_LENGTH = struct.Struct("<Q")


class Crashed(Exception):
    """The worker ended without an answer; the message says how."""


class Worker:
    """The process, or none yet."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of `SERVICES` in the process. Raises what it raises, and `Crashed`."""
        with self._lock:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            watch = threading.Timer(PATIENCE, process.kill)
            watch.daemon = True
            watch.start()
            try:
                _send(process.stdin, (function, arguments))
                is_error, answer = _receive(process.stdout)
            except (OSError, EOFError, pickle.UnpicklingError):
                code = self._stop()
                raise Crashed(_describe(code)) from None
            except BaseException:
                self._stop()  # an interrupt between a request and its answer: the next must not get this one
                raise
            finally:
                watch.cancel()
        if is_error:
            raise answer
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        """The process of this process: after a fork, its own."""
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is not None:
            self._stop()
        if self._process is None or self._owner != os.getpid():
            self._process, self._owner = _start(), os.getpid()
        return self._process

    def _stop(self) -> int:
        process, self._process = self._process, None
        assert process is not None
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        try:
            return process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def close(self) -> None:
        """End the process."""
        if self._process is not None and self._owner == os.getpid():
            self._stop()


WORKER = Worker()
atexit.register(WORKER.close)


def _start() -> subprocess.Popen[bytes]:
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    environment.pop("PXR_AR_DEFAULT_SEARCH_PATH", None)  # references resolve beside the file alone
    return subprocess.Popen(
        [sys.executable, "-c", "from pantin.formats.usd.worker import serve; serve()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # usd-core's own messages; what matters of them is in findings
        env=environment,
    )


def _describe(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _send(stream: IO[bytes], value: Any) -> None:
    data = pickle.dumps(value, protocol=5)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def _receive(stream: IO[bytes]) -> Any:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def serve() -> None:
    """Answer requests until standard input ends. Runs in the worker."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends Ctrl-C to both; the parent decides
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not get between the answers
    while True:
        try:
            function, arguments = _receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer = (False, SERVICES[function](*arguments))
        except Exception as error:
            answer = (True, _portable(error))
        _send(answers, answer)
        if answer[0]:
            # The frames of an error keep its stage, and usd-core does not read the layers of a stage again.
            del answer
            gc.collect()


def _portable(error: Exception) -> Exception:
    """An error that the parent can unpickle."""
    try:
        return (
            error if isinstance(pickle.loads(pickle.dumps(error)), type(error)) else RuntimeError(str(error))
        )
    except Exception:
        if isinstance(error, LimitExceeded):
            return LimitReached(error.limit, str(error))
        return RuntimeError(f"{type(error).__name__}: {error}")


class LimitReached(Exception):
    """A `LimitExceeded` on its way to the parent: (limit, message)."""


def _read(path: str | None, data: bytes, suffix: str, *options: Any) -> Any:
    """Read a file, or bytes as a file of this suffix in a folder of its own."""
    from pantin.formats.usd.reading import read_stage

    return _with_file(path, data, suffix, lambda file: read_stage(file, *options))


def _repack(path: str | None, data: bytes, suffix: str, target: str) -> Any:
    from pantin.formats.usd.repack import repack

    return _with_file(path, data, suffix, lambda file: repack(file, target))


def _with_file(path: str | None, data: bytes, suffix: str, act: Callable[[Path], Any]) -> Any:
    if path is not None:
        return act(Path(path))
    with tempfile.TemporaryDirectory(prefix="pantin-") as folder:
        file = Path(folder) / f"model{suffix}"
        file.write_bytes(data)
        return act(file)


SERVICES: dict[str, Callable[..., Any]] = {"read": _read, "repack": _repack}
