"""A pause of the garbage collector while a document is compiled, checked or lifted.

Hardly anything that this creates is garbage before the end, and scanning it repeatedly takes up to a quarter
of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_gc() -> Iterator[None]:
    """Disable the collector inside, and restore its state afterwards."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
