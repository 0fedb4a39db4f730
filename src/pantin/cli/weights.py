"""`pantin weights`: a line for each mesh, and the image of the weights; all else derives from the verb."""

from __future__ import annotations

import sys
from typing import Any

from pantin.cli.exit import UsageError
from pantin.cli.io import raise_refused
from pantin.cli.streams import STANDARD
from pantin.cli.verb_command import command_of, keywords_of, print_done, run_one
from pantin.verbs.weights import VERB


def weights(source: str, target: str, *, heat_map: str | None, format: str, **values: Any) -> int:
    if target == STANDARD and format == "json":
        raise UsageError(
            "--format json writes to standard output, and so does the model: give a file for the model"
        )
    done = run_one(VERB, source, target, keywords_of(VERB, values))
    if heat_map is not None:
        import pantin

        with raise_refused(heat_map):
            pantin.render(done.value.coloured, heat_map)
    if format == "json":
        import json

        print(json.dumps(done.value.to_builtins(), indent=2))
        done = done._replace(notes=())
    elif target != STANDARD:
        sys.stdout.writelines(f"{line}\n" for line in done.value.lines)
        done = done._replace(notes=())
    return print_done(done)


COMMAND = command_of("weights", VERB, weights)
