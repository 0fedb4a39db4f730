"""The first screen: what Pantin can do, and how to begin.

It is written without the parser of command lines, whose import alone takes several times as long as Python's
start.
"""

from __future__ import annotations

from pantin.verbs import VERBS

OF_THE_INSTALLATION = {
    "completion": "Print the script that completes commands and options in a shell.",
    "warmup": "Compile the kernels now, so that later commands do not wait for it.",
}
"""Commands that are no verbs."""


def commands() -> dict[str, str]:
    """The commands with the line that says what each does: the verbs, and those about this installation."""
    return {name: line.summary for name, line in VERBS.items()} | OF_THE_INSTALLATION


COMMANDS = commands()
"""Those of Pantin itself."""

EXIT_CODES = "Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 unreadable input, 4 internal error."

SCREEN = """\
Usage: pantin COMMAND ...

Check, fix, convert, animate, shrink and show rigged models: glTF, VRM, FBX, USD, BVH, Rigy, 4D.

Commands:
{commands}

For example:
    pantin check examples/arm.glb       what is wrong with it, and where
    pantin inspect examples/arm.glb     what is inside it
    pantin convert examples/arm.glb arm.gltf
    pantin pose examples/arm.glb still.glb --clip bend --time 0.5
    pantin view examples/arm.glb        open it in the browser
    pantin explain GLTF-NODE_LOOP       what a finding means, and how to fix it

pantin COMMAND --help says more about one; pantin --version prints the version.
{exit_codes}"""


def screen() -> str:
    """The text of the first screen."""
    lines = "\n".join(f"  {name:12}{summary}" for name, summary in commands().items())
    return SCREEN.format(commands=lines, exit_codes=EXIT_CODES)
