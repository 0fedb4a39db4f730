"""Signals that come at a bad moment, and are to come again a little later.

Imported before anything else by the command: it needs no module of its own.
"""

from __future__ import annotations

import os
from _thread import interrupt_main, start_new_thread
from time import sleep

TYPE_CHECKING = False  # see pantin/__init__.py
if TYPE_CHECKING:
    from types import FrameType

IMPORTING = "<frozen importlib"
FRAGILE = frozenset({"_decoder", "decode_strictly", "faultless"})
"""Functions that call code of msgspec which does not survive an exception in what it calls."""

SOON = 0.005
"""Seconds until a signal comes again."""


def is_bad_moment(frame: FrameType | None) -> bool:
    """Whether an exception must not be raised: in an import modules in C crash by it, class bodies make
    another error of it, callbacks of locks print it and go on, and what an import tries swallows it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING) or frame.f_code.co_name in FRAGILE:
            return True
        frame = frame.f_back
    return False


def come_again(number: int) -> None:
    """Let a signal come once more, soon."""
    start_new_thread(_interrupt_soon, (number,))


def _interrupt_soon(number: int) -> None:
    sleep(SOON)
    if os.name == "posix":
        os.kill(os.getpid(), number)  # which ends the process if no handler is left
    else:
        interrupt_main(number)  # type: ignore[arg-type]  # any number will do
