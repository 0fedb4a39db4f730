"""The tree of commands."""

from __future__ import annotations

from cyclopts import App

from pantin import __version__
from pantin.cli.check import check
from pantin.cli.completion import completion
from pantin.cli.convert import convert
from pantin.cli.explain import explain
from pantin.cli.inspect import inspect

WELCOME = """\
Check, inspect and convert rigged models (.glb, .gltf, .vrm) without losing a byte.

Start with:

    pantin check hero.glb            what is wrong with it, and where
    pantin inspect hero.glb          what is inside it
    pantin convert hero.glb hero.gltf
    pantin explain GLTF-NODE_LOOP    what a finding means, and how to mend it
"""

app = App(
    name="pantin",
    version=__version__,
    help=WELCOME,
    help_format="plaintext",
    help_epilogue="Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 unreadable input, 4 a fault of Pantin.",
    suppress_keyboard_interrupt=False,
)
for command in (check, explain, inspect, convert, completion):
    app.command(command)
