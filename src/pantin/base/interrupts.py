"""Delay signals that arrive at a bad moment.

Imported before anything else by the command: it imports no other module of Pantin.
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
"""Functions that call msgspec code which cannot handle an exception from its callbacks."""

SOON = 0.005
"""Seconds until a delayed signal is raised again."""


def is_bad_moment(frame: FrameType | None) -> bool:
    """Whether an exception must not be raised here. During an import, C modules would crash, class bodies
    would turn it into another error, lock callbacks would only print it, and `try` blocks would swallow
    it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING) or frame.f_code.co_name in FRAGILE:
            return True
        frame = frame.f_back
    return False


def come_again(number: int) -> None:
    """Raise a signal again, soon."""
    start_new_thread(_interrupt_soon, (number,))


def _interrupt_soon(number: int) -> None:
    sleep(SOON)
    if os.name == "posix":
        os.kill(os.getpid(), number)  # which ends the process if no handler is left
    else:
        interrupt_main(number)  # type: ignore[arg-type]  # any number will do
