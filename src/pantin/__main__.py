"""The `pantin` command, as a script and as `python -m pantin`."""

from __future__ import annotations

import gc
import os
import sys
import warnings

from pantin.cli import INTERRUPTED

TYPE_CHECKING = False  # see pantin/__init__.py
if TYPE_CHECKING:
    from typing import NoReturn


GARBAGE = 100_000
"""New objects between two collections: some ten megabytes."""


def main() -> None:
    """Run the command line and exit with its code. Ctrl-C may come at any time: while modules are imported,
    and again while the first one is answered."""
    try:
        _run()
    except KeyboardInterrupt:
        _leave_interrupted()


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
    """Exit after a Ctrl-C that no command answered; what is printed may be cut off by another one."""
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
