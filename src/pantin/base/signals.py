"""Signals that end a process: SIGTERM as an exception, so that unfinished work is cleaned up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pantin.base.interrupts import come_again, is_bad_moment


@contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """Let SIGTERM raise `SystemExit`, so that the blocks around the work end before the process does:
    temporary files are removed and child processes ended."""

    def leave(number: int, frame: FrameType | None) -> None:
        if is_bad_moment(frame):
            come_again(number)
        else:
            raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread handles signals
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
