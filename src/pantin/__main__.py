"""The `pantin` command, as a script and as `python -m pantin`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    arguments = sys.argv[1:]
    if arguments == [
        "--version"
    ]:  # answered before the parser is imported, which takes longer than the answer
        from pantin import __version__

        print(__version__)
        return
    from pantin.cli.run import run

    sys.exit(run(arguments))


if __name__ == "__main__":
    main()
