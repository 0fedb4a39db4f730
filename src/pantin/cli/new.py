"""`pantin new`: a commented Rigy source to start from."""

from __future__ import annotations

from typing import Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import raise_unreadable
from pantin.cli.streams import say
from pantin.cli.verb_command import command_of, keywords_of
from pantin.verbs.new import VERB


def new(path: str, **values: Any) -> int:
    import pantin

    with raise_unreadable(path):
        try:
            created = pantin.new(path, **keywords_of(VERB, values))
        except (ValueError, FileExistsError) as error:
            raise UsageError(str(error)) from None
    for file in created.files:
        print(file)
    steps = "\n".join(f"    {step}" for step in created.next)
    say(f"next, try:\n{steps}")
    return Exit.CLEAN


COMMAND = command_of("new", VERB, new)
