"""`pantin schema`: the JSON Schema of Rigy sources, for editors."""

from __future__ import annotations

from pantin.cli.command import Argument, Command
from pantin.cli.exit import Exit
from pantin.cli.streams import say

MODELINE = "# yaml-language-server: $schema={}"


def schema(kind: str | None) -> int:
    import json

    import pantin

    chosen = kind or "rigy"
    print(json.dumps(pantin.schema(chosen), indent=2))
    line = MODELINE.format(f"{chosen}.schema.json")
    say(f"begin a text with this line to have editors use it:\n{line}")
    return Exit.CLEAN


COMMAND = Command(
    "schema",
    schema,
    arguments=(
        Argument(
            "kind",
            "Documents (the default), scenes or contracts.",
            required=False,
            choices=("rigy", "rigs", "ricy"),
        ),
    ),
    notes="An editor with yaml-language-server then checks and completes a text whose first line names the "
    "schema.",
    examples="""
        pantin schema > rigy.schema.json
        pantin schema rigs > rigs.schema.json
    """,
)
