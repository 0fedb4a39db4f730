"""The commands as the parser sees them."""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc

from cyclopts import App

from pantin import __version__
from pantin.cli.welcome import COMMANDS, EXIT_CODES


def make() -> App:
    """The parser, with a command for each module that `COMMANDS` names: the function of the same
    name in it.
    """
    made = App(
        name="pantin",
        version=__version__,
        help_format="plaintext",
        help_epilogue=EXIT_CODES,
        suppress_keyboard_interrupt=False,
    )
    for name, summary in COMMANDS.items():
        function = getattr(import_module(f"pantin.cli.{name}"), name)
        made.command(function, name=name, help=f"{summary}\n\n{cleandoc(function.__doc__)}")
    return made


app = make()
