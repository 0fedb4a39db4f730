"""`pantin schema`: the JSON Schema of Rigy sources, for editors."""

from __future__ import annotations

from typing import Literal

from pantin.cli.exit import Exit
from pantin.cli.streams import say
from pantin.cli.verb_command import command_of
from pantin.verbs.schema import VERB

MODELINE = "# yaml-language-server: $schema={}"


def schema(kind: Literal["rigy", "rigs", "ricy"] | None) -> int:
    import json

    import pantin

    chosen: Literal["rigy", "rigs", "ricy"] = kind or "rigy"
    print(json.dumps(pantin.schema(chosen), indent=2))
    line = MODELINE.format(f"{chosen}.schema.json")
    say(f"begin a text with this line to have editors use it:\n{line}")
    return Exit.CLEAN


COMMAND = command_of("schema", VERB, schema)
