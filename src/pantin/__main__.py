"""The `pantin` command, as a script and as `python -m pantin`."""

from __future__ import annotations

import gc
import os
import signal
import sys

from pantin.base.interrupts import come_again, is_bad_moment
from pantin.cli import INTERRUPTED

TYPE_CHECKING = False  # see pantin/__init__.py
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, NoReturn


GARBAGE = 100_000
"""New objects between two collections: some ten megabytes."""


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
    """Ctrl-C: raise `KeyboardInterrupt`, now or soon."""
    if is_bad_moment(frame):
        come_again(number)
    else:
        raise KeyboardInterrupt


def _raise_again(ignored: Any) -> None:
    """A signal in a callback, where Python prints a traceback and goes on: let it come once more."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        come_again(signal.SIGINT)
    elif issubclass(ignored.exc_type, SystemExit):
        come_again(signal.SIGTERM)
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
    if not sys.warnoptions:
        from pantin.base.plug_ins import show_own_warnings

        show_own_warnings()
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
