"""Progress of long work: working code announces its current step, and listeners show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


def begin_step(what: str) -> None:
    """Announce the current step in a word or two: `reading`, `textures`."""
    listener = _listener.get()
    if listener is not None:
        listener(what)


@contextmanager
def listen(listener: Callable[[str], None]) -> Iterator[None]:
    """Call `listener` with each step that is begun inside."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
