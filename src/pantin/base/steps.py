"""What a long piece of work is doing at the moment: code that works says it, and whoever shows it listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


def begin_step(what: str) -> None:
    """Say what is done from now on, in a word or two: `reading`, `textures`."""
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
