"""`pantin convert`: what standard output takes; all else derives from the verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pantin.cli.exit import UsageError
from pantin.cli.streams import STANDARD
from pantin.cli.verb_command import command_of, run_single
from pantin.verbs.convert import VERB, written_options


def convert(**values: Any) -> int:
    if values["target"] == STANDARD and values["format"] == "text":
        refuse_other_formats(values)
        values["embed"] = True
    return run_single(VERB, **values)


def refuse_other_formats(options: Mapping[str, Any]) -> None:
    """Standard output takes a .glb, which holds its data, and has none of the options of other formats."""
    own = {option.name for option in COMMAND.options}
    for option in written_options(True):
        chosen = options.get(option.name)
        if option.name not in own and chosen is not None and not (option.negative and chosen):
            flag = option.negative if option.negative and chosen is False else option.flag
            raise UsageError(f"standard output takes a .glb, which has no {flag}")


COMMAND = command_of("convert", VERB, convert)
