"""`pantin schema`: the JSON Schema of Rigy texts, for editors."""

from __future__ import annotations

from typing import Literal

from pantin.cli.exit import Exit
from pantin.cli.streams import say


def schema(kind: Literal["rigy", "rigs", "ricy"] = "rigy", /) -> int:
    """
    For example:

        pantin schema > rigy.schema.json
        pantin schema rigs > rigs.schema.json

    An editor with yaml-language-server then checks and completes a text whose first line names the schema.

    Parameters
    ----------
    kind
        Documents, scenes or contracts.
    """
    import json

    from pantin.rigy.schema.export import json_schema, modeline

    print(json.dumps(json_schema(kind), indent=2))
    say(f"begin a text with this line to have editors use it:\n{modeline(f'{kind}.schema.json')}")
    return Exit.CLEAN
