"""`pantin lsp`: the language server of Rigy sources, over standard input and output."""

from __future__ import annotations

from typing import Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.verb_command import command_of
from pantin.verbs import find_verb


def lsp(**_: Any) -> int:
    from pantin.base.errors import MissingExtra

    try:
        VERB.function()
    except MissingExtra as error:
        raise UsageError(str(error)) from None
    return Exit.CLEAN


VERB = find_verb("lsp")
COMMAND = command_of("lsp", VERB, lsp)
