"""The collector of garbage put off while a text is worked on.

Nothing that a text becomes is garbage before the work is done, and to look through it again and again takes a
quarter of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_gc() -> Iterator[None]:
    """No collections inside; afterwards the collector is as it was."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
