"""The command line: one thin file per command, over what the other rooms do.

Commands import the rooms they need when they run, so that `pantin --help` loads neither numpy nor numba.
"""
