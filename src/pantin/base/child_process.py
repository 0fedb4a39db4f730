"""A child process that may crash, hang or run out of memory without any harm to the process that started it.

`ChildProcess` is the side of the parent, `serve` that of the child. A message and its answer are pickles on
standard input and output of the child. A child ends when its input ends, even in the middle of a message, so
it always ends with its parent.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

OUT_OF_MEMORY = 86
"""The exit code of a child that watched its memory and found that it needs too much."""

DYING_SECONDS = 0.5
"""How long a child may take to end after closing its output: its own exit code says more than that of being
killed."""

WATCH_SECONDS = 0.05
"""How often a child looks at its memory, where the system does not limit it."""


class Died(Exception):
    """A child ended without an answer. `code` is its exit code, negative for a signal; `is_overdue` means
    that it exceeded its time and was killed."""

    def __init__(self, code: int, seconds: float | None = None) -> None:
        self.code, self.is_overdue = code, seconds is not None
        super().__init__(_describe_death(code) if seconds is None else f"took longer than {seconds:g} s")


class Closed(Exception):
    """The child was closed, here or by another thread."""


class ChildProcess:
    """A fresh interpreter that runs `code`, which calls `serve`. It has the same module search path and needs
    nothing of the main module. One thread sends messages; any thread may close it.

    With `quiet`, output of the child and its libraries is dropped; otherwise it goes to standard error.
    """

    def __init__(self, code: str, *, quiet: bool = False) -> None:
        self._code = code
        self._quiet = quiet
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()
        self._is_closed = False
        self._is_overdue = False

    @property
    def is_running(self) -> bool:
        """Whether a child is running to receive the next message. After a fork, it belongs to the first
        process only."""
        process = self._process
        return process is not None and self._owner == os.getpid() and process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process; 0 without one."""
        process = self._process
        return process.pid if process else 0

    def start(self) -> None:
        """Start the process, instead of the one before. Raises `Closed`."""
        self.stop()
        with self._lock:
            if self._is_closed:
                raise Closed
            self._process, self._owner = self._popen(), os.getpid()

    def ask(self, message: Any, seconds: float | None = None) -> Any:
        """The answer to a message. Raises `Died`, also if there is none after `seconds`, and `Closed`. Any
        exception here, even an interrupt, ends the process: a late answer must not be taken for that of the
        next message."""
        process = self._process
        if process is None:
            raise Closed if self._is_closed else Died(0)
        try:
            with self._time_limit(process, seconds):
                return _exchange(process, message)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            code = self._end(DYING_SECONDS)
            if self._is_closed:
                raise Closed from None
            raise Died(code, seconds if self._is_overdue else None) from None
        except BaseException:
            self.stop()
            raise

    def stop(self) -> int:
        """End the process, if there is one and this process started it; its exit code."""
        return self._end(0.0)

    def _end(self, patience: float) -> int:
        with self._lock:
            process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return 0
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        process.kill()
        code = process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        return code

    def close(self) -> None:
        """End the process now, whatever it does, and start no other. The sending thread, or `stop`, frees its
        resources."""
        with self._lock:
            self._is_closed = True
            if self._process is not None and self._owner == os.getpid():
                self._process.kill()

    def _popen(self) -> subprocess.Popen[bytes]:
        code = f"import sys; sys.path[:] = {sys.path!r}; {self._code}"
        with signals_blocked():  # or Ctrl-C interrupts the start with a traceback
            return subprocess.Popen(
                [sys.executable, "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if self._quiet else None,
            )

    @contextmanager
    def _time_limit(self, process: subprocess.Popen[bytes], seconds: float | None) -> Iterator[None]:
        """Kill the process if this block takes longer."""
        self._is_overdue = False
        if seconds is None:
            yield
            return
        is_over = False

        def kill() -> None:
            with self._lock:
                if not is_over and self._process is process:
                    self._is_overdue = True
                    process.kill()

        watch = threading.Timer(min(seconds, threading.TIMEOUT_MAX), kill)
        watch.daemon = True
        with signals_blocked():
            watch.start()
        try:
            yield
        finally:
            watch.cancel()
            with self._lock:
                is_over = True


def _exchange(process: subprocess.Popen[bytes], message: Any) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(pickle.dumps(message, protocol=5))
    process.stdin.flush()
    return pickle.load(process.stdout)


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Block Ctrl-C and SIGTERM in this thread. A thread or a process that is started begins with both
    blocked: the main thread answers signals, and a process unblocks them when it is ready."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_tool(command: Sequence[str]) -> tuple[int, str]:
    """Run an installed program and wait for it: its exit code and its output."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout.decode(errors="replace")


def _describe_death(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def serve(answer: Callable[[Any], Any]) -> None:
    """Answer the messages of the parent, one after the other, until it is gone. An error in `answer` ends the
    process with a traceback."""
    incoming, outgoing = _take_streams()
    _handle_signals()
    messages: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_receive, args=(incoming, messages), daemon=True).start()
    while True:
        data = pickle.dumps(answer(messages.get()), protocol=5)
        try:
            outgoing.write(data)
            outgoing.flush()
        except BrokenPipeError:
            os._exit(0)


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes; output of libraries goes to standard error."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    return incoming, outgoing


def _handle_signals() -> None:
    """End by SIGTERM. Ctrl-C is not for children: the terminal sends it to all processes, and the parent
    stops the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _receive(incoming: BinaryIO, messages: SimpleQueue[Any]) -> None:
    try:
        while True:
            messages.put(pickle.load(incoming))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def limit_memory(most: int) -> None:
    """Let allocations of this process fail beyond `most` bytes. Memory that is reserved and not in use now
    (stacks, arenas) does not count. Systems other than Linux do not limit it: there a thread watches it, and
    ends the process with the code `OUT_OF_MEMORY`."""
    if sys.platform == "win32":
        raise NotImplementedError("Windows has no limit on the memory of a process")
    import resource

    if sys.platform == "linux":
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        reserved = max(_kilobytes(status["VmData"]) - _kilobytes(status["RssAnon"]), 0)
        resource.setrlimit(resource.RLIMIT_DATA, (most + reserved, resource.RLIM_INFINITY))
    else:
        threading.Thread(target=_watch_memory, args=(most,), daemon=True).start()


def _kilobytes(text: str) -> int:
    return int(text.split()[0]) * 1024


def _watch_memory(most: int) -> None:
    if sys.platform == "win32":
        return
    import resource
    import time

    # macOS counts bytes, the others kilobytes.
    unit = 1 if sys.platform == "darwin" else 1024
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit <= most:
        time.sleep(WATCH_SECONDS)
    os._exit(OUT_OF_MEMORY)
