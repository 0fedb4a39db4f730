"""`schema`: the JSON Schema of Rigy sources. The function is with the language, in `formats/rigy`."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.base.options import Argument
from pantin.verbs.verb import Verb

VERB = Verb(
    Later("pantin.formats.rigy.files", "schema"),
    arguments=(
        Argument(
            "kind",
            "Documents (the default), scenes or contracts.",
            required=False,
            choices=("rigy", "rigs", "ricy"),
        ),
    ),
    notes="An editor with yaml-language-server then checks and completes sources that name the schema "
    "in their first line.",
    examples="""
        pantin schema > rigy.schema.json
        pantin schema rigs > rigs.schema.json
    """,
)
