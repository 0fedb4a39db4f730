"""`pantin view`: a model in the browser, from one page that needs no network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pantin.cli.exit import Exit, UsageError
from pantin.cli.opening import unreadable
from pantin.cli.options import Flag
from pantin.cli.streams import STANDARD, say, write_standard_output


def view(
    source: str,
    /,
    *,
    out: Annotated[str | None, Parameter(name=("--out", "-o"))] = None,
    clip: str | None = None,
    open: bool = True,
    watch: Flag = False,
) -> int:
    """
    For example:

        pantin view examples/arm.glb                        in the browser
        pantin view examples/arm.glb --out arm.html         to send around
        pantin view examples/rigy/arm.rigy.yaml --watch     edit, save, see

    Without --out the page is served to this machine alone, until Ctrl-C.

    Parameters
    ----------
    source
        The file to show; - is standard input.
    out
        Write the page to this file instead of serving it; - is standard output.
    clip
        The clip to begin with, by name or index.
    open
        Whether to open the browser.
    watch
        Make the page again whenever the file changes.
    """
    from pantin.cli import showing

    if watch and (out is not None or source == STANDARD):
        raise UsageError("--watch serves the page of a file: give no --out, and a file to watch")
    if out is None:
        return showing.serve(source, clip, open, watch)
    with unreadable(out):
        text = showing.made(source, clip)
        if out == STANDARD:
            write_standard_output(text.encode())
        else:
            from pantin.files import atomic_write

            atomic_write(Path(out), [text.encode()])
    say(f"{'standard output' if out == STANDARD else out}: {len(text) / 1e6:.1f} MB, one file, no network")
    return Exit.CLEAN
