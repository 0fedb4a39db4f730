"""`pantin inspect`: what is inside a file, as tables."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

from pantin.cli.exit import Exit, UnreadableError
from pantin.cli.streams import STANDARD, STANDARD_NAME, console, described, read_standard_input

if TYPE_CHECKING:
    from pantin.assets.figures import Figures
    from pantin.formats.gltf.summary import Summary


def inspect(file: str, /, *, format: Literal["text", "json"] = "text") -> int:
    """
    For example:

        pantin inspect hero.glb
        pantin inspect hero.glb --format json | jq .skins

    Parameters
    ----------
    file
        The file; - is standard input.
    format
        Tables for people, or one JSON document.
    """
    source, name = (read_standard_input(), STANDARD_NAME) if file == STANDARD else (file, file)
    summary, figures = summary_of(source, name)
    if format == "json":
        import json

        import msgspec

        every = {"path": name, **msgspec.to_builtins(summary), "rig": msgspec.to_builtins(figures)}
        print(json.dumps(every, indent=2))
    else:
        from pantin.cli.tables import print_tables

        print_tables(name, summary, figures, console(sys.stdout))
    if not summary.readable:
        raise UnreadableError(f"{name}: {summary.faults[0]}")
    return Exit.CLEAN


def summary_of(source: str | bytes, name: str) -> tuple[Summary, Figures | None]:
    from pantin.assets import summarise
    from pantin.errors import BadFile, PantinError

    try:
        return summarise(source, name=name)
    except OSError as error:
        raise UnreadableError(described(error, name)) from None
    except BadFile as error:
        raise UnreadableError(str(error)) from None
    except PantinError as error:
        raise UnreadableError(f"{name}: {error}") from None
