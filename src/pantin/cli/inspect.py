"""`pantin inspect`: what is inside a file, as tables."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

from pantin.cli.exit import Exit, UnreadableError
from pantin.cli.opening import source_of, unreadable
from pantin.cli.streams import console

if TYPE_CHECKING:
    from pantin.assets.figures import Figures
    from pantin.assets.outline import Outline
    from pantin.formats.gltf.summary import Summary


def inspect(
    file: str,
    /,
    *,
    format: Literal["text", "json"] = "text",
    faces: bool = False,
    gaps: bool = False,
) -> int:
    """
    For example:

        pantin inspect examples/arm.glb
        pantin inspect examples/arm.glb --format json
        pantin inspect examples/g4mf/creature.g4b
        pantin inspect examples/rigy/arm.rigy.yaml --gaps

    The geometry_checks of a Rigy document are answered too: the exit code is 1 where one of them fails.

    Parameters
    ----------
    file
        The file; - is standard input.
    format
        Tables for people, or one JSON document.
    faces
        Of a Rigy document: a table with the planes of flat faces, too. JSON always has them.
    gaps
        Of a Rigy document: how far each two primitives are apart, or overlap.
    """
    source, name = source_of(file)
    from pantin.assets.recognition import is_rigy

    if is_rigy(source, name):
        return inspect_text(source, name, format, faces=faces, gaps=gaps)
    outline = outline_of(source, name)
    if outline is not None:
        return show_outline(outline, name, format)
    summary, figures = summary_of(source, name)
    if format == "json":
        import msgspec

        print_json({"path": name, **msgspec.to_builtins(summary), "rig": msgspec.to_builtins(figures)})
    elif summary.readable:
        from pantin.cli.tables import print_tables

        out = console(sys.stdout)
        print_tables(name, summary, figures, out)
        if figures is not None and figures.springs is not None:
            from pantin.cli.spring_trees import print_springs

            print_springs(figures.springs, out)
    if not summary.readable:
        raise UnreadableError(f"{name}: {summary.faults[0]}")
    return Exit.CLEAN


def outline_of(source: str | bytes, name: str) -> Outline | None:
    """What is inside a file of any dimension; None for a glTF file."""
    from pantin.assets import load
    from pantin.assets.asset import DEFAULT_LIMITS
    from pantin.assets.recognition import recognised, settled

    with unreadable(name):
        source = settled(source, DEFAULT_LIMITS)  # type: ignore[assignment]
        if recognised(source, name) not in ("G4MF", "OFF"):
            return None
        from pantin.assets.outline import outline

        return outline(load(source, name=name))


def show_outline(outline: Outline, name: str, format: str) -> int:
    if format == "json":
        import msgspec

        print_json({"path": name, **msgspec.to_builtins(outline)})
    else:
        from pantin.cli.outline_tables import print_outline

        print_outline(name, outline, console(sys.stdout))
    return Exit.CLEAN


def summary_of(source: str | bytes, name: str) -> tuple[Summary, Figures | None]:
    from pantin.assets.gltf import summarise

    with unreadable(name):
        return summarise(source, name=name)


def inspect_text(source: str | bytes, name: str, format: str, *, faces: bool, gaps: bool) -> int:
    """Show what is inside a Rigy text."""
    from pantin.assets.asset import DEFAULT_LIMITS
    from pantin.assets.texts import summarised

    with unreadable(name):
        summary = summarised(source, DEFAULT_LIMITS, gaps=gaps)
    if format == "json":
        import msgspec

        print_json({"path": name, **msgspec.to_builtins(summary)})
    else:
        from pantin.cli.text_tables import print_text_tables

        print_text_tables(name, summary, console(sys.stdout), faces=faces)
    failed = any(one.status != "pass" for one in summary.intents)
    return Exit.FINDINGS if failed else Exit.CLEAN


def print_json(every: dict[str, Any]) -> None:
    import json

    print(json.dumps(every, indent=2))
