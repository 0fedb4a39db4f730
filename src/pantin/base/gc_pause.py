"""A pause of the garbage collector while a document is compiled, checked or lifted.

Hardly anything that this creates is garbage before the end, and scanning it repeatedly takes up to a quarter
of the time.
"""

from __future__ import annotations

import gc


class pause_gc:  # noqa: N801 (used as a function; a generator takes several times as long)
    """Disable the collector inside, and restore its state afterwards."""

    __slots__ = ("_enabled",)

    def __enter__(self) -> None:
        self._enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._enabled:
            gc.enable()
