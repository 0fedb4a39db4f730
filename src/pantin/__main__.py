"""The `pantin` command, as a script and as `python -m pantin`."""

from __future__ import annotations

import gc
import os
import signal
import sys
import warnings
from _thread import interrupt_main, start_new_thread
from time import sleep

from pantin.cli import INTERRUPTED

TYPE_CHECKING = False  # see pantin/__init__.py
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, NoReturn


GARBAGE = 100_000
"""New objects between two collections: some ten megabytes."""


IMPORTING = "<frozen importlib"
FRAGILE = frozenset({"_decoder", "decode_strictly", "faultless"})
"""Functions that call code of msgspec which does not survive an exception in what it calls."""

SOON = 0.005
"""Seconds until an interrupt comes again that came at a bad moment."""


def main() -> None:
    """Run the command line and exit with its code. Ctrl-C may come at any time: while modules are imported,
    and again while the first one is answered."""
    try:
        sys.unraisablehook = _raise_again
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored
            signal.signal(signal.SIGINT, _interrupt)
        _run()
    except KeyboardInterrupt:
        _leave_interrupted()


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Ctrl-C: raise `KeyboardInterrupt`, but not in an import: modules in C crash by it, class bodies make
    another error of it, and callbacks of locks print it and go on."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING) or frame.f_code.co_name in FRAGILE:
            start_new_thread(_interrupt_soon, ())
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _interrupt_soon() -> None:
    sleep(SOON)
    interrupt_main()


def _raise_again(ignored: Any) -> None:
    """Ctrl-C in a callback, where Python prints a traceback and goes on: let it come once more."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        start_new_thread(_interrupt_soon, ())
    else:
        sys.__unraisablehook__(ignored)


def _run() -> None:
    arguments = sys.argv[1:]
    # Answered before the parser is imported, which takes longer than the answer.
    if arguments == ["--version"]:
        from pantin import __version__

        print(__version__)
        return
    # What is imported is no garbage: to look for some among it, at every 700 new objects, takes a tenth of
    # the time of a short command.
    gc.set_threshold(GARBAGE)
    # NumPy's OpenBLAS starts a thread per processor while it is imported, and no command has work for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # A warning of NumPy about a number in a file means nothing to its reader: findings are about those.
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    from pantin.cli.run import run

    leave(run(arguments))


def _leave_interrupted() -> NoReturn:
    """Exit after a Ctrl-C that no command answered; what is printed may be cut off by another."""
    try:
        sys.stdout.flush()
        print("pantin: interrupted", file=sys.stderr, flush=True)
    finally:
        os._exit(INTERRUPTED)


def leave(code: int) -> NoReturn:
    """Exit at once. All is written and closed; taking numpy down module by module takes longer than
    Python's start.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
