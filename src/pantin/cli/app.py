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
        examples, rest = divided(cleandoc(function.__doc__))
        epilogue = f"{EXIT_CODES}\n\n{examples}"
        made.command(function, name=name, help=f"{summary}\n\n{rest}", help_epilogue=epilogue)
    return made


def divided(docstring: str) -> tuple[str, str]:
    """The examples that a docstring begins with, and the rest of it, each paragraph of prose in one line.

    The examples end the help, where the eye of someone who scrolls comes to rest.
    """
    examples, _, rest = docstring.removeprefix("For example:\n\n").partition("\n\n")
    prose, mark, parameters = rest.partition("Parameters\n---")
    lines = (" ".join(paragraph.split()) for paragraph in prose.split("\n\n"))
    return f"For example:\n\n{examples}", "\n\n".join(lines) + mark + parameters


app = make()
