"""`fmt`: Rigy sources in their canonical form. The function is with the language, in `formats/rigy`."""

from __future__ import annotations

from pantin.base.later import Later
from pantin.base.options import Argument, Option
from pantin.verbs.parameters import FORCE
from pantin.verbs.verb import Verb

VERB = Verb(
    Later("pantin.formats.rigy.files", "fmt"),
    Option(
        "check",
        bool,
        "Write nothing; list files that are not in canonical form, and exit with 1 if there are any.",
        False,
        group="command",
    ),
    FORCE,
    arguments=(
        Argument(
            "files",
            "Files, and folders with Rigy sources; - is standard input and output.",
            many=True,
            suffixes="rigy",
        ),
    ),
    notes="Puts keys in canonical order and names in canonical spelling; keeps comments. Files that are "
    "not YAML are left unchanged.",
    examples="""
        pantin fmt examples/rigy/arm.rigy.yaml
        pantin fmt examples/ --check
        pantin fmt - < examples/rigy/arm.rigy.yaml
    """,
)
