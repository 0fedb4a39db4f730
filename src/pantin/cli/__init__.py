"""The command line: one thin file per command, over what the other packages do.

Commands import the packages they need when they run, so that `pantin --help` loads neither numpy nor numba.
"""

INTERRUPTED = 130
"""The exit code that shells expect of a program ended by Ctrl-C: 128 + SIGINT."""
